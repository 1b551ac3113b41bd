import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { addDays, minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { OwnCare } from '@burrow/contracts/portal-care';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { offersOf, readPracticeDays } from '../availability/public.ts';
import { requestBooking } from '../booking/public.ts';
import { isLive, todayOf } from '../care/public.ts';

interface OwnRow extends Omit<OwnCare, 'price'> {
  price_pence: number | null;
  booking_time: string | null;
  duration_minutes: number | null;
}

// $2 client, $3 today. A service that can't be requested online is not offered.
const ownCareRows = (where: string): string =>
  `select d.id as care_due_id, d.animal_id, a.name as animal_name, y.name as care_type, d.due_on, d.state, s.id as service_id,
     s.name as service, s.base_price_pence as price_pence, d.booking_id, b.booking_date, b.booking_time,
     b.duration_minutes, case when d.state = 'booked' and b.is_provisional then '1' else '0' end as requested
   from care_due d
   join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id and y.archived_at is null
   join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id and a.active and a.client_id = $2
   left join services s on s.tenant_id = d.tenant_id and s.id = y.service_id and s.online and s.retired_at is null
   left join bookings b on b.tenant_id = d.tenant_id and b.id = d.booking_id
   where d.tenant_id = $1 and ${where}
   order by d.due_on, d.id`;

const ownCareStatement = statement<OwnRow>(
  'own_care',
  ownCareRows(`${isLive('d')} and d.due_on <= $3::date + 60`),
);
const ownRecall = statement<OwnRow>(
  'own_recall',
  ownCareRows(`exists (
     select from recall_items i join recalls r on r.tenant_id = i.tenant_id and r.id = i.recall_id
     where i.tenant_id = $1 and i.care_due_id = d.id and i.recall_id = $3 and r.client_id = $2)`),
);
const recallExists = statement<{ id: number }>(
  'own_recall_exists',
  'select r.id from recalls r where r.tenant_id = $1 and r.id = $3 and r.client_id = $2',
);

const shown = ({
  price_pence: pence,
  booking_time: _time,
  duration_minutes: _minutes,
  ...row
}: OwnRow): OwnCare => ({
  ...row,
  price: pence === null ? null : moneyFromPence(pence),
});

/** What the caller's pets need soon, or are overdue for. */
export async function ownCare(ctx: Ctx): Promise<OwnCare[]> {
  const rows = await ctx.tx.rows(ownCareStatement, [ctx.tenantId, ownClientId(ctx), todayOf(ctx)]);
  return rows.map(shown);
}

/** How many days ahead to search for the first free time. */
const daysAhead = 28;

/**
 * What a recall is about, with the first free times.
 * @throws AppError `not_found`, also for another client's
 */
export async function ownRecallWithTimes(
  ctx: Ctx,
  { recall_id: recallId }: ParsedInputOf<'cp/recall'>,
): Promise<OutputOf<'cp/recall'>> {
  const { tx, tenantId } = ctx;
  const clientId = ownClientId(ctx);
  if (recallId !== undefined && !(await tx.row(recallExists, [tenantId, clientId, recallId]))) {
    throw new AppError('not_found', { message: 'This reminder is no longer available.' });
  }
  const rows =
    recallId === undefined
      ? await tx.rows(ownCareStatement, [tenantId, clientId, todayOf(ctx)])
      : await tx.rows(ownRecall, [tenantId, clientId, recallId]);
  return { items: rows.map(shown), times: await firstTimes(ctx, rows) };
}

interface Taken {
  date: string;
  start: number;
  end: number;
}

/** When something of these is booked already. */
const takenBy = (rows: readonly OwnRow[]): Taken[] =>
  rows.flatMap(({ state, booking_date: date, booking_time: time, duration_minutes: minutes }) =>
    state === 'booked' && date !== null && time !== null && minutes !== null
      ? [{ date, start: minutesOf(time), end: minutesOf(time) + minutes }]
      : [],
  );

/**
 * The first free times of everything that can be booked: consecutive and on one day if possible, and at no time at which the
 * client comes with another animal of these.
 */
async function firstTimes(ctx: Ctx, rows: readonly OwnRow[]): Promise<OutputOf<'cp/recall'>['times']> {
  const today = todayOf(ctx);
  const times: OutputOf<'cp/recall'>['times'] = [];
  const taken = takenBy(rows);
  const offersByService = new Map<number, Offers>();
  let before: Taken | null = null;
  for (const { care_due_id, service_id: serviceId, state } of rows) {
    if (serviceId === null || (state !== 'due' && state !== 'told')) continue;
    const known = offersByService.get(serviceId) ?? (await offersOfService(ctx, serviceId, today));
    offersByService.set(serviceId, known);
    const found = firstFree(known, { today, before, taken });
    before = found ?? before;
    times.push({
      care_due_id,
      booking_date: found?.date ?? null,
      booking_time: found ? timeOf(found.start) : null,
    });
  }
  return times;
}

type Offers = ReturnType<typeof offersOf>;

async function offersOfService(ctx: Ctx, serviceId: number, today: string): Promise<Offers> {
  const { now, session } = ctx;
  const days = await readPracticeDays(ctx, [today, addDays(today, daysAhead)], {
    serviceId,
    clientId: ownClientId(ctx),
    staffId: null,
  });
  return offersOf(days, { now, timeZone: session.timeZone, today });
}

/** The first free time that begins after the appointment before it, or else the first one on another day. */
function firstFree(
  offers: Offers,
  { today, before, taken }: { today: string; before: Taken | null; taken: readonly Taken[] },
): Taken | null {
  const meets = ({ date, start, end }: Taken): boolean =>
    taken.some((one) => one.date === date && start < one.end && one.start < end);
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const date = addDays(today, ahead);
    if (before !== null && date < before.date) continue;
    const after = before?.date === date ? before.end : 0;
    for (const { time, free } of offers.day(date).times) {
      const start = minutesOf(time);
      const assignment = free && start >= after ? offers.assignment(date, time) : null;
      const found = assignment && { date, start, end: start + assignment.minutes };
      if (found && !meets(found)) return found;
    }
  }
  return null;
}

