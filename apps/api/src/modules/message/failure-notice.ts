import { ownWords } from '@burrow/contracts/message-text';
import type { WorkContext } from '../../context/context.ts';
import type { Schema } from '../../db/schema.ts';
import { notify, notifyOfClient, notifyOfDeposit } from '../notification/public.ts';

/** Notifies the staff of the practice that a message was not delivered. */
export async function tellOfFailure(
  ctx: WorkContext,
  {
    kind,
    booking_id: bookingId,
    deposit_id: depositId,
    client_id: clientId,
  }: Pick<Schema['comms'], 'kind' | 'booking_id' | 'deposit_id' | 'client_id'>,
): Promise<void> {
  // It refetches notifications too, unlike the effect of a delivered message.
  const told: WorkContext = { ...ctx, action: 'booking_ready_collect' };
  if (bookingId !== null) await notify(told, { kind: 'message_failed', bookingId });
  else if (depositId !== null) await notifyOfDeposit(told, { kind: 'message_failed', depositId });
  else if (kind === ownWords) await notifyOfClient(told, { kind: 'message_failed', clientId });
}
