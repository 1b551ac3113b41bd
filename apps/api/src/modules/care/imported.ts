import { isDeepStrictEqual } from 'node:util';
import type { WorkContext } from '../../context/context.ts';
import type { Schema } from '../../db/schema.ts';
import { listLocker } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import { isLive, todayOf } from './due.ts';

/** A recall type in use. */
export interface CareTypeInUse extends Pick<
  Schema['care_types'],
  'id' | 'name' | 'species_id' | 'every_count' | 'every_unit'
> {
  species: string | null;
}

const typesInUse = statement<CareTypeInUse>(
  'care_types_in_use',
  `select y.id, y.name, y.species_id, sp.name::text as species, y.every_count, y.every_unit
   from care_types y
   left join species sp on sp.tenant_id = y.tenant_id and sp.id = y.species_id
   where y.tenant_id = $1 and y.archived_at is null order by y.id`,
);

/** The practice's recall types without archived ones. */
export const careTypesInUse = ({
  tx,
  tenantId,
}: Pick<WorkContext, 'tx' | 'tenantId'>): Promise<CareTypeInUse[]> => tx.rows(typesInUse, [tenantId]);

/** Locks the recall types, so that what an import adds and what the desk adds keep their limit together. */
export const lockCareTypes = listLocker('care_types');

/** A recall type that a file names: one of the practice's, or without an id a new one. */
export interface NamedCareType {
  id: number | null;
  name: string;
}

const dueDates = statement<{ animal_id: number; care_type: string; on: string }>(
  'due_dates_of_animals',
  `select d.animal_id, y.name as care_type, d.due_on::text as on
   from care_due d join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id
   where d.tenant_id = $1 and d.animal_id = any($2::bigint[]) and d.origin <> 'plan'`,
);

/** The due dates of animals, except for those planned from their age. */
export const dueDatesOf = (
  { tx, tenantId }: Pick<WorkContext, 'tx' | 'tenantId'>,
  animalIds: readonly number[],
): Promise<{ animal_id: number; care_type: string; on: string }[]> =>
  tx.rows(dueDates, [tenantId, animalIds]);

// $2 now, $3 animals, $4 what is due, $5 its recall type, $6 when, $7 today. A type without an id is added, without messages.
// Their times are those of the new animal, by which undoing finds what the desk has changed since.
const importDue = statement(
  'import_due_dates',
  `with given as materialized (
     select g.animal_id, g.name, g.care_type_id, g.due_on
     from unnest($3::bigint[], $4::text[], $5::bigint[], $6::date[]) g (animal_id, name, care_type_id, due_on)),
   added as (
     insert into care_types (tenant_id, name, every_count, every_unit, steps, created_at, updated_at)
     select distinct on (lower(g.name)) $1, g.name, 12, 'months', '{}'::smallint[], $2::timestamptz, $2::timestamptz
     from given g where g.care_type_id is null
     order by lower(g.name), g.name
     returning id, name)
   insert into care_due (tenant_id, animal_id, care_type_id, due_on, origin, silent, created_at, updated_at)
   select distinct on (g.animal_id, t.id)
     $1, g.animal_id, t.id, g.due_on, 'hand', g.due_on < $7::date, n.updated_at, n.updated_at
   from given g
   join animals n on n.tenant_id = $1 and n.id = g.animal_id
   cross join lateral (
     select coalesce(g.care_type_id, (select a.id from added a where lower(a.name) = lower(g.name))) as id) t
   order by g.animal_id, t.id, g.due_on
   on conflict (tenant_id, animal_id, care_type_id) where state in ('due', 'told', 'booked') do update
     set due_on = excluded.due_on, origin = 'hand', silent = excluded.silent`,
);

/** Adds the due dates of animals that the import adds. */
export async function addImportedDueDates(
  ctx: WorkContext,
  due: readonly { animalId: number; careType: NamedCareType; on: string }[],
): Promise<void> {
  if (due.length === 0) return;
  await ctx.tx.rows(importDue, [
    ctx.tenantId,
    ctx.now,
    due.map(({ animalId }) => animalId),
    due.map(({ careType }) => careType.name),
    due.map(({ careType }) => careType.id),
    due.map(({ on }) => on),
    todayOf(ctx),
  ]);
}

// ------------------------------------------------------------------------------------------------------- vaccinations

/** A due date as it is stored, without its practice, its animal and when it was added. */
type StoredDue = Record<string, unknown>;

/** What a vaccination changed of an animal's due dates, by id: as each was (null for a new one), and as it is then. */
export interface CareChanges {
  before: Record<string, StoredDue | null>;
  after: Record<string, StoredDue>;
}

const lockedDue = statement<{ animal_id: number; id: number; due: StoredDue }>(
  'lock_due_dates_of_animals',
  `select d.animal_id, d.id, to_jsonb(d) - array['tenant_id', 'animal_id', 'created_at'] as due
   from care_due d where d.tenant_id = $1 and d.animal_id = any($2::bigint[]) order by d.id for update`,
);

// $2 animals, $3 recall types, $4 when each was given, $5 when it is due next, $6 now. In this order.
const giveImported = statement(
  'give_imported_care',
  `select give_imported_care($1, g.animal_id, g.care_type_id, g.given_on, g.next_due_on, $6)
   from unnest($2::bigint[], $3::bigint[], $4::date[], $5::date[]) g (animal_id, care_type_id, given_on, next_due_on)`,
);

interface ImportedCare {
  animalId: number;
  careTypeId: number;
  givenOn: string;
  /** When it is due next; as the type says if null. */
  nextDueOn: string | null;
}

