import type { BookingRow } from '@burrow/contracts/booking';
import { Link } from 'react-router-dom';
import { endTime, isMissed } from '../../../lib/booking-time.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { rowLinkClass, Table, Td, Th, Tr } from '../../../ui/table.tsx';

function TodayRow({ booking, now }: { booking: BookingRow; now: string }) {
  const formats = useFormats();
  return (
    <Tr interactive>
      <Td className="figures whitespace-nowrap">
        <span className="font-semibold">{formats.time(booking.booking_time)}</span>
        <span className="text-ink-soft">
          –{formats.time(endTime(booking.booking_time, booking.duration_minutes))}
        </span>
      </Td>
      <Td>
        <div className="flex items-center gap-2.5">
          <SpeciesIcon species={booking.species} framed />
          <div className="min-w-0">
            <Link to={paths.booking(booking.id)} className={rowLinkClass}>
              {booking.animal_name}
            </Link>
            <p className="text-sm text-ink-soft">{booking.breed ?? booking.species}</p>
          </div>
        </div>
      </Td>
      <Td>{booking.client_name}</Td>
      <Td>{booking.service ?? '–'}</Td>
      <Td>{booking.staff_member ?? <span className="text-ink-soft">Not assigned</span>}</Td>
      <Td className="figures text-right">{formats.money(booking.price)}</Td>
      <Td>
        <StatusBadge booking={booking} missed={isMissed(booking, now)} />
      </Td>
    </Tr>
  );
}

/** The day's appointments on a wide screen. `now` is the practice's clock. */
export function TodayTable({ bookings, now }: { bookings: readonly BookingRow[]; now: string }) {
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
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <TodayRow key={booking.id} booking={booking} now={now} />
        ))}
      </tbody>
    </Table>
  );
}
