import type pg from 'pg';
import type { OwnerDb } from '../../../../../packages/dev/src/factory-insert.ts';
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
  makeUser,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import {
  makeAbsence,
  makeServiceNeed,
  makeServiceStaff,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import {
  makeAnimal,
  makeCalendarFeed,
  makeHoliday,
  makeService,
  makeWeight,
} from '../../../../../packages/dev/src/factory-records.ts';
import { makeAddendum } from '../../../../../packages/dev/src/factory-health.ts';
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
import {
  makeAuditLine,
  makeCare,
  makeHealthRecord,
  makeIdentity,
  makeImport,
  makeKeptConflict,
  makeLetter,
  makeManagedPractice,
  makePasskey,
  makeProgramKey,
  makePushDevice,
  makeRefusedRefund,
  makeRequest,
  makeRoom,
  makeSecondStep,
  makeTask,
  makeTemplates,
  makeWaitlist,
  makeWebhook,
} from './scene-records.ts';

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
  const staff = await makeUser(db, { tenant, account });
  const client = await makeClient(db, { tenant, notes: 'Rings in the evening', password: defaultPassword });
  const service = await makeService(db, { tenant, description: 'From nose to tail' });
  const field = await makeBookingField(db, { tenant });
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
