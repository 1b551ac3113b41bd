import type { BookableMonth } from '@burrow/contracts/booking-page';
import { addDays, addToMonth, monthBounds, monthOf, weekdayOf } from '@burrow/contracts/calendar-day';
import { useRef, type KeyboardEvent } from 'react';
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

/** The next day with free times in a direction; undefined at the end of the month. */
function nextOpen(days: ReadonlyMap<string, Day>, from: string, step: number): string | undefined {
  const isOpen = (day: string): boolean => days.get(day)?.state === 'open';
  for (let day = addDays(from, step); monthOf(day) === monthOf(from); day = addDays(day, step)) {
    if (isOpen(day)) return day;
  }
  return undefined;
}

const arrow =
  'grid size-11 place-items-center rounded-md text-xl text-ink-soft hover:not-disabled:bg-sunken hover:not-disabled:text-ink disabled:opacity-35';

/** The month, and the buttons to its neighbours. */
function MonthNames({ month, today, latest, formats, onMonth }: MonthGridProps) {
  const isLast = latest !== undefined && addToMonth(month, 1) > latest;
  return (
    <div className="flex items-center justify-between">
      <button
        type="button"
        aria-label="Previous month"
        disabled={month <= monthOf(today)}
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
        disabled={isLast}
        onClick={() => onMonth(addToMonth(month, 1))}
        className={arrow}
      >
        <span aria-hidden="true">›</span>
      </button>
    </div>
  );
}

/** A month: the days with free times are buttons, reached with Tab and then with the arrow keys. */
export function MonthGrid(props: MonthGridProps) {
  const { month, days, today, shown, weekStartsOn, formats, onDay } = props;
  const table = useRef<HTMLTableElement>(null);
  const isOpen = (day: string): boolean => days.get(day)?.state === 'open';
  const first = [...days.keys()].find(isOpen);
  const reached = monthOf(shown) === month ? shown : first;
  const move = (event: KeyboardEvent, from: string) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = nextOpen(days, from, step);
    if (to === undefined) return;
    onDay(to);
    table.current?.querySelector<HTMLButtonElement>(`[data-day="${to}"]`)?.focus();
  };
  const order = formats.weekdays.map((_day, index) => formats.weekdays[(index + weekStartsOn) % 7]);
  return (
    <div>
      <MonthNames {...props} />
      <table
        ref={table}
        aria-label={formats.month(month)}
        className="w-full table-fixed border-collapse text-center"
      >
        <thead>
          <tr>
            {order.map((day) => (
              <th
                key={day?.long}
                scope="col"
                abbr={day?.long ?? ''}
                className="h-8 text-xs font-semibold text-ink-soft"
              >
                {day?.short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, today, weekStartsOn).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, column) => (
                <td key={order[column]?.long} className="p-0.5">
                  {day === null ? null : isOpen(day) ? (
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === reached ? 0 : -1}
                      aria-pressed={day === shown}
                      aria-label={formats.longDay(day)}
                      onClick={() => onDay(day)}
                      onKeyDown={(event) => move(event, day)}
                      className="figures mx-auto grid h-11 w-full max-w-12 place-items-center rounded-md bg-brand-soft font-bold text-brand hover:not-aria-pressed:outline-2 hover:not-aria-pressed:outline-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
                    >
                      {Number(day.slice(8))}
                    </button>
                  ) : (
                    <span
                      className={classNames(
                        'figures grid h-11 place-items-center text-ink-soft/85',
                        day === today && 'underline',
                      )}
                    >
                      <span aria-hidden="true">{Number(day.slice(8))}</span>
                      <span className="sr-only">
                        {Number(day.slice(8))}
                        {whyNot[days.get(day)?.state ?? 'past']
                          ? `, ${whyNot[days.get(day)?.state ?? 'past']}`
                          : ''}
                      </span>
                    </span>
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
