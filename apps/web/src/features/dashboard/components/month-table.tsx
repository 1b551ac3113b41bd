import type { CalendarEntry } from '@burrow/contracts/diary';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { monthOf } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { byDay, dayAfterKey, weeksOf, type WeekStart } from '../month-grid.ts';
import { MonthDay } from './month-day.tsx';

export interface MonthTableProps {
  month: string;
  today: string;
  weekStart: WeekStart;
  bookings: readonly CalendarEntry[];
  onMonthChange: (month: string) => void;
  onOpenDay: (day: string) => void;
}

/** Keyboard access: Tab reaches one day, and the arrow keys move from there, also to other months. */
function useDayKeys({ month, today, weekStart, onMonthChange }: MonthTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState(today);
  const wanted = useRef<string | null>(null);
  const active = monthOf(chosen) === month ? chosen : `${month}-01`;
  useEffect(() => {
    if (wanted.current !== active) return;
    wanted.current = null;
    table.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const from = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
    const to = from === undefined ? null : dayAfterKey(from, event.key, weekStart);
    if (to === null) return;
    event.preventDefault();
    wanted.current = to;
    setChosen(to);
    if (monthOf(to) !== month) onMonthChange(monthOf(to));
  };
  return { table, active, onKeyDown };
}

export function MonthTable(props: MonthTableProps) {
  const { month, today, weekStart, bookings, onOpenDay } = props;
  const formats = useFormats();
  const { table, active, onKeyDown } = useDayKeys(props);
  const days = byDay(bookings);
  const weekdays = Array.from({ length: 7 }, (_, index) => (index + weekStart) % 7);
  return (
    <table ref={table} className="w-full table-fixed border-collapse">
      <caption className="sr-only">{formats.month(month)}. The arrow keys move between the days.</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th
              key={weekday}
              scope="col"
              className="border-b border-line bg-sunken/60 py-1.5 text-xs font-semibold text-ink-soft"
            >
              <abbr title={formats.weekdays[weekday]?.long} className="no-underline">
                {formats.weekdays[weekday]?.short}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, weekStart).map((week) => (
          <tr key={week[0]} className="last:*:border-b-0">
            {week.map((day) => {
              const inMonth = monthOf(day) === month;
              return (
                <td
                  key={day}
                  className={classNames(
                    'h-30 border-r border-b border-line p-1 align-top last:border-r-0',
                    !inMonth && 'bg-sunken/40',
                  )}
                >
                  {inMonth ? (
                    <MonthDay
                      day={day}
                      isToday={day === today}
                      reachable={day === active}
                      bookings={days.get(day) ?? []}
                      onOpen={() => onOpenDay(day)}
                      onKeyDown={onKeyDown}
                    />
                  ) : (
                    <span className="figures block px-1.5 py-0.5 text-sm text-ink-soft" aria-hidden="true">
                      {Number(day.slice(8))}
                    </span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
