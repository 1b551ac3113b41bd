import type { Visit } from '@burrow/contracts/attendance';
import type { BookingRow } from '@burrow/contracts/booking';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, MonitorDot } from 'lucide-react';
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
import { StageBadge } from '../../attendance/components/stage-badge.tsx';
import { StageControls } from '../../attendance/components/stage-controls.tsx';
import { VisitAlerts } from '../../attendance/components/visit-alerts.tsx';
import { WalkIn } from '../../attendance/components/walk-in.tsx';
import { useBookingsHere } from '../../attendance/queries.ts';
import { AppointmentLine } from './appointment-line.tsx';
import { TodayTable } from './today-table.tsx';

const minute = 60_000;

/** The stage of the visit, under its appointment on a phone. */
function VisitLine({ booking, visit }: { booking: BookingRow; visit: Visit | undefined }) {
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-2 pl-15 empty:hidden">
      {visit ? <VisitAlerts visit={visit} className="basis-full" /> : null}
      <StageBadge booking={booking} />
      <div className="ml-auto">
        <StageControls booking={booking} />
      </div>
    </div>
  );
}

/** Today's appointments, as a table or, on a phone, a list. */
export function TodayAppointments() {
  const formats = useFormats();
  const phone = usePhone();
  const now = useNow();
  const today = useQuery({ ...actionQuery('bookings_today', {}), refetchInterval: minute });
  const here = useBookingsHere().data?.here ?? [];
  const visitOf = (id: number) => here.find((visit) => visit.id === id);
  const amount = today.data?.length ?? 0;
  return (
    <Card
      flush
      title="Today's Appointments"
      aside={amount > 0 ? <Badge>{amount}</Badge> : null}
      actions={
        <>
          <span className="figures text-sm text-ink-soft max-sm:sr-only">
            {formats.longDay(now.slice(0, 10))}
          </span>
          <WalkIn />
          <ButtonLink
            size="small"
            icon={<MonitorDot aria-hidden="true" className="size-4" />}
            to={paths.board}
          >
            Board
          </ButtonLink>
        </>
      }
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
                <AppointmentLine
                  key={booking.id}
                  booking={booking}
                  now={now}
                  below={<VisitLine booking={booking} visit={visitOf(booking.id)} />}
                />
              ))}
            </ul>
          ) : (
            <TodayTable bookings={bookings} now={now} visitOf={visitOf} />
          );
        }}
      </QueryView>
    </Card>
  );
}
