import type { WorkContext } from '../../context/context.ts';
import { columns, insertion, insertRow, type RowOf, type Written } from '../../db/columns.ts';
import type { Schema, StoredTerms } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';

const newColumns = columns(
  'booking_changes',
  `booking_id, kind, state, by_client, of_request, user_id, asked_at, starts_at, from_date, from_time, from_staff_id, to_date, to_time,
   to_staff_id, reason, answer, answered_by_user_id, answered_at, kept_pence, refunded_pence, waived_pence,
   beyond_terms, terms_before`,
);
type NewChange = Written<RowOf<typeof newColumns>>;

const insertChangeRow = insertion('insert_booking_change', newColumns, 'id');

/** The appointment as it is before a change. */
type Changed = Pick<
  Schema['bookings'],
  'id' | 'is_provisional' | 'starts_at' | 'booking_date' | 'booking_time' | 'staff_id'
>;

const blank = {
  to_date: null,
  to_time: null,
  to_staff_id: null,
  reason: null,
  answer: null,
  kept_pence: null,
  refunded_pence: null,
  waived_pence: null,
  beyond_terms: false,
  terms_before: null,
};

/** The known facts of a change; the others are null. */
export type ChangeDetails = Pick<NewChange, 'kind' | 'by_client'> &
  Partial<Pick<NewChange, keyof typeof blank>>;

const rowFor = (
  { session, now }: WorkContext,
  { id, is_provisional, starts_at, booking_date, booking_time, staff_id }: Changed,
  details: ChangeDetails,
): Omit<NewChange, 'state' | 'answered_at' | 'answered_by_user_id'> => ({
  ...blank,
  ...details,
  booking_id: id,
  of_request: is_provisional,
  user_id: session.userId,
  asked_at: now,
  starts_at,
  from_date: booking_date,
  from_time: booking_time,
  from_staff_id: staff_id,
});

/** Records a change made in this transaction, at the commit. */
export function recordChange(ctx: WorkContext, booking: Changed, details: ChangeDetails): void {
  const row = rowFor(ctx, booking, details);
  const done = {
    ...row,
    state: 'done' as const,
    answered_at: ctx.now,
    answered_by_user_id: ctx.session.userId,
  };
  ctx.tx.beforeCommit(insertChangeRow, insertChangeRow.values(ctx.tenantId, done));
}

/** Records, at the commit, that this transaction moves an appointment to another time or person. */
export function recordMove(
  ctx: WorkContext,
  booking: Changed,
  place: Pick<Changed, 'booking_date' | 'booking_time' | 'staff_id'>,
  details: Pick<ChangeDetails, 'by_client' | 'reason' | 'terms_before'>,
): void {
  recordChange(ctx, booking, {
    ...details,
    kind: 'move',
    to_date: place.booking_date,
    to_time: place.booking_time,
    to_staff_id: place.staff_id,
  });
}

// $3 the day and $4 the time that the appointment goes to, $5 now. After a day a move can no longer be undone. Any message
// since the move, such as a reminder, names the new time and its terms; one queued before the move too, if it was sent after it.
const movedFromHere = statement<{ terms: StoredTerms | null }>(
  'terms_before_last_move',
  `select c.terms_before as terms from booking_changes c
   where c.tenant_id = $1 and c.id = (
       select l.id from booking_changes l where l.tenant_id = $1 and l.booking_id = $2
       order by l.asked_at desc, l.id desc limit 1)
     and c.kind = 'move' and c.from_date = $3 and c.from_time = $4
     and c.asked_at >= $5::timestamptz - interval '1 day'
     and not exists (
       select from comms k
       where k.tenant_id = $1 and k.booking_id = $2 and k.direction = 'out'
         and greatest(k.created_at, k.handed_over_at, k.sent_at) > c.asked_at)`,
);

/**
 * The terms that an appointment, which the caller has locked, had at the time to which the practice moves it back; null unless
 * the move away from there was its last change, within a day, and the client was neither notified of it nor got any other
 * message about the appointment since.
 */
export async function termsToRestore(
  { tx, tenantId, now }: WorkContext,
  bookingId: number,
  place: Pick<Changed, 'booking_date' | 'booking_time'>,
): Promise<StoredTerms | null> {
  const values = [tenantId, bookingId, place.booking_date, place.booking_time, now];
  return (await tx.row(movedFromHere, values))?.terms ?? null;
}

/** Records a client's request to change an appointment, which the caller has locked. @returns its id */
export async function insertAskedChange(
  ctx: WorkContext,
  booking: Changed,
  details: ChangeDetails,
): Promise<number> {
  const row = rowFor(ctx, booking, details);
  const asked = { ...row, state: 'asked' as const, answered_at: null, answered_by_user_id: null };
  return (await insertRow(ctx.tx, insertChangeRow, ctx.tenantId, asked)).id;
}

const closeAskedChange = statement(
  'close_asked_change',
  `update booking_changes set state = $3, answered_at = $4, answered_by_user_id = $5
   where tenant_id = $1 and booking_id = $2 and state = 'asked'`,
);

/**
 * Ends with the commit the client's open request about an appointment that the caller has locked, if there is one: because
 * they made another or did it themselves (`withdrawn`), or because the practice changed the appointment otherwise
 * (`lapsed`).
 */
export function closeOpenChange(
  { tx, tenantId, session, now }: WorkContext,
  bookingId: number,
  state: 'withdrawn' | 'lapsed',
): void {
  tx.beforeCommit(closeAskedChange, [tenantId, bookingId, state, now, session.userId]);
}

