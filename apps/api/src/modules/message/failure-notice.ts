import type { WorkContext } from '../../context/context.ts';
import { notify, notifyOfDeposit } from '../notification/public.ts';

/** Notifies the staff of the practice that a message was not delivered. */
export async function tellOfFailure(
  ctx: WorkContext,
  { booking_id: bookingId, deposit_id: depositId }: { booking_id: number | null; deposit_id: number | null },
): Promise<void> {
  // It refetches notifications too, unlike the effect of a delivered message.
  const told: WorkContext = { ...ctx, action: 'booking_ready_collect' };
  if (bookingId !== null) await notify(told, { kind: 'message_failed', bookingId });
  else if (depositId !== null) await notifyOfDeposit(told, { kind: 'message_failed', depositId });
}
