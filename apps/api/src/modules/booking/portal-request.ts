import type { ParsedInputOf } from '@burrow/contracts/actions';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import type { Ctx } from '../../lib/context.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { notify } from '../notification/service.ts';
import { readPracticeDays } from './days-read-model.ts';
import { offeredDay } from './portal-days.ts';
import { missing } from './references.ts';
import { insertBooking, lockStaffDiary } from './repository.ts';
import { momentOf } from './service.ts';

/** How many requests of one client may wait for an answer. */
const mostWaiting = 10;

interface RequestFacts {
  animal_ok: boolean;
  price_pence: number | null;
  duration_minutes: number | null;
  waiting: number;
  animal_busy: boolean;
}

// $2 client, $3 animal, $4 service, $5 the wanted moment on the practice's clock, $6 now. The locks make whoever archives
// the client or the animal meanwhile wait, so that they find the new request. An appointment may reach over midnight.
const requestFacts = statement<RequestFacts>(
  'request_facts',
  `select
     exists (select 1 from clients c
             where c.tenant_id = $1 and c.id = $2 and c.archived_at is null for key share)
       and exists (select 1 from animals a
                   where a.tenant_id = $1 and a.id = $3 and a.client_id = $2 and a.active for key share) as animal_ok,
     s.base_price_pence as price_pence, s.duration_minutes,
     (select count(*) from bookings w
      where w.tenant_id = $1 and w.client_id = $2 and w.status = 'pending' and w.is_provisional
        and w.starts_at > $6) as waiting,
     exists (select 1 from bookings b
             where b.tenant_id = $1 and b.animal_id = $3 and b.status <> 'cancelled'
               and b.booking_date >= $5::timestamp::date - 1 and b.booking_date < $5::timestamp::date + 2
               and b.during && tsrange($5::timestamp, $5::timestamp + s.duration_minutes * interval '1 minute'))
       as animal_busy
   from (select 1) one
   left join services s on s.tenant_id = $1 and s.id = $4 and s.online and s.retired_at is null`,
);

type Wanted = ParsedInputOf<'cp/booking_create'>;

/**
 * Asks for an appointment in the name of a pet owner; it waits for the practice's answer and holds its time meanwhile.
 * Whether the time is free is decided while no other request can come between.
 * @returns its id
 * @throws AppError `not_found`, `nonexistent_time`, `too_many_requests_waiting`, `slot_not_offered`, `animal_busy`,
 *   `slot_taken`
 */
export async function requestBooking(ctx: Ctx, input: Wanted): Promise<number> {
  const { tx, tenantId, now } = ctx;
  const startsAt = momentOf(ctx, input.booking_date, input.booking_time);
  // The lock and the looks that follow it travel together: one round trip.
  const [, request] = await Promise.all([lockStaffDiary(tx, tenantId, null), checkedRequest(ctx, input)]);
  const bookingId = await insertBooking(
    tx,
    tenantId,
    {
      ...request,
      animal_id: input.animal_id,
      service_id: input.service_id,
      staff_id: null,
      booking_date: input.booking_date,
      booking_time: input.booking_time,
      starts_at: startsAt,
      status: 'pending',
      overlap_allowed: false,
      notes: input.notes ?? null,
      is_provisional: true,
      source: 'portal',
    },
    now,
  );
  await notify(ctx, { kind: 'booking_request', bookingId });
  return bookingId;
}

/**
 * Looks whether the caller can ask for this as things stand.
 * @returns what follows from who asks and from the service
 */
async function checkedRequest(
  ctx: Ctx,
  input: Wanted,
): Promise<{ client_id: number; price_pence: number; duration_minutes: number }> {
  const { tx, tenantId, session, now } = ctx;
  const clientId = ownClientId(ctx);
  const { booking_date: date, booking_time: time, animal_id: animalId, service_id: serviceId } = input;
  const [facts, days] = await Promise.all([
    tx.row(requestFacts, [tenantId, clientId, animalId, serviceId, `${date} ${time}`, now]),
    readPracticeDays(ctx, [date, date], serviceId),
  ]);
  if (!facts?.animal_ok) throw missing('animal_id', 'We could not find that pet.');
  if (facts.price_pence === null || facts.duration_minutes === null) {
    throw missing('service_id', 'That service is not on offer.');
  }
  if (facts.waiting >= mostWaiting) throw new AppError('too_many_requests_waiting');
  const slot = offeredDay(days, date, {
    now,
    timeZone: session.timeZone,
    today: localMoment(now, session.timeZone).date,
  }).times.find((offered) => offered.time === time);
  if (!slot?.possible) throw new AppError('slot_not_offered');
  if (facts.animal_busy) throw new AppError('animal_busy');
  if (!slot.free) throw new AppError('slot_taken');
  return {
    client_id: clientId,
    price_pence: facts.price_pence,
    duration_minutes: facts.duration_minutes,
  };
}
