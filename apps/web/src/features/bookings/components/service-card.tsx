import type { BookingDetail } from '@burrow/contracts/booking';
import { formatDuration } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from './facts.tsx';

/** What is done, by whom, for how long and how much. */
export function ServiceCard({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  return (
    <Card title="Service Details">
      <Facts>
        <Fact label="Service">
          {booking.service === null ? null : <span className="font-semibold">{booking.service}</span>}
        </Fact>
        <Fact label="Staff member">{booking.staff_member ?? 'Not assigned'}</Fact>
        <Fact label="Duration">{formatDuration(booking.duration_minutes)}</Fact>
        <Fact label="Price">
          <span className="figures">{formats.money(booking.price)}</span>
        </Fact>
        {booking.service_description ? (
          <Fact label="Description" width="full">
            {booking.service_description}
          </Fact>
        ) : null}
      </Facts>
    </Card>
  );
}
