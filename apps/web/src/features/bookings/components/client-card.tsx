import type { BookingDetail } from '@burrow/contracts/booking';
import { Mail, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { Fact, Facts } from './facts.tsx';

const contactClass = `inline-flex max-w-full items-center gap-1.5 ${textLinkClass}`;

/** Whose animal it is and how to reach them. */
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
