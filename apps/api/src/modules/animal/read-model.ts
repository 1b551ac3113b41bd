import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { AnimalRecord, ListedAnimal, WeightRecord } from '@burrow/contracts/animal';
import type { Ctx } from '../../context/context.ts';
import { isDueSoon, isOverdue } from '../../db/due-soon.ts';
import { latestWeight } from '../../db/latest-weight.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { cursorPlace, rowsWanted, unknownCursor } from '../../lib/paging.ts';
import { searchPattern } from '../../lib/search-pattern.ts';
import { searchWords, type SearchWords } from '../../lib/search-words.ts';
import type { Session } from '../../lib/session.ts';

type AnimalRow = Omit<AnimalRecord, 'animal_id' | 'animal_breed' | 'type_name'>;
type ListedRow = AnimalRow & Pick<ListedAnimal, 'due'>;

const animalsFrom = (
  source: string,
  more = '',
): string => `select a.id, a.client_id, c.name as client_name, a.name as animal_name, a.breed,
    s.name as species, a.species_id as type_id, a.dob, a.gender, a.color,
    ${latestWeight} as weight,
    a.allergies, case when a.no_known_allergies then '1' else '0' end as no_known_allergies,
    a.behaviour_notes, a.notes, a.microchip, a.insurer, a.policy, a.usual_vet,
    case when a.active then '1' else '0' end as active, a.archived_reason, a.deceased_on,
    case when a.active and c.archived_at is null then '1' else '0' end as bookable,
    (select f.id from files f
     where f.tenant_id = a.tenant_id and f.animal_id = a.id and f.file_type = 'profile_picture') as picture_file_id,
    a.created_at, a.updated_at${more}
  from ${source} a
  join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
  left join species s on s.tenant_id = a.tenant_id and s.id = a.species_id
  where a.tenant_id = $1`;
const selectAnimals = animalsFrom('animals');

// A look-up by index for each animal that is answered, after the limit.
const dueSoon = `,
    coalesce((select json_agg(json_build_object('care_type', y.name, 'due_on', d.due_on, 'overdue', ${isOverdue('$3')})
        order by d.due_on, d.id)
      from care_due d
      join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id and y.archived_at is null
      where d.tenant_id = a.tenant_id and d.animal_id = a.id and ${isDueSoon('$3')}), '[]') as due`;
const selectListed = animalsFrom('animals', dueSoon);

// $2: the patterns of all words, or null. Matches like find_animals, without the index.
const matches = `($2::text[] is null or not exists (
  select from unnest($2::text[]) as w(word)
  where not (a.search_text like w.word or lower(c.name) like w.word
    or coalesce(replace(c.phone, ' ', ''), '') like w.word)))`;
const cursorRow = (id: string) =>
  `select lower(l.name) as name from animals l where l.tenant_id = $1 and l.id = ${id} and l.erased_at is null`;
const afterCursor = `($4::bigint is null
  or (lower(a.name), a.id) > (coalesce(lower($6::text), (${cursorRow('$4')})), $4))`;
const animalOfCursor = statement<{ name: string }>('animal_of_cursor', cursorRow('$2'));
const byName = 'order by lower(a.name), a.id';

/** One statement per status, so that a plan can use the index of just those animals. */
const ofStatus = {
  both: 'and a.erased_at is null',
  active: 'and a.active',
  archived: 'and not a.active and a.erased_at is null',
  bookable: `and a.active and exists (
    select 1 from clients o where o.tenant_id = a.tenant_id and o.id = a.client_id and o.archived_at is null)`,
} as const;
type Status = keyof typeof ofStatus;

function forEachStatus<Row>(
  name: string,
  textFor: (condition: string) => string,
): Record<Status, Statement<Row>> {
  const declare = (status: Status) => statement<Row>(`${name}_${status}`, textFor(ofStatus[status]));
  return {
    both: declare('both'),
    active: declare('active'),
    archived: declare('archived'),
    bookable: declare('bookable'),
  };
}

const animalList = forEachStatus<ListedRow>(
  'animal_list',
  (status) => `${selectListed} ${status} and ${matches} ${byName}`,
);

const animalPage = forEachStatus<ListedRow>(
  'animal_page',
  (status) => `${selectListed} ${status} and ${matches} and ${afterCursor} ${byName} limit $5`,
);

// find_animals goes through an index, which row-level security keeps a plain LIKE from using.
const animalSearch = forEachStatus<ListedRow>(
  'animal_search',
  (status) =>
    `${animalsFrom('find_animals($2::text[])', dueSoon)} ${status} and ${afterCursor} ${byName} limit $5`,
);

const animalsByClient = statement<AnimalRow>(
  'animals_by_client',
  `${selectAnimals} and a.client_id = $2 order by a.active desc, lower(a.name), a.id`,
);

const oneAnimal = statement<AnimalRow>('one_animal', `${selectAnimals} and a.id = $2`);

const animalsByMicrochip = statement<AnimalRow>(
  'animals_by_microchip',
  `${selectAnimals} and a.microchip = $2 ${byName}`,
);

const ownersOfAnimal = statement<OutputOf<'animal_owners'>[number]>(
  'owners_of_animal',
  `select o.client_id, c.name as client_name, o.since, o.until from animal_owners o
   join clients c on c.tenant_id = o.tenant_id and c.id = o.client_id
   where o.tenant_id = $1 and o.animal_id = $2 order by o.since desc nulls last, o.id desc`,
);

const animalCount = forEachStatus<{ total: number; matching: number }>(
  'animal_count',
  (status) => `select t.total, case when $2::text[] is null then t.total else
     (select count(*) from find_animals($2::text[]) a where a.tenant_id = $1 ${status}) end as matching
   from (select count(*) as total from animals a where a.tenant_id = $1 ${status}) t`,
);

