import { z } from 'zod';
import { defineActions } from './action.ts';
import { formInt, text } from './form.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, done, instant, money, optionalText, recordId } from './wire.ts';

const notificationKinds = [
  'booking_request',
  'booking_cancelled',
  'booking_moved',
  'change_asked',
  'payment',
  'message_failed',
  'refund_failed',
  'client_confirmed',
  'deposit_unsettled',
  'deposit_returned',
  'webhook_off',
  'client_text',
  'offer_taken',
  'time_freed',
] as const;

/** An event in the practice that its staff are notified of. */
const notificationRecord = z.object({
  id: recordId,
  kind: z.enum(notificationKinds),
  created_at: instant,
  unread: z.boolean(),
  booking_id: recordId.nullable(),
  client_name: optionalText,
  animal_name: optionalText,
  species: optionalText,
  service: optionalText,
  booking_date: day.nullable(),
  booking_time: clockTime.nullable(),
  amount: money.nullable().meta({
    description:
      'Amount of the payment, or of the deposit paid with a request; null for staff if the practice hides its revenue from them, and for an API key without payments:read',
  }),
  webhook_host: optionalText.meta({
    description: 'The host of a webhook that was turned off automatically; for admins only',
  }),
  client_id: recordId.nullable().meta({
    description:
      'The client who wrote, or whom a message in the practice’s own words didn’t reach; null for an API key without messages:read',
  }),
  text: optionalText.meta({
    description: 'Beginning of a client’s text message or email; null for an API key without messages:read',
  }),
  waiting: z
    .int()
    .nullable()
    .meta({ description: 'For a time that came free: how many clients wait for a time like it' }),
  actor_name: optionalText.meta({ description: 'Which staff member did it; null for a client' }),
});

export const notificationActions = defineActions({
  notifications: {
    kind: 'query',
    group: 'Notifications',
    summary:
      'Notifications, newest first, without the caller’s own actions, and the unread count. Kept for 90 days.',
    access: practiceStaff,
    scope: 'appointments',
    effects: {
      'messages:read': 'for `text` and `client_id`, null without it',
      'payments:read': 'for `amount`, null without it',
    },
    input: z.object({
      limit: formInt(1, 100).default(30),
      cursor: text(20).optional().meta({ description: 'The id of the last row of the previous page' }),
    }),
    output: z.object({
      unread: z.int().meta({ description: 'At most 100: more are not counted' }),
      notifications: z.array(notificationRecord),
    }),
    errors: [],
  },
  'notifications/seen': {
    kind: 'command',
    group: 'Notifications',
    summary: 'Marks notifications as read up to this one.',
    access: practiceStaff,
    scope: null,
    input: z.object({
      last_id: formInt(0, Number.MAX_SAFE_INTEGER).meta({ description: 'The newest one that was shown' }),
    }),
    output: done,
    errors: [],
    invalidates: ['notifications'],
    audit: false,
  },
  'notifications/stream': {
    kind: 'query',
    group: 'Notifications',
    summary:
      'Server-sent events: `changed` for each change in the practice, and `replaced` when newer streams of the same session take its place. The stream ends with the session, and after half an hour at most.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({}),
    output: z.object({
      action: z.string().nullable().meta({
        description:
          'The action that was called; null when events may have been missed, so reload everything',
      }),
      notification_id: recordId.nullable(),
    }),
    errors: ['unavailable'],
    returns: 'events',
  },
});

export type NotificationRecord = z.output<typeof notificationRecord>;
