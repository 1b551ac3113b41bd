import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { id, requiredText } from './form.ts';
import { challenge, passkeyAnswer, passkeyOptions } from './passkey.ts';
import { portalSignInResult } from './portal-access.ts';
import { customers } from './roles.ts';
import { done, instant, recordId } from './wire.ts';

const practice = { tenant_id: id.meta({ description: 'The practice, see bootstrap' }) };
const begun = z.object({
  challenge: z.string().meta({ description: 'Valid for five minutes, once' }),
  passkey_options: passkeyOptions,
});
const passkey = { passkey_id: id.meta({ description: 'From cp/passkeys' }) };
const changed = { invalidates: ['cp/passkeys'], audit: { entity: 'client', isCaller: true } } as const;

export const portalPasskeyActions = defineActionsIn(null, {
  'cp/passkey/challenge': {
    kind: 'command',
    group: 'Portal access',
    summary:
      'Starts a sign-in to a practice’s portal with a passkey: returns the challenge that the passkey signs.',
    access: 'public',
    input: z.object(practice),
    output: begun,
    errors: ['not_found', 'conflict'],
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
  'cp/passkey/sign_in': {
    kind: 'command',
    group: 'Portal access',
    summary: "Signs a pet owner in to a practice's portal with a passkey.",
    access: 'public',
    input: z.object({
      ...practice,
      challenge: challenge.meta({ description: 'From `cp/passkey/challenge`' }),
      passkey: passkeyAnswer,
    }),
    output: portalSignInResult,
    errors: ['not_found', 'challenge_expired', 'passkey_not_valid'],
    limit: [{ per: 'address', points: 100, seconds: 60 }],
  },
  'cp/passkeys': {
    kind: 'query',
    group: 'Portal',
    summary: 'The caller’s passkeys, oldest first.',
    access: customers,
    input: z.object({}),
    output: z.array(
      z.object({
        id: recordId,
        name: z.string(),
        created_at: instant,
        last_used_at: instant.nullable(),
      }),
    ),
    errors: [],
  },
  'cp/passkey/add': {
    kind: 'command',
    group: 'Portal',
    summary:
      'Starts adding a passkey. Finish with `cp/passkey/confirm`. More than five minutes after the sign-in it needs the password; a client without one has to sign in again.',
    access: customers,
    input: z.object({
      password: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'As typed; needed when the sign-in was more than five minutes ago' }),
    }),
    output: begun,
    errors: ['conflict', 'recent_sign_in_required'],
    audit: false,
    limit: [perCaller(20)],
  },
  'cp/passkey/confirm': {
    kind: 'command',
    group: 'Portal',
    summary: 'Adds the passkey, named after the caller’s device, and notifies them by text or email.',
    access: customers,
    input: z.object({
      challenge: challenge.meta({ description: 'From `cp/passkey/add`' }),
      passkey: passkeyAnswer,
    }),
    output: done,
    errors: ['conflict', 'challenge_expired', 'passkey_not_valid'],
    ...changed,
    // Each addition sends a text message.
    limit: [{ per: 'caller', points: 20, seconds: 86_400 }],
  },
  'cp/passkey/rename': {
    kind: 'command',
    group: 'Portal',
    summary: 'Renames one of the caller’s passkeys.',
    access: customers,
    input: z.object({ ...passkey, name: requiredText(60, 'Please enter a name') }),
    output: done,
    errors: ['not_found'],
    ...changed,
    limit: [perCaller(60)],
  },
  'cp/passkey/remove': {
    kind: 'command',
    group: 'Portal',
    summary: 'Removes one of the caller’s passkeys. It no longer signs in.',
    access: customers,
    input: z.object(passkey),
    output: done,
    errors: ['not_found'],
    ...changed,
    limit: [perCaller(60)],
  },
});
