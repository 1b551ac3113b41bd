import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Grid3x3, List } from 'lucide-react';
import { Link } from 'react-router-dom';
import { addToMonth, monthOf } from '@burrow/contracts/calendar-day';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useStaff } from '../../bookings/queries.ts';
import { useServices } from '../../services/queries.ts';
import type { CalendarMode, CalendarView } from '../calendar-view.ts';
import { calendarQuery } from '../queries.ts';

interface ToolbarProps {
  view: CalendarView;
  change: (part: Partial<CalendarView>) => void;
}

const modes: readonly { mode: CalendarMode; label: string; icon: typeof List }[] = [
  { mode: 'grid', label: 'Grid', icon: Grid3x3 },
  { mode: 'list', label: 'List', icon: List },
];

function ModeSwitch({ view, change }: ToolbarProps) {
  return (
    <div role="group" aria-label="Calendar view" className="flex rounded-md border border-edge/70 p-0.5">
      {modes.map(({ mode, label, icon: Icon }) => (
        <button
          key={mode}
          type="button"
          aria-pressed={view.mode === mode}
          onClick={() => change({ mode })}
          className={classNames(
            'flex min-h-7 items-center gap-1.5 rounded-sm px-2.5 text-sm font-semibold pointer-coarse:min-h-9',
            view.mode === mode ? 'bg-brand text-on-brand' : 'text-ink-soft hover:bg-sunken',
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
          {label}
        </button>
      ))}
      {(['Day', 'Week'] as const).map((label) => (
        <Link
          key={label}
          to={paths.diary({ view: label === 'Week' ? 'week' : null })}
          className="flex min-h-7 items-center rounded-sm px-2.5 text-sm font-semibold text-ink-soft no-underline hover:bg-sunken pointer-coarse:min-h-9"
        >
          {label}
        </Link>
      ))}
    </div>
  );
}

/** Buttons for the previous and next month, which prefetch it on hover and focus. */
export function MonthSwitch({ view, change, busy }: ToolbarProps & { busy: boolean }) {
  const formats = useFormats();
  const client = useQueryClient();
  const thisMonth = monthOf(formats.today());
  const step = (count: number) => {
    const month = addToMonth(view.month, count);
    const prepare = () => void client.prefetchQuery(calendarQuery({ ...view, month }));
    return { onClick: () => change({ month }), onPointerEnter: prepare, onFocus: prepare };
  };
  return (
    <div className="flex items-center gap-1 print:hidden">
      <IconButton label="Previous month" icon={<ChevronLeft aria-hidden="true" />} {...step(-1)} />
      <p aria-live="polite" className="figures min-w-36 text-center font-semibold">
        {formats.month(view.month)}
      </p>
      <IconButton label="Next month" icon={<ChevronRight aria-hidden="true" />} {...step(1)} />
      {view.month === thisMonth ? null : (
        <Button size="small" variant="quiet" onClick={() => change({ month: thisMonth })}>
          Today
        </Button>
      )}
      {busy ? <Spinner className="ml-1 text-ink-soft" /> : null}
    </div>
  );
}

/** Filters the calendar, and switches its layout except on a phone. */
export function CalendarFilters({ view, change }: ToolbarProps) {
  const phone = usePhone();
  const staff = useStaff();
  const services = useServices();
  const asOptions = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const unread = 'Couldn’t load the list';
  return (
    <div className="flex w-full flex-wrap items-center gap-2 md:w-auto print:hidden">
      <Select
        label="Staff filter"
        hideLabel
        className="w-40 max-md:w-auto max-md:flex-1"
        emptyLabel="All staff"
        options={asOptions(staff.data)}
        error={staff.isError ? unread : undefined}
        value={view.staff ?? ''}
        onChange={(event) => change({ staff: Number(event.target.value) || null })}
      />
      <Select
        label="Service filter"
        hideLabel
        className="w-40 max-md:w-auto max-md:flex-1"
        emptyLabel="All services"
        options={asOptions(services.data)}
        error={services.isError ? unread : undefined}
        value={view.service ?? ''}
        onChange={(event) => change({ service: Number(event.target.value) || null })}
      />
      {phone ? null : <ModeSwitch view={view} change={change} />}
    </div>
  );
}
