import { z } from 'zod';
import { instant, money, optionalText, recordId } from './wire.ts';

/** When an action that refunds or voids asks for a fresh proof of who the person is. */
export const asksAboveRefundLimit = {
  when: 'when your refunds and voids since your last proof, within a day, total more than the practice’s `step_up_refund_over`',
} as const;

/** A refund to a card: under way, completed, failed, or in an unknown state. */
export const refundRecord = z.object({
  id: recordId,
  payment_id: recordId,
  amount: money,
  reason: z.enum(['booking_cancelled', 'not_booked', 'asked']),
  status: z.enum(['pending', 'done', 'failed', 'unknown']).meta({
    description: 'unknown: the card provider didn’t respond, so the money may have arrived',
  }),
  last_error: optionalText,
  requested_at: instant,
  requested_by: optionalText.meta({ description: 'Null when it was automatic' }),
  settled_at: instant.nullable(),
});

export type RefundRecord = z.output<typeof refundRecord>;
export type RefundReason = RefundRecord['reason'];
