import type { BookingDetail } from '@burrow/contracts/booking';
import type { ReactNode } from 'react';
import { endTime } from '../../../lib/booking-time.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('flex justify-between gap-4', strong && 'font-bold')}>
      <dt className={strong ? undefined : 'text-ink-soft'}>{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}

/** What is left to pay, in the word that fits. */
function Balance({ booking }: { booking: BookingDetail }) {
  const { money } = useFormats();
  const balance = Number(booking.balance);
  // Nobody owes anything for what does not take place.
  if (booking.status === 'cancelled' && balance >= 0) return null;
  if (balance < 0)
    return (
      <Line label="Overpaid" strong>
        {money(booking.balance.replace('-', ''))}
      </Line>
    );
  return (
    <Line label="Balance due" strong>
      {money(booking.balance)}
    </Line>
  );
}

/** When it is and what is owed: what somebody at the desk looks for first. */
export function SummaryCard({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  const { booking_time: start, duration_minutes: minutes } = booking;
  return (
    <Card title="Appointment Summary">
      <p className="text-lg font-bold">{formats.longDay(booking.booking_date)}</p>
      <p className="figures text-lg">
        {formats.time(start)}–{formats.time(endTime(start, minutes))}
        <span className="text-base text-ink-soft"> · {formatDuration(minutes)}</span>
      </p>
      <dl className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3">
        <Line label="Service">{booking.service ?? '–'}</Line>
        <Line label="Staff">{booking.staff_member ?? 'Not assigned'}</Line>
        <Line label="Price">{formats.money(booking.price)}</Line>
        <Line label="Paid">{formats.money(booking.paid)}</Line>
        <Balance booking={booking} />
      </dl>
    </Card>
  );
}
