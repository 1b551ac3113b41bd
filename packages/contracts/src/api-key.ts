import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { id, oneOf, requiredText } from './form.ts';
import { repeatedRotationMinutes } from './repeated-rotation.ts';
import type { Role } from './roles.ts';
import { scopes } from './scopes.ts';
import { done, instant, recordId } from './wire.ts';

/** The prefix of every API key, so that scanners for leaked secrets recognise one. */
export const apiKeyPrefix = 'burrow_live_';

/** How many active API keys a practice can have. */
export const maxApiKeys = 50;

/** An API key as the practice sees it: never the secret. */
const apiKeyRecord = z.object({
  id: recordId,
  label: z.string(),
  last_four: z.string().meta({ description: 'The last characters of the key' }),
  scopes: z.array(z.enum(scopes)),
  allowed_addresses: z
    .array(z.string())
    .meta({ description: 'From where it may be used; empty: from anywhere' }),
  staff_id: recordId.meta({ description: 'The person it acts as' }),
  staff_name: z.string(),
  acts_as: z
    .enum(['admin', 'staff'])
    .nullable()
    .meta({ description: 'Its person’s current role; null if they have no access, so the key doesn’t work' }),
  state: z.enum(['live', 'expired', 'revoked']),
  created_at: instant,
  last_used_at: instant.nullable().meta({ description: 'Accurate to the minute' }),
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  old_secret_until: instant
    .nullable()
    .meta({ description: 'Until when the previous secret works; null if it doesn’t' }),
});

const adminOnly: readonly Role[] = ['admin'];

/** A list, or text with commas or spaces between. Each once, at most `max`. */
const listOf = <Item extends z.ZodType<string>>(item: Item, max: number, missing: string) =>
  z.preprocess(
    (value: string | readonly string[]): unknown =>
      typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value,
    z
      .array(item, { error: missing })
      .min(1, missing)
      .max(max, `Enter at most ${max}.`)
      .transform((items) => [...new Set(items)]),
  );

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Enter addresses such as 203.0.113.7 or networks such as 203.0.113.0/24.',
});

const lifetimes = ['30_days', '90_days', '1_year', 'never'] as const;
/** How long the previous secret stays valid after a rotation. */
const oldSecretChoices = ['one_day', 'end_now'] as const;
const audit = { entity: 'api_key', id: 'key_id' } as const;
// The staff of a practice see how many keys act in their name.
const invalidates = ['api_keys', 'team'] as const;

// An API key can neither create a key nor widen one: no scope allows these.
export const apiKeyActions = defineActionsIn(null, {
  api_keys: {
    kind: 'query',
    group: 'Integrations',
    summary: 'The practice’s API keys: valid ones first, then newest first.',
    access: adminOnly,
    input: z.object({}),
    output: z.array(apiKeyRecord),
    errors: [],
  },
  'api_key/create': {
    kind: 'command',
    group: 'Integrations',
    summary: 'Creates an API key. It acts as the admin who created it, within its scopes, and is shown once.',
    access: adminOnly,
    input: z.object({
      label: requiredText(80, 'Enter a name for the key.'),
      scopes: listOf(oneOf(scopes), scopes.length, 'Choose what the key can do.').meta({
        description: 'Scopes separated by commas, or a list of them',
        example: ['appointments:read', 'services:read'],
      }),
      expires_in: oneOf(lifetimes),
      allowed_addresses: listOf(address, 20, 'Enter an address.')
        .optional()
        .meta({
          description:
            'Addresses and networks with commas between, or a list of them; from anywhere when omitted',
          example: ['203.0.113.7', '2001:db8::/32'],
        }),
    }),
    output: z.object({
      key_id: recordId,
      api_key: z.string().meta({ description: 'Not shown again' }),
      expires_at: instant.nullable(),
    }),
    errors: ['too_many_api_keys'],
    stepUp: true,
    invalidates,
    paid: true,
    audit,
  },
  'api_key/revoke': {
    kind: 'command',
    group: 'Integrations',
    summary: 'Revokes an API key from its next request.',
    access: adminOnly,
    input: z.object({ key_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates,
    audit,
  },
  'api_key/take_over': {
    kind: 'command',
    group: 'Integrations',
    summary: `Takes over a valid API key, so that it outlives its creator’s access. If that person no longer has access, the key gets a new secret because they may have a copy. Repeated within ${repeatedRotationMinutes} minutes, it returns another new secret.`,
    access: adminOnly,
    input: z.object({ key_id: id }),
    output: done.extend({
      api_key: z.string().nullable().meta({
        description: 'The new secret, not shown again; null if the current one stays valid',
      }),
    }),
    errors: ['not_found'],
    stepUp: true,
    invalidates,
    audit,
  },
  'api_key/rotate': {
    kind: 'command',
    group: 'Integrations',
    summary: `Rotates a valid API key: the new secret is shown once, and the old one works for another day or ends at once. Repeated within ${repeatedRotationMinutes} minutes, it replaces only the new secret. Scopes and expiry stay.`,
    access: adminOnly,
    input: z.object({
      key_id: id,
      old_secret: oneOf(oldSecretChoices)
        .default('one_day')
        .meta({ description: 'What happens to the current secret' }),
    }),
    output: z.object({
      key_id: recordId,
      api_key: z.string().meta({ description: 'Not shown again' }),
      old_secret_until: instant.nullable(),
      expires_at: instant.nullable(),
    }),
    errors: ['not_found'],
    stepUp: true,
    invalidates: ['api_keys'],
    audit,
  },
});

export type ApiKeyRecord = z.output<typeof apiKeyRecord>;
export type OldSecretChoice = (typeof oldSecretChoices)[number];
export type ApiKeyLifetime = (typeof lifetimes)[number];
