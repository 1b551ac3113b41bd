import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { undoImportedCare, type CareChanges } from '../care/public.ts';
import { deleteImportedVaccinations } from '../entry/public.ts';

type Kind = 'client' | 'animal';
type Undoing = Pick<WorkContext, 'tx' | 'tenantId' | 'now'>;

export interface WrittenRecord {
  kind: Kind;
  record_id: number;
  created: boolean;
  filled: object;
  weight_id: number | null;
  /** The due dates that its vaccinations changed, by id: as they were, and as they are then. */
  care_before: CareChanges['before'];
  care_after: CareChanges['after'];
}

// A record that the import created or filled before: a further write of its own is no change by others. A vaccination
// alone doesn't write the record. Of a due date that it changed twice, the first state and the last count.
const insertRecords = statement(
  'insert_import_records',
  `insert into import_records as r (tenant_id, import_id, kind, record_id, created, filled, weight_id, care_before, care_after,
     written_at)
   select $1, $2, g.kind, g.record_id, g.created, g.filled, g.weight_id, g.care_before, g.care_after, $4
   from jsonb_to_recordset($3::jsonb)
     g (kind text, record_id bigint, created boolean, filled jsonb, weight_id bigint, care_before jsonb, care_after jsonb)
   on conflict (tenant_id, import_id, kind, record_id) do update
     set filled = r.filled || excluded.filled,
       care_before = excluded.care_before || r.care_before, care_after = r.care_after || excluded.care_after,
       written_at = case when excluded.filled = '{}' then r.written_at else excluded.written_at end`,
);

/** Records the writes of an import, in the same transaction. */
export async function noteWritten(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  records: readonly WrittenRecord[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return;
  await tx.rows(insertRecords, [tenantId, importId, JSON.stringify(records), now]);
}

const madeRecords = statement<{ kind: Kind; record_id: number }>(
  'records_made_by_import',
  `select r.kind, r.record_id from import_records r
   where r.tenant_id = $1 and r.import_id = $2 and r.created
     and (r.kind = 'client' and r.record_id = any($3::bigint[]) or r.kind = 'animal' and r.record_id = any($4::bigint[]))`,
);

/** Which of these clients and animals the import created. */
export async function madeBy(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  clientIds: readonly number[],
  animalIds: readonly number[],
): Promise<{ clients: Set<number>; animals: Set<number> }> {
  const rows = await tx.rows(madeRecords, [tenantId, importId, clientIds, animalIds]);
  const of = (kind: Kind) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.record_id));
  return { clients: of('client'), animals: of('animal') };
}

// ------------------------------------------------------------------------------------------------------------ undoing

const nextToUndo = statement<{ record_id: number }>(
  'next_import_records_to_undo',
  `select r.record_id from import_records r
   where r.tenant_id = $1 and r.import_id = $2 and r.kind = $3 and r.created = $4 and r.kept is null
   order by r.record_id limit $5`,
);

/** Records of one kind that undoing has not processed: those the import created, or those it filled. */
export const nextRecords = async (
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  { kind, created, most }: { kind: Kind; created: boolean; most: number },
): Promise<number[]> =>
  (await tx.rows(nextToUndo, [tenantId, importId, kind, created, most])).map(({ record_id }) => record_id);

// A simultaneous reference to one of them waits, and then finds it deleted.
const lockRows: Record<Kind, ReturnType<typeof statement<{ id: number }>>> = {
  animal: statement(
    'lock_animals_to_undo',
    'select a.id from animals a where a.tenant_id = $1 and a.id = any($2::bigint[]) order by a.id for update',
  ),
  client: statement(
    'lock_clients_to_undo',
    'select c.id from clients c where c.tenant_id = $1 and c.id = any($2::bigint[]) order by c.id for update',
  ),
};

const exists = (table: string, condition: string): string =>
  `exists (select from ${table} x where x.tenant_id = $1 and ${condition})`;

// Used, or changed by the desk since the import. Dates planned from the animal's age, and those that archiving the client
// stopped, are neither.
const isUsedOrChanged = `x.animal_id = a.id
  and (x.told > 0 or x.origin = 'given' or x.state in ('done', 'dismissed')
    or x.origin = 'hand' and x.updated_at > r.written_at and (x.state <> 'stopped' or x.created_at > r.written_at))`;

/**
 * Why a record stays, the first applicable reason. Every table that refers to the record has its line. $4 are the animals
 * whose due dates from imported vaccinations were used or changed.
 */
