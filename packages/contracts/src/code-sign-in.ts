import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { emailAddress, requiredText } from './form.ts';
import { code, phone, portalSignInResult, practice, proving, sending, sent } from './portal-access.ts';
import { maxClientNameLength } from './text-lengths.ts';

export const codeSignInActions = defineActionsIn(null, {
  'cp/code/start': {
    kind: 'command',
    group: 'Portal access',
    summary:
      'Texts a code that signs in to a practice’s portal. The response does not reveal whether the number is a client’s.',
    access: 'public',
    input: z.object({ ...practice, phone }),
    output: sent.extend({
      clients_only: z.boolean().meta({
        description:
          'True when only clients of the practice get codes, because new numbers have used up theirs; the same for every number',
      }),
    }),
    errors: ['not_found', 'code_just_sent', 'sms_unavailable'],
    limit: sending,
  },
  'cp/code/verify': {
    kind: 'command',
    group: 'Portal access',
    summary:
      'Signs a client in with the code. For a number that the practice does not have, returns a token that creates the client (`cp/code/complete`).',
    access: 'public',
    input: z.object({ ...practice, phone, code }),
    output: z.union([
      portalSignInResult.extend({ is_new: z.literal(false) }),
      z.object({
        is_new: z.literal(true),
        registration_token: z
          .string()
          .meta({ description: 'For cp/code/complete; valid for 15 minutes, once' }),
        unverified_account: z.boolean().meta({
          description:
            'Whether an account was changed to this number without verifying it; that account loses the number to cp/code/complete',
        }),
      }),
    ]),
    errors: ['not_found', 'code_not_valid', 'client_archived'],
    limit: proving,
  },
  'cp/code/complete': {
    kind: 'command',
    group: 'Portal access',
    summary:
      'Creates the client of a verified number, without a password, and signs them in. They can choose a password later.',
    access: 'public',
    input: z.object({
      ...practice,
      phone,
      registration_token: requiredText(200).meta({ description: 'The token from cp/code/verify' }),
      name: requiredText(maxClientNameLength, 'Please enter your name'),
      email: emailAddress().optional(),
    }),
    output: portalSignInResult,
    errors: ['not_found', 'phone_not_verified', 'client_archived'],
    limit: proving,
  },
});
