import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { formFlag, formInt, id, line, requiredText, text } from './form.ts';
import { repeatedRotationMinutes } from './repeated-rotation.ts';
import type { Role } from './roles.ts';
import { testEventType, webhookEventTypes } from './webhook-event-types.ts';
import {
  keptDeliveries,
  keptDeliveryDays,
  keptTries,
  maxEndpoints,
  oldSecretHours,
} from './webhook-limits.ts';
import { done, flag, instant, optionalText, recordId } from './wire.ts';

/** Why an endpoint was disabled automatically: it answered 410 Gone, or has failed for days. */
const offReasons = ['gone', 'failing'] as const;

const endpointRecord = z.object({
  id: recordId,
  url: z.string(),
  description: optionalText,
  events: z.array(z.enum(webhookEventTypes)),
  is_on: flag,
  off_reason: z.enum(offReasons).nullable().meta({
    description: 'Why it was turned off automatically; null when it is on or was turned off by hand',
  }),
  failing_since: instant.nullable().meta({ description: 'Failing since' }),
  next_try_at: instant.nullable().meta({ description: 'While it keeps failing: the next retry' }),
  waiting: z.int().meta({ description: 'Pending deliveries' }),
  failed: z.int().meta({ description: 'Failed deliveries in the log' }),
  last_delivered_at: instant.nullable(),
  old_secret_until: instant.nullable().meta({ description: 'Until when the previous secret also signs' }),
  created_at: instant,
});

const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

const deliveryRow = {
  id: recordId,
  event_id: z.string(),
  type: z.enum([...webhookEventTypes, testEventType]),
  occurred_at: instant,
  status: z.enum(deliveryStatuses),
  attempts: z.int().meta({ description: 'Number of attempts' }),
  next_try_at: instant.nullable().meta({ description: 'For a pending delivery: the earliest next attempt' }),
  last_error: optionalText.meta({ description: 'The error of the last attempt' }),
};

const attempt = z.object({
  number: z.int(),
  at: instant,
  duration_ms: z.int(),
  status: z.int().nullable().meta({ description: 'Status of the response; null if there was none' }),
  error: optionalText,
  answer: optionalText.meta({ description: 'The first kilobyte of the response' }),
});

/** The events an endpoint subscribes to: a list in JSON, or text with commas between. */
const eventList = z
  .preprocess(
    (value: string | readonly string[]): unknown =>
      typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value,
    z
      .array(z.enum(webhookEventTypes, { error: 'Choose from the list of events.' }))
      .min(1, 'Choose at least one event.')
      .transform((chosen) => webhookEventTypes.filter((type) => chosen.includes(type))),
  )
  .meta({
    description: 'Event types separated by commas, or a list of them',
    example: ['booking.created', 'booking.cancelled'],
  });

const url = requiredText(500, 'Enter a URL.')
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: 'Enter a URL such as https://example.com/webhooks.',
  })
  .meta({ description: 'The URL events are sent to', example: 'https://example.com/webhooks' });

const adminOnly: readonly Role[] = ['admin'];
const group = 'Webhooks';
const webhookQueries = ['webhook_endpoints', 'webhook_deliveries', 'webhook_delivery'] as const;
const audit = { entity: 'webhook_endpoint', id: 'endpoint_id' } as const;
const signingSecret = z
  .string()
  .meta({ description: 'whsec_ and base64. Shown only once', example: 'whsec_c2VjcmV0…' });

// An integrator receives the events that its practice chose and cannot change them: no scope allows these.
/** What the commands on webhooks share. */
const change = { kind: 'command', group, invalidates: webhookQueries, paid: true, audit } as const;

export const webhookActions = defineActionsIn(null, {
  webhook_endpoints: {
    kind: 'query',
    group,
    summary: 'The practice’s outgoing webhooks, oldest first.',
    access: adminOnly,
    input: z.object({}),
    output: z.array(endpointRecord),
    errors: [],
  },
  webhook_endpoint_create: {
    ...change,
    summary: `Adds a webhook endpoint, up to ${maxEndpoints} in a practice. Returns its signing secret.`,
    access: adminOnly,
    input: z.object({ url, events: eventList, description: line(200).optional() }),
    output: z.object({ endpoint_id: recordId, signing_secret: signingSecret }),
    errors: ['webhook_exists', 'too_many_webhooks'],
    stepUp: true,
  },
  webhook_endpoint_update: {
    kind: 'command',
    group,
    summary:
      'Updates an endpoint; omitted fields stay. When off, it gets no events and its pending deliveries fail.',
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
    stepUp: { when: 'for another URL, for more events, and to turn it on' },
    // Also decides on automatic disabling, of which the admins are notified.
    invalidates: [...webhookQueries, 'notifications'],
    paid: { unless: { is_on: false } },
    audit,
  },
  webhook_endpoint_delete: {
    kind: 'command',
    group,
    summary: 'Deletes an endpoint and its log. Pending deliveries are dropped.',
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: done,
    errors: ['not_found'],
    // Deletes its log as well, so nothing can be sent again.
    invalidates: ['webhook_endpoints'],
    audit,
  },
  webhook_secret_rotate: {
    kind: 'command',
    group,
    summary: `Gives an endpoint a new secret. The previous one also signs for ${oldSecretHours} more hours. Repeated within ${repeatedRotationMinutes} minutes, it replaces only the new secret.`,
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: z.object({ signing_secret: signingSecret, old_secret_until: instant }),
    errors: ['not_found'],
    stepUp: true,
    invalidates: webhookQueries,
    audit,
  },
  webhook_test: {
    ...change,
    summary: `Sends an endpoint a ${testEventType}.`,
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: z.object({ delivery_id: recordId }),
    errors: ['not_found', 'webhook_off'],
    limit: [perCaller(20)],
    idempotent: true,
  },
  webhook_deliveries: {
    kind: 'query',
    group,
    summary: `An endpoint’s deliveries, newest first: all pending ones, and the last ${keptDeliveries} others for ${keptDeliveryDays} days.`,
    access: adminOnly,
    input: z.object({
      endpoint_id: id,
      failed: formFlag.default(false).meta({ description: "'1' for failed ones only" }),
      limit: formInt(1, 100).default(50),
      cursor: text(20).optional().meta({ description: 'The id of the last row of the previous page' }),
    }),
    output: z.array(z.object(deliveryRow)),
    errors: ['not_found'],
  },
  webhook_delivery: {
    kind: 'query',
    group,
    summary: `A delivery with its payload and last ${keptTries} attempts, newest first.`,
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
    ...change,
    summary: 'Resends an event to an endpoint at once, under its original id, whatever its status.',
    access: adminOnly,
    input: z.object({ endpoint_id: id, delivery_id: id }),
    output: done,
    errors: ['not_found', 'webhook_off'],
    limit: [perCaller(60)],
  },
  webhook_resend_failed: {
    ...change,
    summary: 'Resends an endpoint’s failed events, in their original order.',
    access: adminOnly,
    input: z.object({ endpoint_id: id }),
    output: z.object({ deliveries: z.int().meta({ description: 'How many are resent' }) }),
    errors: ['not_found', 'webhook_off'],
    limit: [perCaller(10)],
  },
});

export type WebhookEndpoint = z.output<typeof endpointRecord>;
export type WebhookDelivery = z.output<typeof webhookActions.webhook_deliveries.output>[number];
export type WebhookDeliveryDetail = z.output<typeof webhookActions.webhook_delivery.output>;
