import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { ClientDetail, ClientRecord } from '@burrow/contracts/client';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Ctx } from '../../lib/context.ts';
import { cursorId, rowsWanted } from '../../lib/paging.ts';
import { normalisedPhone } from '../../lib/phone-number.ts';
import { isIndexedSearch, searchPattern } from '../../lib/search-pattern.ts';

const columns = `c.id, c.name, c.email, c.phone, c.address, c.notes,
  case when c.likes_sms then '1' else '0' end as likes_sms,
  case when c.likes_email then '1' else '0' end as likes_email,
  case when c.archived_at is null then '1' else '0' end as active, c.created_at, c.updated_at`;

// $2 is the pattern or null.
const matches = '($2::text is null or c.search_text like $2)';
const afterCursor = `($3::bigint is null
  or (lower(c.name), c.id) > (select lower(l.name), l.id from clients l where l.tenant_id = $1 and l.id = $3))`;
const byName = 'order by lower(c.name), c.id';

type Status = 'all' | 'active' | 'archived';

/** A set of statements for each status, because only a condition that is written out can use the archived ones' index. */
function statementsFor(status: Status, filter: string): ClientStatements {
  return {
    list: statement(
      `client_list_${status}`,
      `select ${columns} from clients c where c.tenant_id = $1 ${filter} and ${matches} ${byName}`,
    ),
    page: statement(
      `client_page_${status}`,
      `select ${columns} from clients c
       where c.tenant_id = $1 ${filter} and ${matches} and ${afterCursor} ${byName} limit $4`,
    ),
    // find_clients goes through an index, which row-level security keeps a plain LIKE from using.
    search: statement(
      `client_search_${status}`,
      `select ${columns} from find_clients($2) c
       where c.tenant_id = $1 ${filter} and ${afterCursor} ${byName} limit $4`,
    ),
    count: statement(
      `client_count_${status}`,
      `select t.total, case when $2::text is null then t.total
                            else (select count(*) from find_clients($2) c where c.tenant_id = $1 ${filter}) end as matching
       from (select count(*) as total from clients c where c.tenant_id = $1 ${filter}) t`,
    ),
  };
}

interface ClientStatements {
  list: Statement<ClientRecord>;
  page: Statement<ClientRecord>;
  search: Statement<ClientRecord>;
  count: Statement<OutputOf<'clients/count'>>;
}

const byStatus: Record<Status, ClientStatements> = {
  // Nobody looks for who was erased; they stand with their appointments alone.
  all: statementsFor('all', 'and c.erased_at is null'),
  active: statementsFor('active', 'and c.archived_at is null'),
  archived: statementsFor('archived', 'and c.archived_at is not null and c.erased_at is null'),
};

/** The search of the directory, as it is without a status. */
export const clientSearch: Statement<ClientRecord> = byStatus.all.search;

const oneClient = statement<ClientDetail>(
  'one_client',
  `select ${columns},
     case when c.erased_at is null then '0' else '1' end as erased,
     case when exists (
       select from client_logins l where l.tenant_id = c.tenant_id and l.client_id = c.id) then '1' else '0' end
       as portal_access
   from clients c where c.tenant_id = $1 and c.id = $2`,
);

/** Phone numbers are kept without spaces, and those of the practice's country without its code. */
function patternOf(q: string | undefined, locale: string): string | null {
  if (!q || !/^[+\d\s()-]+$/.test(q) || !/\d/.test(q)) return searchPattern(q);
  const whole = /^(?:\+|00)/.test(q) ? normalisedPhone(q, locale) : null;
  return searchPattern(whole ?? q.replaceAll(/[\s()-]/g, ''));
}

/** The clients that match, by name: all of them, or `limit` after the client whose id is `cursor`. */
export async function listClients(
  { tx, tenantId, session }: Ctx,
  input: ParsedInputOf<'clients'>,
): Promise<ClientRecord[]> {
  const { list, page, search } = byStatus[input.status ?? 'all'];
  const pattern = patternOf(input.q, session.locale);
  const rows = rowsWanted(input);
  const values = [tenantId, pattern, cursorId(input.cursor), rows];
  if (isIndexedSearch(input.q)) return tx.rows(search, values);
  if (rows === null) return tx.rows(list, [tenantId, pattern]);
  return tx.rows(page, values);
}

/** How many clients there are of the status, and how many of those match. */
export async function countClients(
  { tx, tenantId, session }: Ctx,
  { q, status }: ParsedInputOf<'clients/count'>,
): Promise<OutputOf<'clients/count'>> {
  const values = [tenantId, patternOf(q, session.locale)];
  return (await tx.row(byStatus[status ?? 'all'].count, values)) ?? { total: 0, matching: 0 };
}

/** @throws AppError `not_found` */
export async function clientById({ tx, tenantId }: Ctx, clientId: number): Promise<ClientDetail> {
  const client = await tx.row(oneClient, [tenantId, clientId]);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return client;
}
