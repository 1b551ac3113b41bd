import type { WorkContext } from '../../context/context.ts';
import type { Dated } from '../../db/columns.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { instantOf, localMoment } from '../../lib/clock.ts';
import {
  readPracticeDays,
  lockPracticeDiary,
  hasRoom,
  isOffered,
  offersOf,
  staffMissing,
  type MovingBooking,
  type PracticeDays,
} from '../availability/public.ts';
import { queueRequestReceipt, tellClients } from '../message/public.ts';
import { notify } from '../notification/public.ts';
import { missing } from './references.ts';
import { assignResources, insertBooking } from './repository.ts';
import { momentOf } from './service.ts';

/** How many pending requests one client may have. */
const maxWaiting = 10;

/** A request and the deposit for it are one row. */
type Deposits = Dated<Schema['deposits']>;

/** A pet owner's request for an appointment, with a person or anyone who is free. */
export type WantedAppointment = Pick<Deposits, 'animal_id' | 'service_id' | 'booking_date' | 'booking_time'> &
  Partial<Pick<Deposits, 'notes' | 'staff_id'>>;

/**
 * A request with the values derived from its client, its service, and the free people and rooms. Its person is null if the
 * practice has no rota and none was requested.
 */
export type AppointmentRequest = Pick<
  Deposits,
  | keyof WantedAppointment
  | 'client_id'
  | 'starts_at'
  | 'duration_minutes'
  | 'before_minutes'
  | 'after_minutes'
  | 'price_pence'
  | 'resource_ids'
>;

interface RequestFacts {
  animal_ok: boolean;
  waiting: number;
  animal_busy: boolean;
}

// $2 client, $3 animal, $4 service, $5 the requested moment on the practice's clock, $6 now, $7 the duration if it was
// settled before. The locks delay an archiving of the client or the animal, so that it includes the new request. A
// settled request becomes invalid when the practice archives the animal, with a reason, and not when its owner archives
// it: they could otherwise have any payment refunded. An appointment may span midnight. No person is assigned
// yet, so the animal must be free for the longest time that anyone takes for the service. $8 an appointment that would
// move.
const longest = `greatest(s.duration_minutes, (
       select max(w.duration_minutes) from service_staff w where w.tenant_id = $1 and w.service_id = s.id))`;

const requestFacts = statement<RequestFacts>(
  'request_facts',
  `select
     exists (select 1 from clients c
             where c.tenant_id = $1 and c.id = $2 and c.archived_at is null for key share)
       and exists (select 1 from animals a
                   where a.tenant_id = $1 and a.id = $3 and a.client_id = $2
                     and (a.active or $7::int is not null and a.archived_reason is null) for key share) as animal_ok,
     (select count(*) from bookings w
      where w.tenant_id = $1 and w.client_id = $2 and w.status = 'pending' and w.is_provisional
        and w.starts_at > $6) as waiting,
     exists (select 1 from bookings b
             where b.tenant_id = $1 and b.animal_id = $3 and b.status <> 'cancelled' and b.id is distinct from $8
               and b.booking_date >= $5::timestamp::date - 1 and b.booking_date < $5::timestamp::date + 2
               and b.during && tsrange(
                 $5::timestamp, $5::timestamp + coalesce($7::int, ${longest}) * interval '1 minute'))
       as animal_busy
   from (select 1) one
   left join services s on s.tenant_id = $1 and s.id = $4 and s.online and s.retired_at is null`,
);

/** What an appointment replaces, and so does not clash with, and which services it may be for. */
export interface Replaced {
  /** The appointment that would move. */
  bookingId?: number | null;
  /** The same, with what it keeps: its length, its price and the rooms chosen for it. */
  moving?: MovingBooking | null;
  /** The offer that holds its time. */
  offerId?: number | null;
  /** Whether its service may be one that is not offered online. */
  unlisted?: boolean;
}

/** Reads the data that decides on a request of this client; the days are those that the client would see. */
async function decidingFacts(
  { tx, tenantId, now }: WorkContext,
  clientId: number,
  wanted: WantedAppointment,
  minutes: number | null,
  { bookingId = null, moving = null, offerId = null, unlisted = false }: Replaced = {},
): Promise<[RequestFacts | undefined, PracticeDays]> {
  const { booking_date: date, booking_time: time, animal_id: animalId, service_id: serviceId } = wanted;
  return Promise.all([
    tx.row(requestFacts, [
      tenantId,
      clientId,
      animalId,
      serviceId,
      `${date} ${time}`,
      now,
      minutes ?? moving?.duration_minutes ?? null,
      moving?.id ?? bookingId,
    ]),
    readPracticeDays({ tx, tenantId, now }, [date, date], {
      serviceId,
      clientId,
      staffId: wanted.staff_id ?? null,
      withoutBookingId: bookingId,
      moving,
      withoutOfferId: offerId,
      unlisted,
    }),
  ]);
}

/**
 * Locks the practice's diary for requests until the transaction ends. The following checks may be sent with it.
 */
export const lockDiary = ({ tx, tenantId }: WorkContext): Promise<void> => lockPracticeDiary(tx, tenantId);

/**
 * Checks whether a client can request this now. The answer stays true only after {@link lockDiary}.
 * @returns the request, and its required deposit (0 for none)
 * @throws AppError `not_found`, `nonexistent_time`, `too_many_requests_waiting`, `slot_not_offered`, `animal_busy`,
 * `slot_taken`
 */
