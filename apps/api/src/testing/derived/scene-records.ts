import { createHash, randomUUID } from 'node:crypto';
import { webhookEventTypes } from '@burrow/contracts/webhook-event-types';
import { insertRow, type OwnerDb } from '../../../../../packages/dev/src/factory-insert.ts';
import { makeBooking, makeComms, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAccount,
  makeSessionKey,
  makeTenant,
  makeUser,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeCareDue, makeCareType, makeRecall } from '../../../../../packages/dev/src/factory-care.ts';
import { makeAbsence, makeResource } from '../../../../../packages/dev/src/factory-diary.ts';
import {
  makeAnimal,
  makeReplyTemplate,
  makeService,
} from '../../../../../packages/dev/src/factory-records.ts';
import { makeEntry, makeMedicine, makeNoteTemplate } from '../../../../../packages/dev/src/factory-health.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import type {
  AnimalRow,
  BookingRow,
  ClientRow,
  Columns,
  CommsRow,
  EntryRow,
  FileRow,
  MedicineRow,
  ResourceRow,
  ServiceRow,
  TenantRow,
  UserRow,
} from '../../../../../packages/dev/src/factory-rows.ts';
import type { Schema } from '../../db/schema.ts';
import { hashKey } from '../../lib/api-key.ts';
import { recoveryCodeHash } from '../../modules/sign-in-proof/recovery-codes.ts';

// Records of a scene, most of which no factory makes.

/** Only the latest of each stay in use: the number that a practice can have is limited. */
export async function makeTemplates(
  db: OwnerDb,
  tenant: TenantRow,
): Promise<Record<'noteTemplate' | 'replyTemplate', number>> {
  for (const table of ['note_templates', 'reply_templates']) {
    await db.query({
      text: `update ${table} set archived_at = now() where tenant_id = $1 and archived_at is null`,
      values: [tenant.id],
    });
  }
  const noteTemplate = await makeNoteTemplate(db, { tenant });
  const replyTemplate = await makeReplyTemplate(db, { tenant });
  return { noteTemplate: noteTemplate.id, replyTemplate: replyTemplate.id };
}

/** Not due: no test of the sender counts it. */
export async function makeLetter(
  db: OwnerDb,
  { client, staff, file }: { client: ClientRow; staff: UserRow; file: FileRow },
): Promise<CommsRow> {
  const { tenant_id } = client;
  const letter = await makeComms(db, {
    client,
    kind: 'own_words',
    author_id: staff.id,
    type: 'email',
    status: 'pending',
    recipient: client.email ?? '',
    subject: 'Results',
    due_at: '2100-01-01T00:00:00Z',
  });
  const { id: file_id, filename } = file;
  await insertRow(db, 'comms_files', { tenant_id, message_id: letter.id, position: 1, file_id, filename });
  await db.query({
    text: 'update conversations set unread_at = now(), assignee_id = $3 where tenant_id = $1 and client_id = $2',
    values: [tenant_id, client.id, staff.id],
  });
  return letter;
}

export async function makeHealthRecord(
  db: OwnerDb,
  { tenant, author, animal }: { tenant: TenantRow; author: UserRow; animal: AnimalRow },
): Promise<Record<'vaccination' | 'prescription', EntryRow> & { medicine: MedicineRow }> {
  const medicine = await makeMedicine(db, { tenant });
  const vaccination = await makeEntry(db, { animal, author, medicine, batch: 'A 123', quantity: 1 });
  const prescription = await makeEntry(db, {
    animal,
    author,
    kind: 'prescription',
    product: 'Meloxicam',
    quantity: 10,
    unit: 'ml',
    data: { directions: 'Once a day', valid_until: '2026-07-13', is_controlled: false },
  });
  return { vaccination, prescription, medicine };
}

/** Only the last one waits: the staff who are free are looked up for each. */
export async function makeRequest(db: OwnerDb, animal: AnimalRow): Promise<BookingRow> {
  await db.query({
    text: 'update bookings set is_provisional = false where tenant_id = $1 and is_provisional',
    values: [animal.tenant_id],
  });
  return makeBooking(db, { animal, booking_date: '2026-01-21', is_provisional: true });
}

/** In the name of the practice's admin. Only a few of earlier scenes are kept: a practice can have at most fifty. */
export async function makeProgramKey(db: OwnerDb, { tenant, admin }: Practice): Promise<SessionKey> {
  await db.query({
    text: `delete from api_keys where tenant_id = $1 and label = 'Website' and id not in (
             select k.id from api_keys k where k.tenant_id = $1 and k.label = 'Website' order by k.id desc limit 20)`,
    values: [tenant.id],
  });
  return makeSessionKey(db, { user: admin, kind: 'integration', label: 'Website' });
}

