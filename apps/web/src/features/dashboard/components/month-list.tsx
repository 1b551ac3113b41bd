import type { CalendarEntry } from '@burrow/contracts/diary';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { monthOf } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { byDay, standingFirst } from '../month-grid.ts';
import { AppointmentLine } from './appointment-line.tsx';

type Day = [day: string, bookings: CalendarEntry[]];

const many = 3;

/** The number of appointments of a day, without cancelled ones: red above three, otherwise blue. */
function DayCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone={count > many ? 'attention-strong' : 'progress'} className="figures">
      {count}
      <span className="sr-only">{count === 1 ? ' appointment' : ' appointments'}</span>
    </Badge>
  );
}

function DayBlock({ day: [day, bookings], now }: { day: Day; now: string }) {
  const formats = useFormats();
  return (
    <section aria-label={formats.longDay(day)}>
      <header className="flex min-h-10 items-center gap-2 border-b border-line bg-sunken/60 px-4 py-1.5">
        <h3 className="figures font-semibold">{formats.shortDay(day)}</h3>
        {day === now.slice(0, 10) ? <Badge tone="brand">Today</Badge> : null}
        <span className="ml-auto">
          <DayCount count={standingFirst(bookings).standing} />
        </span>
      </header>
      <ul className="divide-y divide-line">
        {bookings.map((booking) => (
          <AppointmentLine key={booking.id} booking={booking} now={now} />
        ))}
      </ul>
    </section>
  );
}

/** Past days, collapsed and rendered when opened. */
function EarlierDays({ days, now }: { days: readonly Day[]; now: string }) {
  const [drawn, setDrawn] = useState(false);
  return (
    <details className="group" onToggle={() => setDrawn(true)}>
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 py-1.5 -outline-offset-2 group-open:border-b group-open:border-line hover:bg-sunken/60 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-ink-soft transition-transform group-open:rotate-90"
        />
        <span className="font-semibold">Earlier this month</span>
        <span className="figures ml-auto text-sm text-ink-soft">
          {days.length === 1 ? '1 day' : `${days.length} days`}
        </span>
      </summary>
      {drawn ? <DayBlocks days={days} now={now} /> : null}
    </details>
  );
}

function DayBlocks({ days, now }: { days: readonly Day[]; now: string }) {
  return (
    <div className="divide-y divide-line">
      {days.map((day) => (
        <DayBlock key={day[0]} day={day} now={now} />
      ))}
    </div>
  );
}

/** A month as a list of days; the past days of the current month are collapsed. */
export function MonthList({
  month,
  now,
  bookings,
}: {
  month: string;
  /** The practice's clock. */
  now: string;
  bookings: readonly CalendarEntry[];
}) {
  const today = now.slice(0, 10);
  const days = [...byDay(bookings)];
  const folded = month === monthOf(today) ? days.filter(([day]) => day < today) : [];
  return (
    <div className="divide-y divide-line">
      {folded.length > 0 ? <EarlierDays days={folded} now={now} /> : null}
      <DayBlocks days={days.slice(folded.length)} now={now} />
    </div>
  );
}
