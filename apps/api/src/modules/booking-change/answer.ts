import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { requireSubscription } from '../../lib/subscription.ts';
import { findTime, refuseClashes } from '../availability/public.ts';
import { finishChange, recordChange, type ChangeFacts } from '../booking-terms/public.ts';
import {
  allowedBy,
  applyStatus,
  bookingReferences,
  lockedBooking,
  momentOf,
  moveForClient,
  refuseTransferred,
  updateBooking,
} from '../booking/public.ts';
import { tellClients } from '../message/public.ts';
import { tellScreens } from '../notification/public.ts';
import { refundDepositOf } from '../payment/public.ts';
import { lockForChange, type LockedForChange } from './own-booking.ts';

type Answer = ParsedInputOf<'booking_change_answer'>;

const changeColumns = columns(
  'booking_changes',
  'id, booking_id, kind, state, asked_at, to_date, to_time, to_staff_id',
);
type ChangeRow = RowOf<typeof changeColumns>;

const changeById = statement<ChangeRow>(
  'booking_change_by_id',
  `select ${changeColumns.of('k')} from booking_changes k where k.tenant_id = $1 and k.id = $2`,
);

/**
 * Accepts or declines a client's request to move or cancel. What it costs them is decided as of when they asked.
 * @throws AppError `not_found`, `change_answered`, `booking_closed`; for a move also `requested_time_passed`,
 * `subscription_required`, and as for any at the desk
 */
export async function answerChange(ctx: Ctx, input: Answer): Promise<OutputOf<'booking_change_answer'>> {
  const { tx, tenantId } = ctx;
  const which = [tenantId, input.change_id];
  const asked = await tx.row(changeById, which);
  if (!asked) throw new AppError('not_found', { message: 'Request not found.' });
  const locked = await lockForChange(ctx, asked.booking_id, null);
  const { facts } = locked;
  // Read again: its appointment is locked, and so it can't change any more.
  const change = await tx.row(changeById, which);
  const isOver = facts.status === 'cancelled' || facts.stage !== null || new Date(facts.starts_at) <= ctx.now;
  if (change?.state !== 'asked' || isOver) throw new AppError('change_answered');
  ctx.auditDetails({ kind: change.kind, answer: input.answer });
  if (input.answer === 'decline') await decline(ctx, change, input);
  else if (change.kind === 'cancel') await acceptCancellation(ctx, locked, input);
  else await acceptMove(ctx, facts, change, input);
  tellScreens(ctx);
  return { booking_id: facts.id };
}

async function decline(ctx: Ctx, change: ChangeRow, input: Answer): Promise<void> {
  await finishChange(ctx, change.id, 'declined', { answer: input.reason ?? null });
  if (input.tell_client) await tellClients(ctx, 'change_declined', [change.booking_id]);
}

async function acceptCancellation(
  ctx: Ctx,
  { booking }: LockedForChange,
  { deposit, expected_refund: expectedRefund, tell_client }: Answer,
): Promise<void> {
  const cancelling = { by: 'client', deposit, expectedRefund } as const;
  await applyStatus(ctx, booking, { status: 'cancelled' }, { cancelling, tell_client });
}

async function acceptMove(ctx: Ctx, facts: ChangeFacts, change: ChangeRow, input: Answer): Promise<void> {
  requireSubscription(ctx);
  const { to_date: date, to_time: time } = change;
  if (date === null || time === null) throw new Error('The request to move has no date or time.');
  const startsAt = momentOf(ctx, date, time);
  if (startsAt <= ctx.now) throw new AppError('requested_time_passed');
  await checkNewStaff(ctx, facts, change);
  await refuseTransferred(ctx, facts);
  const place = { booking_date: date, booking_time: time, staff_id: change.to_staff_id };
  const found = await findTime(
    ctx,
    {
      ...place,
      booking_id: facts.id,
      animal_id: facts.animal_id,
      service_id: facts.service_id,
      duration_minutes: facts.duration_minutes,
      resource_ids: facts.resource_ids,
      kept_resource_ids: facts.resource_ids,
    },
    { isAcceptance: true },
  );
  const isOverlap = refuseClashes(ctx, found.clashes, allowedBy(input));
  await moveForClient(
    ctx,
    facts,
    {
      ...place,
      starts_at: startsAt,
      resource_ids: found.resourceIds,
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
    },
    { at: new Date(change.asked_at), moves: facts.moves + 1, overlap_allowed: isOverlap },
  );
  await finishChange(ctx, change.id, 'done');
  if (input.tell_client) await tellClients(ctx, 'booking_change', [facts.id], facts);
}

/** Only a new choice must take appointments: a former colleague can be kept. */
async function checkNewStaff(
  ctx: Ctx,
  { staff_id: current }: ChangeFacts,
  { to_staff_id: wanted }: ChangeRow,
): Promise<void> {
  if (wanted === null || wanted === current) return;
  await bookingReferences(
    ctx,
    { service_id: null, staff_id: wanted },
    'The staff member they asked for no longer takes appointments. Decline the request, or move the appointment yourself.',
  );
}

/**
 * Declines a client's request for an appointment, with a reason in the practice's words, and refunds its deposit.
 * @throws AppError `not_found`, `request_answered`, `scope_missing`, `step_up_required`
 */
export async function declineRequest(ctx: Ctx, input: ParsedInputOf<'booking_decline'>): Promise<void> {
  const booking = await lockedBooking(ctx, input.booking_id);
  if (!booking.is_provisional || booking.status !== 'pending') throw new AppError('request_answered');
  const cancelling = { by: 'practice', deposit: 'refund', reason: input.reason } as const;
  await applyStatus(ctx, booking, { status: 'cancelled' }, { cancelling, tell_client: input.tell_client });
}

/**
 * Waives what the terms let the practice keep: of a cancelled appointment by refunding what is kept of its card deposit, of
 * any other by keeping nothing later. A refund that failed is retried on its own.
 * @returns what is refunded now
 * @throws AppError `not_found`, `step_up_required`
 */
export async function waiveFee(
  ctx: Ctx,
  { booking_id: bookingId }: ParsedInputOf<'booking_fee_waive'>,
): Promise<OutputOf<'booking_fee_waive'>> {
  const { facts } = await lockForChange(ctx, bookingId, null);
  const [refund] = facts.kept_pence > 0 ? await refundDepositOf(ctx, [bookingId]) : [];
  const refunded = refund?.amountPence ?? 0;
  const { terms } = facts;
  const isNew = terms !== null && !terms.waived;
  if (isNew) await updateBooking(ctx, bookingId, { terms: { ...terms, waived: true } });
  if (isNew || refunded > 0) {
    recordChange(ctx, facts, { kind: 'waive', by_client: false, refunded_pence: refunded });
  }
  ctx.auditDetails({ amount: moneyFromPence(refunded) });
  tellScreens(ctx);
  return { refund: moneyFromPence(refunded) };
}
