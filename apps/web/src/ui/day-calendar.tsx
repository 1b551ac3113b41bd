import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { addMonths, monthOf, weekdayOf } from '../lib/calendar-day.ts';
import type { Formats } from '../lib/format.ts';
import { classNames } from './class-names.ts';
import { dayAfterKey, weeksOf } from './month-grid.ts';

/** What is special about a day. */
export interface DayMark {
  kind: 'closed' | 'holiday' | 'full';
  /** In words, for the tooltip and the screen reader. */
  note: string;
}

export interface DayCalendarProps {
  /** What the day is for, for the screen reader. */
  label: string;
  /** The chosen day, `YYYY-MM-DD`; '' for none yet. */
  day: string;
  onDayChange: (day: string) => void;
  /** Today on the practice's clock. */
  today: string;
  /** The first day that can be chosen. */
  earliest?: string;
  /** The last one. */
  latest?: string;
  /** The month that is shown, `YYYY-MM`, where the page decides it. */
  month?: string;
  onMonthChange?: (month: string) => void;
  /** What is special about a day; without a mark nothing is. */
  markOf?: (day: string) => DayMark | undefined;
  /** Over the whole width, with the days of the months beside. */
  full?: boolean;
  weekStartsOn: 0 | 1;
  formats: Pick<Formats, 'longDay' | 'month' | 'weekdays'>;
}

const navButton = classNames(
  'grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11',
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-40',
);

const dayButton = classNames(
  'figures mx-auto grid size-9 place-items-center rounded-md pointer-coarse:size-11',
  'hover:not-aria-disabled:bg-brand-soft aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft/60 aria-disabled:font-normal',
  'aria-[current=date]:underline not-aria-disabled:aria-[current=date]:font-bold not-aria-disabled:aria-[current=date]:text-brand',
  'group-aria-selected/day:bg-brand! group-aria-selected/day:font-bold group-aria-selected/day:text-on-brand!',
);

/** A dot under the number; of its own shape where a day can still be chosen. */
const dot =
  'relative after:pointer-events-none after:absolute after:bottom-1 after:left-1/2 after:size-1.5 after:-translate-x-1/2 after:rounded-full';
export const markClass: Record<DayMark['kind'], string> = {
  closed: 'after:bg-attention',
  holiday: 'after:bg-holiday',
  full: 'after:border after:border-ink-soft aria-selected:after:border-on-brand',
};

/** Which days can be chosen, and how each is said and shown. */
type Looks = Required<Pick<DayCalendarProps, 'day' | 'today' | 'full' | 'formats'>> & {
  markOf: NonNullable<DayCalendarProps['markOf']>;
  isShut: (day: string) => boolean;
};

