import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { secondStepAnswer } from './second-factor.ts';
import { minimumStaffPasswordLength } from './session.ts';
import { bookingQueries } from './booking-queries.ts';
import { colour, emailAddress, formFlag, id, oneOf, password, requiredText } from './form.ts';
import type { Role } from './roles.ts';
import { done, flag, instant, optionalText, recordId } from './wire.ts';

/** Someone who works at the practice, or has been invited to. */
const teamMember = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  role: z.enum(['staff', 'admin']),
  takes_bookings: flag.meta({ description: "'1' when this person can take appointments" }),
  color: optionalText,
  state: z.enum(['active', 'invited', 'disabled', 'support']),
  support_until: instant.nullable(),
  last_active_at: instant.nullable(),
  sessions: z.int().meta({ description: 'Open sessions in this practice' }),
  api_keys: z.int().meta({ description: 'API keys that act as them' }),
  shared_feeds: z.int().meta({
    description:
      'Calendar feeds they created for the whole practice or other people’s diaries: these end when they are disabled or become staff',
  }),
  upcoming_bookings: z.int(),
  only_single_sign_on: z.boolean().meta({
    description: 'Whether they have no password, and sign in with single sign-on',
  }),
  second_factor: z.boolean().meta({ description: 'Whether they have a passkey or an authenticator app' }),
});

/** A one-time link. It is shown once; opening it signs the person in. */
export const setupLink = z.object({
  setup_link: z.string().meta({ description: 'Path of the one-time link, to append to the app’s address' }),
  expires_at: instant,
});

/** The token of a one-time link. */
export const linkToken = requiredText(200, 'This link is incomplete.');

/** A session, or another key, of a person. */
const sessionRecord = z.object({
  id: recordId,
  staff_id: recordId.nullable(),
  kind: z.enum(['session', 'integration']),
  label: optionalText.meta({ description: 'Browser and system' }),
  network: optionalText.meta({ description: 'The network it was opened from, shortened' }),
  created_at: instant,
  last_used_at: instant,
  current: z.boolean(),
});

const adminOnly: readonly Role[] = ['admin'];
const name = requiredText(200, 'Enter a name.');
const role = oneOf(['staff', 'admin']);
const teamQueries = ['team', 'staff', 'team/sessions', 'rota'] as const;
/** Also who can take appointments, and whose name is shown on them. */
const memberQueries = [...teamQueries, 'absences', 'calendar_feeds', ...bookingQueries] as const;
const audit = { entity: 'user', id: 'staff_id' } as const;

/** What the commands on a member share. */
const change = { kind: 'command', group: 'Team', invalidates: teamQueries, audit } as const;

