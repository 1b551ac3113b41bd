import { dayMs } from '@burrow/contracts/calendar-day';
import { recallLinkDays } from '@burrow/contracts/care-limits';
import type { WorkContext } from '../../context/context.ts';
import { portalAddress } from '../../lib/portal-address.ts';
import { freeUntil, keptLate, wayToCancel, type PricedBooking } from '../booking-terms/public.ts';
import { linkFor } from '../client-link/public.ts';
import { canBeAnswered, compose, mentions } from './composition.ts';
import { hasOccasion, type MessageFacts, type OccasionFacts } from './facts.ts';

/** The appointment that a message is about, as its terms need it; null for a message about none. */
function bookingOf(facts: OccasionFacts): PricedBooking | null {
  const {
    booking_status: status,
    is_provisional,
    starts_at,
    price_pence,
    moves,
    stage,
    terms,
    currency,
  } = facts;
  if (status === null || is_provisional === null || starts_at === null) return null;
  if (price_pence === null || moves === null) return null;
  return { status, is_provisional, starts_at, price_pence, moves, stage, terms, currency };
}

/** Until when the client can cancel free of charge, if that can cost them something later; otherwise null. */
function freeUntilOf(facts: OccasionFacts, now: Date): Date | null {
  const booking = bookingOf(facts);
  if (booking === null || keptLate(booking, facts.held_pence) === 0) return null;
  const until = freeUntil(booking);
  return until !== null && until > now ? until : null;
}

/** A new link by which the client moves or cancels the appointment; null if the text has no place for one, or they may not. */
async function manageLinkFor(ctx: WorkContext, facts: OccasionFacts): Promise<string | null> {
  const { self_change: mode, booking_id: bookingId, client_id: clientId, starts_at: startsAt } = facts;
  const booking = bookingOf(facts);
  if (booking === null || bookingId === null || startsAt === null || !mentions(facts, 'manage_link'))
    return null;
  if (wayToCancel(booking, { mode, isOpen: true, at: ctx.now }).may === 'no') return null;
  return linkFor(ctx, { clientId, kind: 'booking', recordId: bookingId, expiresAt: new Date(startsAt) });
}

/** How long the link of an offer works: long after the offer, to say that it has ended. */
const offerLinkMs = 7 * 24 * 60 * 60_000;

async function offerLink(
  ctx: WorkContext,
  { kind, offer_id: recordId, client_id: clientId }: MessageFacts,
): Promise<string | null> {
  if (kind !== 'waitlist_offer' || recordId === null) return null;
  const expiresAt = new Date(ctx.now.getTime() + offerLinkMs);
  return linkFor(ctx, { clientId, kind: 'offer', recordId, expiresAt });
}

async function bookLink(
  ctx: WorkContext,
  { recall_id: recordId, client_id: clientId }: MessageFacts,
): Promise<string | null> {
  if (recordId === null) return null;
  const expiresAt = new Date(ctx.now.getTime() + recallLinkDays * dayMs);
  return linkFor(ctx, { clientId, kind: 'recall', recordId, expiresAt });
}

/**
 * The subject and body of a message as it is sent now; own words are as they were written.
 * @param isNotification whether it goes to the client's devices, where it can't be answered and a tap opens the appointment
 */
export async function writeMessage(
  ctx: WorkContext,
  facts: MessageFacts,
  isNotification: boolean,
): Promise<{ subject: string | null; body: string }> {
  const { deps, session, tenantId, now } = ctx;
  if (!hasOccasion(facts)) return { subject: facts.subject, body: facts.body ?? '' };
  return compose(facts, session, {
    now,
    isAnswerable: !isNotification && canBeAnswered(deps.env),
    portalLink: portalAddress(deps.env.PUBLIC_URL, { id: tenantId, custom_host: facts.custom_host }),
    offerLink: await offerLink(ctx, facts),
    bookLink: isNotification ? null : await bookLink(ctx, facts),
    manageLink: isNotification ? null : await manageLinkFor(ctx, facts),
    freeUntil: freeUntilOf(facts, now),
  });
}
