import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { addImportedDueDates } from '../care/public.ts';
import { happenedAt } from './service.ts';

interface ImportedVaccination {
  /** Row of the file. */
  line: number;
  animalId: number;
  product: string;
  /** The day it was given. */
  on: string;
  /** When it is due next, and of which recall type unless its medicine has one. */
  due: { on: string; careType: string } | null;
}

// No caller can choose such a key. It tells undoing which entries are the import's, and keeps a row from being written twice.
const keyOf = (importId: number, line: number): string => `import:${importId}:${line}`;

// $2 animals, $3 products, $4 when, $5 next dates, $6 keys. An entry is its owner's on that day.
const insertVaccinations = statement<{ client_key: string; care_type: string | null }>(
  'insert_imported_vaccinations',
  `with given as materialized (
     select g.* from unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::date[], $6::text[])
       g (animal_id, product, at, next_due_on, client_key)),
   known as materialized (
     select distinct on (lower(m.name)) lower(m.name) as name, m.id, y.name as care_type
     from medicines m
     left join care_types y on y.tenant_id = m.tenant_id and y.id = m.care_type_id and y.archived_at is null
     where m.tenant_id = $1 and m.kind = 'vaccine' and m.archived_at is null
       and lower(m.name) in (select lower(g.product) from given g)
     order by lower(m.name), m.id),
   written as (
     insert into entries (tenant_id, animal_id, client_id, kind, at, client_key, product, medicine_id, next_due_on)
     select $1, g.animal_id, o.client_id, 'vaccination', g.at, g.client_key, g.product, k.id, g.next_due_on
     from given g
     join owned_times o on o.tenant_id = $1 and o.animal_id = g.animal_id and o.owned_since <= g.at and o.owned_until > g.at
     left join known k on k.name = lower(g.product)
     on conflict (tenant_id, client_key) where client_key is not null do nothing
     returning client_key, product)
   select w.client_key, k.care_type from written w left join known k on k.name = lower(w.product)`,
);

/** Adds vaccinations of an import to health records, and moves due dates to their next ones. */
export async function addImportedVaccinations(
  ctx: WorkContext,
  importId: number,
  vaccinations: readonly ImportedVaccination[],
): Promise<void> {
  if (vaccinations.length === 0) return;
  const written = await ctx.tx.rows(insertVaccinations, [
    ctx.tenantId,
    vaccinations.map(({ animalId }) => animalId),
    vaccinations.map(({ product }) => product),
    vaccinations.map(({ on }) => happenedAt(ctx, { date: on })),
    vaccinations.map(({ due }) => due?.on ?? null),
    vaccinations.map(({ line }) => keyOf(importId, line)),
  ]);
  const typeOf = new Map(written.map((row) => [row.client_key, row.care_type]));
  const due = vaccinations.flatMap(({ line, animalId, due: next }) => {
    const careType = typeOf.get(keyOf(importId, line));
    return next === null || careType === undefined
      ? []
      : [{ animalId, on: next.on, careType: careType ?? next.careType }];
  });
  await addImportedDueDates(ctx, due, { onlyLater: true });
}

const vaccinationDays = statement<{ animal_id: number; product: string; on: string }>(
  'vaccination_days',
  `select e.animal_id, e.product, (e.at at time zone $3)::date as "on" from entries e
   where e.tenant_id = $1 and e.animal_id = any($2::bigint[]) and e.kind = 'vaccination' and e.struck_at is null`,
);

/** The vaccinations of animals, with their days on the practice's clock. */
export const vaccinationsOf = (
  { tx, tenantId, session }: Pick<WorkContext, 'tx' | 'tenantId' | 'session'>,
  animalIds: readonly number[],
): Promise<{ animal_id: number; product: string; on: string }[]> =>
  tx.rows(vaccinationDays, [tenantId, animalIds, session.timeZone]);

// Those that were changed or struck through since, or have an addendum, stay.
const deleteVaccinations = statement(
  'delete_imported_vaccinations',
  `delete from entries e where e.tenant_id = $1 and e.animal_id = any($3::bigint[])
     and e.client_key like 'import:' || $2::bigint || ':%' and e.version = 1 and e.struck_at is null
     and e.minimised_at is null and not exists (
       select from entry_addenda d where d.tenant_id = e.tenant_id and d.entry_id = e.id)`,
);

/** Deletes the vaccinations that an import added to these animals, as far as they are unchanged. */
export async function deleteImportedVaccinations(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  animalIds: readonly number[],
): Promise<void> {
  await tx.rows(deleteVaccinations, [tenantId, importId, animalIds]);
}
