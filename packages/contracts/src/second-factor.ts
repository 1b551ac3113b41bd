import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { secondSteps } from './factor.ts';
import { formFlag, formInt, id, line, oneOf } from './form.ts';
import { challenge, passkeyAnswer, passkeyOptions } from './passkey.ts';
import type { Role } from './roles.ts';
import { signInResult } from './session.ts';
import { done, instant, recordId } from './wire.ts';

/** How many recovery codes a person gets at a time. */
export const recoveryCodeCount = 10;
/** The longest grace period for setting up a second factor. */
export const maxGraceDays = 14;

/** What an account can have as its second factor. */
const factorKinds = ['totp', 'passkey'] as const;

const code = line(40).meta({ description: 'Six digits of an authenticator app, or a recovery code' });
/** What answers `second_factor_required`. */
export const secondStepAnswer = {
  challenge: challenge.optional().meta({ description: 'From `second_factor_required`' }),
  code: code.optional(),
  passkey: passkeyAnswer.optional(),
};

const everyoneWithAccount: readonly Role[] = ['staff', 'admin', 'superadmin'];

const secondFactor = z.object({
  id: recordId,
  kind: z.enum(factorKinds),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});

const recoveryCodes = z.array(z.string()).meta({ description: 'Shown once; each works once' });

