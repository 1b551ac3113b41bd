import { z } from 'zod';
import { messageKinds } from './message-text.ts';
import { refundRecord } from './refund.ts';
import { bookingStages, cancelReasons } from './booking-stage.ts';
import { bookingStatuses, paymentMethods } from './booking-status.ts';
import { formFlag, moneyInput, oneOf } from './form.ts';
import { clockTime, day, flag, instant, money, optionalText, recordId } from './wire.ts';

/** A flag that is a number on the wire, where {@link flag} is text. */
const numericFlag = z.union([z.literal(0), z.literal(1)]);

/** One appointment in a list. */
export const bookingRow = z.object({
  id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  status: z.enum(bookingStatuses),
  is_provisional: numericFlag,
  staff_accepted: numericFlag.meta({
    description: "1: a client's request was accepted. While it is pending, the client sees it as confirmed",
  }),
  client_id: recordId,
  client_name: z.string(),
  animal_id: recordId,
  animal_name: z.string(),
  species: optionalText,
  breed: optionalText,
  service_id: recordId.nullable(),
  service: optionalText,
  service_color: optionalText,
  staff_id: recordId.nullable(),
  staff_member: optionalText,
  notes: optionalText,
  price: money,
  paid_type: z.enum(paymentMethods).nullable(),
  stage: z.enum(bookingStages).nullable().meta({
    description: 'Stage of the visit, separate from its status; null before the client arrives',
  }),
  arrived_at: instant.nullable(),
  seen_at: instant.nullable().meta({ description: 'When a staff member began to see the animal' }),
  ready_at: instant.nullable().meta({ description: 'When the animal was ready to collect' }),
  left_at: instant.nullable(),
  cancel_reason: z.enum(cancelReasons).nullable().meta({
    description: 'For a cancelled appointment: did_not_attend, or null for any other reason',
  }),
});

/** The alert of an appointment's client. */
export const alertOfClient = optionalText.meta({
  description: 'The client’s `alert`; null for an API key without clients:read',
});

/** The scope that an API key needs for {@link alertOfClient}. */
export const readsAlert = { 'clients:read': 'for `client_alert`, null without it' } as const;

/** The reasons why a time can't be booked at the desk, unless {@link onOverlap} allows it. */
export const clashes = [
  'staff_busy',
  'animal_busy',
  'practice_full',
  'resource_busy',
  'staff_absent',
  'staff_not_offering',
] as const;

/** The inputs of a command that may double-book. */
export const onOverlap = {
  allow_overlap: formFlag.optional().meta({
    description: "'1' books even if the staff member, the animal, the practice or a needed room is busy",
  }),
  allow_outside: formFlag.optional().meta({
    description: "'1' books even if the staff member isn't working then or doesn't provide the service",
  }),
};

/** What a cancellation does with a deposit paid by card. */
export const depositAnswers = ['refund', 'keep', 'terms'] as const;
export type DepositAnswer = (typeof depositAnswers)[number];

/** What a caller expects a cancellation to refund. */
export const onExpectedRefund = {
  expected_refund: moneyInput.optional().meta({
    description:
      'On cancellation: the refund to the card, as you last saw it. If it has changed since, the response is 409 `terms_changed` with the new amounts (for an API key only with payments:read or payments:write), and nothing changes',
  }),
};

/** The inputs of a command that may cancel an appointment. */
export const onCancelling = {
  ...onExpectedRefund,
  cancelled_by: oneOf(['practice', 'client']).default('practice').meta({
    description: "On cancellation: 'client' if the client cancels through the practice, so its terms apply",
  }),
  deposit: oneOf(depositAnswers).optional().meta({
    description:
      "On cancellation: refund or keep a deposit paid by card, or do as the terms say. When omitted: 'terms' if the client cancels, otherwise 'refund'",
  }),
};

/** The input of a command that notifies the client. */
export const onTelling = {
  tell_client: formFlag.default(true).meta({ description: "'0' sends the client no message about it" }),
};

const freeStaffIds = z.array(recordId).meta({
  description:
    'For a pending request: the staff who provide its service, work at its time, and have no absence, appointment or held time then',
});

/** One request of a client that waits for an answer. */
export const bookingRequestRow = bookingRow.extend({
  free_staff_ids: freeStaffIds,
  paid: money.meta({ description: 'Amount already paid, less refunds: its deposit' }),
});

/** One message to the client about an appointment. */
const commsLogEntry = z.object({
  id: recordId,
  type: z.enum(['sms', 'email']),
  status: z.enum(['sent', 'confirmed', 'pending', 'failed']),
  body: z.string().meta({ description: 'Empty until the message is sent' }),
  created_at: instant,
  provider: optionalText,
  kind: z.enum(messageKinds).nullable().meta({ description: 'The occasion; null for an entry made by hand' }),
  direction: z.enum(['out', 'in']).meta({ description: "'in' for a reply from the client" }),
  recipient: z.string(),
  subject: optionalText,
  due_at: instant.nullable().meta({ description: 'When a queued message is due' }),
  sent_at: instant.nullable(),
  last_error: optionalText.meta({ description: 'Why it failed or was retried' }),
});