/** As above, but immediately, before another request is written. */
export async function closeOpenChangeNow(
  { tx, tenantId, session, now }: WorkContext,
  bookingId: number,
  state: 'withdrawn' | 'lapsed',
): Promise<void> {
  await tx.rows(closeAskedChange, [tenantId, bookingId, state, now, session.userId]);
}

// $3 now, also on the practice's clock. Once the appointment has started, the request was not answered in time. A later request
// for something else counts instead. What ended the request longer ago is no longer undone: the diary has changed again.
const reopenLapsedChange = statement(
  'reopen_lapsed_change',
  `update booking_changes c set state = case when b.starts_at > $3 then 'asked' else 'lapsed' end,
     answered_at = case when b.starts_at > $3 then null else $3::timestamptz end, answered_by_user_id = null
   from bookings b
   where b.tenant_id = $1 and b.id = $2 and b.stage is null and b.status in ('pending', 'confirmed')
     and c.tenant_id = $1 and c.state = 'lapsed' and c.answered_at < c.starts_at
     and c.answered_at >= $3::timestamptz - interval '1 day'
     and (c.kind <> 'move' or c.to_date + c.to_time > $4::timestamp)
     and c.id = (
       select l.id from booking_changes l
       where l.tenant_id = $1 and l.booking_id = $2 and l.by_client
         and l.from_date = b.booking_date and l.from_time = b.booking_time
       order by l.asked_at desc, l.id desc limit 1)
     and not exists (
       select from booking_changes o
       where o.tenant_id = $1 and o.booking_id = $2 and o.by_client and (o.asked_at, o.id) > (c.asked_at, c.id)
         and (o.state, o.kind, o.to_date, o.to_time) is distinct from ('lapsed', c.kind, c.to_date, c.to_time))`,
);

/**
 * Reopens, at the commit, the client's request about the present time of an appointment that the caller has locked, if the
 * practice had ended it before the start by moving or beginning the appointment, and has undone that within a day. A request to
 * move to a time that has passed stays ended.
 */
export function reopenChange({ tx, tenantId, session, now }: WorkContext, bookingId: number): void {
  const { date, time } = localMoment(now, session.timeZone);
  tx.beforeCommit(reopenLapsedChange, [tenantId, bookingId, now, `${date} ${time}`]);
}

const finishAskedChange = statement<{ id: number }>(
  'finish_asked_change',
  `update booking_changes set state = $3, answer = $4, answered_at = $5, answered_by_user_id = $6,
     kept_pence = coalesce($7, kept_pence), refunded_pence = coalesce($8, refunded_pence), waived_pence = $9,
     beyond_terms = $10, reason = coalesce($11, reason)
   where tenant_id = $1 and id = $2 and state = 'asked' returning id`,
);

/**
 * Ends a client's open request about an appointment that the caller has locked.
 * @returns false if it was answered or withdrawn before
 */
export async function finishChange(
  { tx, tenantId, session, now }: WorkContext,
  changeId: number,
  state: 'done' | 'declined' | 'withdrawn' | 'lapsed',
  {
    answer = null,
    kept_pence: kept = null,
    refunded_pence: refunded = null,
    waived_pence: waived = null,
    beyond_terms: isBeyond = false,
    reason = null,
  }: Partial<
    Pick<NewChange, 'answer' | 'kept_pence' | 'refunded_pence' | 'waived_pence' | 'beyond_terms' | 'reason'>
  > = {},
): Promise<boolean> {
  const money = [kept, refunded, waived, isBeyond];
  const values = [tenantId, changeId, state, answer, now, session.userId, ...money, reason];
  return (await tx.row(finishAskedChange, values)) !== undefined;
}

// $2 appointments that were cancelled together, $3 their refunds in pence and $6 whether they were requests, in the same order.
const recordCancelledRows = statement(
  'record_cancelled_bookings',
  `with closed as (
     update booking_changes set state = 'lapsed', answered_at = $4, answered_by_user_id = $5
     where tenant_id = $1 and booking_id = any ($2::bigint[]) and state = 'asked')
   insert into booking_changes (tenant_id, booking_id, kind, state, by_client, of_request, user_id, asked_at, starts_at, from_date,
     from_time, from_staff_id, answered_by_user_id, answered_at, kept_pence, refunded_pence)
   select b.tenant_id, b.id, case when c.of_request then 'decline' else 'cancel' end, 'done', false, c.of_request, $5, $4,
     b.starts_at, b.booking_date, b.booking_time, b.staff_id, $5, $4, 0, c.refunded
   from unnest($2::bigint[], $3::integer[], $6::boolean[]) c (id, refunded, of_request)
   join bookings b on b.tenant_id = $1 and b.id = c.id`,
);

/** Records, at the commit, appointments that the practice cancelled or requests that it declined together, with their refunds. */
export function recordCancelled(
  { tx, tenantId, session, now }: WorkContext,
  cancelled: readonly { id: number; wasRequest: boolean; refundedPence: number }[],
): void {
  if (cancelled.length === 0) return;
  const ids = cancelled.map(({ id }) => id);
  const refunded = cancelled.map(({ refundedPence }) => refundedPence);
  const ofRequest = cancelled.map(({ wasRequest }) => wasRequest);
  tx.beforeCommit(recordCancelledRows, [tenantId, ids, refunded, now, session.userId, ofRequest]);
}
