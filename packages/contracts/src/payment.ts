import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { bookingQueries } from './booking-queries.ts';
import { paymentMethod } from './booking-actions.ts';
import { bookingStatuses, paymentMethods } from './booking-status.ts';
import { id, line, moneyInput } from './form.ts';
import { refundRecord } from './refund.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, done, instant, money, optionalText, recordId } from './wire.ts';

/** How a client stands with the practice. */
const clientAccount = z.object({
  balance: money.meta({
    description:
      'What the client owes: the price of completed appointments less what was paid for them; negative for credit',
  }),
  open_bookings: z
    .array(
      z.object({
        booking_id: recordId,
        booking_date: day,
        booking_time: clockTime,
        animal_name: z.string(),
        service: optionalText,
        price: money,
        paid: money,
        balance: money,
      }),
    )
    .meta({
      description:
        'Completed appointments that are not settled, oldest first; their balances add up to the balance',
    }),
  entries: z
    .array(
      z.object({
        id: recordId,
        kind: z.enum(['payment', 'deposit', 'refund', 'void']),
        method: z.enum(paymentMethods),
        amount: money,
        taken_at: instant,
        taken_by: optionalText,
        booking_id: recordId.nullable().meta({ description: 'Null for a deposit that could not be booked' }),
        booking_date: day.nullable(),
        booking_status: z
          .enum(bookingStatuses)
          .nullable()
          .meta({ description: 'Null for a deposit that could not be booked' }),
        animal_name: optionalText,
        reverses_payment_id: recordId
          .nullable()
          .meta({ description: 'Of a refund or a void: what it takes back' }),
      }),
    )
    .meta({ description: 'The last 100 lines of the ledger, newest first' }),
  refunds: z.array(refundRecord).meta({
    description: 'Under way, of unknown outcome, or failed and still to be given back',
  }),
});

const paymentQueries = bookingQueries;
const audit = { entity: 'payment', id: 'payment_id' } as const;

export const paymentActions = defineActionsIn('payments', {
  payment_record: {
    kind: 'command',
    group: 'Payments',
    summary:
      'Records what a client paid at the desk for an appointment: all or part of what is open. The status of the appointment stays.',
    access: practiceStaff,
    input: z.object({ booking_id: id, method: paymentMethod, amount: moneyInput }),
    output: z.object({ payment_id: recordId, balance: money }),
    errors: ['not_found', 'booking_closed', 'more_than_owed'],
    invalidates: paymentQueries,
    paid: true,
    audit,
    idempotent: true,
  },
  payment_refund: {
    kind: 'command',
    group: 'Payments',
    summary:
      'Gives money back: all that is left of a payment, or a part. A deposit paid by card goes back to that card by itself; anything else is handed back at the desk and noted here.',
    access: practiceStaff,
    input: z.object({
      payment_id: id,
      amount: moneyInput.optional().meta({ description: 'All that is left when omitted' }),
      method: paymentMethod.optional().meta({
        description:
          'How it was handed back, when otherwise than it was paid; for a deposit paid by card only once the provider has refused it',
      }),
      note: line(200).optional().meta({ description: 'Kept in the audit log' }),
    }),
    output: z.object({ payment_id: recordId, status: z.enum(['pending', 'done']) }),
    errors: ['not_found', 'refund_too_large', 'payments_unavailable'],
    invalidates: paymentQueries,
    audit,
    idempotent: true,
  },
  payment_void: {
    kind: 'command',
    group: 'Payments',
    summary:
      'Takes back a payment that was recorded by mistake. A deposit paid by card cannot be: refund it.',
    access: practiceStaff,
    input: z.object({ payment_id: id }),
    output: done,
    errors: ['not_found', 'payment_settled'],
    invalidates: paymentQueries,
    paid: true,
    audit,
    idempotent: true,
  },
  refund_retry: {
    kind: 'command',
    group: 'Payments',
    summary:
      'Tries a refund again that the card provider has refused, or of which it is not known whether it arrived.',
    access: practiceStaff,
    input: z.object({ refund_id: id }),
    output: done,
    errors: ['not_found', 'refund_too_large'],
    invalidates: paymentQueries,
    audit: { entity: 'refund', id: 'refund_id' },
    idempotent: true,
  },
  client_account: {
    kind: 'query',
    group: 'Payments',
    summary:
      'What a client owes, for what, and the ledger of their payments. Staff see it also where revenue is hidden from them, as they see the prices of appointments.',
    access: practiceStaff,
    input: z.object({ client_id: id }),
    output: clientAccount,
    errors: ['not_found'],
  },
});

export type ClientAccount = z.output<typeof clientAccount>;
