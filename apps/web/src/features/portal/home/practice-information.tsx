import type { PortalTenant } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import { Clock, ExternalLink, Mail, MapPin, Phone, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { weekdayOf } from '@burrow/contracts/calendar-day';
import { addressLines, mailLink, mapLink } from '../../../lib/contact.ts';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { portalPracticeQuery, usePortalFormats } from '../portal-practice.ts';
import { openToday } from './today.ts';

const notProvided = <span className="text-ink-soft">Not provided</span>;
/** A link with a tap target as tall as a finger. */
const linkClass = `inline-flex min-h-11 max-w-full items-center ${textLinkClass}`;

function Line({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3">
      <dt className="shrink-0 text-ink-soft">
        <Icon aria-hidden="true" className="size-4.5" />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Lines({ practice }: { practice: PortalTenant }) {
  const { today, time } = usePortalFormats();
  const { address, phone, email } = practice;
  const openingToday = openToday(practice, weekdayOf(today()), time);
  return (
    <dl className="-my-2">
      <Line icon={MapPin} name="Address">
        {address ? (
          <a href={mapLink(address)} target="_blank" rel="noopener noreferrer" className={linkClass}>
            <span className="min-w-0 py-1.5 wrap-anywhere">
              {addressLines(address).join(', ')}
              <ExternalLink aria-hidden="true" className="ml-1.5 inline size-3.5 align-baseline" />
              <span className="sr-only"> (map, opens a new tab)</span>
            </span>
          </a>
        ) : (
          notProvided
        )}
      </Line>
      <Line icon={Phone} name="Phone">
        {phone ? (
          <a href={phoneLink(phone)} className={`figures ${linkClass}`}>
            {formatPhone(phone)}
          </a>
        ) : (
          notProvided
        )}
      </Line>
      <Line icon={Mail} name="Email">
        {email ? (
          <a href={mailLink(email)} className={linkClass}>
            <span className="min-w-0 wrap-anywhere">{email}</span>
          </a>
        ) : (
          notProvided
        )}
      </Line>
      {openingToday === null ? null : (
        <Line icon={Clock} name="Opening hours">
          <span className="figures">{openingToday}</span>
        </Line>
      )}
    </dl>
  );
}

/** How to contact the practice, and whether it is open today. */
export function PracticeInformation() {
  const { data: practice, error, isFetching, refetch } = useQuery(portalPracticeQuery);
  return (
    <Card title="Practice information">
      {practice ? (
        <Lines practice={practice} />
      ) : error === null ? (
        <div role="status" className="-my-2">
          <span className="sr-only">Loading...</span>
          {['w-3/4', 'w-32', 'w-48', 'w-40'].map((width) => (
            <div key={width} className="flex min-h-11 items-center">
              <Skeleton className={`h-4 ${width}`} />
            </div>
          ))}
        </div>
      ) : (
        <ErrorPanel boxed title="Failed to fetch data" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </Card>
  );
}
