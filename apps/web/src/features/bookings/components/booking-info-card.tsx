import type { BookingDetail } from '@burrow/contracts/booking';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from './facts.tsx';

/** The record itself: its number, and when it was made and changed. */
export function BookingInfoCard({ booking }: { booking: BookingDetail }) {
  const { dateTime } = useFormats();
  return (
    <Card title="Booking Info">
      <Facts>
        <Fact label="Booking ID">
          <span className="figures">{booking.id}</span>
        </Fact>
        {booking.overlap_allowed === 1 ? (
          <Fact label="Overlap" width="double">
            Double-booked
          </Fact>
        ) : null}
        <Fact label="Created">
          <span className="figures">{dateTime(booking.created_at)}</span>
        </Fact>
        <Fact label="Last Updated">
          <span className="figures">{dateTime(booking.updated_at)}</span>
        </Fact>
      </Facts>
    </Card>
  );
}
