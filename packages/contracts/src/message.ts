import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { bookingQueries } from './booking-queries.ts';
import { formFlag, formInt, id, line, text } from './form.ts';
import { messageChannels, sentKinds } from './message-text.ts';
import { practiceStaff, type Role } from './roles.ts';
import { clockTime, day, done, instant, optionalText, recordId } from './wire.ts';

/** A message that could not be sent. */
const failedMessage = z.object({
  id: recordId,
  type: z.enum(messageChannels),
  kind: z.enum(sentKinds),
  recipient: z.string(),
  body: optionalText,
  last_error: optionalText.meta({ description: 'Why it could not be sent' }),
  attempts: z.int(),
  created_at: instant,
  booking_id: recordId.nullable(),
  booking_date: day.nullable(),
  booking_time: clockTime.nullable(),
  client_id: recordId.nullable(),
  client_name: optionalText,
  animal_name: optionalText,
});

/** How many failed messages one call sends again. */
export const maxResent = 500;

const adminOnly: readonly Role[] = ['admin'];
const messageQueries = [
  'messages/failed',
  'messages/status',
  'booking',
  'entries',
  'conversations',
  'conversation',
] as const;
const audit = { entity: 'message', id: 'message_id' } as const;

export const messageActions = defineActionsIn('messages', {
  booking_ready_collect: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Notifies the client that their animal is ready to collect, by their preferred channels. Repeated within a minute, it is sent once.',
    access: practiceStaff,
    input: z.object({
      booking_id: id,
      tenant_name: line(200).optional().meta({ description: 'Accepted and ignored' }),
      tenant_id: id.optional().meta({ description: "If sent, must be the key's own practice" }),
      client_id: formInt(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: "If sent, and not 0, must be the appointment's client" }),
      animal_name: text(200).optional().meta({ description: 'Accepted and ignored' }),
      phone: text(60).optional().meta({ description: 'Accepted and ignored' }),
    }),
    output: z.object({ success: z.literal(true), channels: z.array(z.enum(messageChannels)) }),
    errors: ['not_found', 'booking_closed', 'no_channel'],
    // Also announces what a client writes.
    invalidates: [...bookingQueries, 'conversations', 'conversation'],
    paid: true,
    audit: { entity: 'booking', id: 'booking_id' },
    limit: [perCaller(60)],
    idempotent: true,
  },
  'messages/failed': {
    kind: 'query',
    group: 'Messages',
    summary: 'Failed messages that haven’t been dismissed, newest first.',
    access: adminOnly,
    input: z.object({
      limit: formInt(1, 100).default(30),
      cursor: text(20).optional().meta({ description: 'The id of the last row of the previous page' }),
    }),
    output: z.array(failedMessage),
    errors: [],
  },
  'messages/status': {
    kind: 'query',
    group: 'Messages',
    summary: 'Which channels can send, and how many messages were sent today, are queued and have failed.',
    access: adminOnly,
    input: z.object({}),
    output: z.object({
      sms: z.boolean(),
      email: z.boolean(),
      sms_today: z.int(),
      sms_daily_cap: z.int(),
      email_today: z.int(),
      waiting: z.int(),
      failed: z.int(),
    }),
    errors: [],
  },
  message_resend: {
    kind: 'command',
    group: 'Messages',
    summary:
      'Resends a failed message with current details, or as it was written if it is in the practice’s own words.',
    access: practiceStaff,
    input: z.object({ message_id: id }),
    output: done,
    errors: ['not_found', 'message_not_failed'],
    invalidates: messageQueries,
    paid: true,
    audit,
    idempotent: true,
  },
  'messages/resend_all': {
    kind: 'command',
    group: 'Messages',
    summary: `Resends failed messages that haven’t been dismissed, the newest ${maxResent} at a time.`,
    access: adminOnly,
    input: z.object({}),
    output: done.extend({ messages: z.int().meta({ description: 'How many are resent' }) }),
    errors: [],
    invalidates: messageQueries,
    paid: true,
    audit: { entity: 'message' },
    idempotent: true,
  },
  message_dismiss: {
    kind: 'command',
    group: 'Messages',
    summary: "Dismisses a failed message; dismissed '0' restores it to the list.",
    access: adminOnly,
    input: z.object({ message_id: id, dismissed: formFlag.default(true) }),
    output: done,
    errors: ['not_found', 'message_not_failed'],
    invalidates: messageQueries,
    audit,
    idempotent: true,
  },
});

export type FailedMessage = z.output<typeof failedMessage>;
