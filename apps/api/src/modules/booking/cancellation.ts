import type { DepositAnswer } from '@burrow/contracts/booking';
import type { WorkContext } from '../../context/context.ts';
import {
  closeOpenChange,
  finishChange,
  recordChange,
  settleDepositOf,
  type Settling,
} from '../booking-terms/public.ts';
import type { BookingChanges, LockedBooking } from './repository.ts';

/** Who cancels an appointment, what happens to its deposit, and why. */
export interface Cancelling extends Settling {
  /** In the words of the client, or of the practice to them. */
  reason?: string | undefined;
}

/** A cancellation at the desk: with the client's terms only if the client cancels. */
export function cancellingOf(input: {
  cancelled_by: 'client' | 'practice';
  deposit?: DepositAnswer | undefined;
  expected_refund?: number | undefined;
}): Cancelling {
  const usual = input.cancelled_by === 'client' ? 'terms' : 'refund';
  return {
    by: input.cancelled_by,
    deposit: input.deposit ?? usual,
    expectedRefund: input.expected_refund,
  };
}

/**
 * Refunds the deposit of an appointment that is being cancelled and that the caller has locked, as far as it is not kept,
 * and records the cancellation. One by a client who has asked for it grants their request.
 * @returns further columns to write
 * @throws AppError `terms_changed`, `scope_missing`, `step_up_required`
 */
export async function settleCancellation(
  ctx: WorkContext,
  booking: LockedBooking,
  { reason, ...settling }: Cancelling,
): Promise<BookingChanges & { cancelled_by: 'client' | 'practice' }> {
  const { kept, refunded, waived, isBeyondTerms, requestId } = await settleDepositOf(
    ctx,
    booking.id,
    settling,
  );
  const byClient = settling.by !== 'practice';
  const isDeclined = booking.is_provisional && !byClient;
  const money = {
    kept_pence: kept,
    refunded_pence: refunded,
    waived_pence: waived,
    beyond_terms: isBeyondTerms,
  };
  if (requestId !== null) await finishChange(ctx, requestId, 'done', { ...money, reason: reason ?? null });
  else {
    closeOpenChange(ctx, booking.id, ctx.session.clientId === null ? 'lapsed' : 'withdrawn');
    recordChange(ctx, booking, {
      kind: settling.by === 'no_show' ? 'no_show' : isDeclined ? 'decline' : 'cancel',
      by_client: settling.by === 'client',
      ...(isDeclined ? { answer: reason ?? null } : { reason: reason ?? null }),
      ...money,
    });
  }
  return { cancelled_by: byClient ? 'client' : 'practice' };
}
