import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { webhookEventTypes } from '@burrow/contracts/webhook-event-types';
import { insertRow, type OwnerDb } from '../../../../../packages/dev/src/factory-insert.ts';
import {
  makeBooking,
  makeBookingChange,
  makeBookingField,
  makeBookingFieldValue,
  makeComms,
  makeDeposit,
  makeFile,
  makeNotification,
  makePayment,
} from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  defaultPassword,
  makeAccount,
  makeClient,
  makeClientLink,
  makeInvited,
  makePhoneCode,
  makeSessionKey,
  makeTenant,
  makeUser,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeCareDue, makeCareType, makeRecall } from '../../../../../packages/dev/src/factory-care.ts';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import {
  makeAnimal,
  makeCalendarFeed,
  makeHoliday,
  makeReplyTemplate,
  makeService,
  makeWeight,
} from '../../../../../packages/dev/src/factory-records.ts';
import {
  makeAddendum,
  makeEntry,
  makeMedicine,
  makeNoteTemplate,
} from '../../../../../packages/dev/src/factory-health.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type {
  AbsenceRow,
  AccountRow,
  AnimalRow,
  AnimalWeightRow,
  BookingFieldRow,
  BookingRow,
  CalendarFeedRow,
  ClientRow,
  Columns,
  CommsRow,
  DepositRow,
  EntryRow,
  FileRow,
  HolidayRow,
  MedicineRow,
  PaymentRow,
  ResourceRow,
  ServiceRow,
  TenantRow,
  UserRow,
  WorkPatternRow,
} from '../../../../../packages/dev/src/factory-rows.ts';
import type { Schema } from '../../db/schema.ts';
import { hashKey } from '../../lib/api-key.ts';
import { recoveryCodeHash } from '../../modules/sign-in-proof/recovery-codes.ts';

/** Records of a practice that one call may use up: one of each kind that an action can name. */
export interface Scene {
  practice: Practice;
  account: AccountRow;
  /** The person of `account`; their diary contains only `booking`. */
  staff: UserRow;
  /** Has a login, and was sent a code for a new password. */
  client: ClientRow;
  /** Has nothing outstanding, so they can be erased. */
  leaver: ClientRow;
  /** The id of an unusable passkey of `client`, who is adding another one. */
  passkey: number;
  /** The id of a device on which `client` gets notifications. */
  pushDevice: number;
  /** A person signing up: the number they verified, and a later code that was sent to it. */
  newcomer: { phone: string; code: string; token: string };
  /** The same for a person who signs in with a code. */
  beginner: { phone: string; code: string; token: string };
  animal: AnimalRow;
  service: ServiceRow;
  /** Pending. */
  booking: BookingRow;
  /** Confirmed and due. */
  due: BookingRow;
  /** A request of `client` that waits for an answer. */
  request: BookingRow;
  /** The id of a request of `client` to move an appointment. */
  change: number;
  file: FileRow;
  /** What `client` uploaded to `animal`. */
  upload: FileRow;
  weight: AnimalWeightRow;
  /** Has been invited and has not joined. */
  invited: UserRow;
  /** Of the link of `invited`. */
  token: string;
  /** Ids: a want of `client`, an open offer to them for another one, and a want of another client. */
  waitlist: { want: number; offer: number; other: number };
  care: { type: number; due: number; recall: number };
  /** A link in a message to `client`, who was sent a code to sign in. */
  clientLink: string;
  /** A person with a second factor, whose sign-in waits for the second step. */
  guarded: { user: UserRow; challenge: string; code: string };
  /** A session of `staff`. */
  session: SessionKey;
  /** A session of `client`. */
  clientSession: SessionKey;
  /** An API key, in the name of the practice's admin. */
  programKey: SessionKey;
  field: BookingFieldRow;
  holiday: HolidayRow;
  /** A room without appointments. */
  resource: ResourceRow;
  /** Working hours of another person, who has no appointments. */
  pattern: WorkPatternRow;
  /** Of that person. */
  absence: AbsenceRow;
  /** An appointment of someone who is absent then, kept so. */
  kept: BookingRow;
  /** The id of a task of `staff`. */
  dayNote: number;
  /** Of `staff`'s diary. */
  feed: CalendarFeedRow;
  /** The id of a line in the audit log, about `booking`. */
  auditLine: number;
  /** The id of a notification about `booking`. */
  notification: number;
  /** About `booking`; it failed. */
  message: CommsRow;
  /** A queued email with `file` to `client`, in the words of `staff`; the conversation is unread and theirs. */
  letter: CommsRow;
  /** Of another appointment, taken at the desk. */
  payment: PaymentRow;
  /** A vaccination and a prescription of `animal`, which can be changed. */
  vaccination: EntryRow;
  prescription: EntryRow;
  medicine: MedicineRow;
  /** The ids of a note template and a reply template. */
  noteTemplate: number;
  replyTemplate: number;
  /** With which `client` requested an appointment. */
  deposit: DepositRow;
  /** The id of a refund that the card provider has refused. */
  refund: number;
  /** The ids of imports, by their state. */
  imports: Record<'uploaded' | 'checked' | 'running' | 'done', number>;
  /** An endpoint with all events, and a failed delivery to it. */
  webhook: { endpointId: number; deliveryId: number };
  /** The id of a connected sign-in of `account`. */
  identity: number;
  /** Another practice, for a superadmin's actions: its first admin has been invited and has not joined. */
  managed: TenantRow;
}

