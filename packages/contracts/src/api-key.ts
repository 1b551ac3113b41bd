import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { id, oneOf, requiredText } from './form.ts';
import type { Role } from './roles.ts';
import { scopes } from './scopes.ts';
import { done, instant, recordId } from './wire.ts';

/** What every key for a program begins with, so that whoever scans texts for lost secrets knows one. */
export const apiKeyPrefix = 'burrow_live_';

/** How many of them a practice can have that are good at a time. */
export const mostApiKeys = 50;

/** A key for a program, as the practice sees it: never the key itself. */
const apiKeyRecord = z.object({
  id: recordId,
  label: z.string(),
  last_four: z.string().meta({ description: 'With what the key ends' }),
  scopes: z.array(z.enum(scopes)),
  allowed_addresses: z
    .array(z.string())
    .meta({ description: 'From where it may be used; empty: from anywhere' }),
  staff_id: recordId.meta({ description: 'In whose name it works' }),
  staff_name: z.string(),
  acts_as: z
    .enum(['admin', 'staff'])
    .nullable()
    .meta({ description: 'The role that its person has now; null: they are not let in, so nor is the key' }),
  state: z.enum(['live', 'expired', 'revoked']),
  created_at: instant,
  last_used_at: instant.nullable().meta({ description: 'To the minute' }),
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  old_secret_until: instant
    .nullable()
    .meta({ description: 'How long the secret before the present one still works; null: it does not' }),
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
      .max(max, `Please give at most ${max}.`)
      .transform((items) => [...new Set(items)]),
  );

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Please give addresses such as 203.0.113.7 or networks such as 203.0.113.0/24.',
});

const lifetimes = ['30_days', '90_days', '1_year', 'never'] as const;
/** How long the secret before a new one works. */
const oldSecretChoices = ['one_day', 'end_now'] as const;
const audit = { entity: 'api_key', id: 'key_id' } as const;
// The people of a practice are told how many keys work in their name.
const invalidates = ['api_keys', 'team'] as const;

// A key makes no key, and widens none: no scope opens these.
export const apiKeyActions = defineActionsIn(null, {
  api_keys: {
    kind: 'query',
    group: 'Integrations',
    summary: 'The keys for programs of the practice, those first that are good, then newest first.',
    access: adminOnly,
    input: z.object({}),
    output: z.array(apiKeyRecord),
    errors: [],
  },
  'api_key/create': {
    kind: 'command',
    group: 'Integrations',
    summary:
      'Makes a key for a program. It works in the name of the admin who made it, within its scopes, and is shown once.',
    access: adminOnly,
    input: z.object({
      label: requiredText(80, 'Please say what the key is for.'),
      scopes: listOf(oneOf(scopes), scopes.length, 'Please choose what the key may do.').meta({
        description: 'Scopes with commas between, or a list of them',
        example: ['appointments:read', 'services:read'],
      }),
      expires_in: oneOf(lifetimes),
      allowed_addresses: listOf(address, 20, 'Please give an address.')
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
    invalidates,
    paid: true,
    audit,
  },
  'api_key/revoke': {
    kind: 'command',
    group: 'Integrations',
    summary: 'Ends a key for a program, from its next request on.',
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
    summary:
      'Has a key that is good work in the own name from now on, so that it does not end with a leaver. The key of a person who is no longer let in gets a new secret, for they may have kept a copy.',
    access: adminOnly,
    input: z.object({ key_id: id }),
    output: done.extend({
      api_key: z.string().nullable().meta({
        description: 'The new secret, not shown again; null where the present one goes on working',
      }),
    }),
    errors: ['not_found'],
    invalidates,
    audit,
  },
  'api_key/rotate': {
    kind: 'command',
    group: 'Integrations',
    summary:
      'Gives a key that is good a new secret, shown once. The old one works for another day, or ends at once; scopes and expiry stay.',
    access: adminOnly,
    input: z.object({
      key_id: id,
      old_secret: oneOf(oldSecretChoices)
        .default('one_day')
        .meta({ description: 'What becomes of the present secret' }),
    }),
    output: z.object({
      key_id: recordId,
      api_key: z.string().meta({ description: 'Not shown again' }),
      old_secret_until: instant.nullable(),
      expires_at: instant.nullable(),
    }),
    errors: ['not_found'],
    invalidates: ['api_keys'],
    audit,
  },
});

export type ApiKeyRecord = z.output<typeof apiKeyRecord>;
export type OldSecretChoice = (typeof oldSecretChoices)[number];
export type ApiKeyLifetime = (typeof lifetimes)[number];