/** One day of the shown month. */
function DayCell({
  date,
  looks: { day, today, full, formats, markOf, isShut },
  isTabStop,
  onChoose,
  onKeyDown,
}: {
  date: string;
  looks: Looks;
  isTabStop: boolean;
  onChoose: (day: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const mark = markOf(date);
  const said = [
    date === today ? 'Today' : '',
    formats.longDay(date),
    mark?.note ?? '',
    date === day ? 'chosen' : '',
  ];
  return (
    <td
      aria-selected={date === day || undefined}
      title={mark?.note}
      className={classNames(
        'group/day p-px text-center max-sm:p-0',
        mark && [dot, markClass[mark.kind]].join(' '),
      )}
    >
      <button
        type="button"
        data-day={date}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={said.filter(Boolean).join(', ')}
        aria-current={date === today ? 'date' : undefined}
        aria-disabled={isShut(date) || undefined}
        onClick={() => onChoose(date)}
        onKeyDown={onKeyDown}
        className={classNames(dayButton, full && 'w-full! max-w-11 max-sm:h-11')}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  );
}

/** A day of a month beside, which can only be read. */
const DayBeside = ({ date, isShown }: { date: string; isShown: boolean }) => (
  <td className="text-center">
    {isShown ? (
      <span aria-hidden="true" className="figures text-ink-soft/60">
        {Number(date.slice(8))}
      </span>
    ) : null}
  </td>
);

/** The name of the month between the ways to those beside it. */
function MonthBar({
  id,
  name,
  previous,
  next,
  onMonthChange,
}: {
  id: string;
  name: string;
  /** Null where it can not be gone to. */
  previous: string | null;
  next: string | null;
  onMonthChange: (month: string) => void;
}) {
  const way = (label: string, month: string | null, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={month === null || undefined}
      onClick={() => {
        if (month !== null) onMonthChange(month);
      }}
      className={navButton}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
  return (
    <div className="flex items-center justify-between">
      {way('Previous month', previous, ChevronLeft)}
      <span id={id} role="status" className="font-bold">
        {name}
      </span>
      {way('Next month', next, ChevronRight)}
    </div>
  );
}

const noMark = () => undefined;

/** A table whose days are walked with the arrow keys. */
const gridRole = { role: 'grid' } as const;

/** The day that is worked with the keyboard, in the month that is shown. */
function tabStop(month: string, wanted: readonly (string | null)[]): string {
  return wanted.find((day) => day !== null && monthOf(day) === month) ?? `${month}-01`;
}

/** A month of days to choose one from, with the arrow keys too. */
export function DayCalendar({
  label,
  day,
  onDayChange,
  today,
  earliest = '',
  latest = '9999',
  month: givenMonth,
  onMonthChange,
  markOf = noMark,
  full = false,
  weekStartsOn,
  formats,
}: DayCalendarProps) {
  const captionId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [ownMonth, setOwnMonth] = useState(monthOf(day === '' ? today : day));
  const [moved, setMoved] = useState<string | null>(null);
  useEffect(() => {
    if (moved !== null) grid.current?.querySelector<HTMLElement>(`[data-day="${moved}"]`)?.focus();
  }, [moved]);
  const month = givenMonth ?? ownMonth;
  const show = (next: string) => {
    setOwnMonth(next);
    onMonthChange?.(next);
  };
  const isShut = (date: string) =>
    date < earliest || date > latest || ['closed', 'holiday'].includes(markOf(date)?.kind ?? '');
  const stop = tabStop(month, [moved, day, today]);
  const moveFrom = (date: string, event: KeyboardEvent) => {
    const to = dayAfterKey(event.key, date, weekStartsOn);
    if (to === null) return;
    event.preventDefault();
    if (to < earliest || to > latest) return;
    setMoved(to);
    if (monthOf(to) !== month) show(monthOf(to));
  };
  const looks = { day, today, full, formats, markOf, isShut };
  const weekdays = weeksOf(month, weekStartsOn)[0] ?? [];
  return (
    <div role="group" aria-label={label} className={full ? 'w-full' : 'w-fit'}>
      <MonthBar
        id={captionId}
        name={formats.month(month)}
        previous={month > monthOf(earliest) ? addMonths(month, -1) : null}
        next={month < monthOf(latest) ? addMonths(month, 1) : null}
        onMonthChange={(next) => {
          setMoved(null);
          show(next);
        }}
      />
      <table
        ref={grid}
        {...gridRole}
        aria-labelledby={captionId}
        className={classNames('mt-1 border-collapse', full && 'w-full table-fixed')}
      >
        <thead>
          <tr>
            {weekdays.map((date) => {
              const name = formats.weekdays[weekdayOf(date)];
              return (
                <th
                  key={date}
                  scope="col"
                  abbr={name?.long}
                  className="h-8 text-xs font-semibold text-ink-soft"
                >
                  <span aria-hidden="true">{name?.short.slice(0, full ? 3 : 2)}</span>
                  <span className="sr-only">{name?.long}</span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStartsOn, full ? 0 : 6).map((week) => (
            <tr key={week[0]}>
              {week.map((date) =>
                monthOf(date) === month ? (
                  <DayCell
                    key={date}
                    date={date}
                    looks={looks}
                    isTabStop={date === stop}
                    onKeyDown={(event) => moveFrom(date, event)}
                    onChoose={(chosen) => {
                      setMoved(null);
                      if (!isShut(chosen)) onDayChange(chosen);
                    }}
                  />
                ) : (
                  <DayBeside key={date} date={date} isShown={full} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