/** Only a few of earlier scenes stay active: a practice can have at most a hundred. */
export async function makeRoom(db: OwnerDb, tenant: TenantRow): Promise<ResourceRow> {
  await db.query({
    text: `update resources set retired_at = now() where tenant_id = $1 and retired_at is null and id not in (
             select r.id from resources r where r.tenant_id = $1 order by r.id desc limit 50)`,
    values: [tenant.id],
  });
  return makeResource(db, { tenant });
}

const secondStepSalt = Buffer.alloc(16);
const secondStepCode = '23456-789ab';
/** Slow, so it is computed once. */
const secondStepHash = recoveryCodeHash(secondStepCode, secondStepSalt);

export async function makePasskey(db: OwnerDb, { tenant_id, id: client_id }: ClientRow): Promise<number> {
  await insertRow(db, 'client_passkey_challenges', {
    tenant_id,
    token_hash: hashKey(randomUUID()),
    client_id,
    webauthn_challenge: randomUUID(),
    expires_at: '2100-01-01T00:00:00Z',
  });
  const passkey = await insertRow(db, 'client_passkeys', {
    tenant_id,
    client_id,
    name: 'Chrome on Android',
    credential_id: randomUUID(),
    public_key: Buffer.from('key'),
    rp_id: '127.0.0.1',
    counter: 0,
    transports: ['internal'],
    created_at: '2026-01-13T09:00:00Z',
  });
  return passkey.id;
}

export async function makePushDevice(
  db: OwnerDb,
  { tenantId: tenant_id, clientId: client_id, keyId: session_id }: SessionKey,
): Promise<number> {
  const device = await insertRow(db, 'push_subscriptions', {
    tenant_id: tenant_id ?? 0,
    client_id: client_id ?? 0,
    session_id,
    name: 'Chrome on Android',
    endpoint_secret: `https://push.example.com/${randomUUID()}`,
    p256dh_key: 'p'.repeat(87),
    auth_secret: 'a'.repeat(22),
    created_at: '2026-01-13T09:00:00Z',
  });
  return device.id;
}

/** Each person has an unusable passkey and a recovery code. */
export async function makeSecondStep(
  db: OwnerDb,
  tenant: TenantRow,
): Promise<{ user: UserRow; challenge: string; code: string }> {
  const account = await makeAccount(db);
  const user = await makeUser(db, { tenant, account });
  const [account_id, created_at, challenge] = [account.id, '2026-01-13T09:00:00Z', randomUUID()];
  await insertRow(db, 'account_factors', {
    account_id,
    kind: 'passkey',
    state: 'active',
    name: 'Laptop',
    credential_id: randomUUID(),
    public_key: Buffer.from('key'),
    rp_id: '127.0.0.1',
    counter: 0,
    created_at,
    confirmed_at: created_at,
  });
  const code_hash = await secondStepHash;
  await insertRow(db, 'recovery_codes', { account_id, code_hash, salt: secondStepSalt, created_at });
  await insertRow(db, 'sign_in_challenges', {
    token_hash: hashKey(challenge),
    account_id,
    purpose: 'second_step',
    webauthn_challenge: '',
    proved_password: createHash('sha256')
      .update(account.password_hash ?? '')
      .digest(),
    created_at,
    expires_at: '2100-01-01T00:00:00Z',
  });
  return { user, challenge, code: secondStepCode };
}

export async function makeKeptConflict(db: OwnerDb, animal: AnimalRow): Promise<BookingRow> {
  const { tenant_id } = animal;
  const staff = await makeUser(db, { tenant_id });
  await makeAbsence(db, { user: staff });
  const booking = await makeBooking(db, { animal, staff });
  const { id: booking_id, starts_at, duration_minutes, staff_id } = booking;
  const conflict = {
    tenant_id,
    booking_id,
    starts_at,
    duration_minutes,
    staff_id,
    problems: ['staff_absent'],
  };
  await insertRow(db, 'accepted_conflicts', conflict);
  await insertRow(db, 'conflict_notices', { ...conflict, notified_at: '2026-01-14T09:00:00Z' });
  return booking;
}

let offersMade = 0;

