import type { ListedClient } from '@burrow/contracts/client';
import { Link } from 'react-router-dom';
import { firstAddressSegment } from '../../../lib/contact.ts';
import { formatPhone } from '../../../lib/format.ts';
import type { ListState } from '../../../lib/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import { rowLinkMark } from '../../../ui/row-keys.ts';
import { rowLinkClass } from '../../../ui/table.tsx';
import { ClientBadge } from './client-badge.tsx';

interface ClientRowProps {
  client: ListedClient;
  state: ListState;
}

const ClientLink = ({ client, state }: ClientRowProps) => (
  <Link to={paths.client(client.id)} state={state} className={rowLinkClass} {...rowLinkMark(client.id)}>
    {client.name}
  </Link>
);

export const ClientCells = ({ client, state }: ClientRowProps) => (
  <>
    <div role="cell" className="truncate py-2.5">
      <ClientLink client={client} state={state} />
    </div>
    <div role="cell" className="truncate">
      {client.animal_names.join(', ')}
    </div>
    <div role="cell">
      <ClientBadge active={client.active} />
    </div>
    <div role="cell" className="figures truncate">
      {formatPhone(client.phone)}
    </div>
    <div role="cell" className="truncate">
      {client.email}
    </div>
    <div role="cell" className="truncate text-ink-soft">
      {firstAddressSegment(client.address)}
    </div>
  </>
);

export const ClientCard = ({ client, state }: ClientRowProps) => (
  <div className="px-4 py-3">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">
        <ClientLink client={client} state={state} />
      </p>
      <ClientBadge active={client.active} />
    </div>
    {client.animal_names.length === 0 ? null : (
      <p className="truncate text-sm">
        <span className="text-ink-soft">Animals </span>
        {client.animal_names.join(', ')}
      </p>
    )}
    <p className="figures text-sm">{formatPhone(client.phone)}</p>
    <p className="truncate text-sm">{client.email}</p>
    <p className="truncate text-sm text-ink-soft">{firstAddressSegment(client.address)}</p>
  </div>
);
