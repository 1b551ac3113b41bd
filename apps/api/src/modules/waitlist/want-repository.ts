import { columns, type RowOf, type Written } from '../../db/columns.ts';
import { inserter, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import { isLiveWant } from '../offer/public.ts';

/** The columns of what a client waits for. */
export const wantedColumns =
  'client_id, animal_id, service_id, staff_id, keep_booking_id, weekdays, from_time, until_time, from_date, until_date, note, source';

const newColumns = columns('wants', wantedColumns);

export type NewWant = Written<RowOf<typeof newColumns>>;

const lockedColumns = columns('wants', `id, ${wantedColumns}, state`);

/** A want, locked against every other change until the transaction ends. */
export type Want = RowOf<typeof lockedColumns>;

const lockWantRow = statement<Want>(
  'lock_want',
  `select ${lockedColumns.of('w')} from wants w
   where w.tenant_id = $1 and w.id = $2 and ($3::bigint is null or w.client_id = $3) for update`,
);

/** @param clientId only of this client; null for any */
export const lockWant = (
  { tx, tenantId }: Work,
  wantId: number,
  clientId: number | null,
): Promise<Want | undefined> => tx.row(lockWantRow, [tenantId, wantId, clientId]);

const insertWantRow = inserter(newColumns);

// The waitlist is compared with free times only where it is on and a client waits.
const beginLooks = statement(
  'begin_waitlist_looks',
  `insert into waitlist_looks (tenant_id) select t.id from tenants t where t.id = $1 and t.waitlist_mode <> 'off'
   on conflict (tenant_id) do nothing`,
);

/** @returns the id of the new want */
export async function insertWant(work: Work, want: NewWant): Promise<number> {
  const id = await insertWantRow(work, want);
  await work.tx.rows(beginLooks, [work.tenantId]);
  return id;
}

export const updateWant = updater('wants');

const lockClientRow = statement(
  'lock_client_of_wants',
  'select c.id from clients c where c.tenant_id = $1 and c.id = $2 for no key update',
);
const liveWants = statement<{ count: number }>(
  'live_wants_of_client',
  `select count(*)::integer as count from wants w
   where w.tenant_id = $1 and w.client_id = $2 and ${isLiveWant}`,
);

/** How many times a client waits for. Locks the client, so that simultaneous wants count each other. */
export async function countLiveWants({ tx, tenantId }: Work, clientId: number): Promise<number> {
  await tx.rows(lockClientRow, [tenantId, clientId]);
  return (await tx.row(liveWants, [tenantId, clientId]))?.count ?? 0;
}

interface KeptBooking {
  booking_date: string;
  service_id: number | null;
}

// $2 the appointment, $3 its client, $4 its animal, $5 now. Locked, so that it is not cancelled meanwhile.
const keptBooking = statement<KeptBooking>(
  'appointment_to_keep',
  `select b.booking_date, b.service_id from bookings b
   where b.tenant_id = $1 and b.id = $2 and b.client_id = $3 and b.animal_id = $4 and b.stage is null
     and b.status in ('pending', 'confirmed') and b.starts_at > $5
   for key share`,
);

/** An upcoming appointment of an animal that an earlier time could replace. */
export const findKept = (
  { tx, tenantId, now }: Work,
  { bookingId, clientId, animalId }: { bookingId: number; clientId: number; animalId: number },
): Promise<KeptBooking | undefined> => tx.row(keptBooking, [tenantId, bookingId, clientId, animalId, now]);

// $2 client, $3 animal, $4 service, $5 person. The lock delays a transfer of the animal, so that it ends this wait too.
const offeredToClient = statement<{ animal_ok: boolean; service_ok: boolean; staff_ok: boolean }>(
  'want_references_of_client',
  `select (
       select a.active from animals a
       where a.tenant_id = $1 and a.id = $3 and a.client_id = $2 and a.active for key share) is not null as animal_ok,
     exists (select from services s where s.tenant_id = $1 and s.id = $4 and s.online and s.retired_at is null) as service_ok,
     $5::bigint is null or exists (
       select from users u where u.tenant_id = $1 and u.id = $5 and u.disabled_at is null and u.takes_bookings) as staff_ok`,
);

/** Whether a client can wait for this: their own animal, and a service and a person that clients can choose. */
export const canClientWant = (
  { tx, tenantId }: Work,
  {
    client_id,
    animal_id,
    service_id,
    staff_id,
  }: Pick<NewWant, 'client_id' | 'animal_id' | 'service_id' | 'staff_id'>,
) => tx.row(offeredToClient, [tenantId, client_id, animal_id, service_id, staff_id]);