export async function checkRequest(
  ctx: WorkContext,
  clientId: number,
  wanted: WantedAppointment,
  replaced: Replaced = {},
): Promise<{ request: AppointmentRequest; depositPence: number }> {
  const { session, now } = ctx;
  const { booking_date: date, booking_time: time } = wanted;
  const startsAt = momentOf(ctx, date, time);
  const [facts, days] = await decidingFacts(ctx, clientId, wanted, null, replaced);
  if (!facts?.animal_ok) throw missing('animal_id', 'Pet not found.');
  const { service } = days;
  if (service === null) throw missing('service_id', 'This service isn’t available. Choose another.');
  if (wanted.staff_id && !isOffered(days, wanted.staff_id)) throw staffMissing();
  if (facts.waiting >= maxWaiting) throw new AppError('too_many_requests_waiting');
  const today = localMoment(now, session.timeZone).date;
  const offers = offersOf(days, { now, timeZone: session.timeZone, today });
  const slot = offers.day(date).times.find((offered) => offered.time === time);
  if (!slot?.possible) throw new AppError('slot_not_offered');
  if (facts.animal_busy) throw new AppError('animal_busy');
  const assignment = slot.free ? offers.assignment(date, time) : null;
  if (!assignment) throw new AppError('slot_taken');
  const ownPrice = service.staff.find((one) => one.user_id === assignment.staffId)?.price_pence;
  const request = {
    client_id: clientId,
    animal_id: wanted.animal_id,
    service_id: wanted.service_id,
    booking_date: date,
    booking_time: time,
    starts_at: startsAt,
    duration_minutes: assignment.minutes,
    before_minutes: service.before_minutes,
    after_minutes: service.after_minutes,
    price_pence: replaced.moving?.price_pence ?? ownPrice ?? service.price_pence,
    notes: wanted.notes ?? null,
    staff_id: assignment.staffId,
    resource_ids: assignment.resourceIds,
  };
  return { request, depositPence: days.depositPence };
}

/**
 * Checks whether an earlier promise can still be kept. Hours, holidays and services may have changed since: the practice
 * decides on the request anyway. Only an offer, which is confirmed once it is accepted, needs a person who still takes
 * appointments. Needs {@link lockDiary}.
 * @returns the request as it is now, because the practice may have moved to another time zone; null when it cannot
 */
export async function stillPossible(
  ctx: WorkContext,
  promised: AppointmentRequest,
  replaced: Replaced = {},
): Promise<AppointmentRequest | null> {
  const { client_id: clientId, booking_date: date, booking_time: time, duration_minutes: minutes } = promised;
  const [facts, days] = await decidingFacts(ctx, clientId, promised, minutes, replaced);
  const startsAt = instantOf({ date, time }, ctx.session.timeZone);
  if (!facts?.animal_ok || facts.animal_busy || startsAt === null || startsAt <= ctx.now) return null;
  const { staff_id: staffId } = promised;
  const isOffer = (replaced.offerId ?? null) !== null;
  if (isOffer && staffId !== null && !days.people.includes(staffId)) return null;
  return hasRoom(days, promised) ? { ...promised, starts_at: startsAt } : null;
}

/**
 * Saves a request and notifies the desk and the client. It holds its time until the practice answers.
 * @param depositPence the deposit paid for it
 * @returns the id of the appointment
 */
export async function insertRequest(
  ctx: WorkContext,
  request: AppointmentRequest,
  depositPence?: number,
): Promise<number> {
  const bookingId = await insertBooking(ctx, {
    ...request,
    staff_notes: null,
    arrived_at: null,
    status: 'pending',
    overlap_allowed: false,
    is_provisional: true,
    source: 'portal',
  });
  await assignResources(ctx, bookingId, request.resource_ids);
  queueRequestReceipt(ctx, bookingId);
  await notify(ctx, {
    kind: 'booking_request',
    bookingId,
    ...(depositPence === undefined ? {} : { amountPence: depositPence }),
  });
  return bookingId;
}

/**
 * Saves an appointment that the practice has offered and the client has accepted: it is confirmed. Notifies both.
 * @param depositPence the deposit paid for it
 * @returns the id of the appointment
 */
export async function insertAccepted(
  ctx: WorkContext,
  request: AppointmentRequest,
  depositPence?: number,
): Promise<number> {
  const bookingId = await insertBooking(ctx, {
    ...request,
    staff_notes: null,
    arrived_at: null,
    status: 'confirmed',
    overlap_allowed: false,
    is_provisional: false,
    source: 'portal',
  });
  await assignResources(ctx, bookingId, request.resource_ids);
  await tellClients(ctx, 'booking_confirmation', [bookingId]);
  await notify(ctx, {
    kind: 'offer_taken',
    bookingId,
    ...(depositPence === undefined ? {} : { amountPence: depositPence }),
  });
  return bookingId;
}

/**
 * Requests an appointment for a pet owner, without a deposit.
 * @returns its id
 * @throws AppError as {@link checkRequest}; `deposit_required` when the practice requires one and it can be paid here
 */
export async function requestBooking(
  ctx: WorkContext,
  clientId: number,
  wanted: WantedAppointment,
): Promise<number> {
  // Checked before the lock too: of a rush for one time, only those that may still get it wait in line.
  await checkRequest(ctx, clientId, wanted);
  // The lock and the checks after it are sent together: one round trip.
  const [, { request, depositPence }] = await Promise.all([
    lockDiary(ctx),
    checkRequest(ctx, clientId, wanted),
  ]);
  if (depositPence > 0 && ctx.deps.payments.isConfigured) throw new AppError('deposit_required');
  return insertRequest(ctx, request);
}
