import type { OutputOf } from '@burrow/contracts/actions';
import type { ClientRecord } from '@burrow/contracts/client';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Ctx } from '../../lib/context.ts';
import { cursorId, type ListInput } from '../../lib/paging.ts';
import { searchPattern } from '../../lib/search-pattern.ts';

const columns = `c.id, c.name, c.email, c.phone, c.address, c.notes,
  case when c.likes_sms then '1' else '0' end as likes_sms,
  case when c.likes_email then '1' else '0' end as likes_email,
  case when c.archived_at is null then '1' else '0' end as active, c.created_at`;

// $2 is the pattern or null. The practice's own rows are scanned: a trigram index is of no use under row-level security.
const matches = `($2::text is null or lower(c.name) like $2 or lower(c.email::text) like $2
  or replace(c.phone, ' ', '') like replace($2, ' ', '') or lower(c.address) like $2)`;

const clientList = statement<ClientRecord>(
  'client_list',
  `select ${columns} from clients c
   where c.tenant_id = $1 and ${matches}
   order by lower(c.name), c.id`,
);

export const clientPage = statement<ClientRecord>(
  'client_page',
  `select ${columns} from clients c
   where c.tenant_id = $1 and ${matches}
     and ($3::bigint is null
          or (lower(c.name), c.id) > (select lower(l.name), l.id from clients l where l.tenant_id = $1 and l.id = $3))
   order by lower(c.name), c.id limit $4`,
);

const clientCount = statement<{ total: number; matching: number }>(
  'client_count',
  `select count(*) as total, count(*) filter (where ${matches}) as matching from clients c where c.tenant_id = $1`,
);

const oneClient = statement<ClientRecord>(
  'one_client',
  `select ${columns} from clients c where c.tenant_id = $1 and c.id = $2`,
);

/** The clients that match, by name: all of them, or `limit` after the client whose id is `cursor`. */
export async function listClients(
  { tx, tenantId }: Ctx,
  { q, limit, cursor }: ListInput,
): Promise<ClientRecord[]> {
  const pattern = searchPattern(q);
  if (limit === undefined && cursor === undefined) return tx.rows(clientList, [tenantId, pattern]);
  return tx.rows(clientPage, [tenantId, pattern, cursorId(cursor), limit ?? 100]);
}

/** How many clients there are, and how many match. */
export async function countClients(
  { tx, tenantId }: Ctx,
  q: string | undefined,
): Promise<OutputOf<'clients/count'>> {
  return (await tx.row(clientCount, [tenantId, searchPattern(q)])) as OutputOf<'clients/count'>;
}

/** @throws AppError `not_found` */
export async function clientById({ tx, tenantId }: Ctx, clientId: number): Promise<ClientRecord> {
  const client = await tx.row(oneClient, [tenantId, clientId]);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return client;
}