/** Each offer is for a day of its own, because the practice has one place. */
export async function makeWaitlist(
  db: OwnerDb,
  { animal, service, booking }: { animal: AnimalRow; service: ServiceRow; booking: BookingRow },
): Promise<Record<'want' | 'offer' | 'other', number>> {
  const { tenant_id } = animal;
  const wanted = { tenant_id, animal_id: animal.id, client_id: animal.client_id, service_id: service.id };
  const want = await makeWant(db, { ...wanted, note: 'Any morning' });
  const offered = await makeWant(db, { ...wanted, state: 'offered' });
  const freed = await insertRow(db, 'freed_times', {
    tenant_id,
    cause: 'moved',
    booking_id: booking.id,
    during: '[2026-01-16 10:00, 2026-01-16 10:30)',
    freed_at: '2026-01-14T08:00:00Z',
  });
  const booking_date = new Date(Date.UTC(2031, 0, (offersMade += 1))).toISOString().slice(0, 10);
  const offer = await insertRow(db, 'offers', {
    ...wanted,
    want_id: offered,
    booking_date,
    booking_time: '10:00',
    duration_minutes: 30,
    starts_at: `${booking_date}T10:00:00Z`,
    price_pence: 4500,
    held_until: '2100-01-01T00:00:00Z',
    freed_time_id: freed.id,
    created_at: '2026-01-14T08:00:00Z',
    updated_at: '2026-01-14T08:00:00Z',
  });
  await db.query({
    text: 'insert into waitlist_looks (tenant_id) values ($1) on conflict do nothing',
    values: [tenant_id],
  });
  const another = await makeAnimal(db, { tenant_id });
  const theirs = { ...wanted, animal_id: another.id, client_id: another.client_id };
  return { want, offer: offer.id, other: await makeWant(db, theirs) };
}

async function makeWant(db: OwnerDb, columns: Columns<Schema['wants']>): Promise<number> {
  const want = await insertRow(db, 'wants', {
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    from_date: '2026-01-14',
    until_date: '2026-06-30',
    source: 'portal',
    created_at: '2026-01-14T08:00:00Z',
    updated_at: '2026-01-14T08:00:00Z',
    ...columns,
  });
  return want.id;
}

/** A due date that a recall was about. */
export async function makeCare(
  db: OwnerDb,
  animal: AnimalRow,
): Promise<Record<'type' | 'due' | 'recall', number>> {
  const { tenant_id } = animal;
  const service = await makeService(db, { tenant_id });
  // A practice has a limited number of them, and the scenes of a file can be more.
  await db.query({
    text: `update care_types set archived_at = now() where tenant_id = $1 and archived_at is null and id <
             (select min(l.id) from (select id from care_types where tenant_id = $1 order by id desc limit 20) l)`,
    values: [tenant_id],
  });
  const type = await makeCareType(db, {
    tenant_id,
    service_id: service.id,
    name: 'Booster',
    care_group: 'Vaccination',
  });
  const due = await makeCareDue(db, { animal, care_type_id: type.id, due_on: '2026-01-20' });
  const recall = await makeRecall(db, { animal, due, day: '2026-01-10' });
  return { type: type.id, due: due.id, recall: recall.id };
}

export async function makeTask(db: OwnerDb, { tenant_id, id }: UserRow): Promise<number> {
  const note = { tenant_id, user_id: id, date: '2026-01-15', body: 'Order gloves', is_task: true };
  return (await insertRow(db, 'day_notes', note)).id;
}

export async function makeAuditLine(db: OwnerDb, { tenant_id, id }: BookingRow): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    text: `insert into audit_log (tenant_id, action, entity, entity_id, details, request_id)
           values ($1, 'booking_create', 'booking', $2, '{"reason": "asked"}', 'request') returning id`,
    values: [tenant_id, id],
  });
  return Number(rows[0]?.id);
}

/** Of a deposit that was paid by card. */
export async function makeRefusedRefund(db: OwnerDb, booking: BookingRow): Promise<number> {
  const deposit = await makePayment(db, {
    booking,
    kind: 'deposit',
    amount_pence: 1000,
    provider: 'stripe',
    provider_reference: `pi_of_${booking.id}`,
  });
  const { rows } = await db.query<{ id: string }>({
    text: `insert into refunds (tenant_id, payment_id, amount_pence, reason, status, last_error, requested_at, settled_at)
           values ($1, $2, 1000, 'asked', 'failed', 'The card is gone.', now(), now()) returning id`,
    values: [booking.tenant_id, deposit.id],
  });
  return Number(rows[0]?.id);
}

