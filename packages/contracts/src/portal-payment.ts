import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { bookingQueries, portalBookingQueries } from './booking-queries.ts';
import { line, moneyInput, requiredText, text } from './form.ts';
import { wantedAppointment } from './portal-booking.ts';
import { customers } from './roles.ts';
import { money, recordId } from './wire.ts';

const invalidates = [...bookingQueries, ...portalBookingQueries] as const;

export const portalPaymentActions = defineActionsIn(null, {
  'cp/payment/create_checkout': {
    kind: 'command',
    group: 'Portal',
    summary:
      'Starts a deposit payment, holds the time for 30 minutes, and returns where to pay. The appointment is requested once the payment is confirmed, even if the browser doesn’t return. Repeated for the same appointment, it returns the same payment.',
    access: customers,
    input: z.object({
      ...wantedAppointment,
      amount: moneyInput
        .optional()
        .meta({ description: "Accepted and ignored: the server uses the practice's deposit" }),
      currency: line(3)
        .optional()
        .meta({ description: "Accepted and ignored: the server uses the practice's currency" }),
      description: text(500).optional().meta({ description: 'Accepted and ignored' }),
      return_url: line(2000).optional().meta({
        description:
          'The page that the browser returns to. Its origin must lead to this server; its path is used only if it is that of the practice’s booking page',
      }),
    }),
    output: z.object({
      id: z.string().meta({ description: 'Id of the checkout, for cp/payment/status' }),
      checkout_id: z.string().meta({ description: 'The same as id' }),
      checkout_url: z.string().meta({ description: 'Where to pay' }),
      deposit_amount: money,
    }),
    errors: [
      'not_found',
      'slot_taken',
      'slot_not_offered',
      'animal_busy',
      'too_many_requests_waiting',
      'nonexistent_time',
      'deposit_not_asked',
      'card_payments_off',
      'conflict',
      'payments_unavailable',
    ],
    invalidates,
    paid: true,
    audit: { entity: 'deposit' },
    limit: [perCaller(10)],
    idempotent: true,
  },
  'cp/payment/status': {
    kind: 'command',
    group: 'Portal',
    summary:
      'The status of a deposit payment, checked with the card provider if not yet known. A paid appointment is booked before the response.',
    access: customers,
    input: z.object({ checkout_id: requiredText(255, 'No payment information found.') }),
    output: z.object({
      status: z.enum(['PAID', 'FAILED', 'PENDING']),
      payment_id: z
        .string()
        .nullable()
        .meta({ description: 'Id of the payment of a paid deposit, for cp/booking_create' }),
      booking_id: recordId.nullable().meta({ description: 'The appointment that was requested with it' }),
      outcome: z.enum(['open', 'booked', 'returned', 'ended']).meta({
        description: "'returned' was paid but couldn't be booked, so it is refunded",
      }),
      deposit_amount: money,
    }),
    errors: ['not_found', 'payments_unavailable'],
    invalidates,
    audit: false,
    limit: [perCaller(60)],
  },
});
