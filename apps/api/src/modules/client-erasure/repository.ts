import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { filesOfClient, messagesOfClient, paymentsOfClient } from './preview-read-model.ts';

/** The name of an erased client and of their animals. */
export const erasedNames = { client: 'Erased client', animal: 'Erased animal' } as const;

/** A client whose row is locked, with every text by which they could be identified. */
export interface ClientToErase extends Pick<Schema['clients'], 'name' | 'phone'> {
  is_erased: boolean;
  texts: string[];
}

const lockToErase = statement<ClientToErase>(
  'lock_client_to_erase',
  `select c.name, c.phone, c.erased_at is not null as is_erased,
     array_remove(array[c.name, c.email::text, c.phone, c.address], null) || array(
       select a.name from animals a where a.tenant_id = $1 and a.client_id = $2) as texts
   from clients c where c.tenant_id = $1 and c.id = $2 for update of c`,
);

// Of imports $2. The content of a file is deleted as a whole; the data to undo the import of the other clients stays.
// One that has not begun has nothing left to begin with.
const eraseImportFindings = statement(
  'erase_import_findings',
  'delete from import_findings x where x.tenant_id = $1 and x.import_id = any ($2::bigint[])',
);
const eraseImportFiles = statement(
  'erase_import_files',
  'delete from import_files x where x.tenant_id = $1 and x.import_id = any ($2::bigint[])',
);
const eraseImportSamples = statement(
  'erase_import_samples',
  `update imports u set first_records = '[]',
     cleared_at = case when u.status in ('uploaded', 'checked') then $3 else u.cleared_at end
   where u.tenant_id = $1 and u.id = any ($2::bigint[])`,
);

// Separate statements, so that each uses indexes: the second and third use `comms_by_address`.
export const messageErasures = [
  statement('erase_messages', `delete from comms k where k.tenant_id = $1 and ${messagesOfClient}`),
  statement(
    'erase_texts_by_number',
    `delete from comms k where k.tenant_id = $1 and k.type = 'sms'
       and k.recipient = any (array(select c.phone from clients c where c.tenant_id = $1 and c.id = $2))`,
  ),
  statement(
    'erase_messages_by_email',
    `delete from comms k where k.tenant_id = $1 and k.client_id is null
       and k.recipient = any (array(select c.email::text from clients c where c.tenant_id = $1 and c.id = $2))`,
  ),
];

// One statement each, in this order: rows that reference others are removed before the rows that show whose they are.
const erasures = [
  // Earlier deliveries of outgoing webhooks, and their answers. The erasure itself is sent at the end.
  statement(
    'erase_webhook_deliveries',
    'delete from webhook_deliveries d where d.tenant_id = $1 and d.client_id = $2',
  ),
  // Notifications of the desk contain names. One about a failed deposit has no appointment, but the requested time.
  statement(
    'erase_notifications',
    `delete from notifications n where n.tenant_id = $1
       and (n.details ->> 'client_id' = $2::bigint::text or n.booking_id in (select b.id from bookings b where b.tenant_id = $1 and b.client_id = $2)
         or n.booking_id is null and (n.details ->> 'booking_date', n.details ->> 'booking_time') in (
           select d.booking_date::text, to_char(d.booking_time, 'HH24:MI')
           from deposits d where d.tenant_id = $1 and d.client_id = $2))`,
  ),
  // First, so that the deleted messages do not each shorten it.
  statement('erase_conversation', 'delete from conversations v where v.tenant_id = $1 and v.client_id = $2'),
  ...messageErasures,
  statement(
    'erase_import_records',
    `delete from import_records r where r.tenant_id = $1 and (
       r.kind = 'client' and r.record_id = $2
       or r.kind = 'animal' and r.record_id in (
         select a.id from animals a where a.tenant_id = $1 and a.client_id = $2))`,
  ),
  statement(
    'erase_answers',
    `delete from booking_field_values v where v.tenant_id = $1
       and v.booking_id in (select b.id from bookings b where b.tenant_id = $1 and b.client_id = $2)`,
  ),
  statement(
    'erase_booking_changes',
    `update booking_changes k set reason = null, answer = null where k.tenant_id = $1
       and k.booking_id in (select b.id from bookings b where b.tenant_id = $1 and b.client_id = $2)
       and (k.reason is not null or k.answer is not null)`,
  ),
  statement(
    'erase_kept_conflicts',
    `delete from accepted_conflicts k where k.tenant_id = $1
       and k.booking_id in (select b.id from bookings b where b.tenant_id = $1 and b.client_id = $2)`,
  ),
  statement(
    'erase_conflict_notices',
    `delete from conflict_notices k where k.tenant_id = $1
       and k.booking_id in (select b.id from bookings b where b.tenant_id = $1 and b.client_id = $2)`,
  ),
  statement(
    'erase_weights',
    `delete from animal_weights w where w.tenant_id = $1
       and w.animal_id in (select a.id from animals a where a.tenant_id = $1 and a.client_id = $2)`,
  ),
  statement(
    'erase_codes',
    `delete from phone_codes k where k.tenant_id = $1
       and k.phone in (select c.phone from clients c where c.tenant_id = $1 and c.id = $2)`,
  ),
  statement('erase_client_links', 'delete from client_links l where l.tenant_id = $1 and l.client_id = $2'),
  statement('erase_login', 'delete from client_logins l where l.tenant_id = $1 and l.client_id = $2'),
  statement(
    'erase_deposits',
    'update deposits d set notes = null where d.tenant_id = $1 and d.client_id = $2',
  ),
  statement(
    'erase_recall_items',
    `delete from recall_items i where i.tenant_id = $1
       and i.recall_id in (select r.id from recalls r where r.tenant_id = $1 and r.client_id = $2)`,
  ),
  statement('erase_recalls', 'delete from recalls r where r.tenant_id = $1 and r.client_id = $2'),
  statement(
    'erase_dismissals',
    `update care_due d set reason = null where d.tenant_id = $1 and d.reason is not null
       and d.animal_id in (select a.id from animals a where a.tenant_id = $1 and a.client_id = $2)`,
  ),
  statement(
    'erase_want_notes',
    'update wants w set note = null where w.tenant_id = $1 and w.client_id = $2 and w.note is not null',
  ),
  statement(
    'erase_refunds',
    `update refunds r set last_error = null where r.tenant_id = $1 and r.last_error is not null
       and r.payment_id = any (array(select p.id from payments p where p.tenant_id = $1 and ${paymentsOfClient}))`,
  ),
  statement(
    'erase_booking_notes',
    `update bookings b set notes = null, staff_notes = null
     where b.tenant_id = $1 and b.client_id = $2 and (b.notes is not null or b.staff_notes is not null)`,
  ),
];

