import { z } from 'zod';
import { defineActionsIn, type RateLimit } from './action.ts';
import { signInResult } from './session.ts';
import { emailAddress, id, password, requiredText, text } from './form.ts';
import { minimumPortalPasswordLength } from './password-length.ts';
import { done, optionalText, recordId } from './wire.ts';

const tooShort = 'Password must be at least 6 characters long';
export const practice = { tenant_id: id.meta({ description: 'The practice, see bootstrap' }) };
export const phone = requiredText(40, 'Please enter your mobile number').meta({
  description: 'A mobile number; in a British practice 07 and nine digits; spaces are ignored',
  example: '07700 900001',
});
export const code = requiredText(20, 'Please enter the verification code')
  .refine((value) => /^\d{6}$/.test(value), 'Please enter a valid 6-digit code')
  .meta({
    description: 'Six digits, from the text message',
    pattern: String.raw`^\d{6}$`,
    example: '123456',
  });

/**
 * Ample: people behind one address must not make each other wait. The server limits repeated and refused requests of a
 * network, and codes by number, practice and installation.
 */
export const sending: readonly RateLimit[] = [
  {
    per: 'address',
    points: 300,
    seconds: 60,
    message:
      'Too many codes have been requested from this network. Try again in {wait}, or call the practice.',
  },
];
/** Everyone in a waiting room may share one address. */
const tooManyFromHere = 'Too many attempts from this network. Try again in {wait}, or call the practice.';
/** Opening a portal costs a database query. People in a waiting room may share one address. */
export const looking: readonly RateLimit[] = [{ per: 'address', points: 600, seconds: 60 }];
/** Attempts at codes; each code allows five. */
export const proving: readonly RateLimit[] = [
  { per: 'address', points: 60, seconds: 600, message: tooManyFromHere },
];

export const sent = z.object({
  success: z.literal(true),
  resend_after: z.int().meta({ description: 'Seconds until another code can be sent' }),
  expires_in: z.int().meta({ description: 'Seconds that the code is valid for' }),
});

/** What a successful sign-in to a portal answers. */
export const portalSignInResult = signInResult.extend({
  auth: z
    .object({
      apiKey: z.string(),
      userId: recordId,
      clientId: recordId,
      tenantId: recordId,
      role: z.literal('customer'),
    })
    .meta({ description: 'The session as the web app stores it; userId equals clientId' }),
});

export const portalAccessActions = defineActionsIn(null, {
  bootstrap: {
    kind: 'query',
    group: 'Portal access',
    summary:
      'The practice of this address: by its custom domain or subdomain, or because there is only one; null for none.',
    access: 'public',
    input: z.object({}),
    output: z.object({ tenant_id: recordId.nullable() }),
    errors: [],
    limit: looking,
  },
  tenant_public: {
    kind: 'query',
    group: 'Portal access',
    summary: 'What a practice’s portal shows before sign-in.',
    access: 'public',
    input: z.object(practice),
    output: z.object({
      tenant_id: recordId,
      tenant_name: z.string(),
      tenant_logo: optionalText.meta({
        description: 'A small picture as a data: address; null without a logo',
      }),
      color: optionalText.meta({ description: 'Colour of the portal, #rrggbb' }),
      locale: z.string(),
      uk_mobile: z
        .boolean()
        .meta({ description: 'Whether British mobile numbers sign in here: 07 and nine digits' }),
      password_minimum: z.int().meta({ description: 'How many characters a password must have' }),
    }),
    errors: ['not_found'],
    limit: looking,
  },
  auth_customer: {
    kind: 'command',
    group: 'Portal access',
    summary: "Signs a pet owner in to a practice's portal.",
    access: 'public',
    input: z.object({
      ...practice,
      phone,
      password: z
        .string({ error: 'Enter your password.' })
        .min(1)
        .max(1000)
        .meta({ description: 'As typed' }),
    }),
    output: portalSignInResult,
    errors: ['invalid_credentials', 'not_found', 'sign_in_code_required'],
    // The server also limits wrong passwords: by number and network, by network, and in a row.
    limit: [{ per: 'address', points: 100, seconds: 60 }],
  },
  'cp/register/start': {
    kind: 'command',
    group: 'Portal access',
    summary: 'Texts a code to someone who is signing up to a practice’s portal.',
    access: 'public',
    input: z.object({ ...practice, phone }),
    output: sent,
    errors: ['not_found', 'account_exists', 'client_archived', 'code_just_sent', 'sms_unavailable'],
    limit: sending,
  },
  'cp/register/verify': {
    kind: 'command',
    group: 'Portal access',
    summary:
      'Checks the code. The number can then be registered within 15 minutes: with the cookie, or with the token for callers without cookies.',
    access: 'public',
    input: z.object({ ...practice, phone, code }),
    output: z.object({
      success: z.literal(true),
      registration_token: z.string().meta({ description: 'For cp/register/complete' }),
    }),
    errors: ['not_found', 'code_not_valid'],
    limit: proving,
  },
  'cp/register/complete': {
    kind: 'command',
    group: 'Portal access',
    summary: 'Creates the account of a verified number. An existing client with this number gets it.',
    access: 'public',
    input: z.object({
      ...practice,
      phone,
      name: requiredText(200, 'Please enter your name'),
      password: password(minimumPortalPasswordLength, tooShort),
      email: emailAddress().optional(),
      address: text(500).optional(),
      registration_token: text(200)
        .optional()
        .meta({ description: 'The token from cp/register/verify; not needed with its cookie' }),
    }),
    output: z.object({ success: z.literal(true), client_id: recordId }),
    errors: ['not_found', 'phone_not_verified', 'account_exists', 'client_archived', 'weak_password'],
    limit: proving,
  },
  'cp/password/reset/start': {
    kind: 'command',
    group: 'Portal access',
    summary: 'Texts a code to a pet owner who has forgotten their password.',
    access: 'public',
    input: z.object({ ...practice, phone }),
    output: sent,
    errors: ['not_found', 'account_not_found', 'code_just_sent', 'sms_unavailable'],
    limit: sending,
  },
  'cp/password/reset/complete': {
    kind: 'command',
    group: 'Portal access',
    summary: 'Sets a pet owner’s new password with the code, and ends their sessions.',
    access: 'public',
    input: z.object({
      ...practice,
      phone,
      code,
      new_password: password(minimumPortalPasswordLength, tooShort),
    }),
    output: done,
    errors: ['not_found', 'account_not_found', 'code_not_valid', 'weak_password'],
    // The answer reveals whether a number has an account, at no cost to the caller.
    limit: [{ per: 'address', points: 60, seconds: 3600, message: tooManyFromHere }],
  },
});
