import type { OwnerDb } from '../factory-insert.ts';
import {
  makeBooking,
  makeBookingField,
  makeBookingFieldValue,
  makeComms,
  makeFile,
  makePayment,
} from '../factory-bookings.ts';
import { defaultPassword, makeAccount, makeClient, makeUser } from '../factory-people.ts';
import { makeAnimal, makeHoliday, makeService, makeWeight } from '../factory-records.ts';
import { makePractice, type Practice } from '../factories.ts';
import type {
  AccountRow,
  AnimalRow,
  BookingFieldRow,
  BookingRow,
  ClientRow,
  FileRow,
  ServiceRow,
  UserRow,
} from '../factory-rows.ts';

/** Records of a practice that one call may use up: each kind that an action can name. */
export interface Scene {
  practice: Practice;
  account: AccountRow;
  /** The person of `account`; nothing else is in their diary but `booking`. */
  staff: UserRow;
  client: ClientRow;
  animal: AnimalRow;
  service: ServiceRow;
  /** Waits for an answer. */
  booking: BookingRow;
  file: FileRow;
  field: BookingFieldRow;
}

/** Makes one more set of records in a practice. */
export async function makeScene(db: OwnerDb, practice: Practice): Promise<Scene> {
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
  const file = await makeFile(db, { animal });
  return { practice, account, staff, client, animal, service, booking, file, field };
}

/** A practice with at least one row in every table of its own, so that nothing can be missed for want of rows. */
export async function makeFullPractice(db: OwnerDb): Promise<Scene> {
  const practice = await makePractice(db);
  const scene = await makeScene(db, practice);
  const { booking, animal, field, client } = scene;
  await makeWeight(db, { animal });
  await makeHoliday(db, { tenant: practice.tenant });
  await makeBookingFieldValue(db, { booking, field });
  await makeComms(db, { booking, subject: 'Reminder', provider: 'twilio' });
  await makeFile(db, { booking });
  await makeFile(db, { client });
  await makePayment(db, { booking, amount_pence: 100 });
  await insertUnmadeTables(db, scene);
  return scene;
}

/** Tables that no factory writes, because only the server itself does. */
async function insertUnmadeTables(db: OwnerDb, { practice, booking, animal }: Scene): Promise<void> {
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
      `insert into outbox (tenant_id, topic, dedupe_key, payload) values ($1, 'sms', 'reminder', '{"to": "owner"}')`,
      [tenantId],
    ],
    [
      `insert into audit_log (tenant_id, action, entity, entity_id, details, request_id)
       values ($1, 'booking_create', 'booking', $2, '{"reason": "asked"}', 'request')`,
      [tenantId, booking.id],
    ],
  ];
  for (const [text, values] of statements) await db.query({ text, values });
}
