import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { SearchResults } from '@burrow/contracts/search';
import { maxFound } from '@burrow/contracts/search-limits';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { searchPattern } from '../../lib/search-pattern.ts';
import { searchWords } from '../../lib/search-words.ts';

const clientColumns = `c.id, c.name, c.email, c.phone,
  case when c.archived_at is null then '1' else '0' end as active,
  array(
    select a.name from animals a
    where a.tenant_id = $1 and a.client_id = c.id and a.active order by lower(a.name), a.id) as animal_names`;

const animalColumns = `a.id, a.name as animal_name, s.name as species, a.breed, a.client_id, o.name as client_name,
  case when a.active then '1' else '0' end as active`;

const animalJoins = `join clients o on o.tenant_id = $1 and o.id = a.client_id
  left join species s on s.tenant_id = $1 and s.id = a.species_id`;

const bookingColumns = `b.id, b.booking_date, to_char(b.booking_time, 'HH24:MI') as booking_time, b.status,
  b.is_provisional::int as is_provisional, b.staff_accepted::int as staff_accepted, b.client_id, o.name as client_name,
  b.animal_id, a.name as animal_name, s.name as species, v.name as service, u.name as staff_member`;

const bookingJoins = `join animals a on a.tenant_id = $1 and a.id = b.animal_id
  join clients o on o.tenant_id = $1 and o.id = b.client_id
  left join species s on s.tenant_id = $1 and s.id = a.species_id
  left join services v on v.tenant_id = $1 and v.id = b.service_id
  left join users u on u.tenant_id = $1 and u.id = b.staff_id`;

/** One row with a list of each kind. */
const inOneRow = (clients: string, animals: string, bookings: string): string => `select
  coalesce((select json_agg(x) from (${clients}) x), '[]') as clients,
  coalesce((select json_agg(x) from (${animals}) x), '[]') as animals,
  coalesce((select json_agg(x) from (${bookings}) x), '[]') as bookings`;

/** Rank: names that begin with the search text, then names with all its words, then the rest. $4: the beginning. */
const bestFirst = (row: string): string =>
  `lower(${row}.name) not like $4, not (lower(${row}.name) like all ($2::text[])), lower(${row}.name), ${row}.id`;

/** How many matches each lookup returns for ranking. */
const compared = 300;

/**
 * Values: practice, patterns of all words, today, pattern of the beginning. Clients and animals are found through
 * functions, because row-level security keeps a plain LIKE from using the index. Appointments are read from today on, in
 * order, until enough match.
 */
const byWords = statement<SearchResults>(
  'search_by_words',
  inOneRow(
    `select ${clientColumns} from search_clients($4, $2::text[], ${compared}) c
     where c.tenant_id = $1 order by c.archived_at is not null, ${bestFirst('c')} limit ${maxFound}`,
    `select ${animalColumns} from (
       select f.* from search_animals($4, $2::text[], ${compared}) f
       where f.tenant_id = $1 order by not f.active, ${bestFirst('f')} limit ${maxFound}) a
     ${animalJoins} order by not a.active, ${bestFirst('a')}`,
    `select ${bookingColumns} from (
       select b.* from bookings b
       where b.tenant_id = $1 and b.booking_date >= $3 and b.status in ('pending', 'confirmed', 'in-progress')
         and (select ' ' || f.search_text || E'\\n ' || o.search_text
              from animals f join clients o on o.tenant_id = $1 and o.id = b.client_id
              where f.tenant_id = $1 and f.id = b.animal_id) like all ($2::text[])
       order by b.booking_date, b.booking_time, b.id limit ${maxFound}) b
     ${bookingJoins} order by b.booking_date, b.booking_time, b.id`,
  ),
);

const byIds = statement<SearchResults>(
  'search_by_ids',
  inOneRow(
    `select ${clientColumns} from clients c
     where c.tenant_id = $1 and c.id = any($2::bigint[]) and c.erased_at is null`,
    `select ${animalColumns} from animals a ${animalJoins}
     where a.tenant_id = $1 and a.id = any($3::bigint[]) and a.erased_at is null`,
    `select ${bookingColumns} from bookings b ${bookingJoins} where b.tenant_id = $1 and b.id = any($4::bigint[])`,
  ),
);

const nothing: SearchResults = { clients: [], animals: [], bookings: [] };

const isPhone = (pattern: string): boolean => /^%\+?\d+%$/.test(pattern);

/**
 * The patterns of a search. Words that are too short for the index must begin a word or a phone number, which begins a
 * line of the searched text. Phone numbers are not matched against the beginning of names.
 */
function patternsOf(q: string, locale: string): { words: string[]; beginning: string | null } | null {
  const words = searchWords(q, locale);
  const whole = searchPattern(q.trim().replaceAll(/\s+/g, ' '));
  if (words === null || whole === null) return null;
  const beginsWord = (pattern: string): string => pattern.replace('%', isPhone(pattern) ? '%\n' : '% ');
  return {
    words: words.indexed ? words.patterns : words.patterns.map(beginsWord),
    beginning: words.patterns.every(isPhone) ? null : whole.slice(1),
  };
}

/** What matches the words of `q`, by kind. */
export async function searchRecords({ tx, tenantId, session, now }: Ctx, q: string): Promise<SearchResults> {
  const patterns = patternsOf(q, session.locale);
  if (patterns === null) return nothing;
  const today = localMoment(now, session.timeZone).date;
  return (await tx.row(byWords, [tenantId, patterns.words, today, patterns.beginning])) ?? nothing;
}

/** The records with the given ids, in no order; without those that do not exist or were erased. */
export async function recordsByIds(
  { tx, tenantId }: Ctx,
  ids: Pick<ParsedInputOf<'search'>, 'client_ids' | 'animal_ids' | 'booking_ids'>,
): Promise<SearchResults> {
  const { client_ids: clients = [], animal_ids: animals = [], booking_ids: bookings = [] } = ids;
  return (await tx.row(byIds, [tenantId, clients, animals, bookings])) ?? nothing;
}
