import type { BookingDetail } from '@burrow/contracts/booking';
import { bookingStages, stageTimes, type BookingStage } from '@burrow/contracts/booking-stage';
import { Mail, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDuration, formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AnimalWarnings } from './animal-warnings.tsx';
import { Fact, Facts } from './facts.tsx';

const contactClass = `inline-flex max-w-full items-center gap-1.5 ${textLinkClass}`;

/** The client and their contact details. */
export function ClientCard({ booking }: { booking: BookingDetail }) {
  const { client_email: email, client_phone: phone, client_address: address } = booking;
  return (
    <Card
      title="Client Information"
      aside={booking.client_archived ? <Badge tone="void">Archived</Badge> : null}
    >
      <Facts>
        <Fact label="Name" width="double">
          <Link to={paths.client(booking.client_id)} className={textLinkClass}>
            {booking.client_name}
          </Link>
        </Fact>
        <Fact label="Phone" width="double">
          {phone ? (
            <a href={phoneLink(phone)} className={`figures ${contactClass}`}>
              <Phone aria-hidden="true" className="size-4 shrink-0" />
              {formatPhone(phone)}
            </a>
          ) : null}
        </Fact>
        <Fact label="Email" width="double">
          {email ? (
            <a href={`mailto:${email}`} className={contactClass}>
              <Mail aria-hidden="true" className="size-4 shrink-0" />
              <span className="min-w-0">{email}</span>
            </a>
          ) : null}
        </Fact>
        <Fact label="Address" width="double">
          {address
            ?.split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .join(', ')}
        </Fact>
      </Facts>
    </Card>
  );
}

/** The animal, with its warnings. */
export function AnimalCard({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  return (
    <Card title="Pet Information">
      <div className="flex flex-col gap-4">
        <AnimalWarnings allergies={booking.allergies} behaviour={booking.behaviour_notes} />
        <Facts>
          <Fact label="Name">
            <Link to={paths.animal(booking.animal_id)} className={textLinkClass}>
              {booking.animal_name}
            </Link>
          </Fact>
          <Fact label="Species and breed">{[booking.species, booking.breed].filter(Boolean).join(', ')}</Fact>
          <Fact label="Age">
            {formats.age(booking.age)}
            {booking.age ? (
              <span className="block text-sm text-ink-soft">born {formats.day(booking.age)}</span>
            ) : null}
          </Fact>
          <Fact label="Weight">{booking.weight ? `${booking.weight} kg` : null}</Fact>
          <Fact label="Sex">
            {booking.gender ? (
              <span className="inline-block first-letter:uppercase">{booking.gender}</span>
            ) : null}
          </Fact>
          <Fact label="Colour">{booking.color}</Fact>
          {booking.animal_notes ? (
            <Fact label="Notes" width="full">
              {booking.animal_notes}
            </Fact>
          ) : null}
        </Facts>
      </div>
    </Card>
  );
}

/** Service, staff, duration and price. */
export function ServiceCard({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  return (
    <Card title="Service Details">
      <Facts>
        <Fact label="Service">
          {booking.service === null ? null : <span className="font-semibold">{booking.service}</span>}
        </Fact>
        <Fact label="Staff member">{booking.staff_member ?? 'Not assigned'}</Fact>
        {booking.resources.length === 0 ? null : (
          <Fact label="Room or equipment">{booking.resources.map(({ name }) => name).join(', ')}</Fact>
        )}
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

const timeLabels: Record<BookingStage, string> = {
  arrived: 'Arrived',
  with: 'Seen',
  ready: 'Ready',
  left: 'Left',
};

/** The record: its number, when the visit took place, and when it was created and changed. */
export function BookingInfoCard({ booking }: { booking: BookingDetail }) {
  const { dateTime } = useFormats();
  const visitTimes = bookingStages.flatMap((stage) => {
    const at = booking[stageTimes[stage]];
    return at === null ? [] : [{ label: timeLabels[stage], at }];
  });
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
        {booking.cancel_reason === 'did_not_attend' ? (
          <Fact label="Reason" width="double">
            Cancelled: did not attend
          </Fact>
        ) : null}
        {visitTimes.map(({ label, at }) => (
          <Fact key={label} label={label}>
            <span className="figures">{dateTime(at)}</span>
          </Fact>
        ))}
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
