import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { lockDiary } from '../booking/public.ts';
import {
  depositOfOffer,
  endCheckout,
  endPaymentOf,
  holdForOffer,
  openCheckout,
  type HeldAppointment,
} from '../deposit/public.ts';
import { bookOffer, endOffer, isOpen, lockOffer, type Offer } from '../offer/public.ts';
import { appointmentChanged, reasonGone, stillBookable } from './still-bookable.ts';

type Accepted = OutputOf<'cp/offer_accept'>;

/** What an acceptance did: its answer, or the time held for a deposit that has to be paid first. */
export type Acceptance = { answer: Accepted } | { held: HeldAppointment };

const notOwn = (): AppError => new AppError('not_found', { message: 'Offer not found.' });

/** The caller's offer, under the diary's lock. @throws AppError `not_found` */
async function lockedOwnOffer(ctx: Ctx, offerId: number): Promise<Offer> {
  // The diary first: always in this order.
  await lockDiary(ctx);
  const offer = await lockOffer(ctx, offerId);
  if (offer?.client_id !== ownClientId(ctx)) throw notOwn();
  return offer;
}

const answerFor = ({ keep_booking_id: keptId }: Offer, bookingId: number): Accepted => ({
  outcome: keptId === null ? 'booked' : 'moved',
  booking_id: bookingId,
  checkout_id: null,
  checkout_url: null,
  deposit_amount: moneyFromPence(0),
});

/**
 * Takes the caller's offer: books its appointment, moves the one that it replaces, or holds the time for a deposit.
 * @param host the address that the browser called
 * @throws AppError `not_found`, `offer_gone`
 */
export async function acceptOffer(
  ctx: Ctx,
  { offer_id: id, return_url: returnUrl }: ParsedInputOf<'cp/offer_accept'>,
  host: string,
): Promise<Acceptance> {
  const offer = await lockedOwnOffer(ctx, id);
  // Repeated: another tab, or a lost answer.
  if (offer.state === 'taken' && offer.booking_id !== null) {
    return { answer: answerFor(offer, offer.booking_id) };
  }
  if (!isOpen(offer, ctx.now)) throw new AppError('offer_gone');
  const request = await stillBookable(ctx, offer);
  if (!request) throw await reasonGone(ctx, offer);
  const depositPence = await depositOfOffer(ctx, offer);
  if (depositPence > 0) return { held: await holdForOffer(ctx, offer, { depositPence, returnUrl, host }) };
  const bookingId = await bookOffer(ctx, offer, request);
  if (bookingId === null) throw appointmentChanged();
  return { answer: answerFor(offer, bookingId) };
}

/** Opens the checkout of an accepted offer whose deposit is due. */
export async function answerAcceptance(ctx: OutsideContext, accepted: Acceptance): Promise<Accepted> {
  if ('answer' in accepted) return accepted.answer;
  const opened = await openCheckout(ctx, accepted.held);
  return {
    outcome: 'pay',
    booking_id: null,
    checkout_id: opened.checkout_id,
    checkout_url: opened.checkout_url,
    deposit_amount: opened.deposit_amount,
  };
}

/**
 * Declines the caller's offer. The next client is offered its time.
 * @returns the checkout of its deposit, to be ended at the provider
 * @throws AppError `not_found`, `offer_gone`
 */
export async function declineOffer(ctx: Ctx, offerId: number): Promise<string | null> {
  const offer = await lockedOwnOffer(ctx, offerId);
  if (offer.state === 'declined') return null;
  if (!isOpen(offer, ctx.now)) throw new AppError('offer_gone');
  const reference = await endPaymentOf(ctx, offer);
  await endOffer(ctx, offer, 'declined', ctx.now);
  return reference;
}

/** Ends the checkout of an offer that has ended, if there is one. */
export async function endItsCheckout(
  ctx: OutsideContext,
  reference: string | null,
): Promise<{ success: true }> {
  if (reference !== null) await endCheckout(ctx, reference);
  return { success: true };
}
