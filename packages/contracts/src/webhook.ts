import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { formFlag, formInt, id, line, requiredText, text } from './form.ts';
import type { Role } from './roles.ts';
import { testEventType, webhookEventTypes } from './webhook-event-types.ts';
import {
  keptDeliveries,
  keptDeliveryDays,
  keptTries,
  mostEndpoints,
  oldSecretHours,
} from './webhook-limits.ts';
import { done, flag, instant, optionalText, recordId } from './wire.ts';

/** Why an endpoint was turned off by itself: it answered 410 Gone, or has failed for days. */
const offReasons = ['gone', 'failing'] as const;

const endpointRecord = z.object({
  id: recordId,
  url: z.string(),
  description: optionalText,
  events: z.array(z.enum(webhookEventTypes)),
  is_on: flag,
  off_reason: z
    .enum(offReasons)
    .nullable()
    .meta({ description: 'Why it was turned off by itself; null when it is on, or somebody turned it off' }),
  failing_since: instant.nullable().meta({ description: 'Since when nothing has been taken' }),
  next_try_at: instant
    .nullable()
    .meta({ description: 'While it fails again and again: when it is tried next' }),
  waiting: z.int().meta({ description: 'Deliveries that are still to be made' }),
  failed: z.int().meta({ description: 'Deliveries in the log that were given up' }),
  last_delivered_at: instant.nullable(),
  old_secret_until: instant
    .nullable()
    .meta({ description: 'Until when the secret before this one signs too' }),
  created_at: instant,
});

const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

const deliveryRow = {
  id: recordId,
  event_id: z.string(),
  type: z.enum([...webhookEventTypes, testEventType]),
  occurred_at: instant,
  status: z.enum(deliveryStatuses),
  attempts: z.int().meta({ description: 'How often it was tried' }),
  next_try_at: instant
    .nullable()
    .meta({ description: 'Of one that waits: the earliest moment of the next try' }),
  last_error: optionalText.meta({ description: 'What went wrong at the last try' }),
};

const attempt = z.object({
  number: z.int(),
  at: instant,
  duration_ms: z.int(),
  status: z.int().nullable().meta({ description: 'Of the answer; null when there was none' }),
  error: optionalText,
  answer: optionalText.meta({ description: 'The first kilobyte of what was answered' }),
});

/** The events an endpoint asks for: a list in JSON, or text with commas between. */
const eventList = z
  .preprocess(
    (value: string | readonly string[]): unknown =>
      typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value,
    z
      .array(z.enum(webhookEventTypes, { error: 'Please choose from the list of events.' }))
      .min(1, 'Please choose at least one event.')
      .transform((chosen) => webhookEventTypes.filter((type) => chosen.includes(type))),
  )
  .meta({
    description: 'Types of events with commas between, or a list of them',
    example: ['booking.created', 'booking.cancelled'],
  });

const url = requiredText(500, 'Please enter an address.')
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: 'Please enter an address such as https://example.com/webhooks.',
  })
  .meta({ description: 'Where events are posted', example: 'https://example.com/webhooks' });

const adminOnly: readonly Role[] = ['admin'];
const group = 'Webhooks';
const webhookQueries = ['webhook_endpoints', 'webhook_deliveries', 'webhook_delivery'] as const;
const audit = { entity: 'webhook_endpoint', id: 'endpoint_id' } as const;
const signingSecret = z
  .string()
  .meta({ description: 'whsec_ and base64. It is shown now and never again', example: 'whsec_c2VjcmV0…' });

