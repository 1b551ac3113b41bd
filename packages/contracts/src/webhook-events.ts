import { z } from 'zod';
import { bookingStages } from './booking-stage.ts';
import { bookingStatuses } from './booking-status.ts';
import { entryKinds } from './entry-fields.ts';
import { messageChannels } from './message-text.ts';
import {
  testEvent,
  testEventType,
  webhookEvents,
  type SentEventType,
  type WebhookEventType,
} from './webhook-event-types.ts';
import { flag, instant, money, recordId } from './wire.ts';

/**
 * The payloads of outgoing webhooks: for each event of `webhook-event-types.ts` its data. Sender, reference, settings
 * screen and tests derive from the two.
 *
 * The data are ids, times, states and sums, and names of fields: never a name, a number, an address or a note of a
 * person. A receiver that needs those reads them with an API key, which can be revoked, and gets the current values.
 */

/** The appointment at the moment of the event. */
const bookingState = {
  booking_id: recordId,
  client_id: recordId,
  animal_id: recordId,
  service_id: recordId.nullable(),
  staff_id: recordId.nullable().meta({ description: 'The staff member; null if unassigned' }),
  resource_ids: z.array(recordId).meta({ description: 'The rooms and equipment that it uses' }),
  starts_at: instant,
  duration_minutes: z.int(),
  status: z.enum(bookingStatuses),
  stage: z
    .enum(bookingStages)
    .nullable()
    .meta({ description: 'The stage of the visit; null before it arrives' }),
  is_provisional: flag.meta({ description: "'1' for a pending request" }),
  price: money,
  paid: money.meta({ description: 'Amount paid, including deposits' }),
};

/** Fields of an appointment that can change besides its status. */
export const bookingChanges = [
  'time',
  'duration',
  'service',
  'staff',
  'resources',
  'client',
  'animal',
  'price',
  'notes',
  'staff_notes',
  'stage',
  'answers',
] as const;

/** Fields of a client that can change. */
export const clientChanges = ['name', 'email', 'phone', 'address', 'notes', 'preferences', 'alert'] as const;

/** An entry of a health record at the moment of the event. */
const entryState = {
  entry_id: recordId,
  animal_id: recordId,
  client_id: recordId.meta({ description: 'The animal’s owner when it was created' }),
  booking_id: recordId.nullable(),
  kind: z.enum(entryKinds),
  at: instant,
  shared: flag,
};

/** What of an entry can change. */
export const entryChanges = ['content', 'shared', 'struck', 'addendum'] as const;

const booking = z.object(bookingState);
const client = z.object({ client_id: recordId });

/** The `data` of each event. */
const data = {
  'booking.created': booking,
  'booking.updated': z.object({
    ...bookingState,
    changed: z.array(z.enum(bookingChanges)).min(1).meta({ description: 'Names of the changed fields' }),
  }),
  'booking.status_changed': z.object({ ...bookingState, previous_status: z.enum(bookingStatuses) }),
  'booking.cancelled': z.object({
    ...bookingState,
    previous_status: z.enum(bookingStatuses),
    by: z
      .enum(['client', 'practice'])
      .meta({ description: 'Who cancelled; the client, too, if they did not attend' }),
  }),
  'booking.payment_changed': booking,
  'entry.created': z.object(entryState),
  'entry.amended': z.object({ ...entryState, changed: z.array(z.enum(entryChanges)).min(1) }),
  'entry.discarded': z.object(entryState),
  'client.created': client,
  'client.updated': z.object({
    client_id: recordId,
    changed: z.array(z.enum(clientChanges)).min(1).meta({ description: 'Names of the changed fields' }),
  }),
  'client.archived': client,
  'client.restored': client,
  'client.erased': client,
  'message.received': z.object({
    message_id: recordId,
    client_id: recordId.nullable().meta({ description: 'Null if the sender isn’t a client of the practice' }),
    booking_id: recordId.nullable().meta({ description: 'The appointment that it answers a message about' }),
    channel: z.enum(messageChannels),
    at: instant,
  }),
} as const satisfies Record<WebhookEventType, z.ZodObject>;

const testData = z.object({});

/** The `data` of an event, or of the test. */
export const webhookData = (type: SentEventType): z.ZodObject =>
  type === testEventType ? testData : data[type];

/** The body that is posted for an event of this type. */
export const webhookPayload = (type: SentEventType) =>
  z
    .object({
      id: z.string().meta({
        description: 'The event’s id, as in the webhook-id header; the same on every retry',
      }),
      type: z.literal(type),
      occurred_at: instant,
      tenant_id: recordId.meta({ description: 'The practice' }),
      data: webhookData(type),
    })
    .meta({ description: (type === testEventType ? testEvent : webhookEvents[type]).summary });

/** Headers of the Standard Webhooks specification. */
export const webhookHeaders = z.object({
  'webhook-id': z.string().meta({ description: 'The event’s id: ignore one you have already handled' }),
  'webhook-timestamp': z.string().meta({ description: 'When it was sent, in seconds since 1970' }),
  'webhook-signature': z.string().meta({
    description:
      'Separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` under each secret that is valid',
  }),
});
