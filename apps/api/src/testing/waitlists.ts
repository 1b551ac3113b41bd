import type { InputOf } from '@burrow/contracts/actions';
import { makeBooking } from '../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import type { BookingRow, Columns, TenantRow } from '../../../../packages/dev/src/factory-rows.ts';
import { planGaps } from '../modules/waitlist/fill-gaps.ts';
import { sendDueMessages } from '../modules/message/sender.ts';
import { makeOwner, type Owner } from './deposits.ts';
import type { TestApi } from './harness.ts';

/** The day after tomorrow of the harness's now: open from 09:00 to 17:00, and its offers last 45 minutes. */
export const gapDay = '2026-01-16';

/** A practice with one place, whose waitlist offers times automatically. */
export const makeWaitlistPractice = (api: TestApi, columns: Columns<TenantRow> = {}): Promise<Practice> =>
  makePractice(api.testDatabase.owner, {
    tenant_name: 'Willow Vets',
    slot_minutes: 30,
    waitlist_mode: 'automatic',
    ...columns,
  });

/** A pet owner who waits for a check-up on {@link gapDay}, unless overridden. @returns them, and the id of their want */
export async function makeWaiting(
  api: TestApi,
  practice: Practice,
  {
    owner,
    ...wanted
  }: Partial<Omit<InputOf<'cp/want_create'>, 'animal_id'>> & { owner?: Owner | undefined } = {},
): Promise<Owner & { wantId: number }> {
  const who = owner ?? (await makeOwner(api, practice));
  const { status, body, error } = await api.call(
    'cp/want_create',
    {
      animal_id: who.animalId,
      service_id: practice.checkUp.id,
      from_date: gapDay,
      until_date: gapDay,
      ...wanted,
    },
    who.caller,
  );
  if (status !== 200) throw new Error(`Not on the waitlist: ${error.code}`);
  return { ...who, wantId: body.want_id };
}

/** A confirmed check-up of the practice's own client on {@link gapDay} at 10:00, unless overridden. */
export const makeTaken = (
  api: TestApi,
  { animal, checkUp }: Practice,
  columns: Columns<BookingRow> = {},
): Promise<BookingRow> =>
  makeBooking(api.testDatabase.owner, {
    animal,
    service: checkUp,
    booking_date: gapDay,
    status: 'confirmed',
    ...columns,
  });

/** Fills a whole day but for no time, so that only what is freed is free. @returns the appointments by their time */
export async function fillDay(
  api: TestApi,
  practice: Practice,
  date = gapDay,
): Promise<Map<string, BookingRow>> {
  const booked = new Map<string, BookingRow>();
  for (let minutes = 9 * 60; minutes < 17 * 60; minutes += 30) {
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    booked.set(time, await makeTaken(api, practice, { booking_date: date, booking_time: time }));
  }
  return booked;
}

export const cancel = (api: TestApi, { staffKey }: Practice, { id }: Pick<BookingRow, 'id'>) =>
  api.call('booking_status_update', { booking_id: id, status: 'cancelled' }, staffKey);

/** Moves the clock forward. */
export function wait(api: TestApi, minutes: number): void {
  api.clock.set(new Date(api.clock.now().getTime() + minutes * 60_000).toISOString());
}

/** What the server does every minute: looks at the waitlists, and sends what is due. */
export async function sweep(api: TestApi): Promise<void> {
  await planGaps(api.deps);
  await api.runJobs();
  while ((await sendDueMessages(api.deps)) > 0);
}

/** Cancels an appointment, and lets the server offer its time. */
export async function freeUp(
  api: TestApi,
  practice: Practice,
  booking: Pick<BookingRow, 'id'>,
): Promise<void> {
  await cancel(api, practice, booking);
  wait(api, 1);
  await sweep(api);
}

export const openOfferOf = async (api: TestApi, { caller }: Owner) =>
  (await api.call('cp/wants', {}, caller)).body.find(({ offer }) => offer !== null)?.offer ?? null;

/** The offers of a practice, oldest first. */
export async function offersOf(api: TestApi, { tenant }: Practice) {
  const { rows } = await api.testDatabase.owner.query<{
    id: number;
    want: number;
    client: number;
    state: string;
    at: string;
    booking: number | null;
  }>(
    `select o.id::int as id, o.want_id::int as want, o.client_id::int as client, o.state,
       o.booking_date || ' ' || to_char(o.booking_time, 'HH24:MI') as at, o.booking_id::int as booking
     from offers o where o.tenant_id = $1 order by o.id`,
    [tenant.id],
  );
  return rows;
}

/** The appointment of {@link fillDay} at a time. */
export function timeOn(booked: ReadonlyMap<string, BookingRow>, time: string): BookingRow {
  const booking = booked.get(time);
  if (!booking) throw new Error(`Nothing is booked at ${time}.`);
  return booking;
}

/** The texts to a client, newest first. */
export async function textsTo(api: TestApi, { clientId }: Pick<Owner, 'clientId'>): Promise<string[]> {
  const { rows } = await api.testDatabase.owner.query<{ phone: string }>(
    'select c.phone from clients c where c.id = $1',
    [clientId],
  );
  return api.smsTo(rows[0]?.phone ?? '').map(({ body }) => body);
}

/** A client who is offered ten o'clock, and another who waits behind them. */
export async function makeOffered(api: TestApi, practice: Practice) {
  const booked = await fillDay(api, practice);
  const first = await makeWaiting(api, practice);
  wait(api, 1);
  const second = await makeWaiting(api, practice);
  await freeUp(api, practice, timeOn(booked, '10:00'));
  const offerId = (await openOfferOf(api, first))?.offer_id ?? 0;
  return { first, second, offerId, booked };
}

export const accept = (api: TestApi, offerId: number, { caller }: Owner) =>
  api.call('cp/offer_accept', { offer_id: offerId }, caller);

/** What is booked at a time. */
export const bookingsAt = async (api: TestApi, { tenant }: Practice, time = '10:00', date = gapDay) => {
  const { rows } = await api.testDatabase.owner.query<{ id: number; client: number; status: string }>(
    `select b.id::int as id, b.client_id::int as client, b.status from bookings b
     where b.tenant_id = $1 and b.booking_date = $2 and b.booking_time = $3 and b.status <> 'cancelled'`,
    [tenant.id, date, time],
  );
  return rows;
};
