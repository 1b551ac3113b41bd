import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxOffersADay, offerNoticeMinutes } from '@burrow/contracts/waitlist-limits';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { dayBegins, localMoment } from '../../lib/clock.ts';
import { findTime, holidayOn, readPracticeDays, refuseClashes } from '../availability/public.ts';
import {
  bookingReferences,
  lockBooking,
  lockDiary,
  momentOf,
  stillPossible,
  type AppointmentRequest,
  type LockedBooking,
} from '../booking/public.ts';
import { endPaymentOf } from '../deposit/public.ts';
import { canMoveTo, endOffer, isLive, isOpen, lockOffer } from '../offer/public.ts';
import { makeOffer } from './make-offer.ts';
import { waitlistSettings } from './settings.ts';
import type { Want } from './want-repository.ts';
import { lockedWant } from './want-service.ts';

const offersToday = statement<{ count: number; open: boolean }>(
  'offers_of_want_today',
  `select (select count(*)::integer from offers o
           where o.tenant_id = $1 and o.want_id = $2 and o.created_at >= $4) as count,
     exists (select from offers o where o.tenant_id = $1 and o.client_id = $3 and o.state = 'open') as open`,
);

/**
 * Offers a free time to a client who waits, chosen by staff.
 * @throws AppError `not_found`, `want_ended`, `offer_refused`, `no_channel`, a clash with the diary, `nonexistent_time`
 */
export async function offerByDesk(
  ctx: Ctx,
  input: ParsedInputOf<'offer_make'>,
): Promise<OutputOf<'offer_make'>> {
  // The diary first: always in this order.
  await lockDiary(ctx);
  const want = await lockedWant(ctx, input.want_id, null);
  if (!isLive(want.state)) throw new AppError('want_ended');
  const startsAt = momentOf(ctx, input.booking_date, input.booking_time);
  await refuseOffer(ctx, want, startsAt);
  const request = await requestAt(ctx, want, input, startsAt);
  // Clients accept by the rules of the portal, which are stricter than the desk's.
  if (!(await stillPossible(ctx, request, { bookingId: want.keep_booking_id, unlisted: true })))
    throw notOnline();
  const made = await makeOffer(ctx, want.id, request, { freedTimeId: null, madeBy: ctx.session.userId });
  if (!made) throw new AppError('no_channel');
  return { offer_id: made.id, held_until: made.heldUntil.toISOString() };
}

const notOnline = () =>
  new AppError('offer_refused', {
    message: 'Clients can’t book this time online. Book it in the diary instead.',
  });

/**
 * The appointment of a want at a time.
 * @throws AppError `not_found`, `offer_refused` on a holiday, and a clash with the diary
 */
async function requestAt(
  ctx: Ctx,
  want: Want,
  input: ParsedInputOf<'offer_make'>,
  startsAt: Date,
): Promise<AppointmentRequest> {
  const staffId = input.staff_id ?? null;
  const days = await readPracticeDays(ctx, [input.booking_date, input.booking_date], {
    serviceId: want.service_id,
    clientId: null,
    unlisted: true,
  });
  if (holidayOn(input.booking_date, days.holidays)) throw notOnline();
  const references = await bookingReferences(ctx, { ...want, staff_id: staffId });
  const kept = await keptBooking(ctx, want);
  const found = await findTime(ctx, {
    booking_id: want.keep_booking_id,
    animal_id: want.animal_id,
    service_id: want.service_id,
    // As in the portal: without a rota and without named providers, an appointment needs no person.
    staff_id: staffId ?? (days.rota.exists || days.service?.staff.length ? 'anyone' : null),
    booking_date: input.booking_date,
    booking_time: input.booking_time,
    duration_minutes: kept?.duration_minutes ?? references.duration_minutes,
    own_length: kept === null,
    resource_ids: kept?.resource_ids ?? [],
    kept_resource_ids: kept?.resource_ids ?? [],
  });
  refuseClashes(ctx, found.clashes, {});
  return {
    client_id: want.client_id,
    animal_id: want.animal_id,
    service_id: want.service_id,
    booking_date: input.booking_date,
    booking_time: input.booking_time,
    starts_at: startsAt,
    duration_minutes: found.minutes,
    before_minutes: found.beforeMinutes,
    after_minutes: found.afterMinutes,
    price_pence: kept?.price_pence ?? found.ownPricePence ?? references.base_price_pence,
    staff_id: found.staffId,
    resource_ids: found.resourceIds,
    notes: null,
  };
}

/**
 * The appointment that an earlier time would replace, which keeps its length and the rooms chosen for it; null for a new one.
 * @throws AppError `offer_refused`
 */
async function keptBooking(ctx: Ctx, want: Want): Promise<LockedBooking | null> {
  if (want.keep_booking_id === null) return null;
  const booking = await lockBooking(ctx, want.keep_booking_id);
  if (booking && canMoveTo(booking, want)) return booking;
  throw new AppError('offer_refused', {
    message: 'The appointment that this client wants to move has changed. Move it in the diary instead.',
  });
}

/** @throws AppError `offer_refused`, `no_channel` */
async function refuseOffer(ctx: Ctx, want: Want, startsAt: Date): Promise<void> {
  const { tx, tenantId, now, session } = ctx;
  const refuse = (message: string): AppError => new AppError('offer_refused', { message });
  if (startsAt.getTime() < now.getTime() + offerNoticeMinutes * 60_000) {
    throw refuse('A time can be offered until two hours before it starts. Call the client instead.');
  }
  const settings = await waitlistSettings(ctx);
  if (settings.mode === 'off') throw refuse('The waitlist is off. Turn it on in Settings.');
  if (settings.quietUntil) {
    const { time } = localMoment(settings.quietUntil, session.timeZone);
    throw refuse(
      `Quiet hours: offers can be sent from ${time}. Offer the time after that, or call the client.`,
    );
  }
  if (settings.ways.length === 0) throw new AppError('no_channel');
  const begins = dayBegins(localMoment(now, session.timeZone).date, session.timeZone);
  const made = await tx.row(offersToday, [tenantId, want.id, want.client_id, begins]);
  if (made?.open) throw refuse('This client has an open offer. Withdraw it first.');
  if ((made?.count ?? 0) >= maxOffersADay) {
    throw refuse('This client has already had two offers for this today. Try again tomorrow, or call them.');
  }
}

/**
 * Withdraws an open offer, also one whose deposit is being paid: a payment that is made all the same is refunded.
 * @returns the checkout of its deposit, to be ended at the provider
 * @throws AppError `not_found`, `offer_gone`
 */
export async function withdrawOffer(ctx: Ctx, offerId: number): Promise<string | null> {
  await lockDiary(ctx);
  const offer = await lockOffer(ctx, offerId);
  if (!offer) throw new AppError('not_found', { message: 'Offer not found.' });
  if (!isOpen(offer, ctx.now)) throw new AppError('offer_gone', { message: 'This offer has ended.' });
  const reference = await endPaymentOf(ctx, offer);
  await endOffer(ctx, offer, 'withdrawn', null);
  return reference;
}
