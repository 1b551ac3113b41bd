import { createHash } from 'node:crypto';
import { valueParsers } from '../../../apps/api/src/db/value-parsers.ts';
import { instantOf } from '../../../apps/api/src/lib/clock.ts';
import { defaultBookingDate, given, nextNumber, type With } from './factory-defaults.ts';
import { insertRow, type OwnerDb } from './factory-insert.ts';
import { makeClient, practiceOf } from './factory-people.ts';
import { makeAnimal, makeService } from './factory-records.ts';
import type {
  AnimalRow,
  BookingChangeRow,
  BookingFieldRow,
  BookingFieldValueRow,
  BookingRow,
  CommsRow,
  DepositRow,
  FileRow,
  NotificationRow,
  PaymentRow,
} from './factory-rows.ts';

// Appointments and their records; see factories.ts for the conventions of all factories.

type BookingOptions = With<BookingRow, 'tenant' | 'client' | 'animal' | 'service' | 'staff'>;

/**
 * A pending appointment on `defaultBookingDate` at 10:00 with no one assigned, for the price and duration of its
 * service. `starts_at` follows from day and time in the practice's zone. To mark one paid, add a payment.
 */
export async function makeBooking(
  db: OwnerDb,
  { tenant, client, animal, service, staff, ...columns }: BookingOptions = {},
): Promise<BookingRow> {
  const tenant_id = await practiceOf(db, columns, tenant, client, animal, service, staff);
  const pet = columns.animal_id
    ? await animalById(db, tenant_id, columns.animal_id)
    : (animal ?? (await makeAnimal(db, { tenant_id, client_id: columns.client_id ?? client?.id })));
  const kind =
    service ?? (columns.service_id === undefined ? await makeService(db, { tenant_id }) : undefined);
  const booking_date = columns.booking_date ?? defaultBookingDate;
  const booking_time = columns.booking_time ?? '10:00';
  return insertRow(db, 'bookings', {
    tenant_id,
    client_id: pet.client_id,
    animal_id: pet.id,
    service_id: kind?.id,
    staff_id: staff?.id,
    booking_date,
    booking_time,
    starts_at: columns.starts_at ?? (await startOf(db, tenant_id, booking_date, booking_time)),
    duration_minutes: kind?.duration_minutes ?? 30,
    price_pence: kind?.base_price_pence ?? 4500,
    ...given(columns),
  });
}

/** A client's request to move an appointment to 15:00 of its day, which waits for an answer. */
export async function makeBookingChange(
  db: OwnerDb,
  { booking, ...columns }: With<BookingChangeRow, 'booking'> = {},
): Promise<BookingChangeRow> {
  const changed =
    booking ?? (await makeBooking(db, { ...given({ tenant_id: columns.tenant_id }), status: 'confirmed' }));
  const isMove = (columns.kind ?? 'move') === 'move';
  return insertRow(db, 'booking_changes', {
    tenant_id: changed.tenant_id,
    booking_id: changed.id,
    kind: 'move',
    state: 'asked',
    by_client: true,
    asked_at: new Date('2026-01-14T08:00:00Z'),
    starts_at: changed.starts_at,
    from_date: changed.booking_date,
    from_time: changed.booking_time,
    from_staff_id: changed.staff_id,
    ...(isMove ? { to_date: changed.booking_date, to_time: '15:00' } : {}),
    ...given(columns),
  });
}

async function animalById(db: OwnerDb, tenantId: number, animalId: number): Promise<AnimalRow> {
  const { rows } = await db.query<AnimalRow & Record<string, unknown>>({
    text: 'select a.* from animals a where a.tenant_id = $1 and a.id = $2',
    values: [tenantId, animalId],
    types: valueParsers,
  });
  if (!rows[0]) throw new Error(`Practice ${tenantId} has no animal ${animalId}.`);
  return rows[0];
}

async function startOf(db: OwnerDb, tenantId: number, date: string, time: string): Promise<Date> {
  const { rows } = await db.query<{ time_zone: string }>({
    text: 'select t.time_zone from tenants t where t.id = $1',
    values: [tenantId],
  });
  const instant = instantOf({ date, time }, rows[0]?.time_zone ?? 'Europe/London');
  if (!instant) throw new Error(`The practice's clock never shows ${date} ${time}.`);
  return instant;
}

/**
 * A card payment for `booking`, of its whole price. For a refund or void: kind, a negative amount and what it
 * reverses. `booking_id: null` with a `deposit_id` is for none.
 */
export async function makePayment(
  db: OwnerDb,
  { booking, ...columns }: With<PaymentRow, 'booking'> = {},
): Promise<PaymentRow> {
  const paidFor =
    booking ??
    (columns.booking_id === undefined
      ? await makeBooking(db, given({ tenant_id: columns.tenant_id }))
      : undefined);
  return insertRow(db, 'payments', {
    tenant_id: paidFor?.tenant_id,
    booking_id: paidFor?.id,
    kind: 'payment',
    method: 'Card',
    amount_pence: paidFor?.price_pence ?? 4500,
    ...given(columns),
  });
}

