import type { AnimalRecord } from '@burrow/contracts/animal';
import type { ClientRecord } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../lib/api.ts';
import { mailLink } from '../../../lib/contact.ts';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useOwners } from '../queries.ts';
import { ClientBadge } from '../../clients/components/client-badge.tsx';

const waiting = <Skeleton className="my-1 h-3.5 w-28" />;

function ContactLink({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} className={textLinkClass}>
      {text}
    </a>
  );
}

type OwnedTime = OutputOf<'animal_owners'>[number];

/** An owner chosen by mistake and corrected at once is not worth a line. */
const momentMs = 10 * 60_000;
const isMoment = ({ since, until }: OwnedTime): boolean =>
  since !== null && until !== null && Date.parse(until) - Date.parse(since) < momentMs;

/** Who owned the animal before, and until when. */
function FormerOwners({ animal }: { animal: AnimalRecord }) {
  const formats = useFormats();
  const owners = useOwners(animal.id).data ?? [];
  const former = owners.filter(
    (owner) => owner.until !== null && owner.client_id !== animal.client_id && !isMoment(owner),
  );
  if (former.length === 0) return null;
  return (
    <ul aria-label="Former owners" className="mt-3 border-t border-line pt-2 text-sm text-ink-soft">
      {former.map(({ client_id: id, client_name: name, until }) => (
        <li key={`${id} ${until}`}>
          Owned by{' '}
          <Link to={paths.client(id)} className={textLinkClass}>
            {name}
          </Link>{' '}
          until {until === null ? '' : formats.date(until)}
        </li>
      ))}
    </ul>
  );
}

/** The owner and their contact details. */
export function OwnerCard({ animal, owner }: { animal: AnimalRecord; owner: UseQueryResult<ClientRecord> }) {
  const { phone, email } = owner.data ?? {};
  return (
    <Card title="Owner">
      <Facts>
        <Fact name="Name">
          <Link to={paths.client(animal.client_id)} className={textLinkClass}>
            {animal.client_name}
          </Link>
          {owner.data?.active === '0' ? (
            <>
              {' '}
              <ClientBadge active="0" />
            </>
          ) : null}
        </Fact>
        <Fact name="Client ID">
          <span className="figures">{animal.client_id}</span>
        </Fact>
        <Fact name="Phone">
          {owner.isPending ? (
            waiting
          ) : phone ? (
            <ContactLink href={phoneLink(phone)} text={formatPhone(phone)} />
          ) : null}
        </Fact>
        <Fact name="Email">
          {owner.isPending ? waiting : email ? <ContactLink href={mailLink(email)} text={email} /> : null}
        </Fact>
      </Facts>
      <FormerOwners animal={animal} />
      {owner.isError && !owner.data ? (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-2 text-attention">
          Failed to fetch client details
          <Button size="small" busy={owner.isFetching} onClick={() => void owner.refetch()}>
            Retry
          </Button>
        </p>
      ) : null}
    </Card>
  );
}