// A program is told of what its practice chose; it does not choose itself: no scope opens these.
export const webhookActions = defineActionsIn(null, {
  webhook_endpoints: {
    kind: 'query',
    group,
    summary: 'The addresses that are told of what happens in the practice, oldest first.',
    access: adminOnly,
    input: z.object({}),
    output: z.array(endpointRecord),
    errors: [],
  },
  webhook_endpoint_create: {
    kind: 'command',
    group,
    summary: `Adds an address that is told of events, up to ${mostEndpoints} in a practice. Answers the secret that they are signed with.`,
    access: adminOnly,
    input: z.object({ url, events: eventList, description: line(200).optional() }),
    output: z.object({ endpoint_id: recordId, signing_secret: signingSecret }),
    errors: ['webhook_exists', 'too_many_webhooks'],
    invalidates: webhookQueries,
    paid: true,
    audit,
  },
  webhook_endpoint_update: {
    kind: 'command',
    group,
    summary:
      'Changes an endpoint; what is omitted stays. Turned off, it is told of nothing, and what still waits for it fails.',
    access: adminOnly,
    input: z.object({
      endpoint_id: id,
      url: url.optional(),
      events: eventList.optional(),
      description: line(200).nullable().optional(),
      is_on: formFlag.optional(),
    }),
    output: done,
    errors: ['not_found', 'webhook_exists'],
    // Also what it means when one is turned off by itself, of which the admins are told.
    invalidates: [...webhookQueries, 'notifications'],
    paid: { unless: { is_on: '0' } },
    audit,
  },
  webhook_endpoint_delete: {
    kind: 'command',
    group,
    summary: 'Removes an endpoint with its log. What still waits for it is not delivered.',
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: done,
    errors: ['not_found'],
    // Its log is gone with it, and nobody can ask for that any more.
    invalidates: ['webhook_endpoints'],
    audit,
  },
  webhook_secret_rotate: {
    kind: 'command',
    group,
    summary: `Gives an endpoint a new secret. The one before signs beside it for ${oldSecretHours} hours more.`,
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: z.object({ signing_secret: signingSecret, old_secret_until: instant }),
    errors: ['not_found'],
    invalidates: webhookQueries,
    audit,
  },
  webhook_test: {
    kind: 'command',
    group,
    summary: `Sends an endpoint a ${testEventType}.`,
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: z.object({ delivery_id: recordId }),
    errors: ['not_found', 'webhook_off'],
    invalidates: webhookQueries,
    paid: true,
    audit,
    limit: [perCaller(20)],
    idempotent: true,
  },
  webhook_deliveries: {
    kind: 'query',
    group,
    summary: `What was sent to an endpoint, newest first: what waits, and of the rest the last ${keptDeliveries}, for ${keptDeliveryDays} days.`,
    access: adminOnly,
    input: z.object({
      endpoint_id: id,
      failed: formFlag.default(false).meta({ description: "'1' for those alone that were given up" }),
      limit: formInt(1, 100).default(50),
      cursor: text(20).optional().meta({ description: 'The id of the last row of the page before' }),
    }),
    output: z.array(z.object(deliveryRow)),
    errors: ['not_found'],
  },
  webhook_delivery: {
    kind: 'query',
    group,
    summary: `A delivery with what is sent and its last ${keptTries} tries, the last one first.`,
    access: adminOnly,
    input: z.object({ endpoint_id: id, delivery_id: id }),
    output: z.object({
      ...deliveryRow,
      payload: z.string().meta({ description: 'The body as it is posted' }),
      tries: z.array(attempt),
    }),
    errors: ['not_found'],
  },
  webhook_resend: {
    kind: 'command',
    group,
    summary:
      'Sends an event to an endpoint once more, at once and under its own id, whatever became of it before.',
    access: adminOnly,
    input: z.object({ endpoint_id: id, delivery_id: id }),
    output: done,
    errors: ['not_found', 'webhook_off'],
    invalidates: webhookQueries,
    paid: true,
    audit,
    limit: [perCaller(60)],
  },
  webhook_resend_failed: {
    kind: 'command',
    group,
    summary:
      'Sends everything in the log of an endpoint that was given up once more, in the order in which it happened.',
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: z.object({ deliveries: z.int().meta({ description: 'How many are sent again' }) }),
    errors: ['not_found', 'webhook_off'],
    invalidates: webhookQueries,
    paid: true,
    audit,
    limit: [perCaller(10)],
  },
});

export type WebhookEndpoint = z.output<typeof endpointRecord>;
export type WebhookDelivery = z.output<typeof webhookActions.webhook_deliveries.output>[number];
export type WebhookDeliveryDetail = z.output<typeof webhookActions.webhook_delivery.output>;
