import { z } from 'zod';
import { bookingStatuses } from './booking-status.ts';
import { flag, instant, money, recordId } from './wire.ts';

/**
 * What a practice's other systems are told of by webhook. Each event is declared here once; what is sent, the reference,
 * the settings screen and the tests derive from it.
 *
 * The data are ids, times, states and sums, and names of fields: never a name, a number, an address or a note of a person.
 * Whoever needs those asks for them with a key, which can be taken away, and gets what is true then.
 */

/** How an appointment is at the moment of the event. */
const bookingState = {
  booking_id: recordId,
  client_id: recordId,
  animal_id: recordId,
  service_id: recordId.nullable(),
  staff_id: recordId.nullable().meta({ description: 'Whose appointment it is; null for nobody’s yet' }),
  starts_at: instant,
  duration_minutes: z.int(),
  status: z.enum(bookingStatuses),
  is_provisional: flag.meta({ description: "'1' for a request that waits for the practice's answer" }),
  price: money,
  paid: money.meta({ description: 'What has been paid of the price so far, deposits included' }),
};

/** Fields of an appointment that can change besides its status. */
export const bookingChanges = [
  'time',
  'duration',
  'service',
  'staff',
  'client',
  'animal',
  'price',
  'notes',
  'answers',
] as const;

/** Fields of a client that can change. */
export const clientChanges = ['name', 'email', 'phone', 'address', 'notes', 'preferences'] as const;

const booking = z.object(bookingState);
const client = z.object({ client_id: recordId });

/** An event: when it happens, in a few words and in a sentence, and what its `data` is. */
interface WebhookEvent {
  label: string;
  summary: string;
  data: z.ZodObject;
}

const events = {
  'booking.created': {
    label: 'Appointment made',
    summary: 'An appointment was made, at the desk or, as a request, in the portal.',
    data: booking,
  },
  'booking.updated': {
    label: 'Appointment changed',
    summary:
      'An appointment was moved, given to somebody else or otherwise changed. Its status has events of its own.',
    data: z.object({
      ...bookingState,
      changed: z.array(z.enum(bookingChanges)).min(1).meta({ description: 'Names of what changed' }),
    }),
  },
  'booking.status_changed': {
    label: 'Status changed',
    summary: 'An appointment was accepted, confirmed, begun, completed or put back; not: cancelled.',
    data: z.object({ ...bookingState, previous_status: z.enum(bookingStatuses) }),
  },
  'booking.cancelled': {
    label: 'Appointment cancelled',
    summary: 'An appointment was cancelled, or a request declined. This is final.',
    data: z.object({ ...bookingState, previous_status: z.enum(bookingStatuses) }),
  },
  'booking.payment_changed': {
    label: 'Payment changed',
    summary: 'What has been paid for an appointment changed: a payment, a deposit, a refund or a correction.',
    data: booking,
  },
  'client.created': {
    label: 'Client added',
    summary: 'A client was added at the desk, or signed up in the portal.',
    data: client,
  },
  'client.updated': {
    label: 'Client changed',
    summary: 'Something about a client changed.',
    data: z.object({
      client_id: recordId,
      changed: z.array(z.enum(clientChanges)).min(1).meta({ description: 'Names of what changed' }),
    }),
  },
  'client.archived': {
    label: 'Client archived',
    summary: 'A client was archived.',
    data: client,
  },
  'client.restored': {
    label: 'Client restored',
    summary: 'An archived client was taken back.',
    data: client,
  },
  'client.erased': {
    label: 'Client erased',
    summary:
      'A client was erased for good, or the import that brought them was undone. Erase what you have of them too.',
    data: client,
  },
} as const satisfies Record<string, WebhookEvent>;

/** What an endpoint can ask to be told of. */
export type WebhookEventType = keyof typeof events;
export const webhookEventTypes = Object.keys(events) as [WebhookEventType, ...WebhookEventType[]];

/** Sent when somebody asks for it, whatever the endpoint has chosen. */
export const testEventType = 'webhook.test';

const testEvent: WebhookEvent = {
  label: 'Test',
  summary: 'Somebody asked for it on the settings screen. Nothing has happened.',
  data: z.object({}),
};

/** The declaration of an event, or of the test. */
export const webhookEvent = (type: WebhookEventType | typeof testEventType): WebhookEvent =>
  type === testEventType ? testEvent : events[type];

/** The body that is posted for an event of this type. */
export const webhookPayload = (type: WebhookEventType | typeof testEventType) =>
  z
    .object({
      id: z.string().meta({
        description: 'Of the event, as in the header webhook-id: the same whenever it is sent again',
      }),
      type: z.literal(type),
      occurred_at: instant,
      tenant_id: recordId.meta({ description: 'The practice' }),
      data: webhookEvent(type).data,
    })
    .meta({ description: webhookEvent(type).summary });

/** Headers of the Standard Webhooks specification. */
export const webhookHeaders = z.object({
  'webhook-id': z.string().meta({ description: 'Of the event: whoever has seen it has done it' }),
  'webhook-timestamp': z.string().meta({ description: 'When it was sent, in seconds since 1970' }),
  'webhook-signature': z.string().meta({
    description:
      'With spaces between: `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` under each secret that is valid',
  }),
});
