import type { BookingDetail } from '@burrow/contracts/booking';
import { bookingStages, stageTimes, type BookingStage } from '@burrow/contracts/booking-stage';
import { Mail, MessageSquareText, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDuration, formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ColumnFact, FactColumns } from '../../../ui/facts.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { ClientAlert } from '../../clients/components/client-alert.tsx';
import { CareBadges } from '../../recalls/components/care-badges.tsx';
import { AnimalWarnings } from './animal-warnings.tsx';

const contactClass = `inline-flex max-w-full items-center gap-1.5 ${textLinkClass}`;

/** The client, with their alert and contact details. */
export function ClientCard({ booking }: { booking: BookingDetail }) {
  const { client_email: email, client_phone: phone, client_address: address } = booking;
  return (
    <Card
      title="Client Information"
      aside={booking.client_archived ? <Badge tone="void">Archived</Badge> : null}
      actions={
        <ButtonLink
          size="small"
          className="-my-1 print:hidden"
          icon={<MessageSquareText aria-hidden="true" className="size-4" />}
          to={paths.messages({ client: booking.client_id })}
        >
          Message
        </ButtonLink>
      }
    >
      <div className="mb-4 empty:hidden">
        <ClientAlert alert={booking.client_alert} />
      </div>
      <FactColumns>
        <ColumnFact name="Name" width="double">
          <Link to={paths.client(booking.client_id)} className={textLinkClass}>
            {booking.client_name}
          </Link>
        </ColumnFact>
        <ColumnFact name="Phone" width="double">
          {phone ? (
            <a href={phoneLink(phone)} className={`figures ${contactClass}`}>
              <Phone aria-hidden="true" className="size-4 shrink-0" />
              {formatPhone(phone)}
            </a>
          ) : null}
        </ColumnFact>
        <ColumnFact name="Email" width="double">
          {email ? (
            <a href={`mailto:${email}`} className={contactClass}>
              <Mail aria-hidden="true" className="size-4 shrink-0" />
              <span className="min-w-0">{email}</span>
            </a>
          ) : null}
        </ColumnFact>
        <ColumnFact name="Address" width="double">
          {address
            ?.split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .join(', ')}
        </ColumnFact>
      </FactColumns>
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
        <p className="flex flex-wrap gap-1 empty:hidden">
          <CareBadges animalId={booking.animal_id} />
        </p>
        <FactColumns>
          <ColumnFact name="Name">
            <Link to={paths.animal(booking.animal_id)} className={textLinkClass}>
              {booking.animal_name}
            </Link>
          </ColumnFact>
          <ColumnFact name="Species and breed">
            {[booking.species, booking.breed].filter(Boolean).join(', ')}
          </ColumnFact>
          <ColumnFact name="Age">
            {formats.age(booking.age)}
            {booking.age ? (
              <span className="block text-sm text-ink-soft">born {formats.day(booking.age)}</span>
            ) : null}
          </ColumnFact>
          <ColumnFact name="Weight">{booking.weight ? `${booking.weight} kg` : null}</ColumnFact>
          <ColumnFact name="Sex">
            {booking.gender ? (
              <span className="inline-block first-letter:uppercase">{booking.gender}</span>
            ) : null}
          </ColumnFact>
          <ColumnFact name="Colour">{booking.color}</ColumnFact>
          {booking.animal_notes ? (
            <ColumnFact name="Notes" width="full">
              {booking.animal_notes}
            </ColumnFact>
          ) : null}
        </FactColumns>
      </div>
    </Card>
  );
}

/** Service, staff, duration and price. */
export function ServiceCard({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  return (
    <Card title="Service Details">
      <FactColumns>
        <ColumnFact name="Service">
          {booking.service === null ? null : <span className="font-semibold">{booking.service}</span>}
        </ColumnFact>
        <ColumnFact name="Staff member">{booking.staff_member ?? 'Not assigned'}</ColumnFact>
        {booking.resources.length === 0 ? null : (
          <ColumnFact name="Room or equipment">
            {booking.resources.map(({ name }) => name).join(', ')}
          </ColumnFact>
        )}
        <ColumnFact name="Duration">{formatDuration(booking.duration_minutes)}</ColumnFact>
        <ColumnFact name="Price">
          <span className="figures">{formats.money(booking.price)}</span>
        </ColumnFact>
        {booking.service_description ? (
          <ColumnFact name="Description" width="full">
            {booking.service_description}
          </ColumnFact>
        ) : null}
      </FactColumns>
    </Card>
  );
}

const timeLabels: Record<BookingStage, string> = {
  arrived: 'Arrived',
  with: 'Seen',
  ready: 'Ready',
  left: 'Left',
};

/** The record: its number, when the visit took place, and when it was created and updated. */
export function BookingInfoCard({ booking }: { booking: BookingDetail }) {
  const { dateTime } = useFormats();
  const visitTimes = bookingStages.flatMap((stage) => {
    const at = booking[stageTimes[stage]];
    return at === null ? [] : [{ label: timeLabels[stage], at }];
  });
  return (
    <Card title="Booking Info">
      <FactColumns>
        <ColumnFact name="Booking ID">
          <span className="figures">{booking.id}</span>
        </ColumnFact>
        {booking.overlap_allowed === 1 ? (
          <ColumnFact name="Overlap" width="double">
            Double-booked
          </ColumnFact>
        ) : null}
        {booking.cancel_reason === 'did_not_attend' ? (
          <ColumnFact name="Reason" width="double">
            Cancelled: did not attend
          </ColumnFact>
        ) : null}
        {visitTimes.map(({ label, at }) => (
          <ColumnFact key={label} name={label}>
            <span className="figures">{dateTime(at)}</span>
          </ColumnFact>
        ))}
        <ColumnFact name="Created">
          <span className="figures">{dateTime(booking.created_at)}</span>
        </ColumnFact>
        <ColumnFact name="Last updated">
          <span className="figures">{dateTime(booking.updated_at)}</span>
        </ColumnFact>
      </FactColumns>
    </Card>
  );
}
