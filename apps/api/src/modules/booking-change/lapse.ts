import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { finishChange } from '../booking-terms/public.ts';
import { lockBooking } from '../booking/public.ts';
import { tellScreens } from '../notification/public.ts';

/** Ends a request that is not answered before its appointment starts. */
export const planLapse = (
  { deps, tx, tenantId }: Pick<WorkContext, 'deps' | 'tx' | 'tenantId'>,
  changeId: number,
  startsAt: Date,
): Promise<void> =>
  deps.jobs.enqueue(
    tx,
    'booking_change_lapse',
    { tenantId, changeId },
    { after: startsAt, key: `booking-change-${tenantId}-${changeId}` },
  );

const askedChanges = statement<{ id: number; starts_at: string }>(
  'asked_booking_changes',
  `select c.id, b.starts_at from booking_changes c
   join bookings b on b.tenant_id = c.tenant_id and b.id = c.booking_id
   where c.tenant_id = $1 and c.state = 'asked' order by c.id`,
);

/** Plans again when open requests end, after the starts of their appointments changed. */
export async function planLapses(ctx: WorkContext): Promise<void> {
  for (const { id, starts_at: startsAt } of await ctx.tx.rows(askedChanges, [ctx.tenantId])) {
    await planLapse(ctx, id, new Date(startsAt));
  }
}

const askedChange = statement<{ booking_id: number }>(
  'asked_booking_change',
  `select c.booking_id from booking_changes c where c.tenant_id = $1 and c.id = $2 and c.state = 'asked'`,
);

/** Ends a request that was not answered in time; one whose appointment was moved since waits for its new start. Idempotent. */
export async function lapseChange(
  deps: Dependencies,
  { tenantId, changeId }: { tenantId: number; changeId: number },
  requestId: string,
): Promise<void> {
  await inPractice(deps, { tenantId, action: 'booking_change_answer', requestId }, async (ctx) => {
    const change = await ctx.tx.row(askedChange, [tenantId, changeId]);
    const booking = change && (await lockBooking(ctx, change.booking_id));
    if (!booking) return;
    const startsAt = new Date(booking.starts_at);
    if (startsAt > ctx.now) return planLapse(ctx, changeId, startsAt);
    await finishChange(ctx, changeId, 'lapsed');
    tellScreens(ctx);
  });
}
