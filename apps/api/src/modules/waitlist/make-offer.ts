import { answerMinutes } from '@burrow/contracts/waitlist-limits';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { AppointmentRequest } from '../booking/public.ts';
import { notifyClientOfOffer } from '../message/public.ts';
import { endOffer, insertOffer, recordServerAct } from '../offer/public.ts';

interface Origin {
  freedTimeId: number | null;
  /** Null if it is made automatically. */
  madeBy: number | null;
}

// $2 the want. Waits for a cancellation that is under way; one after it finds the offer.
const lockKeptBooking = statement<{ takes_place: boolean }>(
  'lock_kept_booking',
  `select b.status in ('pending', 'confirmed') as takes_place from bookings b
   where b.tenant_id = $1 and b.id = (select w.keep_booking_id from wants w where w.tenant_id = $1 and w.id = $2)
   for share`,
);

/**
 * Offers a time to a client who waits: holds it, and sends them a link. Call it under the diary's lock, for a time that was
 * found free.
 * @returns null if no channel sends it, as a time is never held for a client who is not asked; or if the appointment that it
 * would replace no longer takes place
 */
export async function makeOffer(
  ctx: WorkContext,
  wantId: number,
  request: AppointmentRequest,
  { freedTimeId, madeBy }: Origin,
): Promise<{ id: number; heldUntil: Date } | null> {
  const kept = await ctx.tx.row(lockKeptBooking, [ctx.tenantId, wantId]);
  if (kept?.takes_place === false) return null;
  const { notes: _, ...place } = request;
  const startsAt = new Date(request.starts_at);
  const minutes = answerMinutes((startsAt.getTime() - ctx.now.getTime()) / 60_000);
  const heldUntil = new Date(ctx.now.getTime() + minutes * 60_000);
  const id = await insertOffer(ctx, {
    ...place,
    want_id: wantId,
    held_until: heldUntil,
    freed_time_id: freedTimeId,
    made_by: madeBy,
  });
  if ((await notifyClientOfOffer(ctx, 'waitlist_offer', id)) === 0) {
    await endOffer(ctx, { id }, 'withdrawn', null);
    return null;
  }
  if (madeBy === null) await recordServerAct(ctx, 'offer_make', id);
  return { id, heldUntil };
}
