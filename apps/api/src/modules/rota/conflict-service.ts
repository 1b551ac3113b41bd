import type { MessageChannel } from '@burrow/contracts/message-text';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { askToCall } from '../message/public.ts';
import { tellScreens } from '../notification/public.ts';
import { allConflicts } from './conflicts-read-model.ts';
import { lockRota } from './repository.ts';

const keepConflictRow = statement(
  'keep_conflict',
  `insert into accepted_conflicts (tenant_id, booking_id, starts_at, duration_minutes, staff_id, problems, accepted_at)
   select b.tenant_id, b.id, b.starts_at, b.duration_minutes, b.staff_id, $3, $4
   from bookings b where b.tenant_id = $1 and b.id = $2
   on conflict (tenant_id, booking_id) do update set starts_at = excluded.starts_at,
     duration_minutes = excluded.duration_minutes, staff_id = excluded.staff_id, problems = excluded.problems,
     accepted_at = excluded.accepted_at`,
);

const deleteKeptRow = statement<{ booking_id: number }>(
  'delete_kept_conflict',
  'delete from accepted_conflicts where tenant_id = $1 and booking_id = $2 returning booking_id',
);

const lockAppointment = statement(
  'lock_appointment_in_conflict',
  'select from bookings b where b.tenant_id = $1 and b.id = $2 for no key update',
);

// Writes nothing if the client was notified of the same appointment with all of these problems. The row of a request is
// not written, but returned.
const insertNotice = statement<{ is_provisional: boolean }>(
  'insert_conflict_notice',
  `with b as (
     select b.tenant_id, b.id, b.starts_at, b.duration_minutes, b.staff_id, b.is_provisional
     from bookings b where b.tenant_id = $1 and b.id = $2
   ), written as (
     insert into conflict_notices as n
       (tenant_id, booking_id, starts_at, duration_minutes, staff_id, problems, notified_at)
     select b.tenant_id, b.id, b.starts_at, b.duration_minutes, b.staff_id, $3, $4
     from b where not b.is_provisional
     on conflict (tenant_id, booking_id) do update set starts_at = excluded.starts_at,
       duration_minutes = excluded.duration_minutes, staff_id = excluded.staff_id, problems = excluded.problems,
       notified_at = excluded.notified_at
     where (n.starts_at, n.duration_minutes, n.staff_id) is distinct from
           (excluded.starts_at, excluded.duration_minutes, excluded.staff_id) or not excluded.problems <@ n.problems
     returning n.booking_id)
   select b.is_provisional from b where b.is_provisional or exists (select from written)`,
);

/**
 * Keeps an appointment as it is.
 * @throws AppError `not_found` unless it is a conflict now
 */
export async function keepConflict(ctx: Ctx, bookingId: number): Promise<void> {
  const codes = await codesOf(ctx, bookingId);
  await ctx.tx.rows(keepConflictRow, [ctx.tenantId, bookingId, codes, ctx.now]);
  tellScreens(ctx);
}

/**
 * Asks the client of an appointment to call, unless they were asked about the same problems.
 * @returns the channels by which the message is sent; none if they were asked before
 * @throws AppError `not_found` unless it is a conflict now, `request_unanswered`, `no_channel`
 */
export async function notifyOfConflict(ctx: Ctx, bookingId: number): Promise<MessageChannel[]> {
  const { tx, tenantId, now } = ctx;
  const codes = await codesOf(ctx, bookingId);
  const written = await tx.row(insertNotice, [tenantId, bookingId, codes, now]);
  if (!written) return [];
  if (written.is_provisional) throw new AppError('request_unanswered');
  const channels = await askToCall(ctx, bookingId);
  ctx.auditDetails({ channels });
  tellScreens(ctx);
  return channels;
}

/**
 * The problems of an appointment. Until the transaction ends, neither a change of the rota nor one of the appointment can
 * solve them.
 * @throws AppError `not_found` for none
 */
async function codesOf(ctx: Ctx, bookingId: number): Promise<string[]> {
  await lockRota(ctx.tx, ctx.tenantId);
  await ctx.tx.rows(lockAppointment, [ctx.tenantId, bookingId]);
  const problems = (await allConflicts(ctx)).get(bookingId);
  if (!problems) {
    throw new AppError('not_found', {
      message: 'This appointment no longer needs attention. Reload to see the list.',
    });
  }
  return [...new Set(problems.map(({ code }) => code))];
}

/**
 * Lists a kept appointment again.
 * @throws AppError `not_found` unless it was kept
 */
export async function unkeepConflict(ctx: Ctx, bookingId: number): Promise<void> {
  if (!(await ctx.tx.row(deleteKeptRow, [ctx.tenantId, bookingId]))) {
    throw new AppError('not_found', {
      message: 'This appointment isn’t on the list of kept appointments. Reload to see its status.',
    });
  }
  tellScreens(ctx);
}
