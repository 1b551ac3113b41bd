import type { WorkContext } from '../../context/context.ts';
import { writeAuditLine } from '../../db/audit-log.ts';
import {
  insertAccepted,
  lockBooking,
  moveToOffer,
  type AppointmentRequest,
  type LockedBooking,
} from '../booking/public.ts';
import { notifyClientOfOffer } from '../message/public.ts';
import { notify } from '../notification/public.ts';
import { endOfferWith, isLive, noteMove, noteTaken, type Offer, type OfferState } from './repository.ts';

/** Whether an offer still waits for an answer at a moment. */
export const isOpen = ({ state, held_until: until, deposit_id: depositId }: Offer, now: Date): boolean =>
  state === 'open' && (until > now || depositId !== null);

/** What an offer promises, as a request. */
export const promiseOf = (offer: Offer): AppointmentRequest => ({
  client_id: offer.client_id,
  animal_id: offer.animal_id,
  service_id: offer.service_id,
  staff_id: offer.staff_id,
  resource_ids: offer.resource_ids,
  booking_date: offer.booking_date,
  booking_time: offer.booking_time,
  starts_at: offer.starts_at,
  duration_minutes: offer.duration_minutes,
  before_minutes: offer.before_minutes,
  after_minutes: offer.after_minutes,
  price_pence: offer.price_pence,
  notes: offer.client_note,
});

/** Has the waitlist of the practice looked at, after the transaction. */
export const lookAtWaitlist = ({ deps, tx, tenantId }: WorkContext): Promise<void> =>
  deps.jobs.enqueue(tx, 'fill_gaps', { tenantId }, { key: String(tenantId) });

/**
 * Ends an open offer without an appointment. The client is notified unless they declined it, and keeps waiting.
 * @param nextAt from when its time is offered to the next client; null for never
 * @returns false if it is not open
 */
export async function endOffer(
  ctx: WorkContext,
  { id }: Pick<Offer, 'id'>,
  state: Exclude<OfferState, 'open' | 'taken'>,
  nextAt: Date | null,
): Promise<boolean> {
  const isEnded = await endOfferWith(ctx, id, state, nextAt);
  if (!isEnded) return false;
  if (state !== 'declined') await notifyClientOfOffer(ctx, 'waitlist_missed', id);
  if (nextAt) await lookAtWaitlist(ctx);
  return true;
}

/** The same by the server, which the audit log says. */
export async function endOfferByServer(
  ctx: WorkContext,
  offer: Pick<Offer, 'id'>,
  state: 'lapsed' | 'withdrawn',
  nextAt: Date,
): Promise<void> {
  const isEnded = await endOffer(ctx, offer, state, nextAt);
  if (isEnded) await recordServerAct(ctx, state === 'lapsed' ? 'offer_lapse' : 'offer_withdraw', offer.id);
}

/** Writes in the audit log what the server did with an offer. The runner writes what people do. */
export const recordServerAct = (
  { tx, tenantId, now, requestId }: WorkContext,
  action: 'offer_make' | 'offer_lapse' | 'offer_withdraw',
  offerId: number,
): Promise<void> =>
  writeAuditLine(tx, {
    tenantId,
    at: now,
    userId: null,
    clientId: null,
    action,
    entity: 'offer',
    entityId: offerId,
    details: null,
    requestId,
  });

/**
 * Turns an offer into its appointment: a new one, or the one that it moves. Call it under the diary's lock, with a request
 * that was found possible.
 * @param depositPence the deposit paid for it
 * @returns the id of the appointment; null if the offer has ended, the client no longer waits, or the appointment can't move any more
 */
export async function bookOffer(
  ctx: WorkContext,
  offer: Offer,
  request: AppointmentRequest,
  depositPence?: number,
): Promise<number | null> {
  if (offer.state !== 'open' || !isLive(offer.want_state)) return null;
  const bookingId =
    offer.keep_booking_id === null
      ? await insertAccepted(ctx, request, depositPence)
      : await moveKept(ctx, offer.keep_booking_id, request);
  if (bookingId === null) return null;
  await noteTaken(ctx, offer.id, bookingId);
  if (offer.keep_booking_id !== null) await noteMove(ctx, bookingId, offer.freed_time_id);
  await lookAtWaitlist(ctx);
  return bookingId;
}

/** Whether an appointment can still move, and is for what its client waits for. */
export const canMoveTo = (
  { status, stage, client_id: clientId, animal_id: animalId, service_id: serviceId }: LockedBooking,
  wanted: { client_id: number; animal_id: number; service_id: number },
): boolean =>
  (status === 'pending' || status === 'confirmed') &&
  stage === null &&
  clientId === wanted.client_id &&
  animalId === wanted.animal_id &&
  (serviceId === null || serviceId === wanted.service_id);

/** A request that moves is accepted: the practice has offered the time. */
async function moveKept(
  ctx: WorkContext,
  bookingId: number,
  request: AppointmentRequest,
): Promise<number | null> {
  const booking = await lockBooking(ctx, bookingId);
  if (!booking || !canMoveTo(booking, request)) return null;
  // The offer was made for the length that it had.
  if (booking.duration_minutes !== request.duration_minutes) return null;
  await moveToOffer(ctx, booking, {
    booking_date: request.booking_date,
    booking_time: request.booking_time,
    starts_at: new Date(request.starts_at),
    before_minutes: request.before_minutes,
    after_minutes: request.after_minutes,
    staff_id: request.staff_id,
    resource_ids: request.resource_ids,
  });
  await notify(ctx, { kind: 'offer_taken', bookingId });
  return booking.id;
}
