import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { oneOf, requiredText } from './form.ts';
import type { Role } from './roles.ts';
import { instant, optionalText, recordId } from './wire.ts';

/** The external services of an installation. */
export const providerNames = ['sms', 'mail', 'payments', 'storage'] as const;
export type ProviderName = (typeof providerNames)[number];

const superadminOnly: readonly Role[] = ['superadmin'];
const seconds = z.int().meta({ description: 'Seconds' });
const bytes = z.int().meta({ description: 'Bytes' });

/** 'note' is informative and does not count as a failure. */
const finding = z.object({
  what: z.string(),
  state: z.enum(['ok', 'note', 'wrong']),
  said: z.string(),
  todo: optionalText,
});

const failure = z.object({
  code: z.string().meta({ description: 'The error code of the provider or the network' }),
  said: z.string(),
  todo: z.string(),
});

const provider = z.object({
  provider: z.enum(providerNames),
  /** Simulated: a stand-in replaces the service, or it is in its test mode. */
  state: z.enum(['real', 'simulated', 'off']),
  through: z.string().meta({ description: 'The provider, such as Twilio' }),
  /** Null while the record of its calls cannot be read. */
  calls: z
    .object({
      last_worked_at: instant.nullable(),
      last_failed_at: instant.nullable(),
      last_failure: failure.nullable(),
      failed_last_day: z.int(),
    })
    .nullable(),
});

const waiting = z.object({ count: z.int(), oldest_seconds: seconds });

const work = z.object({
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.int(),
      due: waiting,
      active: z.int(),
      failed: z.int().meta({ description: 'Failed for good in the last seven days' }),
    }),
  ),
  messages: z.array(z.object({ channel: z.enum(['sms', 'email']), due: waiting, failed_last_day: z.int() })),
  refunds: z.object({ pending: z.int(), failed: z.int(), unknown: z.int() }),
  deposits: z.object({ open: z.int(), overdue: z.int() }),
  done: z.array(z.object({ work: z.string(), at: instant })),
});

const failedWork = z.object({
  kind: z.enum(['job', 'message', 'refund']),
  part: z.string().meta({ description: 'Queue, channel, or the refund’s state' }),
  reason: z.string(),
  count: z.int(),
  latest_at: instant.nullable(),
});

const database = z.object({
  version: z.string(),
  migration: z.string(),
  installed_at: instant.nullable(),
  bytes,
  connections: z.object({ allowed: z.int(), used: z.int() }),
  connected: z.array(z.object({ name: z.string(), connections: z.int() })),
  clock_ahead_ms: z.int().meta({ description: 'How far its clock is ahead of the server’s' }),
  largest: z.array(z.object({ name: z.string(), bytes, rows: z.int().nullable() })),
});

const backup = z.object({
  id: recordId,
  started_at: instant,
  finished_at: instant.nullable(),
  state: z.enum(['running', 'done', 'failed']),
  bytes: bytes.nullable(),
  tables: z.int().nullable(),
  rows: z.int().nullable(),
  files: z.int().nullable(),
  place: z.string(),
  failure: optionalText,
});

const server = z.object({
  version: z.string(),
  build: z.string().meta({ description: 'Tag of the image, such as 1.0.1-20261122-abc1234' }),
  node: z.string(),
  started_at: instant,
  memory_bytes: bytes,
  disks: z.array(z.object({ what: z.string(), free_bytes: bytes, total_bytes: bytes })),
});

export const installationActions = defineActionsIn(null, {
  'superadmin/installation': {
    kind: 'query',
    group: 'Superadmin',
    summary:
      'The state of the installation: findings, providers, background jobs, database and server. A part that can’t be read within five seconds is null.',
    access: superadminOnly,
    input: z.object({}),
    output: z.object({
      read_at: instant,
      findings: z.array(finding),
      providers: z.array(provider),
      work: work.nullable(),
      failed: z.array(failedWork).nullable(),
      database: database.nullable(),
      backups: z.array(backup).nullable().meta({ description: 'The newest first' }),
      server,
    }),
    errors: [],
    limit: [{ per: 'caller', points: 60, seconds: 60 }],
  },
  'superadmin/provider_test': {
    kind: 'command',
    group: 'Superadmin',
    summary:
      'Tests a provider: sends a text message or an email to `to`, asks the card provider for the account and the price, or writes, reads and deletes a small object. Returns the result.',
    access: superadminOnly,
    input: z.object({
      provider: oneOf(providerNames),
      to: requiredText(254)
        .optional()
        .meta({ description: 'Number or address; for text messages and email' }),
    }),
    output: z.object({
      worked: z.boolean(),
      said: z.string(),
      code: optionalText,
      todo: optionalText,
      ms: z.int(),
    }),
    errors: [],
    invalidates: ['superadmin/installation'],
    limit: [{ per: 'caller', points: 6, seconds: 60 }],
  },
});
