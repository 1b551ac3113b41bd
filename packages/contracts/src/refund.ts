import { z } from 'zod';
import { instant, money, optionalText, recordId } from './wire.ts';

/** Money on its way back to a card, or that came back, or could not, or of which nobody knows. */
export const refundRecord = z.object({
  id: recordId,
  payment_id: recordId,
  amount: money,
  reason: z.enum(['booking_cancelled', 'not_booked', 'asked']),
  status: z.enum(['pending', 'done', 'failed', 'unknown']).meta({
    description: 'unknown: the card provider didn’t answer, so the money may have arrived',
  }),
  last_error: optionalText,
  requested_at: instant,
  requested_by: optionalText.meta({ description: 'Null when it was automatic' }),
  settled_at: instant.nullable(),
});

export type RefundRecord = z.output<typeof refundRecord>;
export type RefundReason = RefundRecord['reason'];
