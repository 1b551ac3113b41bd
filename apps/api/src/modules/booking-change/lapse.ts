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