const statementNames = new Map<string, string>();

/** Prepares each statement once per connection: the statements of a scene cost more to plan than to run. */
const prepared = (db: OwnerDb): OwnerDb => ({
  query: (config) => {
    const name = statementNames.get(config.text) ?? `scene_${statementNames.size}`;
    statementNames.set(config.text, name);
    return db.query({ ...config, name });
  },
});

/** Makes one more set of records in a practice, in one transaction: to commit each alone takes a third of the time. */
export async function makeScene(owner: pg.Pool, practice: Practice): Promise<Scene> {
  const connection = await owner.connect();
  try {
    await connection.query('begin');
    const scene = await makeRecords(prepared(connection), practice);
    await connection.query('commit');
    return scene;
  } catch (error) {
    await connection.query('rollback');
    throw error;
  } finally {
    connection.release();
  }
}

async function makeRecords(db: OwnerDb, practice: Practice): Promise<Scene> {
  const { tenant, dog } = practice;
  const account = await makeAccount(db);
  const [staff, client, service, field] = await Promise.all([
    makeUser(db, { tenant, account }),
    makeClient(db, { tenant, notes: 'Rings in the evening', password: defaultPassword }),
    makeService(db, { tenant, description: 'From nose to tail' }),
    makeBookingField(db, { tenant }),
  ]);
  const animal = await makeAnimal(db, { client, species: dog, breed: 'Terrier', allergies: 'Penicillin' });
  const booking = await makeBooking(db, { animal, service, staff, notes: 'Bring the red book' });
  const due = await makeBooking(db, { animal, service, booking_date: '2026-01-13', status: 'confirmed' });
  const request = await makeRequest(db, animal);
  const moving = await makeBooking(db, { animal, booking_date: '2026-01-22', status: 'confirmed' });
  const change = await makeBookingChange(db, { booking: moving, reason: 'At school', answer: 'Yes' });
  const leaver = await makeClient(db, { tenant });
  const passkey = await makePasskey(db, client);
  const newcomer = await makePhoneCode(db, { tenant });
  const beginner = await makePhoneCode(db, { tenant, purpose: 'sign_in' });
  for (const purpose of ['reset', 'sign_in'] as const) {
    await makePhoneCode(db, { tenant, purpose, phone: client.phone ?? '' });
  }
  const { token: clientLink } = await makeClientLink(db, { client });
  const file = await makeFile(db, { animal });
  const thumbnail = Buffer.from('small');
  const upload = await makeFile(db, { animal, uploaded_by_client_id: client.id, thumbnail });
  const weight = await makeWeight(db, { animal });
  const { user: invited, link } = await makeInvited(db, { tenant });
  const session = await makeSessionKey(db, { user: staff });
  const clientSession = await makeSessionKey(db, { client });
  const pushDevice = await makePushDevice(db, clientSession);
  const programKey = await makeProgramKey(db, practice);
  const holiday = await makeHoliday(db, { tenant });
  const resource = await makeRoom(db, tenant);
  const pattern = await makeWorkPattern(db, { tenant, valid_until: '2026-01-11' });
  const absence = await makeAbsence(db, { tenant, user_id: pattern.user_id });
  const kept = await makeKeptConflict(db, animal);
  const dayNote = await makeTask(db, staff);
  const feed = await makeCalendarFeed(db, { maker: practice.admin, staff });
  const auditLine = await makeAuditLine(db, booking);
  const { id: notification } = await makeNotification(db, { booking });
  const message = await makeComms(db, { booking, kind: 'booking_change', status: 'failed', attempts: 8 });
  const letter = await makeLetter(db, { client, staff, file });
  const paid = await makeBooking(db, {
    animal,
    service,
    staff,
    booking_date: '2026-01-13',
    status: 'completed',
  });
  const payment = await makePayment(db, { booking: paid, taken_at: '2026-01-13T10:30:00Z' });
  const refund = await makeRefusedRefund(db, paid);
  const deposit = await makeDeposit(db, { booking: paid, return_path: '/book' });
  const imports = {
    uploaded: await makeImport(db, practice, 'uploaded'),
    checked: await makeImport(db, practice, 'checked'),
    running: await makeImport(db, practice, 'running'),
    done: await makeImport(db, practice, 'done'),
  };
  const guarded = await makeSecondStep(db, tenant);
  const webhook = await makeWebhook(db, tenant.id);
  const managed = await makeManagedPractice(db);
  const identity = await makeIdentity(db, tenant.id, account.id);
  const waitlist = await makeWaitlist(db, { animal, service, booking });
  const care = await makeCare(db, animal);
  const health = await makeHealthRecord(db, { tenant, author: staff, animal });
  const templates = await makeTemplates(db, tenant);
  return {
    practice,
    account,
    staff,
    client,
    leaver,
    passkey,
    pushDevice,
    newcomer,
    beginner,
    animal,
    service,
    booking,
    due,
    request,
    change: change.id,
    file,
    upload,
    weight,
    field,
    holiday,
    resource,
    pattern,
    absence,
    kept,
    dayNote,
    feed,
    auditLine,
    notification,
    message,
    letter,
    payment,
    deposit,
    refund,
    imports,
    guarded,
    webhook,
    managed,
    identity,
    waitlist,
    care,
    ...health,
    ...templates,
    invited,
    token: link.token,
    clientLink,
    session,
    clientSession,
    programKey,
  };
}