const keptAnimals = `case
     when ${exists('bookings', 'x.animal_id = a.id')} then 'appointment'
     when ${exists('deposits', 'x.animal_id = a.id')} then 'deposit'
     when ${exists('wants', 'x.animal_id = a.id')} or ${exists('offers', 'x.animal_id = a.id')} then 'waitlist'
     when ${exists('entries', 'x.animal_id = a.id')} then 'record'
     when a.id = any($4::bigint[]) or ${exists('care_due', isUsedOrChanged)} then 'care'
     when ${exists('files', 'x.animal_id = a.id')} then 'file'
     when ${exists('animal_weights', 'x.animal_id = a.id and x.id is distinct from r.weight_id')} then 'weight'
     when a.updated_at <> r.written_at then 'changed'
   end`;
const keptClients = `case
     when ${exists('bookings', 'x.client_id = a.id')} then 'appointment'
     when ${exists('deposits', 'x.client_id = a.id')} then 'deposit'
     when ${exists('wants', 'x.client_id = a.id')} or ${exists('offers', 'x.client_id = a.id')} then 'waitlist'
     when ${exists('entries', 'x.client_id = a.id')} then 'record'
     when ${exists('client_logins', 'x.client_id = a.id')} or a.id in (select s from clients_with_sessions($3) s) then 'portal'
     when ${exists('files', 'x.client_id = a.id or x.tenant_id = $1 and x.uploaded_by_client_id = a.id')} then 'file'
     when ${exists('comms', 'x.client_id = a.id')} or ${exists('client_links', 'x.client_id = a.id')} or ${exists('recalls', 'x.client_id = a.id')}
       then 'message'
     when ${exists('animals', 'x.client_id = a.id')} or ${exists('animal_owners', 'x.client_id = a.id')} then 'animal'
     when a.updated_at <> r.written_at then 'changed'
   end`;

const keep = (table: string, kind: Kind, reason: string): string =>
  `update import_records k set kept = found.reason
   from (select r.record_id, ${reason} as reason
         from import_records r join ${table} a on a.tenant_id = r.tenant_id and a.id = r.record_id
         where r.tenant_id = $1 and r.import_id = $2 and r.kind = '${kind}' and r.record_id = any($3::bigint[])) found
   where k.tenant_id = $1 and k.import_id = $2 and k.kind = '${kind}' and k.record_id = found.record_id
     and found.reason is not null
   returning k.record_id`;

const keepRows: Record<Kind, ReturnType<typeof statement<{ record_id: number }>>> = {
  animal: statement('keep_imported_animals', keep('animals', 'animal', keptAnimals)),
  client: statement('keep_imported_clients', keep('clients', 'client', keptClients)),
};

const deleteWeights = statement(
  'delete_imported_weights',
  'delete from animal_weights w where w.tenant_id = $1 and w.animal_id = any($2::bigint[])',
);
const deleteDueDates = statement(
  'delete_imported_due_dates',
  'delete from care_due d where d.tenant_id = $1 and d.animal_id = any($2::bigint[])',
);
const deleteRows: Record<Kind, ReturnType<typeof statement>> = {
  animal: statement(
    'delete_imported_animals',
    'delete from animals a where a.tenant_id = $1 and a.id = any($2::bigint[])',
  ),
  client: statement(
    'delete_imported_clients',
    'delete from clients c where c.tenant_id = $1 and c.id = any($2::bigint[])',
  ),
};
const forgetRecords = statement(
  'forget_import_records',
  `delete from import_records r
   where r.tenant_id = $1 and r.import_id = $2 and r.kind = $3 and r.record_id = any($4::bigint[]) and r.kept is null`,
);

const changedCare = statement<{ animal_id: number } & CareChanges>(
  'care_changed_by_import',
  `select r.record_id as animal_id, r.care_before as before, r.care_after as after from import_records r
   where r.tenant_id = $1 and r.import_id = $2 and r.kind = 'animal' and r.record_id = any($3::bigint[])
     and r.care_after <> '{}'`,
);

/**
 * Deletes the vaccinations of animals that an import added, and restores their due dates. The due dates stay of an animal
 * that keeps one of the vaccinations, or whose due dates were used or changed since.
 * @returns the animals that keep vaccinations, and the others whose due dates stay
 */