const eraseFiles = statement<Pick<Schema['files'], 'id' | 'storage' | 'storage_key'>>(
  'erase_files',
  `with gone as (
     delete from files f where f.tenant_id = $1 and ${filesOfClient}
     returning f.id, f.storage, f.storage_key
   ), noted as (
     insert into file_removals (tenant_id, storage_key, storage, due_at)
     select $1, g.storage_key, g.storage, $3 from gone g where g.storage <> 'database'
   )
   select * from gone`,
);

// The species stays for statistics: alone it identifies no one.
const eraseAnimals = statement<{ id: number }>(
  'erase_animals',
  `update animals a set name = '${erasedNames.animal}', breed = null, color = null, gender = null, dob = null,
     allergies = null, no_known_allergies = false, behaviour_notes = null, notes = null, microchip = null, insurer = null,
     policy = null, usual_vet = null, deceased_on = null, active = false,
     archived_reason = case when a.active then null else a.archived_reason end, erased_at = $3, updated_at = $3
   where a.tenant_id = $1 and a.client_id = $2 returning a.id`,
);
const eraseClientRow = statement(
  'erase_client',
  `update clients c set name = '${erasedNames.client}', email = null, phone = null, address = null, notes = null,
     likes_sms = false, likes_email = false, likes_push = false, likes_recall = false, sms_stopped_at = null, alert = null, archived_at = coalesce(c.archived_at, $3),
     erased_at = $3, updated_at = $3
   where c.tenant_id = $1 and c.id = $2`,
);
// Events of appointments are enqueued at the commit, which would be after that of the erasure.
const enqueueWebhooks = statement(
  'enqueue_webhooks_of_bookings',
  'set constraints bookings_told_made, bookings_told_changed immediate',
);
const bookingIds = statement<{ id: number }>(
  'bookings_of_erased',
  'select b.id from bookings b where b.tenant_id = $1 and b.client_id = $2',
);
// Reports how many entries are kept, for the five years that the law demands.
const eraseEntries = statement<{ kept: number }>(
  'erase_client_entries',
  'select erase_client_entries($1) as kept',
);
const eraseTraces = statement('erase_client_traces', 'select erase_client_traces($1, $2, $3, $4)');
// Stored answers of idempotency keys can contain names. A repeated request gets a new answer.
const eraseAnswersKept = statement(
  'erase_kept_answers',
  `delete from idempotency_keys k where k.tenant_id = $1
     and exists (select from unnest($2::text[]) as known (text) where strpos(k.answer, known.text) > 0)`,
);
const forgetPhoneAttempts = statement('forget_phone_attempts', 'delete from rate_limits r where r.key = $1');

/** A deleted file, with the place of its remaining bytes. */
export type ErasedFile = Awaited<ReturnType<typeof eraseClient>>['files'][number];

/** The client, locked against every other change until the transaction ends. */
export const lockClientToErase = (
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
): Promise<ClientToErase | undefined> => tx.row(lockToErase, [tenantId, clientId]);

/**
 * Removes or overwrites all data of a client whose row is locked. Appointments, payments and invoices stay.
 * @param imports those that created them or name them
 * @returns the deleted files, whose bytes outside the database are queued for deletion, and how many entries of health
 * records are kept without text
 */
export async function eraseClient(
  tx: TenantTransaction,
  { tenantId, clientId, now }: { tenantId: number; clientId: number; now: Date },
  { texts }: ClientToErase,
  imports: readonly number[],
) {
  const whose = [tenantId, clientId];
  const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
  await tx.rows(eraseImportFindings, [tenantId, imports]);
  await tx.rows(eraseImportFiles, [tenantId, imports]);
  await tx.rows(eraseImportSamples, [tenantId, imports, now]);
  for (const erasure of erasures) await tx.rows(erasure, whose);
  const files = await tx.rows(eraseFiles, [...whose, now]);
  const animals = await tx.rows(eraseAnimals, [...whose, now]);
  await tx.rows(enqueueWebhooks);
  await tx.rows(eraseClientRow, [...whose, now]);
  const entries = await tx.row(eraseEntries, [clientId]);
  const bookings = await tx.rows(bookingIds, whose);
  await tx.rows(eraseTraces, [clientId, ids(animals), ids(bookings), ids(files)]);
  // As in JSON, without the quotes. Very short texts occur in every answer.
  const written = texts.filter((text) => text.length > 2).map((text) => JSON.stringify(text).slice(1, -1));
  await tx.rows(eraseAnswersKept, [tenantId, written]);
  await tx.rows(forgetPhoneAttempts, [`own-phone:${tenantId}:${clientId}`]);
  return { files, keptSupplies: entries?.kept ?? 0 };
}