/**
 * Records that care was given in the past, as if on its day. No due date becomes an earlier one.
 * @returns the changes to each animal's due dates, for {@link undoImportedCare}
 */
export async function giveImportedCare(
  { tx, tenantId, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  care: readonly ImportedCare[],
): Promise<Map<number, CareChanges>> {
  if (care.length === 0) return new Map();
  const animalIds = [...new Set(care.map(({ animalId }) => animalId))];
  const before = await tx.rows(lockedDue, [tenantId, animalIds]);
  const inOrder = care.toSorted((one, other) => one.givenOn.localeCompare(other.givenOn));
  await tx.rows(giveImported, [
    tenantId,
    inOrder.map(({ animalId }) => animalId),
    inOrder.map(({ careTypeId }) => careTypeId),
    inOrder.map(({ givenOn }) => givenOn),
    inOrder.map(({ nextDueOn }) => nextDueOn),
    now,
  ]);
  const beforeById = new Map(before.map(({ id, due }) => [id, due]));
  const changes = new Map<number, CareChanges>();
  for (const { animal_id: animalId, id, due } of await tx.rows(lockedDue, [tenantId, animalIds])) {
    const was = beforeById.get(id) ?? null;
    if (isDeepStrictEqual(was, due)) continue;
    const of = changes.get(animalId) ?? { before: {}, after: {} };
    of.before[id] = was;
    of.after[id] = due;
    changes.set(animalId, of);
  }
  return changes;
}

const changed = `select c.* from jsonb_to_recordset($2::jsonb) c (animal_id bigint, id bigint, before jsonb, after jsonb)`;

// What the database derives from appointments, and from archiving an animal or client, is no use of a due date.
const isUsed = `d.id is null
     or (d.due_on, d.origin, d.given_on, d.done_on, d.told) is distinct from (l.due_on, l.origin, l.given_on, l.done_on, l.told)
     or case when d.state in ('booked', 'stopped') then 'due' else d.state end
       <> case when l.state in ('booked', 'stopped') then 'due' else l.state end
     or exists (select from recall_items i where i.tenant_id = $1 and i.care_due_id = d.id) and c.before is null
     or exists (
       select from care_due x
       where x.tenant_id = $1 and x.animal_id = d.animal_id and x.care_type_id = d.care_type_id and ${isLive('x')}
         and x.id not in (select o.id from changed o))`;
const usedSince = statement<{ animal_id: number }>(
  'animals_with_imported_care_used',
  `with changed as materialized (${changed})
   select distinct c.animal_id from changed c
   cross join lateral jsonb_populate_record(null::care_due, c.after) l
   left join care_due d on d.tenant_id = $1 and d.id = c.id
   where ${isUsed}`,
);
const deleteAdded = statement(
  'delete_imported_care',
  `delete from care_due d using (${changed}) c where d.tenant_id = $1 and d.id = c.id and c.before is null`,
);
// $3 now. An appointment is found again below. Undoing an earlier import needs the former `updated_at`, which imports did not
// always record.
const restoreChanged = statement(
  'restore_care_before_import',
  `update care_due d set due_on = b.due_on, origin = b.origin, given_on = b.given_on, done_on = b.done_on,
     told = b.told, told_for = b.told_for, silent = b.silent, reason = b.reason, booking_id = null,
     state = case when not a.active or o.archived_at is not null then 'stopped'
       when b.state = 'booked' then 'due' else b.state end,
     stopped_by = case when not a.active then 'animal' when o.archived_at is not null then 'client' end,
     updated_at = coalesce(b.updated_at, $3)
   from (${changed}) c
   cross join lateral jsonb_populate_record(null::care_due, c.before) b
   join animals a on a.tenant_id = $1 and a.id = c.animal_id
   join clients o on o.tenant_id = $1 and o.id = a.client_id
   where d.tenant_id = $1 and d.id = c.id and c.before is not null`,
);
const matchBookings = statement(
  'match_restored_care',
  'select match_care($1, g.id, $3) from unnest($2::bigint[]) g (id)',
);

/**
 * Restores the due dates of animals as they were before {@link giveImportedCare}. If any of an animal's was used or changed
 * since, all of its due dates stay.
 * @returns the animals whose due dates stay
 */
export async function undoImportedCare(
  { tx, tenantId, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  changes: ReadonlyMap<number, CareChanges>,
): Promise<Set<number>> {
  if (changes.size === 0) return new Set();
  const animalIds = [...changes.keys()];
  await tx.rows(lockedDue, [tenantId, animalIds]);
  const used = new Set(
    (await tx.rows(usedSince, [tenantId, listOf(changes, animalIds)])).map(({ animal_id: id }) => id),
  );
  const unused = animalIds.filter((id) => !used.has(id));
  await tx.rows(deleteAdded, [tenantId, listOf(changes, unused)]);
  await tx.rows(restoreChanged, [tenantId, listOf(changes, unused), now]);
  await tx.rows(matchBookings, [tenantId, unused, now]);
  return used;
}

/** The changes of some animals, as the statements above take them. */
const listOf = (changes: ReadonlyMap<number, CareChanges>, animalIds: readonly number[]): string =>
  JSON.stringify(
    animalIds.flatMap((animalId) => {
      const { before, after } = changes.get(animalId) ?? { before: {}, after: {} };
      return Object.entries(after).map(([id, last]) => ({
        animal_id: animalId,
        id: Number(id),
        before: before[id] ?? null,
        after: last,
      }));
    }),
  );
