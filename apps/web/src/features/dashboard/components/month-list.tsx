import type { BookingRow } from '@burrow/contracts/booking';
import { ChevronRight } from 'lucide-react';
import { monthOf } from '../../../lib/calendar-day.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { byDay } from '../month-grid.ts';
import { AppointmentLine } from './appointment-line.tsx';
import { DayCount } from './day-count.tsx';

/** A month as days under each other; in the current month the days that are over are folded. */
export function MonthList({
  month,
  now,
  bookings,
}: {
  month: string;
  /** The practice's clock. */
  now: string;
  bookings: readonly BookingRow[];
}) {
  const formats = useFormats();
  const today = now.slice(0, 10);
  return (
    <div className="divide-y divide-line">
      {[...byDay(bookings)].map(([day, rows]) => (
        <details key={day} open={month !== monthOf(today) || day >= today} className="group">
          <summary className="flex min-h-11 list-none items-center gap-2 bg-sunken/60 px-4 py-1.5 -outline-offset-2 [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              className="size-4 text-ink-soft transition-transform group-open:rotate-90"
            />
            <h3 className="figures font-semibold">{formats.shortDay(day)}</h3>
            {day === today ? <Badge tone="brand">Today</Badge> : null}
            <span className="ml-auto">
              <DayCount count={rows.length} />
            </span>
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {rows.map((booking) => (
              <AppointmentLine key={booking.id} booking={booking} now={now} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
