import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import {
  freeUntil,
  isFreeNow,
  keptLate,
  keptNow,
  latestMove,
  moveLimitsOf,
  movesLeft,
  onceMoved,
  type AskedChange,
  type ChangeFacts,
} from '../booking-terms/public.ts';
import { findMovePlace } from '../booking/public.ts';
import { readOwnBooking, waysOf } from './own-booking.ts';

type Preview = OutputOf<'cp/booking_change_preview'>;

/** An open request, with what cancelling keeps and refunds now if it asks to cancel. */
const toOpenChange = (
  change: AskedChange,
  { kept, refund }: Pick<Preview, 'kept' | 'refund'>,
): NonNullable<Preview['open_change']> => ({
  change_id: change.id,
  kind: change.kind,
  asked_at: new Date(change.asked_at).toISOString(),
  to_date: change.to_date,
  to_time: change.to_time,
  staff_member: change.to_staff_member,
  ...(change.kind === 'cancel' ? { kept, refund } : { kept: '0.00', refund: '0.00' }),
});

type LastChange = NonNullable<OutputOf<'cp/booking_change_preview'>['last_change']>;

const lastChange = statement<Omit<LastChange, 'by'> & { by_client: boolean }>(
  'last_booking_change',
  `select k.kind, k.state, k.by_client, k.answered_at as at, k.from_date, k.from_time, k.to_date, k.to_time, k.answer
   from booking_changes k
   where k.tenant_id = $1 and k.booking_id = $2 and k.state in ('done', 'declined', 'lapsed')
   order by k.answered_at desc, k.id desc limit 1`,
);

/** What happened to an appointment last, for its client; null if nothing did. */
async function lastChangeOf(
  { tx, tenantId }: Pick<WorkContext, 'tx' | 'tenantId'>,
  bookingId: number,
): Promise<LastChange | null> {
  const row = await tx.row(lastChange, [tenantId, bookingId]);
  if (!row) return null;
  const { by_client: byClient, ...change } = row;
  return { ...change, by: byClient ? 'client' : 'practice' };
}

/**
 * On what terms the caller can move or cancel an appointment now.
 * @throws AppError `not_found`, also for another client's appointment
 */
export async function previewOwnChange(
  ctx: Ctx,
  input: ParsedInputOf<'cp/booking_change_preview'>,
): Promise<Preview> {
  const { now } = ctx;
  const facts = await readOwnBooking(ctx, input.booking_id);
  const ways = waysOf(ctx, facts);
  const limits = moveLimitsOf(facts);
  const { held_pence: held } = facts;
  const kept = facts.status === 'cancelled' ? held : keptNow(facts, 'client', now);
  const money = { kept: moneyFromPence(kept), refund: moneyFromPence(held - kept) };
  return {
    booking_id: facts.id,
    is_request: facts.is_provisional,
    may_cancel: ways.cancel.may,
    cancel_refusal: ways.cancel.refusal,
    may_move: ways.move.may,
    move_refusal: ways.move.refusal,
    free_until: freeUntil(facts)?.toISOString() ?? null,
    is_free: isFreeNow(facts, now),
    ...money,
    kept_late: moneyFromPence(keptLate(facts, held)),
    kept_no_show: moneyFromPence(keptNow(facts, 'no_show', now)),
    paid_at_desk: moneyFromPence(facts.desk_pence),
    moves_left: movesLeft(facts, limits),
    latest_move: latestMove(facts, limits).toISOString(),
    open_change: facts.open_change && toOpenChange(facts.open_change, money),
    last_change: await lastChangeOf(ctx, facts.id),
    new_time: await newTimeOf(ctx, facts, input),
  };
}

const staffName = statement<{ name: string }>(
  'name_of_staff',
  'select u.name from users u where u.tenant_id = $1 and u.id = $2',
);

/** Refusals of a time that only say that it isn't free. */
const notFree = new Set<string>(['slot_taken', 'slot_not_offered', 'animal_busy', 'nonexistent_time']);

async function newTimeOf(
  ctx: Ctx,
  facts: ChangeFacts,
  input: ParsedInputOf<'cp/booking_change_preview'>,
): Promise<Preview['new_time']> {
  const { booking_date: date, booking_time: time, staff_id } = input;
  if (date === undefined || time === undefined) return null;
  const wanted = { booking_date: date, booking_time: time, staff_id };
  const place = await findMovePlace(ctx, facts, wanted).catch((error: unknown) => {
    if (error instanceof AppError && notFree.has(error.code)) return null;
    throw error;
  });
  const at = { booking_date: date, booking_time: time };
  if (place === null) {
    return { ...at, free: false, staff_id: null, staff_member: null, free_until: null, is_free: false };
  }
  const moved = onceMoved(facts, { now: ctx.now, startsAt: place.starts_at });
  const staff =
    place.staff_id === null ? undefined : await ctx.tx.row(staffName, [ctx.tenantId, place.staff_id]);
  return {
    ...at,
    free: true,
    staff_id: place.staff_id,
    staff_member: staff?.name ?? null,
    free_until: moved.free_until,
    is_free: moved.is_free,
  };
}
