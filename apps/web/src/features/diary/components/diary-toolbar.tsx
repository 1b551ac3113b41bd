import { CalendarPlus, ChevronLeft, ChevronRight, DoorOpen, Printer, UsersRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { addDays, monthOf } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DayCalendar } from '../../../ui/day-calendar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { paths } from '../../../lib/paths.ts';
import { daysOf, stepDate, type DiaryView, type DiaryWho } from '../diary-view.ts';
import { useWeekStart } from '../queries.ts';

interface ViewProps {
  view: DiaryView;
  change: (part: Partial<DiaryView> | ((now: DiaryView) => Partial<DiaryView>)) => void;
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  return (
    <div role="group" aria-label={label} className="flex rounded-md border border-edge/70 p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'flex min-h-7 items-center gap-1.5 rounded-sm px-2.5 text-sm font-semibold pointer-coarse:min-h-9',
            option.value === value ? 'bg-brand text-on-brand' : 'text-ink-soft hover:bg-sunken',
          )}
        >
          {option.icon}
          <span className={option.icon ? 'max-md:sr-only' : undefined}>{option.label}</span>
        </button>
      ))}
    </div>
  );
}

/** The visible day or week; opens a small month. */
function DateChoice({ view, change }: ViewProps) {
  const formats = useFormats();
  const startsOn = useWeekStart();
  const [isOpen, setIsOpen] = useState(false);
  const first = daysOf(view, startsOn).date;
  const last = addDays(first, 6);
  const text =
    view.span === 'week'
      ? `${monthOf(first) === monthOf(last) ? Number(first.slice(8)) : formats.day(first)} – ${formats.day(last)}`
      : formats.shortDay(view.date);
  return (
    <Popover
      title="Choose a day"
      align="start"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="quiet" className="figures px-2 text-lg font-bold text-ink!">
          {text}
        </Button>
      }
    >
      <div className="grid place-items-center p-3">
        <DayCalendar
          label="Day"
          day={view.date}
          today={formats.today()}
          onDayChange={(date) => {
            change({ date });
            setIsOpen(false);
          }}
          weekStartsOn={startsOn}
          formats={formats}
        />
      </div>
    </Popover>
  );
}

export function DateSteps({ view, change, busy }: ViewProps & { busy: boolean }) {
  const today = useFormats().today();
  const word = view.span === 'week' ? 'week' : 'day';
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        label={`Previous ${word}`}
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => change((now) => ({ date: stepDate(now, -1) }))}
      />
      <IconButton
        label={`Next ${word}`}
        icon={<ChevronRight aria-hidden="true" />}
        onClick={() => change((now) => ({ date: stepDate(now, 1) }))}
      />
      <DateChoice view={view} change={change} />
      <Button size="small" disabled={view.date === today} onClick={() => change({ date: today })}>
        Today
      </Button>
      {busy ? <Spinner className="ml-2 text-ink-soft" /> : null}
    </div>
  );
}

/** The controls above the grid. */
export function DiaryToolbar({
  view,
  change,
  busy,
  phone,
  who,
  hasRooms,
  onPrint,
  children,
}: ViewProps & {
  busy: boolean;
  phone: boolean;
  /** The columns to choose from; null if all are shown. */
  who: {
    options: readonly { value: DiaryWho; label: string }[];
    emptyLabel?: string;
    value: DiaryWho;
  } | null;
  hasRooms: boolean;
  onPrint: () => void;
  /** More controls at the end. */
  children: ReactNode;
}) {
  const whoName = view.by === 'rooms' ? 'Room' : 'Staff member';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <h1 className="sr-only">Diary</h1>
      <DateSteps view={view} change={change} busy={busy} />
      <div className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full">
        {who === null ? null : (
          <Select
            label={whoName}
            hideLabel
            className="w-36 max-md:w-auto max-md:min-w-0 max-md:flex-1"
            emptyLabel={who.emptyLabel}
            options={who.options.map(({ value, label }) => ({ value: String(value), label }))}
            value={who.value === null ? '' : String(who.value)}
            onChange={({ target: { value } }) =>
              change({ who: value === '' ? null : value === 'unassigned' ? value : Number(value) })
            }
          />
        )}
        {hasRooms ? (
          <Choice
            label="Columns"
            value={view.by}
            options={[
              {
                value: 'people',
                label: 'People',
                icon: <UsersRound aria-hidden="true" className="size-4" />,
              },
              { value: 'rooms', label: 'Rooms', icon: <DoorOpen aria-hidden="true" className="size-4" /> },
            ]}
            onChange={(by) => change({ by, who: null })}
          />
        ) : null}
        {phone ? null : (
          <Choice
            label="Days"
            value={view.span}
            options={[
              { value: 'day', label: 'Day' },
              { value: 'week', label: 'Week' },
            ]}
            onChange={(span) => change({ span })}
          />
        )}
        {children}
        <IconButton
          label="Print day sheet"
          className="max-md:hidden"
          icon={<Printer aria-hidden="true" />}
          onClick={onPrint}
        />
        <ButtonLink
          variant="primary"
          to={paths.bookingCreate({ date: view.date })}
          icon={<CalendarPlus aria-hidden="true" className="size-4" />}
          className="max-md:px-2.5"
        >
          <span className="max-md:sr-only">New Appointment</span>
        </ButtonLink>
      </div>
    </div>
  );
}
