import type { ClientRecord } from '@burrow/contracts/client';
import { ExternalLink, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressLines, mailLink, mapLink } from '../../../lib/contact.ts';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

function Line({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="pt-0.5 text-ink-soft">
        <span aria-hidden="true">{icon}</span>
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

const Missing = ({ children }: { children: string }) => <span className="text-ink-soft">{children}</span>;

function Address({ address }: { address: string }) {
  return (
    <>
      <address className="whitespace-pre-line not-italic">{addressLines(address).join('\n')}</address>
      <a
        href={mapLink(address)}
        target="_blank"
        rel="noopener noreferrer"
        className={`mt-1 inline-flex items-center gap-1 text-sm print:hidden ${textLinkClass}`}
      >
        Show on map
        <ExternalLink aria-hidden="true" className="size-3.5" />
        <span className="sr-only">(opens a new tab)</span>
      </a>
    </>
  );
}

/** A client's phone, email and address. */
export function ContactCard({ client }: { client: ClientRecord }) {
  return (
    <Card title="Contact">
      <dl className="flex flex-col gap-3">
        <Line icon={<Phone className="size-4" />} name="Phone">
          {client.phone ? (
            <>
              <a href={phoneLink(client.phone)} className={`figures ${textLinkClass}`}>
                {formatPhone(client.phone)}
              </a>
              {client.likes_sms === '1' ? null : (
                <span className="block text-sm text-ink-soft">No texts (SMS off)</span>
              )}
            </>
          ) : (
            <Missing>No phone number</Missing>
          )}
        </Line>
        <Line icon={<Mail className="size-4" />} name="Email">
          {client.email ? (
            <a href={mailLink(client.email)} className={textLinkClass}>
              {client.email}
            </a>
          ) : (
            <Missing>No email address</Missing>
          )}
        </Line>
        <Line icon={<MapPin className="size-4" />} name="Address">
          {client.address ? <Address address={client.address} /> : <Missing>No address</Missing>}
        </Line>
      </dl>
    </Card>
  );
}
