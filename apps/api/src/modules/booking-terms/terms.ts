import type { KeepRule, SelfChange } from '@burrow/contracts/booking-terms';
import type { ChangeRefusal } from '@burrow/contracts/portal-booking-change';
import type { Schema, StoredTerms } from '../../db/schema.ts';
import { isWholeOnly } from '../../lib/card-amounts.ts';

// The terms for moving and cancelling an appointment. Pure functions, used by the preview, the portal, the desk and
// non-attendance, so that the amounts shown are the amounts applied.

const hourMs = 3_600_000;
/** The minimum time to cancel free of charge after the practice has moved an appointment. */
const freshHours = 24;

/** The fields of an appointment that its terms depend on. */
export interface TermedBooking extends Pick<
  Schema['bookings'],
  'status' | 'is_provisional' | 'stage' | 'price_pence' | 'moves' | 'terms'
> {
  /** Its start, ISO 8601. */
  starts_at: string;
}

/** The same, with the currency of its deposit. */
export interface PricedBooking extends TermedBooking {
  currency: string;
}

/** By whom an appointment is cancelled; `no_show` if its client does not attend. */
export type Canceller = 'client' | 'practice' | 'no_show';

const startOf = ({ starts_at: startsAt }: Pick<TermedBooking, 'starts_at'>): number => Date.parse(startsAt);

/** The amount that a rule keeps at this price, rounded down to the smallest unit that a card can be refunded. */
export function keepOf(rule: KeepRule, value: number, pricePence: number, currency: string): number {
  if (rule === 'nothing') return 0;
  const kept = rule === 'sum' ? value : (pricePence * value) / 10_000;
  const unit = isWholeOnly(currency) ? 100 : 1;
  return Math.floor(kept / unit) * unit;
}

/** The moment from which the client's cancellation is late: fixed, or a number of hours before the start. */
const lateFrom = (booking: TermedBooking, terms: StoredTerms): number =>
  terms.free_until === undefined
    ? startOf(booking) - terms.free_hours * hourMs
    : Date.parse(terms.free_until);

/** The terms that can cost the client something; null for none, or if the practice has not accepted the request. */
const bindingTerms = ({ terms, is_provisional: isRequest }: TermedBooking): StoredTerms | null =>
  terms === null || terms.waived || isRequest ? null : terms;

/** Until when the client can cancel free of charge, exclusively; null if they always can. */
export function freeUntil(booking: PricedBooking): Date | null {
  const terms = bindingTerms(booking);
  if (terms === null || ruleKeeps(booking, terms, 'client') === 0) return null;
  return new Date(lateFrom(booking, terms));
}

/** The amount that the rule for a canceller keeps, whatever was paid, at the lower of the current and the booked price. */
function ruleKeeps(
  { price_pence: price, currency }: PricedBooking,
  terms: StoredTerms,
  by: Canceller,
): number {
  if (by === 'practice') return 0;
  const [rule, value] =
    by === 'client'
      ? ([terms.keep, terms.keep_value] as const)
      : ([terms.no_show_keep, terms.no_show_keep_value] as const);
  return keepOf(rule, value, Math.min(price, terms.price_pence), currency);
}

/**
 * What the practice keeps of a deposit when an appointment is cancelled at a moment.
 * @param heldPence the part of it that can still be refunded
 */
export function keptOf(
  booking: PricedBooking,
  heldPence: number,
  { by, at }: { by: Canceller; at: Date },
): number {
  const terms = bindingTerms(booking);
  if (terms === null) return 0;
  if (by === 'client' && at.getTime() < lateFrom(booking, terms)) return 0;
  return Math.max(0, Math.min(heldPence, ruleKeeps(booking, terms, by)));
}

/** The same for the client after the end of the free cancellation period. */
export function keptLate(booking: PricedBooking, heldPence: number): number {
  const terms = bindingTerms(booking);
  return terms === null ? 0 : Math.max(0, Math.min(heldPence, ruleKeeps(booking, terms, 'client')));
}

interface Move {
  by: 'client' | 'practice';
  /** When it was decided; for a client's request: when they asked. */
  at: Date;
  startsAt: Date;
}

/**
 * The terms of an appointment after a move. A client who moves late keeps their free cancellation deadline; otherwise moving
 * would avoid the fee. If the practice moves it, the client gets at least a day to cancel, if the start allows.
 */
export function termsAfterMove(booking: TermedBooking, { by, at, startsAt }: Move): StoredTerms | null {
  const { terms, is_provisional: isRequest } = booking;
  if (terms === null) return null;
  const { free_until: _fixed, ...fresh } = terms;
  if (by === 'client') {
    const limit = lateFrom(booking, terms);
    return isRequest || at.getTime() < limit
      ? fresh
      : { ...fresh, free_until: new Date(limit).toISOString() };
  }
  const usual = startsAt.getTime() - terms.free_hours * hourMs;
  const granted = Math.min(at.getTime() + freshHours * hourMs, startsAt.getTime());
  return usual >= granted ? fresh : { ...fresh, free_until: new Date(granted).toISOString() };
}

/** What a client may do with an appointment, and how. */
export type Way = { may: 'direct' | 'request'; refusal: null } | { may: 'no'; refusal: ChangeRefusal };

interface Offer {
  /** The practice's present choice for the service. */
  mode: SelfChange;
  /** Whether the practice takes online bookings at the moment. */
  isOpen: boolean;
  at: Date;
}

const no = (refusal: ChangeRefusal): Way => ({ may: 'no', refusal });

/** Why nothing about an appointment can be changed by its client. */
function refusalOf(booking: TermedBooking, { mode, at }: Offer): ChangeRefusal | null {
  if (booking.status === 'cancelled') return 'cancelled';
  const isBegun = booking.stage !== null || (booking.status !== 'pending' && booking.status !== 'confirmed');
  if (isBegun || startOf(booking) <= at.getTime()) return 'started';
  return mode === 'off' ? 'turned_off' : null;
}

/** Whether and how a client may cancel an appointment at a moment. */
export function wayToCancel(booking: TermedBooking, offer: Offer): Way {
  const refusal = refusalOf(booking, offer);
  if (refusal !== null) return no(refusal);
  // Withdrawing a request needs no agreement.
  return { may: booking.is_provisional || offer.mode === 'direct' ? 'direct' : 'request', refusal: null };
}

/** Whether and how a client may move an appointment at a moment. */
export function wayToMove(booking: TermedBooking, limits: MoveLimits, offer: Offer): Way {
  const refusal = refusalOf(booking, offer);
  if (refusal !== null) return no(refusal);
  if (!offer.isOpen) return no('unavailable');
  if (movesLeft(booking, limits) === 0) return no('no_moves_left');
  if (booking.is_provisional) return { may: 'direct', refusal: null };
  const isLate = offer.at.getTime() >= latestMove(booking, limits).getTime();
  return { may: offer.mode === 'direct' && !isLate ? 'direct' : 'request', refusal: null };
}

/** How often, and until how long before the start, a client may move an appointment. */
export type MoveLimits = Pick<StoredTerms, 'move_limit' | 'move_notice_hours'>;

/** How often a client may still move an appointment. */
export const movesLeft = ({ moves }: TermedBooking, { move_limit: limit }: MoveLimits): number =>
  Math.max(0, limit - moves);

/** The moment from which a move needs the practice's agreement. */
export const latestMove = (booking: TermedBooking, { move_notice_hours: hours }: MoveLimits): Date =>
  new Date(startOf(booking) - hours * hourMs);