/** Of a file with one column and one row, which has an error. */
export async function makeImport(db: OwnerDb, { tenant, client }: Practice, status: string): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    text: `insert into imports (tenant_id, filename, file_size, encoding, separator, has_header, columns, first_records,
                                record_count, date_order, status, created_at, expires_at)
           values ($1, 'clients.csv', 9, 'UTF-8', ',', true, '[null]', '[["Name"], ["Ann"]]', 2, 'dmy', $2, now(), '2100-01-01')
           returning id`,
    values: [tenant.id, status],
  });
  const id = Number(rows[0]?.id);
  const parts: [string, unknown[]][] = [
    [
      `insert into import_files (tenant_id, import_id, file_size, content) values ($1, $2, 9, 'Name\nAnn\n')`,
      [tenant.id, id],
    ],
    [
      `insert into import_findings (tenant_id, import_id, line, kind, cells, findings)
       values ($1, $2, 2, 'problem', '{Ann}', '[{"column": null, "value": "Ann", "message": "Wrong."}]')`,
      [tenant.id, id],
    ],
    [
      `insert into import_records (tenant_id, import_id, kind, record_id, created, written_at)
       values ($1, $2, 'client', $3, false, now())`,
      [tenant.id, id, client.id],
    ],
  ];
  for (const [text, values] of parts) await db.query({ text, values });
  return id;
}

/** The practice's only endpoint, so that others can be added, with one delivery and an attempt of it. */
export async function makeWebhook(
  db: OwnerDb,
  tenantId: number,
): Promise<{ endpointId: number; deliveryId: number }> {
  const { rows } = await db.query<{ endpoint: string; delivery: string }>({
    text: `with others as (delete from webhook_endpoints where tenant_id = $1),
           endpoint as (
             insert into webhook_endpoints (tenant_id, url, description, events, secret, created_at, updated_at)
             values ($1, 'https://hooks.example.test/' || gen_random_uuid(), 'Accounts', $2, 'whsec_c2VjcmV0', now(), now())
             returning id),
           delivery as (
             insert into webhook_deliveries (tenant_id, endpoint_id, event_id, type, data, status, attempts, last_error, finished_at)
             select $1, e.id, gen_random_uuid(), 'client.created', '{"client_id": 1}', 'failed', 1, 'It responded with 500.', now()
             from endpoint e returning id, endpoint_id),
           attempt as (
             insert into webhook_attempts (tenant_id, endpoint_id, delivery_id, number, at, duration_ms, status, error, answer)
             select $1, d.endpoint_id, d.id, 1, now(), 12, 500, 'It responded with 500.', 'Sorry' from delivery d)
           select e.id as endpoint, d.id as delivery from endpoint e, delivery d`,
    values: [tenantId, webhookEventTypes],
  });
  return { endpointId: Number(rows[0]?.endpoint), deliveryId: Number(rows[0]?.delivery) };
}

/** The practice's sign-in provider, and an account's identity there. */
export async function makeIdentity(db: OwnerDb, tenantId: number, accountId: number): Promise<number> {
  const issuer = 'https://login.example.test';
  const { rows } = await db.query<{ id: string }>({
    text: `with provider as (
             insert into identity_providers
               (tenant_id, name, issuer, application, client_secret, admin_group, staff_group, created_at, updated_at)
             values ($1, 'Work account', $3, 'burrow', 'sealed', 'admins', 'everyone', now(), now())
             on conflict (tenant_id) do nothing),
           started as (
             insert into sso_sign_ins (state_hash, browser_hash, nonce, verifier, provider_tenant_id, issuer, purpose, expires_at)
             values (sha256(uuid_send(gen_random_uuid())), sha256('browser'), 'nonce', 'verifier', $1, $3, 'sign_in', '2100-01-01'))
           insert into account_identities (account_id, provider_tenant_id, issuer, subject, email, connected_at)
           values ($2, $1, $3, gen_random_uuid(), 'ann@example.test', now()) returning id`,
    values: [tenantId, accountId, issuer],
  });
  return Number(rows[0]?.id);
}

export async function makeManagedPractice(db: OwnerDb): Promise<TenantRow> {
  const managed = await makeTenant(db);
  const invited = await makeUser(db, { tenant: managed, role: 'admin' });
  await db.query({
    text: 'update users set accepted_at = null where tenant_id = $1 and id = $2',
    values: [managed.id, invited.id],
  });
  return managed;
}
