import type { WorkContext } from '../../context/context.ts';
import { notify, notifyOfDeposit } from '../notification/public.ts';

/** Tells the people of the practice that a message did not reach its client. */
export async function tellOfFailure(
  ctx: WorkContext,
  { booking_id: bookingId, deposit_id: depositId }: { booking_id: number | null; deposit_id: number | null },
): Promise<void> {
  // Its effect reaches the bell too, unlike that of a message which arrived.
  const told: WorkContext = { ...ctx, action: 'booking_ready_collect' };
  if (bookingId !== null) await notify(told, { kind: 'message_failed', bookingId });
  else if (depositId !== null) await notifyOfDeposit(told, { kind: 'message_failed', depositId });
}