/** The deposit with which `booking` was requested: £10, paid by card, without its line in the ledger. */
export async function makeDeposit(
  db: OwnerDb,
  { booking, ...columns }: With<DepositRow, 'booking'> = {},
): Promise<DepositRow> {
  const bought = booking ?? (await makeBooking(db, given({ tenant_id: columns.tenant_id })));
  const service_id = bought.service_id ?? (await makeService(db, { tenant_id: bought.tenant_id })).id;
  return insertRow(db, 'deposits', {
    tenant_id: bought.tenant_id,
    client_id: bought.client_id,
    animal_id: bought.animal_id,
    service_id,
    booking_date: bought.booking_date,
    booking_time: bought.booking_time,
    duration_minutes: bought.duration_minutes,
    starts_at: bought.starts_at,
    price_pence: bought.price_pence,
    notes: bought.notes,
    amount_pence: 1000,
    currency: 'GBP',
    status: 'booked',
    held_until: bought.created_at,
    return_origin: 'https://burrow.example',
    checkout_reference: `cs_of_${bought.id}`,
    payment_reference: `pi_of_${bought.id}`,
    booking_id: bought.id,
    created_at: bought.created_at,
    updated_at: bought.created_at,
    ...given(columns),
  });
}

/** A custom field of the practice's appointments; a text by default. */
export async function makeBookingField(
  db: OwnerDb,
  { tenant, ...columns }: With<BookingFieldRow, 'tenant'> = {},
): Promise<BookingFieldRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'booking_fields', {
    tenant_id,
    field_label: `Field ${nextNumber()}`,
    field_type: 'text',
    ...given(columns),
  });
}

/** The answer to a custom field of an appointment; '1' or '0' for a checkbox. */
export async function makeBookingFieldValue(
  db: OwnerDb,
  { booking, field, ...columns }: With<BookingFieldValueRow, 'booking'> & { field?: BookingFieldRow } = {},
): Promise<BookingFieldValueRow> {
  const tenant_id = await practiceOf(db, columns, undefined, booking, field);
  const booking_id = columns.booking_id ?? booking?.id ?? (await makeBooking(db, { tenant_id })).id;
  const field_id = columns.field_id ?? field?.id ?? (await makeBookingField(db, { tenant_id })).id;
  return insertRow(db, 'booking_field_values', {
    tenant_id,
    booking_id,
    field_id,
    value: 'As usual',
    ...given(columns),
  });
}

/** A sent SMS, about `booking` when one is given. */
export async function makeComms(
  db: OwnerDb,
  { tenant, client, booking, ...columns }: With<CommsRow, 'tenant' | 'client' | 'booking'> = {},
): Promise<CommsRow> {
  const tenant_id = await practiceOf(db, columns, tenant, client, booking);
  const client_id =
    columns.client_id ?? client?.id ?? booking?.client_id ?? (await makeClient(db, { tenant_id })).id;
  return insertRow(db, 'comms', {
    tenant_id,
    client_id,
    booking_id: booking?.id,
    type: 'sms',
    status: 'sent',
    recipient: '07700900001',
    body: `Message ${nextNumber()}`,
    ...given(columns),
  });
}

/** A notification about a request from `booking`'s client, or as its columns say. */
export async function makeNotification(
  db: OwnerDb,
  { tenant, booking, ...columns }: With<NotificationRow, 'tenant' | 'booking'> = {},
): Promise<NotificationRow> {
  return insertRow(db, 'notifications', {
    tenant_id: await practiceOf(db, columns, tenant, booking),
    kind: 'booking_request',
    booking_id: booking?.id,
    details: { client_name: `Client ${nextNumber()}`, animal_name: 'Biscuit' },
    created_at: new Date('2026-01-14T08:00:00Z'),
    ...given(columns),
  });
}

/**
 * A stored file of `booking`, `animal` or `client` (an animal is built when none is given): a short text unless
 * `content` is given. Size and hash follow from the content. A logo (`file_type: 'logo'`) belongs to no record. With
 * `thumbnail` (WebP unless `thumbnailType` is given) there is a small picture of it.
 */
export async function makeFile(
  db: OwnerDb,
  {
    tenant,
    client,
    animal,
    booking,
    content = Buffer.from('Kept on file.\n'),
    thumbnail,
    thumbnailType = 'image/webp',
    ...columns
  }: With<FileRow, 'tenant' | 'client' | 'animal' | 'booking'> & {
    content?: Buffer;
    thumbnail?: Buffer;
    thumbnailType?: string;
  } = {},
): Promise<FileRow> {
  const tenant_id = await practiceOf(db, columns, tenant, client, animal, booking);
  const isKept = client || animal || booking || columns.client_id || columns.animal_id || columns.booking_id;
  const keptWith = isKept || columns.file_type === 'logo' ? animal : await makeAnimal(db, { tenant_id });
  const file = await insertRow(db, 'files', {
    tenant_id,
    client_id: client?.id,
    animal_id: keptWith?.id,
    booking_id: booking?.id,
    filename: `note-${nextNumber()}.txt`,
    mime_type: 'text/plain',
    file_size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    ...given(columns),
  });
  await insertRow(db, 'file_contents', { tenant_id, file_id: file.id, content });
  if (thumbnail) {
    const small = { tenant_id, file_id: file.id, mime_type: thumbnailType, content: thumbnail };
    await insertRow(db, 'file_thumbnails', small);
  }
  return file;
}
