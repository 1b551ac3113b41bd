import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { byTime } from '../../../lib/booking-time.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useNow } from '../../../lib/use-now.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { AppointmentLine } from './appointment-line.tsx';
import { TodayTable } from './today-table.tsx';

const minute = 60_000;

/** Today's appointments: a table, on a phone a list. */
export function TodayAppointments() {
  const formats = useFormats();
  const phone = usePhone();
  const now = useNow();
  const today = useQuery({ ...actionQuery('bookings_today', {}), refetchInterval: minute });
  const amount = today.data?.length ?? 0;
  return (
    <Card
      flush
      title="Today's Appointments"
      aside={amount > 0 ? <Badge>{amount}</Badge> : null}
      actions={<span className="figures text-sm text-ink-soft">{formats.longDay(now.slice(0, 10))}</span>}
    >
      <QueryView
        query={today}
        skeleton={<SkeletonRows rows={4} />}
        failure="Couldn’t load today’s appointments"
        empty={
          <EmptyState
            icon={<CalendarCheck />}
            title="No appointments today"
            action={
              <ButtonLink size="small" to={paths.bookingCreate()}>
                New Appointment
              </ButtonLink>
            }
          />
        }
      >
        {(data) => {
          const bookings = data.toSorted(byTime);
          return phone ? (
            <ul className="divide-y divide-line">
              {bookings.map((booking) => (
                <AppointmentLine key={booking.id} booking={booking} now={now} />
              ))}
            </ul>
          ) : (
            <TodayTable bookings={bookings} now={now} />
          );
        }}
      </QueryView>
    </Card>
  );
}
