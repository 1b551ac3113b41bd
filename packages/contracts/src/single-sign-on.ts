import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { formFlag, id, line, requiredText } from './form.ts';
import type { Role } from './roles.ts';
import { secondStepAnswer } from './second-factor.ts';
import { signInResult } from './session.ts';
import { linkToken } from './team.ts';
import { done, flag, instant, optionalText, recordId } from './wire.ts';

/** Where a provider sends people back to, under the installation's address. */
export const ssoCallbackPath = '/api/sso/callback';

const practiceProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  application: z.string(),
  groups_claim: z.string(),
  admin_group: optionalText,
  staff_group: optionalText,
  only_sso: flag,
  updated_at: instant,
});

const issuer = requiredText(500, 'Enter the issuer.')
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: 'Enter a URL such as https://login.example.com.',
  })
  .meta({
    description: 'As the provider’s discovery document names it',
    example: 'https://login.example.com',
  });

const oneTimeToken = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({ description: 'From the address that the provider redirects to. Works once' });

const providerPractice = id
  .optional()
  .meta({ description: 'The practice whose provider to use; omitted for the installation’s' });

const returnPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])/)
  .optional()
  .meta({ description: 'The page of the app to open afterwards' });

const staffRoles: readonly Role[] = ['staff', 'admin', 'superadmin'];
const adminOnly: readonly Role[] = ['admin'];
const group = 'Identity providers';
const providerAudit = { entity: 'identity_provider' } as const;
const startErrors = ['sso_not_set_up', 'sso_unavailable', 'sso_failed'] as const;

