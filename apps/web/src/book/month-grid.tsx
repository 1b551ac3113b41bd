import type { BookableMonth } from '@burrow/contracts/booking-page';
import { addDays, addToMonth, monthBounds, monthOf, weekdayOf } from '@burrow/contracts/calendar-day';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { Formats } from '../lib/format.ts';
import { classNames } from '../ui/class-names.ts';

type Day = BookableMonth['days'][number];

interface MonthGridProps {
  /** `YYYY-MM` */
  month: string;
  /** By date; empty while they load. */
  days: ReadonlyMap<string, Day>;
  today: string;
  /** The last month that can be shown; undefined while it is not known. */
  latest: string | undefined;
  /** The day whose times are shown, '' for none. */
  shown: string;
  weekStartsOn: 0 | 1;
  formats: Formats;
  onMonth: (month: string) => void;
  onDay: (day: string) => void;
}

/** The weeks of a month that are not over, with null for the days of its neighbours. */
function weeksOf(month: string, today: string, weekStartsOn: 0 | 1): (string | null)[][] {
  const [first, end] = monthBounds(month);
  const before = (weekdayOf(first) - weekStartsOn + 7) % 7;
  const cells: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = first; day < end; day = addDays(day, 1)) cells.push(day);
  while (cells.length % 7 !== 0) cells.push(null);
  const weeks = Array.from({ length: cells.length / 7 }, (_week, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );
  return weeks.filter((week) => week.some((day) => day !== null && day >= today));
}

const whyNot: Partial<Record<Day['state'], string>> = {
  full: 'no free times',
  closed: 'closed',
  holiday: 'closed',
};

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The next day with free times in a direction; beyond the month, the first day that the steps reach there. */
function nextOpen(days: ReadonlyMap<string, Day>, from: string, step: number): string {
  let day = addDays(from, step);
  while (monthOf(day) === monthOf(from) && days.get(day)?.state !== 'open') day = addDays(day, step);
  return day;
}

const arrow =
  'grid size-11 place-items-center rounded-md text-xl text-ink-soft hover:not-disabled:bg-sunken hover:not-disabled:text-ink disabled:opacity-35';

const hasPrevious = ({ month, today }: MonthGridProps): boolean => month > monthOf(today);
const hasNext = ({ month, latest }: MonthGridProps): boolean => latest === undefined || month < latest;

/** The month, and the buttons to its neighbours. */
function MonthNames(props: MonthGridProps) {
  const { month, formats, onMonth } = props;
  return (
    <div className="flex items-center justify-between">
      <button
        type="button"
        aria-label="Previous month"
        disabled={!hasPrevious(props)}
        onClick={() => onMonth(addToMonth(month, -1))}
        className={arrow}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <p aria-live="polite" className="font-bold">
        {formats.month(month)}
      </p>
      <button
        type="button"
        aria-label="Next month"
        disabled={!hasNext(props)}
        onClick={() => onMonth(addToMonth(month, 1))}
        className={arrow}
      >
        <span aria-hidden="true">›</span>
      </button>
    </div>
  );
}

interface DayCellProps {
  /** `YYYY-MM-DD` */
  date: string;
  state: Day['state'] | undefined;
  isToday: boolean;
  isShown: boolean;
  /** Whether Tab reaches it. */
  isReached: boolean;
  formats: Formats;
  onDay: (day: string) => void;
  onMove: (event: KeyboardEvent, from: string) => void;
}

/** A day: a button if it has free times. */
function DayCell({ date, state, isToday, isShown, isReached, formats, onDay, onMove }: DayCellProps) {
  const number = Number(date.slice(8));
  if (state !== 'open') {
    const why = whyNot[state ?? 'past'];
    return (
      <span
        className={classNames(
          'figures grid h-11 place-items-center text-ink-soft/85',
          isToday && 'underline',
        )}
      >
        <span aria-hidden="true">{number}</span>
        <span className="sr-only">{why === undefined ? number : `${number}, ${why}`}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      data-day={date}
      tabIndex={isReached ? 0 : -1}
      aria-pressed={isShown}
      aria-label={formats.longDay(date)}
      onClick={() => onDay(date)}
      onKeyDown={(event) => onMove(event, date)}
      className="figures mx-auto grid h-11 w-full max-w-12 place-items-center rounded-md bg-brand-soft font-bold text-brand hover:not-aria-pressed:outline-2 hover:not-aria-pressed:outline-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
    >
      {number}
    </button>
  );
}

interface Weekday {
  long: string;
  short: string;
}

const WeekdayNames = ({ order }: { order: readonly Weekday[] }) => (
  <thead>
    <tr>
      {order.map(({ long, short }) => (
        <th key={long} scope="col" abbr={long} className="h-8 text-xs font-semibold text-ink-soft">
          {short}
        </th>
      ))}
    </tr>
  </thead>
);

/** A month: the days with free times are buttons, reached with Tab and then with the arrow keys. */
export function MonthGrid(props: MonthGridProps) {
  const { month, days, today, shown, weekStartsOn, formats, onMonth, onDay } = props;
  const table = useRef<HTMLTableElement>(null);
  const first = [...days.values()].find(({ state }) => state === 'open')?.date;
  const reached = monthOf(shown) === month ? shown : first;
  const move = (event: KeyboardEvent, from: string) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = nextOpen(days, from, step);
    if (monthOf(to) === month) {
      onDay(to);
      table.current?.querySelector<HTMLButtonElement>(`[data-day="${to}"]`)?.focus();
    } else if (step > 0 ? hasNext(props) : hasPrevious(props)) {
      onMonth(monthOf(to));
      onDay(to);
      // It keeps the focus until the days of the other month are there.
      table.current?.focus();
    }
  };
  useLayoutEffect(() => {
    if (shown === '' || document.activeElement !== table.current) return;
    table.current?.querySelector<HTMLButtonElement>(`[data-day="${shown}"]`)?.focus();
  }, [shown]);
  const order = [...formats.weekdays.slice(weekStartsOn), ...formats.weekdays.slice(0, weekStartsOn)];
  const dayOf = (date: string) => ({
    state: days.get(date)?.state,
    isToday: date === today,
    isShown: date === shown,
    isReached: date === reached,
  });
  return (
    <div>
      <MonthNames {...props} />
      <table
        ref={table}
        tabIndex={-1}
        aria-label={formats.month(month)}
        className="w-full table-fixed border-collapse text-center"
      >
        <WeekdayNames order={order} />
        <tbody>
          {weeksOf(month, today, weekStartsOn).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((date, column) => (
                <td key={order[column]?.long} className="p-0.5">
                  {date === null ? null : (
                    <DayCell {...dayOf(date)} date={date} formats={formats} onDay={onDay} onMove={move} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
