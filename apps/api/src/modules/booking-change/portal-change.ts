import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { ChangeRefusal } from '@burrow/contracts/portal-booking-change';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { ownClientId } from '../../lib/own-client.ts';
import {
  closeOpenChange,
  closeOpenChangeNow,
  finishChange,
  insertAskedChange,
  keptNow,
  recordMove,
  type ChangeFacts,
  type Way,
} from '../booking-terms/public.ts';
import {
  applyStatus,
  findMovePlace,
  lockDiary,
  moveForClient,
  refuseTransferred,
} from '../booking/public.ts';
import { tellClients } from '../message/public.ts';
import { notify, tellScreens } from '../notification/public.ts';
import { planLapse } from './lapse.ts';
import { lockForChange, waysOf } from './own-booking.ts';

const refusals: Readonly<Record<ChangeRefusal, string>> = {
  turned_off: 'This practice doesn’t offer changes online. Please contact them.',
  cancelled: 'This appointment has been cancelled.',
  started: 'This appointment has already started. Please contact the practice.',
  no_moves_left: 'You can’t move this appointment online. Please contact the practice.',
  unavailable: 'This practice isn’t taking online bookings at the moment. Please contact them.',
};

/** @throws AppError `booking_closed`, `change_not_allowed` */
function permitted({ may, refusal }: Way): 'direct' | 'request' {
  if (may !== 'no') return may;
  throw new AppError(refusal === 'cancelled' ? 'booking_closed' : 'change_not_allowed', {
    message: refusals[refusal],
  });
}

/**
 * Cancels the caller's appointment, or asks the practice to.
 * @throws AppError `not_found`, `booking_closed`, `change_not_allowed`, `terms_changed` when another amount than the
 * sent one would be refunded
 */
export async function cancelOwnBooking(
  ctx: Ctx,
  input: ParsedInputOf<'cp/booking_cancel'>,
): Promise<OutputOf<'cp/booking_cancel'>> {
  const { booking, facts } = await lockForChange(ctx, input.booking_id, ownClientId(ctx));
  const way = permitted(waysOf(ctx, facts).cancel);
  const { held_pence: held, open_change: open } = facts;
  const kept = keptNow(facts, 'client', ctx.now);
  const money = { kept_pence: kept, refunded_pence: held - kept };
  if (way === 'request' && open?.kind === 'cancel') return answerOf(facts, 'asked', money);
  if (input.refund !== money.refunded_pence) {
    throw new AppError('terms_changed', {
      refund: moneyFromPence(money.refunded_pence),
      kept: moneyFromPence(kept),
    });
  }
  ctx.auditDetails({ outcome: way === 'direct' ? 'cancelled' : 'asked' });
  if (way === 'request') {
    await ask(ctx, facts, { kind: 'cancel', reason: input.reason ?? null, ...money });
    return answerOf(facts, 'asked', money);
  }
  const cancelling = { by: 'client', deposit: 'terms', reason: input.reason } as const;
  await applyStatus(ctx, booking, { status: 'cancelled' }, { cancelling, tell_client: true });
  return answerOf(facts, 'cancelled', money);
}

const answerOf = (
  { id }: ChangeFacts,
  outcome: 'cancelled' | 'asked',
  money: { kept_pence: number; refunded_pence: number },
): OutputOf<'cp/booking_cancel'> => ({
  booking_id: id,
  outcome,
  kept: moneyFromPence(money.kept_pence),
  refund: moneyFromPence(money.refunded_pence),
});

/** Asks the practice, in place of an earlier request about the appointment. */
async function ask(
  ctx: Ctx,
  facts: ChangeFacts,
  details: Omit<Parameters<typeof insertAskedChange>[2], 'by_client'>,
): Promise<void> {
  await closeOpenChangeNow(ctx, facts.id, 'withdrawn');
  const changeId = await insertAskedChange(ctx, facts, { ...details, by_client: true });
  await planLapse(ctx, changeId, new Date(facts.starts_at));
  await notify(ctx, { kind: 'change_asked', bookingId: facts.id });
}

/**
 * Moves the caller's appointment to a free time, or asks the practice to.
 * @throws AppError `not_found`, `booking_closed`, `change_not_allowed`, `animal_transferred`, and as {@link findMovePlace}
 */
export async function moveOwnBooking(
  ctx: Ctx,
  input: ParsedInputOf<'cp/booking_move'>,
): Promise<OutputOf<'cp/booking_move'>> {
  const { facts } = await lockForChange(ctx, input.booking_id, ownClientId(ctx));
  const way = permitted(waysOf(ctx, facts).move);
  await refuseTransferred(ctx, facts);
  ctx.auditDetails({ outcome: way === 'direct' ? 'moved' : 'asked' });
  // Checked before the lock too: of a rush for one time, only those that may still get it wait in line.
  const place = await findMovePlace(ctx, facts, input);
  if (way === 'request') {
    await ask(ctx, facts, {
      kind: 'move',
      to_date: place.booking_date,
      to_time: place.booking_time,
      to_staff_id: place.staff_id,
      reason: input.reason ?? null,
    });
    return { booking_id: facts.id, outcome: 'asked' };
  }
  const [, certain] = await Promise.all([lockDiary(ctx), findMovePlace(ctx, facts, input)]);
  await moveForClient(ctx, facts, certain, {
    at: ctx.now,
    moves: facts.moves + 1,
    overlap_allowed: false,
  });
  closeOpenChange(ctx, facts.id, 'withdrawn');
  recordMove(ctx, facts, certain, { by_client: true, reason: input.reason ?? null });
  await tellClients(ctx, 'booking_change', [facts.id], facts);
  await notify(ctx, { kind: 'booking_moved', bookingId: facts.id });
  return { booking_id: facts.id, outcome: 'moved' };
}

const ownChange = statement<{ booking_id: number }>(
  'own_booking_change',
  `select c.booking_id from booking_changes c
   join bookings b on b.tenant_id = c.tenant_id and b.id = c.booking_id
   where c.tenant_id = $1 and c.id = $2 and b.client_id = $3 and c.by_client`,
);

/**
 * Withdraws the caller's request to move or cancel.
 * @throws AppError `not_found`, also for another client's; `change_answered`
 */
export async function withdrawOwnChange(
  ctx: Ctx,
  { change_id: changeId }: ParsedInputOf<'cp/booking_change_withdraw'>,
): Promise<OutputOf<'cp/booking_change_withdraw'>> {
  const { tx, tenantId, session } = ctx;
  const change = await tx.row(ownChange, [tenantId, changeId, session.clientId]);
  if (!change) throw new AppError('not_found', { message: 'Request not found.' });
  await lockForChange(ctx, change.booking_id, ownClientId(ctx));
  if (!(await finishChange(ctx, changeId, 'withdrawn'))) throw new AppError('change_answered');
  tellScreens(ctx);
  return { success: true, booking_id: change.booking_id };
}