// No scope allows these, because they decide who signs in, or are part of signing in.
export const singleSignOnActions = defineActionsIn(null, {
  'auth/sso_options': {
    kind: 'query',
    group,
    summary: 'The sign-in providers that the sign-in page offers: the practice’s and the installation’s.',
    access: 'public',
    input: z.object({
      practice_id: id.optional().meta({ description: 'Otherwise the practice of the requested host' }),
    }),
    output: z.object({
      providers: z.array(z.object({ practice_id: recordId.nullable(), name: z.string() })),
      sign_in_url: optionalText.meta({
        description: 'The sign-in page to open instead, because providers redirect to that address only',
      }),
    }),
    errors: [],
    limit: [{ per: 'address', points: 120, seconds: 60 }],
  },
  'auth/sso_start': {
    kind: 'command',
    group,
    summary:
      'Starts a sign-in with a provider: returns the address to open. Only this browser can finish it.',
    access: 'public',
    input: z.object({ practice_id: providerPractice, return_path: returnPath }),
    output: z.object({ url: z.string() }),
    errors: [...startErrors, 'not_found'],
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
  'auth/sso_join': {
    kind: 'command',
    group,
    summary:
      'Starts joining a practice that allows only single sign-on, with a one-time link: returns the address to open. Finish with `auth/sso_finish` in this browser; the link is valid until then.',
    access: 'public',
    input: z.object({
      token: linkToken,
      password: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'As typed; for a person whose account has one (`has_password`)' }),
      ...secondStepAnswer,
    }),
    output: z.object({ url: z.string() }),
    errors: [
      ...startErrors,
      'not_found',
      'link_expired',
      'conflict',
      'invalid_credentials',
      'sign_in_link_required',
      'second_factor_required',
      'challenge_expired',
      'code_not_valid',
      'codes_blocked',
      'passkey_not_valid',
    ],
    limit: [
      { per: 'address', points: 30, seconds: 60 },
      { per: 'field:token', points: 10, seconds: 60 },
    ],
  },
  'auth/sso_finish': {
    kind: 'command',
    group,
    summary: 'Finishes a sign-in with a provider. A practice’s provider opens that practice only.',
    access: 'public',
    input: z.object({ token: oneTimeToken }),
    output: signInResult,
    errors: [
      'sso_expired',
      'sso_email_unverified',
      'sso_connect_first',
      'sso_not_invited',
      'sso_no_group',
      'practice_unavailable',
      'not_found',
      'identity_taken',
    ],
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
  'sso/identities': {
    kind: 'query',
    group,
    summary: 'Your connected sign-ins, and the providers you can connect.',
    access: staffRoles,
    input: z.object({}),
    output: z.object({
      connected: z.array(
        z.object({
          id: recordId,
          practice_name: optionalText.meta({ description: 'Null for the installation’s provider' }),
          issuer: z.string(),
          email: optionalText,
          connected_at: instant,
          last_used_at: instant.nullable(),
        }),
      ),
      available: z.array(z.object({ of: z.enum(['practice', 'installation']), name: z.string() })),
    }),
    errors: [],
  },
  'sso/connect_start': {
    kind: 'command',
    group,
    summary: 'Starts connecting a provider to your account: returns the address to open.',
    access: staffRoles,
    input: z.object({
      of: z
        .enum(['practice', 'installation'])
        .meta({ description: 'The practice’s provider, or the installation’s' }),
    }),
    output: z.object({ url: z.string() }),
    stepUp: true,
    errors: [...startErrors, 'already_connected'],
    audit: false,
    limit: [perCaller(20)],
  },
  'sso/connect_finish': {
    kind: 'command',
    group,
    summary: 'Connects the provider’s identity to your account, so that it signs you in.',
    access: staffRoles,
    input: z.object({ token: oneTimeToken }),
    output: done,
    errors: ['sso_expired', 'identity_taken'],
    invalidates: ['sso/identities'],
    audit: false,
  },
  'sso/confirm_start': {
    kind: 'command',
    group,
    summary:
      'Starts confirming who you are, where `auth/step_up/start` returns `sign_in`: returns the address at which your provider asks you to sign in again.',
    access: staffRoles,
    input: z.object({}),
    output: z.object({ url: z.string() }),
    errors: [...startErrors, 'conflict', 'sso_not_confirmed'],
    audit: false,
    limit: [perCaller(20)],
  },
  'sso/confirm_finish': {
    kind: 'command',
    group,
    summary:
      'Confirms who you are with the provider’s response. For five minutes you can call the actions that returned `step_up_required`, with any key of the same sign-in.',
    access: staffRoles,
    input: z.object({ token: oneTimeToken }),
    output: done.extend({
      fresh_seconds_left: z.int().meta({ description: 'For how many seconds the proof is valid' }),
    }),
    errors: ['sso_expired', 'sso_not_confirmed'],
    invalidates: ['session'],
    audit: { entity: 'session' },
    limit: [perCaller(20)],
  },
  'sso/disconnect': {
    kind: 'command',
    group,
    summary: 'Disconnects a sign-in from your account and ends its other sessions.',
    access: staffRoles,
    input: z.object({ identity_id: id }),
    output: done,
    errors: ['not_found', 'last_way_in'],
    invalidates: ['sso/identities', 'session/list'],
    audit: false,
  },
  identity_provider: {
    kind: 'query',
    group,
    summary: 'The practice’s sign-in provider, without its secret.',
    access: adminOnly,
    input: z.object({}),
    output: z.object({
      provider: practiceProvider.nullable(),
      redirect_url: optionalText.meta({
        description: 'The address to register at the provider; null while the server has no PUBLIC_URL',
      }),
      sign_in_url: optionalText.meta({ description: 'The sign-in page with the provider’s button' }),
      can_save: flag.meta({ description: "'0' while the server can’t encrypt secrets (CODE_SECRET)" }),
    }),
    errors: [],
  },
  'identity_provider/save': {
    kind: 'command',
    group,
    summary:
      'Saves the practice’s sign-in provider. Omit the secret to keep it; a new issuer requires a new one.',
    access: adminOnly,
    input: z.object({
      name: requiredText(60, 'Enter a name.').meta({
        description: 'On the sign-in button',
        example: 'Microsoft',
      }),
      issuer,
      application: requiredText(300, 'Enter the client ID.').meta({
        description: 'The client ID that the provider gave',
      }),
      client_secret: requiredText(1000, 'Enter the client secret.').optional(),
      groups_claim: line(100)
        .optional()
        .meta({ description: 'The claim with a person’s groups; default: groups' }),
      admin_group: line(200).optional().meta({ description: 'Its members are admins; with staff_group' }),
      staff_group: line(200).optional().meta({ description: 'Its members are staff; with admin_group' }),
      only_sso: formFlag.default(false).meta({ description: "'1': passwords can’t open this practice" }),
    }),
    output: done,
    stepUp: true,
    errors: ['secrets_off', 'sso_try_first'],
    invalidates: ['identity_provider', 'sso/identities'],
    audit: providerAudit,
  },
  'identity_provider/test': {
    kind: 'command',
    group,
    summary: 'Fetches a provider’s discovery document and reports whether Burrow can use it.',
    access: adminOnly,
    input: z.object({ issuer }),
    output: z.object({
      problem: optionalText.meta({ description: 'Why it can’t be used; null when it can' }),
      sign_in_host: optionalText.meta({ description: 'The host that people sign in at' }),
    }),
    errors: [],
    audit: false,
    limit: [perCaller(20)],
  },
  'identity_provider/delete': {
    kind: 'command',
    group,
    summary: 'Deletes the practice’s sign-in provider and its connected identities.',
    access: adminOnly,
    input: z.object({}),
    output: done,
    stepUp: true,
    errors: ['not_found', 'last_way_in'],
    invalidates: ['identity_provider', 'sso/identities'],
    audit: providerAudit,
  },
});