/** A change of an appointment, or a request for one. */
export const bookingChange = z.object({
  change_id: recordId,
  kind: z.enum(['move', 'cancel', 'decline', 'no_show', 'waive']).meta({
    description:
      'decline: the request for the appointment was declined; waive: the cancellation fee was waived',
  }),
  state: z.enum(['asked', 'done', 'declined', 'withdrawn', 'lapsed']).meta({
    description: 'asked: waits for an answer. lapsed: not answered in time',
  }),
  by: z.enum(['client', 'practice']),
  user: optionalText.meta({
    description: 'If the practice did it: the person; null for a program or an automatic change',
  }),
  asked_at: instant,
  from_date: day,
  from_time: clockTime,
  from_staff_member: optionalText,
  to_date: day.nullable().meta({ description: 'For a move' }),
  to_time: clockTime.nullable(),
  to_staff_member: optionalText,
  reason: optionalText.meta({ description: 'In the words of the person who asked' }),
  answer: optionalText.meta({ description: 'The practice’s words to the client' }),
  answered_by: optionalText,
  answered_at: instant.nullable(),
  kept: money.nullable().meta({ description: 'What the practice kept of the deposit' }),
  refunded: money.nullable().meta({ description: 'What was refunded to the card' }),
});

/** Everything the page of one appointment shows. */
export const bookingDetail = bookingRow.extend({
  client_email: optionalText,
  client_phone: optionalText,
  client_address: optionalText,
  client_archived: z.boolean(),
  age: day.nullable().meta({ description: 'Date of birth; shown as years and months' }),
  weight: z.string().nullable().meta({ description: 'Latest weight in kilograms', example: '12.4' }),
  gender: optionalText,
  color: optionalText,
  animal_notes: optionalText,
  allergies: optionalText,
  behaviour_notes: optionalText,
  service_description: optionalText,
  free_staff_ids: freeStaffIds,
  staff_notes: optionalText.meta({ description: 'For the practice only: the client never sees them' }),
  duration: z.int().meta({ description: 'Minutes; the same as duration_minutes' }),
  overlap_allowed: numericFlag,
  resources: z
    .array(z.object({ id: recordId, name: z.string() }))
    .meta({ description: 'The rooms and equipment it uses' }),
  paid: money.meta({ description: 'Payments and deposits, less refunds and voids' }),
  balance: money.meta({
    description: 'Balance due; negative when overpaid. A refund in progress counts as refunded',
  }),
  missed: z
    .boolean()
    .meta({ description: 'Pending or confirmed, without a stage, and more than three hours past' }),
  created_at: instant,
  updated_at: instant,
  custom_fields: z.array(
    z.object({
      field_id: recordId,
      field_label: z.string(),
      field_type: z.enum(['text', 'textarea', 'number', 'slider', 'select', 'checkbox', 'date']),
      field_options: z.string().meta({ description: 'JSON text with rows, min, max, step, options' }),
      required: flag,
      display_order: z.int(),
      value: optionalText,
      retired: flag.meta({ description: "'1' for an archived field that has an answer" }),
    }),
  ),
  comms_log: z.array(commsLogEntry),
  payments: z.array(
    z.object({
      id: recordId,
      kind: z.enum(['payment', 'deposit', 'refund', 'void']),
      method: z.enum(paymentMethods),
      amount: money,
      taken_at: instant,
      taken_by: optionalText,
      reverses_payment_id: recordId
        .nullable()
        .meta({ description: 'For a refund or a void: the payment it reverses' }),
      refundable: money.meta({ description: 'How much of it can still be refunded' }),
      by_provider: z.boolean().meta({ description: 'Paid online by card: refunds go to that card' }),
    }),
  ),
  refunds: z.array(refundRecord),
  client_alert: alertOfClient,
  cancelled_by: z.enum(['client', 'practice']).nullable(),
  moves: z.int().meta({ description: 'How often its client has moved it' }),
  deposit_kept: money.meta({
    description:
      'For a cancelled appointment: the part of the deposit paid by card that was not refunded; 0.00 while a failed refund is still to be made',
  }),
  open_change_id: recordId
    .nullable()
    .meta({ description: 'The client’s request to move or cancel it, see booking_changes' }),
});

export type BookingChange = z.output<typeof bookingChange>;
export type BookingRequestRow = z.output<typeof bookingRequestRow>;
export type BookingRow = z.output<typeof bookingRow>;
export type BookingDetail = z.output<typeof bookingDetail>;