/** Only the latest of each stay in use: the number that a practice can have is limited. */
async function makeTemplates(
  db: OwnerDb,
  tenant: TenantRow,
): Promise<Pick<Scene, 'noteTemplate' | 'replyTemplate'>> {
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
async function makeLetter(
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

async function makeHealthRecord(
  db: OwnerDb,
  { tenant, author, animal }: { tenant: TenantRow; author: UserRow; animal: AnimalRow },
): Promise<Pick<Scene, 'vaccination' | 'prescription' | 'medicine'>> {
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
async function makeRequest(db: OwnerDb, animal: AnimalRow): Promise<BookingRow> {
  await db.query({
    text: 'update bookings set is_provisional = false where tenant_id = $1 and is_provisional',
    values: [animal.tenant_id],
  });
  return makeBooking(db, { animal, booking_date: '2026-01-21', is_provisional: true });
}

/** In the name of the practice's admin. Only a few of earlier scenes are kept: a practice can have at most fifty. */
async function makeProgramKey(db: OwnerDb, { tenant, admin }: Practice): Promise<SessionKey> {
  await db.query({
    text: `delete from api_keys where tenant_id = $1 and label = 'Website' and id not in (
             select k.id from api_keys k where k.tenant_id = $1 and k.label = 'Website' order by k.id desc limit 20)`,
    values: [tenant.id],
  });
  return makeSessionKey(db, { user: admin, kind: 'integration', label: 'Website' });
}

/** Only a few of earlier scenes stay active: a practice can have at most a hundred. */
async function makeRoom(db: OwnerDb, tenant: TenantRow): Promise<ResourceRow> {
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

async function makePasskey(db: OwnerDb, { tenant_id, id: client_id }: ClientRow): Promise<number> {
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

async function makePushDevice(
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
async function makeSecondStep(db: OwnerDb, tenant: TenantRow): Promise<Scene['guarded']> {
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

async function makeKeptConflict(db: OwnerDb, animal: AnimalRow): Promise<BookingRow> {
  const { tenant_id } = animal;
  const staff = await makeUser(db, { tenant_id });
  await makeAbsence(db, { user: staff });
  const booking = await makeBooking(db, { animal, staff });
  const { id: booking_id, starts_at, duration_minutes, staff_id } = booking;
  await insertRow(db, 'accepted_conflicts', {
    tenant_id,
    booking_id,
    starts_at,
    duration_minutes,
    staff_id,
    problems: ['staff_absent'],
  });
  await insertRow(db, 'conflict_notices', {
    tenant_id,
    booking_id,
    starts_at,
    duration_minutes,
    staff_id,
    problems: ['staff_absent'],
    notified_at: '2026-01-14T09:00:00Z',
  });
  return booking;
}

let offersMade = 0;

/** Each offer is for a day of its own, because the practice has one place. */
async function makeWaitlist(
  db: OwnerDb,
  { animal, service, booking }: { animal: AnimalRow; service: ServiceRow; booking: BookingRow },
): Promise<Scene['waitlist']> {
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
async function makeCare(db: OwnerDb, animal: AnimalRow): Promise<Scene['care']> {
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

async function makeTask(db: OwnerDb, { tenant_id, id }: UserRow): Promise<number> {
  const note = { tenant_id, user_id: id, date: '2026-01-15', body: 'Order gloves', is_task: true };
  return (await insertRow(db, 'day_notes', note)).id;
}

async function makeAuditLine(db: OwnerDb, { tenant_id, id }: BookingRow): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    text: `insert into audit_log (tenant_id, action, entity, entity_id, details, request_id)
           values ($1, 'booking_create', 'booking', $2, '{"reason": "asked"}', 'request') returning id`,
    values: [tenant_id, id],
  });
  return Number(rows[0]?.id);
}

/** Of a deposit that was paid by card. */
async function makeRefusedRefund(db: OwnerDb, booking: BookingRow): Promise<number> {
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
async function makeImport(db: OwnerDb, { tenant, client }: Practice, status: string): Promise<number> {
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
async function makeWebhook(
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
async function makeIdentity(db: OwnerDb, tenantId: number, accountId: number): Promise<number> {
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

async function makeManagedPractice(db: OwnerDb): Promise<TenantRow> {
  const managed = await makeTenant(db);
  const invited = await makeUser(db, { tenant: managed, role: 'admin' });
  await db.query({
    text: 'update users set accepted_at = null where tenant_id = $1 and id = $2',
    values: [managed.id, invited.id],
  });
  return managed;
}

/**
 * A practice with at least one row in every table of its own, so that no check passes for lack of rows. It is not being
 * moved, which would close it.
 */
export async function makeFullPractice(db: pg.Pool): Promise<Scene> {
  const practice = await makePractice(db, { booking_page: true, waitlist_mode: 'automatic' });
  const scene = await makeScene(db, practice);
  const { booking, animal, field, client, staff } = scene;
  await makeWeight(db, { animal });
  await makeBookingFieldValue(db, { booking, field });
  await makeComms(db, { booking, subject: 'Reminder', provider: 'twilio' });
  await makeFile(db, { booking });
  await makeFile(db, { client });
  await makePayment(db, { booking, amount_pence: 100 });
  await makeAddendum(db, scene.vaccination);
  await makeShift(db, { user: staff, date: '2026-01-11', hours: [['10:00', '12:00']] });
  const checkup = await makeService(db, { tenant: practice.tenant });
  await makeServiceNeed(db, checkup, [scene.resource]);
  await makeServiceStaff(db, checkup, staff);
  await insertUnmadeTables(db, scene);
  return scene;
}

const scenesAPractice = 20;

/**
 * Makes scenes for calls that may use up their records, in a new practice now and then: reading a large one takes most of
 * a run's time.
 */
export function scenesOf(db: () => pg.Pool): () => Promise<Scene> {
  let practice: Practice | undefined;
  let made = 0;
  return async () => {
    if (practice === undefined || made % scenesAPractice === 0) {
      ({ practice } = await makeFullPractice(db()));
    }
    made += 1;
    return makeScene(db(), practice);
  };
}

/** Tables that no factory writes, because only the server itself does. */
async function insertUnmadeTables(db: OwnerDb, { practice, staff, animal, file }: Scene): Promise<void> {
  const tenantId = practice.tenant.id;
  // The scene's own appointment stays without an invoice, so that one can be issued.
  const invoiced = await makeBooking(db, { animal, booking_date: '2026-01-12', status: 'completed' });
  const statements: [string, unknown[]][] = [
    ['insert into invoice_counters (tenant_id, last_number) values ($1, 1)', [tenantId]],
    [
      `insert into invoices (tenant_id, booking_id, number, snapshot, total_pence)
       values ($1, $2, 1, '{"lines": "one"}', 4500)`,
      [tenantId, invoiced.id],
    ],
    [
      `insert into file_thumbnails (tenant_id, file_id, mime_type, content) values ($1, $2, 'image/webp', '\\x00')`,
      [tenantId, file.id],
    ],
    [
      `insert into file_removals (tenant_id, storage_key, storage, due_at)
       values ($1, $2, 'disk', '2100-01-01')`,
      [tenantId, `${tenantId}/gone`],
    ],
    [
      'insert into notification_reads (tenant_id, user_id, last_seen_id) values ($1, $2, 0)',
      [tenantId, staff.id],
    ],
    [
      `insert into idempotency_keys (tenant_id, key_hash, request_hash, answer, expires_at)
       values ($1, sha256('key'), sha256('request'), '{}', '2100-01-01')`,
      [tenantId],
    ],
    ["insert into practice_weeks (tenant_id, week) values ($1, '2026-01-12')", [tenantId]],
    [
      `insert into message_templates (tenant_id, kind, channel, body)
       values ($1, 'booking_change', 'sms', 'It is later now.')`,
      [tenantId],
    ],
  ];
  for (const [text, values] of statements) await db.query({ text, values });
}
