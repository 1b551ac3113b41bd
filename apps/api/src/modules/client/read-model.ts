import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { ClientDetail, ListedClient } from '@burrow/contracts/client';
import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { hasScope, needScope } from '../../lib/key-scopes.ts';
import { cursorPlace, rowsWanted, unknownCursor } from '../../lib/paging.ts';
import { searchWords } from '../../lib/search-words.ts';

const columns = `c.id, c.name, c.email, c.phone, c.address, c.notes,
  case when c.likes_sms then '1' else '0' end as likes_sms,
  case when c.likes_email then '1' else '0' end as likes_email,
  case when c.likes_push then '1' else '0' end as likes_push,
  case when c.likes_recall then '1' else '0' end as likes_recall,
  case when c.archived_at is null then '1' else '0' end as active, c.created_at, c.updated_at, c.alert`;

// For a page of rows; the full list joins all animals of the practice once instead.
const listedColumns = `${columns},
  array_to_json(array(
    select a.name from animals a
    where a.tenant_id = c.tenant_id and a.client_id = c.id and a.active order by lower(a.name), a.id)) as animal_names`;

/**
 * SQL for whether the client `c` matches a search, as find_clients without its index.
 * @param readsAnimals SQL for whether the caller may read animals, whose names count too
 * @param words SQL for the patterns of all search words, or null
 */
export const matches = (
  readsAnimals: string,
  words = '$2::text[]',
): string => `(${words} is null or not exists (
  select from unnest(${words}) as w(word)
  where c.search_text not like w.word and not (${readsAnimals} and exists (
    select from animals a
    where a.tenant_id = c.tenant_id and a.client_id = c.id and a.active and lower(a.name) like w.word))))`;
/**
 * Of the results of find_clients, those that the caller may see: matches by animals' names need the right to read
 * animals.
 */
export const mayFind = (readsAnimals: string, words = '$2::text[]'): string =>
  `(${readsAnimals} or c.search_text like all (${words}))`;
const cursorRow = (id: string) =>
  `select lower(l.name) as name from clients l where l.tenant_id = $1 and l.id = ${id} and l.erased_at is null`;
const afterCursor = `($3::bigint is null
  or (lower(c.name), c.id) > (coalesce(lower($6::text), (${cursorRow('$3')})), $3))`;
const clientOfCursor = statement<{ name: string }>('client_of_cursor', cursorRow('$2'));
const byName = 'order by lower(c.name), c.id';

type Status = 'all' | 'active' | 'archived' | 'without_animals';

/** A set of statements for each status, because only a literal condition can use the archived ones' index. */
function statementsFor(status: Status, filter: string): ClientStatements {
  return {
    list: statement(
      `client_list_${status}`,
      `select ${columns}, coalesce(named.names, '[]') as animal_names
       from clients c
       left join (
         select a.client_id, json_agg(a.name order by lower(a.name), a.id) as names
         from animals a where a.tenant_id = $1 and a.active group by a.client_id) named on named.client_id = c.id
       where c.tenant_id = $1 ${filter} and ${matches('$3::boolean')} ${byName}`,
    ),
    page: statement(
      `client_page_${status}`,
      `select ${listedColumns} from clients c
       where c.tenant_id = $1 ${filter} and ${matches('$5::boolean')} and ${afterCursor} ${byName} limit $4`,
    ),
    // find_clients goes through an index, which row-level security keeps a plain LIKE from using.
    search: statement(
      `client_search_${status}`,
      `select ${listedColumns} from find_clients($2::text[]) c
       where c.tenant_id = $1 ${filter} and ${mayFind('$5::boolean')} and ${afterCursor} ${byName} limit $4`,
    ),
    count: statement(
      `client_count_${status}`,
      `select t.total, case when $2::text[] is null then t.total
                            else (select count(*) from find_clients($2::text[]) c
                                  where c.tenant_id = $1 ${filter} and ${mayFind('$3::boolean')}) end as matching
       from (select count(*) as total from clients c where c.tenant_id = $1 ${filter}) t`,
    ),
  };
}

interface ClientStatements {
  list: Statement<ListedClient>;
  page: Statement<ListedClient>;
  search: Statement<ListedClient>;
  count: Statement<OutputOf<'clients/count'>>;
}

const byStatus: Record<Status, ClientStatements> = {
  // Erased clients are never found; they remain only with their appointments.
  all: statementsFor('all', 'and c.erased_at is null'),
  active: statementsFor('active', 'and c.archived_at is null'),
  archived: statementsFor('archived', 'and c.archived_at is not null and c.erased_at is null'),
  without_animals: statementsFor(
    'without_animals',
    `and c.archived_at is null and not exists (
       select from animals n where n.tenant_id = c.tenant_id and n.client_id = c.id and n.active)`,
  ),
};

/** The search of the directory without a status. */
export const clientSearch: Statement<ListedClient> = byStatus.all.search;

const oneClient = statement<ClientDetail>(
  'one_client',
  `select ${columns},
     case when c.erased_at is null then '0' else '1' end as erased,
     case when exists (
       select from client_logins l where l.tenant_id = c.tenant_id and l.client_id = c.id) then '1' else '0' end
       as portal_access,
     (select count(*)::int from push_subscriptions p where p.tenant_id = c.tenant_id and p.client_id = c.id) as push_devices,
     (select count(*)::int from bookings b
      where b.tenant_id = c.tenant_id and b.client_id = c.id and b.cancel_reason = 'did_not_attend') as did_not_attend
   from clients c where c.tenant_id = $1 and c.id = $2`,
);

/**
 * The matching clients, by name: all of them, or `limit` after the client whose id is `cursor`.
 * @throws AppError `scope_missing` for an API key that may not read animals, `invalid_input` for an unknown cursor
 */
export async function listClients(ctx: Ctx, input: ParsedInputOf<'clients'>): Promise<ListedClient[]> {
  if (input.without_animals) needScope(ctx, 'animals:read');
  const { tx, tenantId, session } = ctx;
  const { list, page, search } =
    byStatus[input.without_animals ? 'without_animals' : (input.status ?? 'all')];
  const words = searchWords(input.q, session.locale);
  const patterns = words?.patterns ?? null;
  const rows = rowsWanted(input);
  const readsAnimals = hasScope(session, 'animals:read');
  const { id, name } = cursorPlace(input.cursor);
  const values = [tenantId, patterns, id, rows, readsAnimals, name];
  const found = await (words?.indexed
    ? tx.rows(search, values)
    : rows === null
      ? tx.rows(list, [tenantId, patterns, readsAnimals])
      : tx.rows(page, values));
  if (found.length === 0 && id !== null && name === null && !(await tx.row(clientOfCursor, [tenantId, id])))
    throw unknownCursor();
  return readsAnimals ? found : found.map((client) => ({ ...client, animal_names: [] }));
}

/** How many clients of the status there are, and how many of those match. */
export async function countClients(
  { tx, tenantId, session }: Ctx,
  { q, status }: ParsedInputOf<'clients/count'>,
): Promise<OutputOf<'clients/count'>> {
  const values = [
    tenantId,
    searchWords(q, session.locale)?.patterns ?? null,
    hasScope(session, 'animals:read'),
  ];
  return (await tx.row(byStatus[status ?? 'all'].count, values)) ?? { total: 0, matching: 0 };
}

/** @throws AppError `not_found` */
export async function clientById({ tx, tenantId, session }: Ctx, clientId: number): Promise<ClientDetail> {
  const client = await tx.row(oneClient, [tenantId, clientId]);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return hasScope(session, 'appointments:read') ? client : { ...client, did_not_attend: null };
}
