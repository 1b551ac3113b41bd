import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { practiceStaff, type Role } from './roles.ts';
import { instant, money, optionalText } from './wire.ts';

const subscriptionStatus = z.object({
  has_subscription: z.boolean(),
  trial_end_date: instant.nullable(),
  status: z.enum(['trial', 'active', 'past_due', 'lapsed']),
  trial_days_left: z
    .int()
    .nullable()
    .meta({ description: "Days on the practice's clock: 0 on the last day; null when no trial runs" }),
  plan: optionalText.meta({ description: 'Name of the subscription' }),
  price: money.nullable().meta({ description: 'A month or a year, see `interval`' }),
  currency: optionalText.meta({ description: "The price's, ISO 4217" }),
  interval: z.enum(['month', 'year']).nullable(),
  period_end: instant.nullable().meta({ description: 'Paid until; it then renews unless cancels is set' }),
  cancels: z.boolean().meta({ description: 'Whether it ends when the period ends' }),
  can_subscribe: z.boolean().meta({
    description: 'Whether a subscription can be started here; otherwise the operator does it',
  }),
  can_manage: z.boolean().meta({ description: 'Whether card, plan and cancelling can be managed here' }),
});

const adminOnly: readonly Role[] = ['admin'];
const invalidates = ['subscription/status', 'subscription/invoices'] as const;
const audit = { entity: 'practice' } as const;
const leadsTo = z.object({ url: z.string().meta({ description: 'Where to send the browser' }) });

export const subscriptionActions = defineActionsIn(null, {
  'subscription/status': {
    kind: 'query',
    group: 'Subscription',
    summary: 'The practice’s subscription and trial, and the actions available here.',
    access: practiceStaff,
    input: z.object({}),
    output: subscriptionStatus,
    errors: [],
  },
  'subscription/checkout': {
    kind: 'command',
    group: 'Subscription',
    summary: 'Starts a subscription and returns where to pay. A running trial is kept to its last day.',
    access: adminOnly,
    input: z.object({}),
    output: leadsTo,
    errors: ['already_subscribed', 'payments_unavailable'],
    invalidates,
    audit,
    limit: [perCaller(10)],
  },
  'subscription/portal': {
    kind: 'command',
    group: 'Subscription',
    summary: 'Returns where to manage the card and plan, and to cancel.',
    access: adminOnly,
    input: z.object({}),
    output: leadsTo,
    errors: ['payments_unavailable'],
    audit,
    limit: [perCaller(10)],
  },
  'subscription/refresh': {
    kind: 'command',
    group: 'Subscription',
    summary: 'Refreshes the subscription from the card provider, after returning from there.',
    access: adminOnly,
    input: z.object({}),
    output: subscriptionStatus,
    errors: ['payments_unavailable'],
    invalidates,
    audit: false,
    limit: [perCaller(30)],
  },
  'subscription/invoices': {
    kind: 'query',
    group: 'Subscription',
    summary: "The invoices of the practice's subscription, newest first, 24 at most.",
    access: adminOnly,
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.string(),
        number: optionalText,
        created_at: instant,
        amount: money,
        currency: z.string(),
        status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
        url: optionalText.meta({ description: 'Where it can be read and paid' }),
        pdf_url: optionalText,
      }),
    ),
    errors: ['payments_unavailable'],
    limit: [perCaller(30)],
  },
});

export type SubscriptionStatus = z.output<typeof subscriptionStatus>;