// $3 the due dates. Those that are not live are absent.
const careToBook = statement<{ id: number; animal_id: number; service_id: number | null; state: string }>(
  'own_care_to_book',
  `select d.id, d.animal_id, y.service_id, d.state from care_due d
   join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id
   join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id and a.client_id = $2
   where d.tenant_id = $1 and d.id = any($3::bigint[])`,
);

/**
 * Requests appointments for what the caller's pets need: all or none.
 * @throws AppError `not_found`, `care_ended`, and those of a request
 */
export async function bookOwnCare(
  ctx: Ctx,
  { appointments }: ParsedInputOf<'cp/care_book'>,
): Promise<OutputOf<'cp/care_book'>> {
  const clientId = ownClientId(ctx);
  const ids = appointments.map(({ care_due_id: id }) => id);
  const found = await ctx.tx.rows(careToBook, [ctx.tenantId, clientId, ids]);
  const booked: number[] = [];
  for (const { care_due_id: id, booking_date, booking_time } of appointments) {
    const due = found.find((one) => one.id === id);
    if (!due) throw new AppError('not_found', { message: 'This reminder is no longer available.' });
    if (due.state !== 'due' && due.state !== 'told')
      throw new AppError('care_ended', { message: 'This has already been booked or done.' });
    if (due.service_id === null) {
      throw new AppError('not_found', { message: 'This can’t be booked online. Please call us.' });
    }
    const wanted = { animal_id: due.animal_id, service_id: due.service_id, booking_date, booking_time };
    booked.push(await requestBooking(ctx, clientId, wanted));
  }
  ctx.auditDetails({ booking_ids: booked });
  return { booking_ids: booked };
}
