import type { Visit } from '@burrow/contracts/attendance';
import type { BookingRow } from '@burrow/contracts/booking';
import { Link } from 'react-router-dom';
import { whenOf, isMissed } from '../../../lib/booking-time.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { StageBadge } from '../../attendance/components/stage-badge.tsx';
import { StageControls } from '../../attendance/components/stage-controls.tsx';
import { VisitAlerts } from '../../attendance/components/visit-alerts.tsx';
import { rowLinkClass, Table, Td, Th, Tr } from '../../../ui/table.tsx';

function TodayRow({ booking, now, visit }: { booking: BookingRow; now: string; visit: Visit | undefined }) {
  const formats = useFormats();
  return (
    <Tr interactive>
      <Td className="figures whitespace-nowrap">
        <span className="font-semibold">{formats.time(booking.booking_time)}</span>
        <span className="text-ink-soft">–{formats.time(whenOf(booking).end)}</span>
      </Td>
      <Td>
        <div className="flex items-center gap-2.5">
          <SpeciesIcon species={booking.species} framed />
          <div className="min-w-0">
            <Link to={paths.booking(booking.id)} className={rowLinkClass}>
              {booking.animal_name}
            </Link>
            <p className="text-sm text-ink-soft">{booking.breed ?? booking.species}</p>
            {visit ? (
              <VisitAlerts
                visit={{ allergies: visit.allergies, behaviour_notes: visit.behaviour_notes }}
                className="max-w-64"
              />
            ) : null}
          </div>
        </div>
      </Td>
      <Td>
        {booking.client_name}
        {visit ? (
          <VisitAlerts visit={{ client_alert: visit.client_alert, balance_due: visit.balance_due }} />
        ) : null}
      </Td>
      <Td>{booking.service ?? '–'}</Td>
      <Td>{booking.staff_member ?? <span className="text-ink-soft">Not assigned</span>}</Td>
      <Td className="figures text-right">{formats.money(booking.price)}</Td>
      <Td>
        <div className="flex flex-wrap items-center gap-1">
          <StatusBadge booking={booking} missed={isMissed(booking, now)} />
          <StageBadge booking={booking} />
        </div>
      </Td>
      <Td>
        <StageControls booking={booking} />
      </Td>
    </Tr>
  );
}

/** The day's appointments on a wide screen. `now` is the practice's clock. */
export function TodayTable({
  bookings,
  now,
  visitOf,
}: {
  bookings: readonly BookingRow[];
  now: string;
  /** The alerts of an appointment whose animal is here. */
  visitOf: (id: number) => Visit | undefined;
}) {
  return (
    <Table caption="Today's appointments by time">
      <thead>
        <tr>
          <Th>Time</Th>
          <Th>Animal</Th>
          <Th>Client</Th>
          <Th>Service</Th>
          <Th>Staff</Th>
          <Th className="text-right">Price</Th>
          <Th>Status</Th>
          <Th>
            <span className="sr-only">Visit</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <TodayRow key={booking.id} booking={booking} now={now} visit={visitOf(booking.id)} />
        ))}
      </tbody>
    </Table>
  );
}