export const teamActions = defineActionsIn(null, {
  team: {
    kind: 'query',
    group: 'Team',
    summary: 'Everyone in the team, including invited and disabled people.',
    access: adminOnly,
    input: z.object({}),
    output: z.array(teamMember),
    errors: [],
  },
  'team/invite': {
    ...change,
    summary: 'Invites a person and returns a one-time link to share, valid for seven days.',
    access: adminOnly,
    input: z.object({
      name,
      email: emailAddress(),
      role: role.default('staff'),
      takes_bookings: formFlag.default(true),
      color: colour.nullish(),
    }),
    output: setupLink.extend({ staff_id: recordId }),
    errors: ['already_member'],
    stepUp: true,
    paid: true,
    limit: [{ per: 'address', points: 60, seconds: 3600 }],
  },
  'team/invite_again': {
    ...change,
    summary: 'Creates a new one-time link for someone who hasn’t joined yet; the previous one stops working.',
    access: adminOnly,
    input: z.object({ staff_id: id }),
    output: setupLink,
    errors: ['not_found', 'conflict'],
    stepUp: true,
    paid: true,
  },
  'team/invite_cancel': {
    ...change,
    summary:
      'Withdraws an invitation that hasn’t been accepted. A person whom records mention, such as a former appointment, is disabled instead of removed.',
    access: adminOnly,
    input: z.object({ staff_id: id }),
    output: done,
    errors: ['not_found', 'conflict'],
  },
  'team/update': {
    kind: 'command',
    group: 'Team',
    summary:
      'Updates a person’s name, role, colour, or whether they can take appointments. The last admin can’t lose that role.',
    access: adminOnly,
    input: z.object({
      staff_id: id,
      name: name.optional(),
      role: role.optional(),
      takes_bookings: formFlag.optional(),
      color: colour.nullish(),
    }),
    output: done,
    errors: ['not_found', 'last_admin', 'conflict'],
    stepUp: { when: 'to make someone an admin' },
    invalidates: [...memberQueries, 'session'],
    paid: true,
    audit,
  },
  'team/disable': {
    kind: 'command',
    group: 'Team',
    summary: 'Disables a person from their next request. Their appointments and history stay.',
    access: adminOnly,
    input: z.object({ staff_id: id }),
    output: done,
    errors: ['not_found', 'last_admin'],
    invalidates: memberQueries,
    audit,
  },
  'team/enable': {
    kind: 'command',
    group: 'Team',
    summary: 'Enables a disabled person.',
    access: adminOnly,
    input: z.object({ staff_id: id }),
    output: done,
    errors: ['not_found', 'conflict'],
    stepUp: true,
    invalidates: memberQueries,
    paid: true,
    audit,
  },
  'team/reset_password': {
    ...change,
    summary:
      'Creates a one-time link for a person to choose a new password, valid for 24 hours. Refused for someone who also works at another practice.',
    access: adminOnly,
    input: z.object({ staff_id: id }),
    output: setupLink,
    errors: ['not_found', 'shared_account', 'conflict'],
    stepUp: true,
    limit: [{ per: 'address', points: 30, seconds: 3600 }],
  },
  'team/second_factor_remove': {
    ...change,
    summary:
      'Removes a person’s passkeys, authenticator app and recovery codes, and ends their sessions here, after they lost their device. Refused for someone who also works at another practice.',
    access: adminOnly,
    input: z.object({ staff_id: id }),
    output: done,
    stepUp: true,
    errors: ['not_found', 'shared_account', 'conflict'],
    limit: [{ per: 'address', points: 30, seconds: 3600 }],
  },
  'team/sessions': {
    kind: 'query',
    group: 'Team',
    summary: "A person's open sessions in this practice, last used first.",
    access: adminOnly,
    input: z.object({ staff_id: id }),
    output: z.array(sessionRecord),
    errors: ['not_found'],
  },
  'team/session_revoke': {
    ...change,
    summary:
      'Ends one session of a person in this practice, or all of them when session_id is omitted. The id of an API key revokes it for good.',
    invalidates: [...teamQueries, 'api_keys'],
    access: adminOnly,
    input: z.object({ staff_id: id, session_id: id.optional() }),
    output: done,
    errors: ['not_found'],
  },
  'password/reset/start': {
    kind: 'command',
    group: 'Team',
    summary:
      'Emails a one-time link to choose a new password, valid for an hour. The response is the same whether or not the email has an account.',
    access: 'public',
    input: z.object({ email: emailAddress() }),
    output: done,
    errors: ['password_mail_off'],
    limit: [
      { per: 'address', points: 20, seconds: 3600 },
      { per: 'field:email', points: 5, seconds: 3600 },
    ],
  },
  'setup_link/check': {
    kind: 'query',
    group: 'Team',
    summary: 'The person and purpose of a one-time link.',
    access: 'public',
    input: z.object({ token: linkToken }),
    output: z.object({
      purpose: z.enum(['join', 'reset']),
      email: z.string(),
      name: z.string(),
      tenant_name: optionalText.meta({
        description: 'Null for a link that belongs to an account rather than a practice',
      }),
      has_password: z.boolean().meta({ description: 'To join, this person enters their existing password' }),
      sso: z
        .object({
          practice_id: recordId,
          name: z.string(),
          link_url: optionalText.meta({
            description:
              'The link at the server’s own address, because providers redirect to that address only',
          }),
        })
        .nullable()
        .meta({
          description:
            'The provider to join with in a practice that allows only single sign-on: use `auth/sso_join` instead of `setup_link/use`',
        }),
    }),
    errors: ['link_expired'],
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
  'setup_link/use': {
    kind: 'command',
    group: 'Team',
    summary:
      'Uses a one-time link: sets the password (or, to join with an account that has one, checks it and the second factor). Afterwards `auth` signs in.',
    access: 'public',
    input: z.object({
      token: linkToken,
      password: password(minimumStaffPasswordLength, 'Password must be at least 8 characters long'),
      ...secondStepAnswer,
    }),
    output: z.object({
      success: z.literal(true),
      email: z.string(),
      tenant_id: recordId
        .nullable()
        .meta({ description: 'The practice the link was for, if it was for one' }),
    }),
    errors: [
      'link_expired',
      'weak_password',
      'invalid_credentials',
      'sso_required',
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
});

export type TeamMember = z.output<typeof teamMember>;
export type SessionRecord = z.output<typeof sessionRecord>;
