import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { tellScreens } from '../notification/public.ts';
import { allConflicts } from './conflicts-read-model.ts';

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

/**
 * Keeps an appointment outside the rota.
 * @throws AppError `not_found` unless it is outside the rota now
 */
export async function keepConflict(ctx: Ctx, bookingId: number): Promise<void> {
  const problems = (await allConflicts(ctx)).get(bookingId);
  if (!problems) {
    throw new AppError('not_found', { message: 'This appointment isn’t outside the rota any more.' });
  }
  const codes = [...new Set(problems.map(({ code }) => code))];
  await ctx.tx.rows(keepConflictRow, [ctx.tenantId, bookingId, codes, ctx.now]);
  tellScreens(ctx);
}

/**
 * Lists an appointment outside the rota again.
 * @throws AppError `not_found` unless it was kept
 */
export async function unkeepConflict(ctx: Ctx, bookingId: number): Promise<void> {
  if (!(await ctx.tx.row(deleteKeptRow, [ctx.tenantId, bookingId]))) {
    throw new AppError('not_found', { message: 'This appointment was not kept outside the rota.' });
  }
  tellScreens(ctx);
}