const topBreeds = forEachStatus<{ breed: string; count: number }>(
  'top_breeds',
  (status) => `select a.breed, count(*) as count from animals a
   where a.tenant_id = $1 and a.breed is not null ${status}
   group by a.breed order by count(*) desc, a.breed limit 3`,
);

// Different spellings of a breed are one breed, under the spelling that most animals have.
const breedsMatching = statement<{ breed: string }>(
  'animal_breeds',
  `with spelled as (
     select a.breed, count(*) as animals from animals a
     where a.tenant_id = $1 and a.breed is not null and ($2::text is null or lower(a.breed) like $2)
     group by a.breed)
   select (array_agg(s.breed order by s.animals desc, s.breed))[1] as breed from spelled s
   group by lower(s.breed) order by sum(s.animals) desc, lower(s.breed) limit 10`,
);

const weightsOfAnimal = statement<WeightRecord>(
  'weights_of_animal',
  `select w.id, w.measured_on, trim_scale(w.weight_grams / 1000.0)::text as weight,
     exists (select from entries e where e.tenant_id = w.tenant_id and e.weight_id = w.id) as in_visit_note
   from animal_weights w where w.tenant_id = $1 and w.animal_id = $2 order by w.measured_on, w.id`,
);

/** The wire repeats three fields under the names of different screens. */
const toRecord = <Row extends AnimalRow>(row: Row) => ({
  ...row,
  animal_id: row.id,
  animal_breed: row.breed,
  type_name: row.species,
});

/** The animals that match, by name: all of them, or `limit` after the animal whose id is `cursor`. */
export async function listAnimals(ctx: Ctx, input: ParsedInputOf<'animals'>): Promise<ListedAnimal[]> {
  return (await matchingAnimals(ctx, input)).map(toRecord);
}

/** Patterns that match nothing: no indexed text contains line breaks. */
const nothing: SearchWords = { patterns: ['%\n\n\n\n%', '%\n\n\n\n%'], indexed: true };

/** An owner's phone number, or a part of it, finds their animals, but not for an API key that may not read clients. */
function wordsOf(session: Session, q: string | undefined): SearchWords | null {
  const words = searchWords(q, session.locale);
  const isPhone = words?.patterns.some((pattern) => /^%\+?\d+%$/.test(pattern)) ?? false;
  return isPhone && !hasScope(session, 'clients:read') ? nothing : words;
}

/** @throws AppError `invalid_input` for an unknown cursor */
async function matchingAnimals(
  { tx, tenantId, session, now }: Ctx,
  input: ParsedInputOf<'animals'>,
): Promise<ListedRow[]> {
  const status = input.bookable ? 'bookable' : (input.status ?? 'both');
  const words = wordsOf(session, input.q);
  const patterns = words?.patterns ?? null;
  const rows = rowsWanted(input);
  const today = localMoment(now, session.timeZone).date;
  const { id, name } = cursorPlace(input.cursor);
  const values = [tenantId, patterns, today, id, rows, name];
  if (rows === null && !words?.indexed) return tx.rows(animalList[status], [tenantId, patterns, today]);
  const found = await tx.rows((words?.indexed ? animalSearch : animalPage)[status], values);
  if (found.length === 0 && id !== null && name === null && !(await tx.row(animalOfCursor, [tenantId, id])))
    throw unknownCursor();
  return found;
}

/** A client's animals, active ones first. Empty for an unknown client. */
export async function animalsOfClient({ tx, tenantId }: Ctx, clientId: number): Promise<AnimalRecord[]> {
  return (await tx.rows(animalsByClient, [tenantId, clientId])).map(toRecord);
}

/** @throws AppError `not_found` */
export async function animalById({ tx, tenantId }: Ctx, animalId: number): Promise<AnimalRecord> {
  const row = await tx.row(oneAnimal, [tenantId, animalId]);
  if (!row) throw new AppError('not_found', { message: 'Animal not found' });
  return toRecord(row);
}

/** The animals with a microchip number, also archived ones. */
export async function animalsWithMicrochip({ tx, tenantId }: Ctx, chip: string): Promise<AnimalRecord[]> {
  return (await tx.rows(animalsByMicrochip, [tenantId, chip])).map(toRecord);
}

/** An animal's owners over time, the current one first. Empty for an unknown animal. */
export const ownersOf = ({ tx, tenantId }: Ctx, animalId: number): Promise<OutputOf<'animal_owners'>> =>
  tx.rows(ownersOfAnimal, [tenantId, animalId]);

/** The practice's most common breeds that contain `q`, at most ten. */
export async function breedsNamed({ tx, tenantId }: Ctx, q: string | undefined): Promise<string[]> {
  return (await tx.rows(breedsMatching, [tenantId, searchPattern(q)])).map(({ breed }) => breed);
}

/** How many animals of a status match, and their three most common breeds. */
export async function countAnimals(
  { tx, tenantId, session }: Ctx,
  input: ParsedInputOf<'animals/count'>,
): Promise<OutputOf<'animals/count'>> {
  const status = input.status ?? 'both';
  const [counts, breeds] = await Promise.all([
    tx.row(animalCount[status], [tenantId, wordsOf(session, input.q)?.patterns ?? null]),
    tx.rows(topBreeds[status], [tenantId]),
  ]);
  return { total: counts?.total ?? 0, matching: counts?.matching ?? 0, top_breeds: breeds };
}

/** An animal's weights, oldest first; of one day in the order of entry. Empty for an unknown animal. */
export const weightsOf = ({ tx, tenantId }: Ctx, animalId: number): Promise<WeightRecord[]> =>
  tx.rows(weightsOfAnimal, [tenantId, animalId]);
