import type { OutputOf } from '@burrow/contracts/actions';
import type { ClientRecord } from '@burrow/contracts/client';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Ctx } from '../../lib/context.ts';
import { cursorId, rowsWanted, type ListInput } from '../../lib/paging.ts';
import { isIndexedSearch, searchPattern } from '../../lib/search-pattern.ts';

const columns = `c.id, c.name, c.email, c.phone, c.address, c.notes,
  case when c.likes_sms then '1' else '0' end as likes_sms,
  case when c.likes_email then '1' else '0' end as likes_email,
  case when c.archived_at is null then '1' else '0' end as active, c.created_at`;

// $2 is the pattern or null.
const matches = '($2::text is null or c.search_text like $2)';
const afterCursor = `($3::bigint is null
  or (lower(c.name), c.id) > (select lower(l.name), l.id from clients l where l.tenant_id = $1 and l.id = $3))`;
const byName = 'order by lower(c.name), c.id';

const clientList = statement<ClientRecord>(
  'client_list',
  `select ${columns} from clients c where c.tenant_id = $1 and ${matches} ${byName}`,
);

const clientPage = statement<ClientRecord>(
  'client_page',
  `select ${columns} from clients c
   where c.tenant_id = $1 and ${matches} and ${afterCursor} ${byName} limit $4`,
);

// find_clients goes through an index, which row-level security keeps a plain LIKE from using.
export const clientSearch = statement<ClientRecord>(
  'client_search',
  `select ${columns} from find_clients($2) c
   where c.tenant_id = $1 and ${afterCursor} ${byName} limit $4`,
);

const clientCount = statement<{ total: number; matching: number }>(
  'client_count',
  `select t.total, case when $2::text is null then t.total else (select count(*) from find_clients($2)) end as matching
   from (select count(*) as total from clients c where c.tenant_id = $1) t`,
);

const oneClient = statement<ClientRecord>(
  'one_client',
  `select ${columns} from clients c where c.tenant_id = $1 and c.id = $2`,
);

/** Phone numbers are kept without spaces. */
const patternOf = (q: string | undefined): string | null =>
  searchPattern(q && /^[+\d\s]+$/.test(q) ? q.replaceAll(/\s/g, '') : q);

/** The clients that match, by name: all of them, or `limit` after the client whose id is `cursor`. */
export async function listClients({ tx, tenantId }: Ctx, input: ListInput): Promise<ClientRecord[]> {
  const pattern = patternOf(input.q);
  const rows = rowsWanted(input);
  const values = [tenantId, pattern, cursorId(input.cursor), rows];
  if (isIndexedSearch(input.q)) return tx.rows(clientSearch, values);
  if (rows === null) return tx.rows(clientList, [tenantId, pattern]);
  return tx.rows(clientPage, values);
}

/** How many clients there are, and how many match. */
export async function countClients(
  { tx, tenantId }: Ctx,
  q: string | undefined,
): Promise<OutputOf<'clients/count'>> {
  return (await tx.row(clientCount, [tenantId, patternOf(q)])) as OutputOf<'clients/count'>;
}

/** @throws AppError `not_found` */
export async function clientById({ tx, tenantId }: Ctx, clientId: number): Promise<ClientRecord> {
  const client = await tx.row(oneClient, [tenantId, clientId]);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return client;
}
