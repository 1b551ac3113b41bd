import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { checkSoon, endPaymentOf } from '../deposit/public.ts';
import { endOfferByServer, isOpen, lockOpenOffers, recordServerAct, type Offer } from '../offer/public.ts';
import { stillBookable } from './still-bookable.ts';
import { updateWant } from './want-repository.ts';

/**
 * SQL for whether the appointment `b` that an earlier time would replace has begun or ended, or belongs to another client than
 * the want `w`. The moment is SQL too.
 */
const isOver = (now: string): string =>
  `(b.status not in ('pending', 'confirmed') or b.stage is not null or b.starts_at <= ${now} or b.client_id <> w.client_id)`;

// Offers that no channel could send, so that their clients don't know of them, and those to move an appointment that is over,
// or has got another length, service or animal. $2 now.
const impossibleOffers = statement<{ id: number; is_over: boolean }>(
  'impossible_offers',
  `select o.id, coalesce(${isOver('$2')}, false) as is_over
   from offers o
   join wants w on w.tenant_id = o.tenant_id and w.id = o.want_id
   left join bookings b on b.tenant_id = w.tenant_id and b.id = w.keep_booking_id
   where o.tenant_id = $1 and o.state = 'open' and (not exists (
     select from comms k where k.tenant_id = $1 and k.offer_id = o.id and k.client_id = o.client_id
       and k.kind = 'waitlist_offer' and k.status <> 'failed')
     or ${isOver('$2')}
     or b.duration_minutes <> o.duration_minutes or b.service_id <> o.service_id or b.animal_id <> o.animal_id)`,
);

/**
 * Ends the open offers that were not answered in time, that could not be sent, that can't be kept any more, or whose time the
 * desk has given to another client. One that is being paid stays while its time is there; a payment that is reported after its
 * end is refunded. Call it under the diary's lock.
 * @returns how many
 */
export async function endOffers(ctx: WorkContext): Promise<number> {
  const { tx, tenantId, now } = ctx;
  const open = await lockOpenOffers(ctx);
  if (open.length === 0) return 0;
  const rows = await tx.rows(impossibleOffers, [tenantId, now]);
  const impossible = new Map(rows.map((row) => [row.id, row]));
  let ended = 0;
  for (const offer of open) {
    if (isBeingPaid(offer, now)) {
      if (await endVainPayment(ctx, offer)) ended++;
      continue;
    }
    if (impossible.get(offer.id)?.is_over) await endWaitOf(ctx, offer);
    else if (offer.deposit_id !== null) await endOfferByServer(ctx, offer, 'lapsed', now);
    else if (!isOpen(offer, now)) await endOfferByServer(ctx, offer, 'lapsed', offer.held_until);
    else if (impossible.has(offer.id) || !(await isPossible(ctx, offer)))
      await endOfferByServer(ctx, offer, 'withdrawn', now);
    else continue;
    ended++;
  }
  return ended;
}

/** Ends the wait of a client whose appointment is over, which withdraws the offer. The text for that says that they still wait. */
async function endWaitOf(ctx: WorkContext, { id, want_id: wantId }: Offer): Promise<void> {
  await updateWant(ctx, wantId, { state: 'ended' });
  await recordServerAct(ctx, 'offer_withdraw', id);
}

/** Until an hour after its time is free again, for a provider that reports the payment late. */
const isBeingPaid = ({ payable_until: until }: Offer, now: Date): boolean =>
  until !== null && now.getTime() < until.getTime() + 60 * 60_000;

/**
 * Ends an offer, and the payment that it led to, if its time was given away while it can be paid: the client could only have
 * it refunded. @returns whether it did
 */
async function endVainPayment(ctx: WorkContext, offer: Offer): Promise<boolean> {
  const isPayable = offer.payable_until !== null && offer.payable_until > ctx.now;
  if (!isPayable || (await isPossible(ctx, offer))) return false;
  await endPaymentOf(ctx, offer);
  if (offer.deposit_id !== null) await checkSoon(ctx, offer.deposit_id);
  await endOfferByServer(ctx, offer, 'withdrawn', ctx.now);
  return true;
}

const isPossible = async (ctx: WorkContext, offer: Offer): Promise<boolean> =>
  (await stillBookable(ctx, offer)) !== null;

// $2 today, $3 now. Without an offer, a client whose appointment is cancelled no longer waits for an earlier time for it.
const endWants = statement<{ id: number }>(
  'end_wants',
  `update wants w
   set state = case when w.until_date < $2::date then 'expired' else 'ended' end, updated_at = $3
   where w.tenant_id = $1 and w.state = 'waiting'
     and (w.until_date < $2::date or exists (
       select from bookings b where b.tenant_id = $1 and b.id = w.keep_booking_id and ${isOver('$3')}))
   returning w.id`,
);

/** Ends the wants whose last day has passed, and those for an appointment that no longer can move. @returns how many */
export async function endPastWants({ tx, tenantId, now, session }: WorkContext): Promise<number> {
  const today = localMoment(now, session.timeZone).date;
  return (await tx.rows(endWants, [tenantId, today, now])).length;
}
