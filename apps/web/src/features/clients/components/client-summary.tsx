import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientDetail } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { usePortalAddress } from '../../../lib/portal-address.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { CopiedLink } from '../../../ui/copied-link.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisitFacts } from '../../appointment-history/components/visit-facts.tsx';

function animalCount(animals: readonly AnimalRecord[]): string {
  const inactive = animals.filter((animal) => animal.active === '0').length;
  return inactive === 0 ? String(animals.length) : `${animals.length} (${inactive} inactive)`;
}

/** Figures on the client's animals and appointments. */
export function ClientSummaryCard({
  client,
  animals,
  bookings,
}: {
  client: ClientDetail;
  animals: UseQueryResult<AnimalRecord[]>;
  bookings: UseQueryResult<BookingRow[]>;
}) {
  return (
    <Card title="Summary">
      <Facts>
        <Fact name="Animals">
          {animals.isPending ? (
            <Skeleton className="my-1 h-3.5 w-16" />
          ) : animals.data ? (
            animalCount(animals.data)
          ) : null}
        </Fact>
        <VisitFacts bookings={bookings} />
        {client.did_not_attend ? <Fact name="Did not attend">{client.did_not_attend}</Fact> : null}
      </Facts>
    </Card>
  );
}

/** Whether the client gets notifications; they turn them on for each device in the portal. */
const notifications = ({ likes_push: likes, push_devices: devices }: ClientDetail): string => {
  if (likes === '0') return 'No';
  return devices === 0 ? 'No device' : `On ${devices} ${devices === 1 ? 'device' : 'devices'}`;
};

const yesOrNo = (flag: '1' | '0') => (flag === '1' ? 'Yes' : 'No');

/** The client's record: number, dates, message preferences and portal access. */
export function ClientInfoCard({ client }: { client: ClientDetail }) {
  const formats = useFormats();
  const portal = usePortalAddress();
  return (
    <Card title="Client Info">
      <Facts>
        <Fact name="Client ID">
          <span className="figures">{client.id}</span>
        </Fact>
        <Fact name="Created">{formats.dateTime(client.created_at)}</Fact>
        <Fact name="Last updated">{formats.dateTime(client.updated_at)}</Fact>
        <Fact name="SMS enabled">{yesOrNo(client.likes_sms)}</Fact>
        <Fact name="Email enabled">{yesOrNo(client.likes_email)}</Fact>
        <Fact name="Notifications">{notifications(client)}</Fact>
        <Fact name="Recalls enabled">{yesOrNo(client.likes_recall)}</Fact>
        <Fact name="Portal">{client.portal_access === '1' ? 'Signed up' : 'Not signed up'}</Fact>
        {client.active === '1' ? (
          <Fact name="Portal address">
            <CopiedLink name="portal address" href={portal} />
          </Fact>
        ) : null}
      </Facts>
    </Card>
  );
}
