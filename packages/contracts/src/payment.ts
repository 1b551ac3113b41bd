import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { bookingQueries } from './booking-queries.ts';
import { paymentMethod } from './booking-actions.ts';
import { bookingStatuses, paymentMethods } from './booking-status.ts';
import { id, line, moneyInput } from './form.ts';
import { asksAboveRefundLimit, refundRecord } from './refund.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, done, instant, money, optionalText, recordId } from './wire.ts';

/** A client's account with the practice. */
const clientAccount = z.object({
  balance: money.meta({
    description:
      'Balance due: the price of completed appointments less what was paid for them; negative for credit. A refund in progress counts as refunded',
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
          .meta({ description: 'For a refund or a void: the payment it reverses' }),
      }),
    )
    .meta({ description: 'The last 100 lines of the ledger, newest first' }),
  refunds: z.array(refundRecord).meta({
    description: 'In progress, unknown, or failed and still to be refunded',
  }),
});

const paymentQueries = bookingQueries;
const audit = { entity: 'payment', id: 'payment_id' } as const;

export const paymentActions = defineActionsIn('payments', {
  payment_record: {
    kind: 'command',
    group: 'Payments',
    summary:
      'Records a payment taken at the desk for an appointment: all or part of the balance due. The appointment’s status stays.',
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
      'Refunds all or part of a payment. A deposit paid by card is refunded to that card; other refunds are made at the desk and recorded here.',
    access: practiceStaff,
    input: z.object({
      payment_id: id,
      amount: moneyInput.optional().meta({ description: 'All that can be refunded when omitted' }),
      method: paymentMethod.optional().meta({
        description:
          'How it was refunded, if not the way it was paid; for a deposit paid by card, only after the provider has refused it',
      }),
      note: line(200).optional().meta({ description: 'Kept in the audit log' }),
    }),
    output: z.object({ payment_id: recordId, status: z.enum(['pending', 'done']) }),
    errors: ['not_found', 'refund_too_large', 'payments_unavailable'],
    stepUp: asksAboveRefundLimit,
    invalidates: paymentQueries,
    audit,
    idempotent: true,
  },
  payment_void: {
    kind: 'command',
    group: 'Payments',
    summary:
      'Voids a payment that was recorded by mistake. A deposit paid by card can’t be voided: refund it.',
    access: practiceStaff,
    input: z.object({ payment_id: id }),
    output: done,
    errors: ['not_found', 'payment_settled'],
    stepUp: asksAboveRefundLimit,
    invalidates: paymentQueries,
    paid: true,
    audit,
    idempotent: true,
  },
  refund_retry: {
    kind: 'command',
    group: 'Payments',
    summary: 'Retries a refund that the card provider refused, or whose outcome is unknown.',
    access: practiceStaff,
    input: z.object({ refund_id: id }),
    output: done,
    errors: ['not_found', 'refund_too_large'],
    stepUp: asksAboveRefundLimit,
    invalidates: paymentQueries,
    audit: { entity: 'refund', id: 'refund_id' },
    idempotent: true,
  },
  client_account: {
    kind: 'query',
    group: 'Payments',
    summary:
      'A client’s balance due, the appointments it is for, and their payment ledger. Staff see it even when revenue is hidden from them.',
    access: practiceStaff,
    input: z.object({ client_id: id }),
    output: clientAccount,
    errors: ['not_found'],
  },
});

export type ClientAccount = z.output<typeof clientAccount>;
