import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { giveImportedCare, type CareChanges } from '../care/public.ts';
import type { VaccineInUse } from '../medicine/public.ts';
import { contentWith } from './content.ts';
import { happenedAt } from './service.ts';

/** A vaccination in a file, as the practice's lists know it. */
export interface ImportedVaccination {
  /** Row of the file. */
  line: number;
  animalId: number;
  product: string;
  /** The day it was given. */
  on: string;
  nextOn: string | null;
  /** Of the practice's list; null for one that isn't in it. */
  vaccine: VaccineInUse | null;
  /** The recall type that it counts as. */
  careTypeId: number | null;
}

// No caller can choose such a key. It tells undoing which entries are the import's, and keeps a row from being written twice.
const keyOf = (importId: number, line: number): string => `import:${importId}:${line}`;

// An entry is its owner's on that day.
const insertVaccinations = statement<{ client_key: string }>(
  'insert_imported_vaccinations',
  `insert into entries (tenant_id, animal_id, client_id, kind, at, client_key, product, medicine_id, next_due_on, data)
   select $1, g.animal_id, o.client_id, 'vaccination', g.at, g.client_key, g.product, g.medicine_id, g.next_due_on, g.data
   from jsonb_to_recordset($2::jsonb) g (animal_id bigint, at timestamptz, client_key text, product text,
     medicine_id bigint, next_due_on date, data jsonb)
   join owned_times o on o.tenant_id = $1 and o.animal_id = g.animal_id and o.owned_since <= g.at and o.owned_until > g.at
   on conflict (tenant_id, client_key) where client_key is not null do nothing
   returning client_key`,
);

/**
 * Adds vaccinations of an import to health records, with what an entry takes from its vaccine, and records the care that was
 * given.
 * @returns the changes to each animal's due dates
 */
export async function addImportedVaccinations(
  ctx: WorkContext,
  importId: number,
  vaccinations: readonly ImportedVaccination[],
): Promise<Map<number, CareChanges>> {
  if (vaccinations.length === 0) return new Map();
  const entries = vaccinations.map(({ line, animalId, product, on, nextOn, vaccine, careTypeId }) => {
    const sent = { product, medicine_id: vaccine?.id, next_due_on: nextOn ?? undefined };
    const content = contentWith('vaccination', sent, vaccine, on);
    const row = {
      ...content,
      animal_id: animalId,
      at: happenedAt(ctx, { date: on }),
      client_key: keyOf(importId, line),
    };
    return { row, on, careTypeId };
  });
  const written = await ctx.tx.rows(insertVaccinations, [
    ctx.tenantId,
    JSON.stringify(entries.map(({ row }) => row)),
  ]);
  const keys = new Set(written.map((row) => row.client_key));
  const care = entries.flatMap(({ row, on, careTypeId }) =>
    careTypeId === null || !keys.has(row.client_key)
      ? []
      : [{ animalId: row.animal_id, careTypeId, givenOn: on, nextDueOn: row.next_due_on }],
  );
  return giveImportedCare(ctx, care);
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

// The database decides which: also locked ones, but none that was changed, struck through or has an addendum.
const deleteVaccinations = statement(
  'delete_imported_vaccinations',
  `delete from entries e where e.tenant_id = $1 and e.animal_id = any($3::bigint[])
     and e.client_key like 'import:' || $2::bigint || ':%' and is_undone_with_import(e)`,
);
const keptVaccinations = statement<{ animal_id: number }>(
  'animals_with_imported_vaccinations',
  `select distinct e.animal_id from entries e where e.tenant_id = $1 and e.animal_id = any($3::bigint[])
     and e.client_key like 'import:' || $2::bigint || ':%'`,
);

/**
 * Deletes the vaccinations that an import added to these animals, as far as they are unchanged.
 * @returns the animals that keep one
 */
export async function deleteImportedVaccinations(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  animalIds: readonly number[],
): Promise<Set<number>> {
  await tx.rows(deleteVaccinations, [tenantId, importId, animalIds]);
  const kept = await tx.rows(keptVaccinations, [tenantId, importId, animalIds]);
  return new Set(kept.map(({ animal_id: id }) => id));
}