async function undoVaccinations(
  ctx: Undoing,
  importId: number,
  ids: readonly number[],
): Promise<{ record: Set<number>; care: Set<number> }> {
  const { tx, tenantId } = ctx;
  const kept = await deleteImportedVaccinations(tx, tenantId, importId, ids);
  const rows = await tx.rows(changedCare, [tenantId, importId, ids.filter((id) => !kept.has(id))]);
  const changes = new Map(rows.map(({ animal_id: id, before, after }) => [id, { before, after }]));
  return { record: kept, care: await undoImportedCare(ctx, changes) };
}

/** Deletes records that an import created; those in use stay, and are recorded with the reason. */
export async function deleteMade(
  ctx: Undoing,
  importId: number,
  kind: Kind,
  ids: readonly number[],
): Promise<void> {
  const { tx, tenantId } = ctx;
  await tx.rows(lockRows[kind], [tenantId, ids]);
  const used = kind === 'animal' ? [[...(await undoVaccinations(ctx, importId, ids)).care]] : [];
  const kept = new Set(
    (await tx.rows(keepRows[kind], [tenantId, importId, ids, ...used])).map(({ record_id }) => record_id),
  );
  const gone = ids.filter((id) => !kept.has(id));
  if (kind === 'animal') {
    await tx.rows(deleteWeights, [tenantId, gone]);
    await tx.rows(deleteDueDates, [tenantId, gone]);
  }
  await tx.rows(deleteRows[kind], [tenantId, gone]);
  await tx.rows(forgetRecords, [tenantId, importId, kind, gone]);
}

/** Clears a field again if it still has the filled-in value. */
const emptied = (field: string, text: string): string =>
  `${field} = case when r.filled ? '${field}' and ${text} = r.filled ->> '${field}' then null else a.${field} end`;

const emptyRows: Record<Kind, ReturnType<typeof statement>> = {
  animal: statement(
    'empty_filled_animals',
    `update animals a set
       ${['gender', 'breed', 'color', 'allergies', 'behaviour_notes', 'notes', 'microchip', 'insurer', 'policy', 'usual_vet'].map((field) => emptied(field, `a.${field}`)).join(', ')},
       ${emptied('dob', 'a.dob::text')},
       no_known_allergies = a.no_known_allergies and not r.filled ? 'no_known_allergies', updated_at = $4
     from import_records r
     where a.tenant_id = $1 and a.id = any($3::bigint[])
       and r.tenant_id = $1 and r.import_id = $2 and r.kind = 'animal' and r.record_id = a.id and r.filled <> '{}'`,
  ),
  client: statement(
    'empty_filled_clients',
    `update clients a set
       ${['phone', 'address', 'notes'].map((field) => emptied(field, `a.${field}`)).join(', ')},
       ${emptied('email', 'a.email::text')}, updated_at = $4
     from import_records r
     where a.tenant_id = $1 and a.id = any($3::bigint[])
       and r.tenant_id = $1 and r.import_id = $2 and r.kind = 'client' and r.record_id = a.id and r.kept is null`,
  ),
};

const keepAnimals = statement(
  'keep_animals_with_vaccinations',
  `update import_records k set kept = case when k.record_id = any($3::bigint[]) then 'record' else 'care' end
   where k.tenant_id = $1 and k.import_id = $2 and k.kind = 'animal' and k.record_id = any($3::bigint[] || $4::bigint[])`,
);
const keepClients = statement(
  'keep_filled_clients_of_portal',
  `update import_records k set kept = 'portal'
   where k.tenant_id = $1 and k.import_id = $2 and k.kind = 'client' and k.record_id = any($3::bigint[])
     and exists (select from client_logins l where l.tenant_id = $1 and l.client_id = k.record_id)`,
);

/**
 * Clears the fields that an import filled in; those changed since stay. Clients who have signed up to the portal, and animals
 * whose vaccinations or due dates stay, are recorded with the reason.
 */
export async function emptyFilled(
  ctx: Undoing,
  importId: number,
  kind: Kind,
  ids: readonly number[],
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  await tx.rows(lockRows[kind], [tenantId, ids]);
  if (kind === 'animal') {
    const { record, care } = await undoVaccinations(ctx, importId, ids);
    await tx.rows(keepAnimals, [tenantId, importId, [...record], [...care]]);
  } else {
    await tx.rows(keepClients, [tenantId, importId, ids]);
  }
  await tx.rows(emptyRows[kind], [tenantId, importId, ids, now]);
  await tx.rows(forgetRecords, [tenantId, importId, kind, ids]);
}