export const secondFactorActions = defineActionsIn(null, {
  'auth/challenge': {
    kind: 'command',
    group: 'Session',
    summary: 'Starts a sign-in with a passkey alone: returns the challenge that the passkey signs.',
    access: 'public',
    input: z.object({}),
    output: z.object({ challenge: z.string(), passkey_options: passkeyOptions }),
    errors: ['conflict'],
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
  'auth/verify': {
    kind: 'command',
    group: 'Session',
    summary:
      'Finishes a sign-in: answers the challenge from `auth` with a code or a passkey, or the one from `auth/challenge` with a passkey.',
    access: 'public',
    input: z.object({
      challenge,
      code: code.optional(),
      passkey: passkeyAnswer.optional(),
    }),
    output: signInResult.extend({
      recovery_codes_left: z
        .int()
        .nullable()
        .meta({ description: 'After a sign-in with a recovery code: how many codes are left' }),
    }),
    errors: [
      'challenge_expired',
      'code_not_valid',
      'codes_blocked',
      'passkey_not_valid',
      'practice_unavailable',
      'sso_required',
      'invalid_credentials',
    ],
    limit: [{ per: 'address', points: 100, seconds: 60 }],
  },
  'auth/step_up/start': {
    kind: 'command',
    group: 'Session',
    summary:
      'Returns how you can confirm who you are and, if you have a second factor, the challenge for `auth/step_up`.',
    access: everyoneWithAccount,
    input: z.object({}),
    output: z.object({
      step_up_by: z.enum(['password', 'second_factor', 'sign_in']).meta({
        description:
          'sign_in: single sign-on opened the session, and you have nothing else to prove: use `sso/confirm_start`, or sign in again',
      }),
      challenge: z.string().nullable().meta({ description: 'Valid for five minutes' }),
      factors: z.array(z.enum(secondSteps)).meta({ description: 'Accepted proofs' }),
      passkey_options: passkeyOptions.nullable(),
    }),
    errors: [],
    beforeSecondFactor: true,
    audit: false,
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
  'auth/step_up': {
    kind: 'command',
    group: 'Session',
    summary:
      'Confirms who you are. For five minutes you can call the actions that returned `step_up_required`, with any key of the same sign-in.',
    access: everyoneWithAccount,
    input: z.object({
      password: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'As typed; for people without a second factor' }),
      challenge: challenge
        .optional()
        .meta({ description: 'From `auth/step_up/start`; for people with a second factor' }),
      code: code.optional(),
      passkey: passkeyAnswer.optional(),
    }),
    output: done.extend({
      fresh_seconds_left: z.int().meta({ description: 'For how many seconds the proof is valid' }),
    }),
    errors: [
      'challenge_expired',
      'code_not_valid',
      'codes_blocked',
      'passkey_not_valid',
      'sign_in_link_required',
    ],
    invalidates: ['session'],
    beforeSecondFactor: true,
    audit: { entity: 'session' },
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
  second_factor: {
    kind: 'query',
    group: 'Session',
    summary: 'Your passkeys, your authenticator app and the number of recovery codes left.',
    access: everyoneWithAccount,
    input: z.object({}),
    output: z.object({
      factors: z.array(secondFactor),
      recovery_codes_left: z.int(),
      authenticator_app_available: z.boolean().meta({ description: 'False without CODE_SECRET' }),
    }),
    errors: [],
    beforeSecondFactor: true,
  },
  'second_factor/add': {
    kind: 'command',
    group: 'Session',
    summary: 'Starts adding a passkey or an authenticator app. Finish with `second_factor/confirm`.',
    access: everyoneWithAccount,
    input: z.object({ kind: oneOf(factorKinds) }),
    output: z.object({
      secret: z.string().nullable().meta({ description: 'For an authenticator app, in base32' }),
      otpauth_uri: z.string().nullable().meta({ description: 'The same, for a QR code' }),
      challenge: z.string().nullable().meta({ description: 'For a passkey; valid for five minutes' }),
      passkey_options: passkeyOptions.nullable(),
    }),
    stepUp: true,
    errors: ['conflict'],
    beforeSecondFactor: true,
    audit: false,
  },
  'second_factor/confirm': {
    kind: 'command',
    group: 'Session',
    summary:
      'Adds the passkey, or the authenticator app with its first code. Returns ten recovery codes for the first factor.',
    access: everyoneWithAccount,
    input: z.object({
      code: code.optional(),
      challenge: challenge.optional(),
      passkey: passkeyAnswer.optional(),
      name: line(60).optional().meta({ description: 'For a passkey, such as "Front desk laptop"' }),
    }),
    output: z.object({ success: z.literal(true), recovery_codes: recoveryCodes.nullable() }),
    errors: ['conflict', 'code_not_valid', 'challenge_expired', 'passkey_not_valid'],
    // The first one ends the sessions that a password alone opened.
    invalidates: ['second_factor', 'session', 'session/list', 'team'],
    beforeSecondFactor: true,
    audit: false,
    limit: [{ per: 'caller', points: 20, seconds: 60 }],
  },
  'second_factor/remove': {
    kind: 'command',
    group: 'Session',
    summary:
      'Removes one of your passkeys or your authenticator app. Removing the last one also removes your recovery codes.',
    access: everyoneWithAccount,
    input: z.object({ factor_id: id }),
    output: done,
    stepUp: true,
    errors: ['not_found'],
    invalidates: ['second_factor', 'session', 'team'],
    audit: false,
  },
  'second_factor/recovery_codes': {
    kind: 'command',
    group: 'Session',
    summary: 'Replaces your recovery codes with ten new ones.',
    access: everyoneWithAccount,
    input: z.object({}),
    output: z.object({ recovery_codes: recoveryCodes }),
    stepUp: true,
    errors: ['conflict'],
    invalidates: ['second_factor'],
    audit: false,
    limit: [{ per: 'caller', points: 20, seconds: 60 }],
  },
  'second_factor/require': {
    kind: 'command',
    group: 'Practice',
    summary:
      'Requires everyone at the practice to have a second factor after a grace period, or stops requiring it.',
    access: ['admin'],
    input: z.object({
      required: formFlag,
      grace_days: formInt(0, maxGraceDays)
        .default(maxGraceDays)
        .meta({ description: 'The grace period: days to set one up' }),
    }),
    output: done,
    stepUp: true,
    errors: [],
    invalidates: ['tenant', 'session'],
    audit: { entity: 'practice' },
  },
});
