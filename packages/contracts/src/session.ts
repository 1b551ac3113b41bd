import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { id, password, requiredText } from './form.ts';
import { anySession, roles } from './roles.ts';
import { done, instant, optionalText, recordId } from './wire.ts';

export const minimumStaffPasswordLength = 8;

const roleOnWire = z.enum(roles);

/** One practice a person may work in, with its own key. */
const availableTenant = z.object({
  tenant_id: recordId.nullable(),
  tenant_name: z.string(),
  tenant_subdomain: z.string().nullable(),
  user_id: recordId,
  api_key: z.string(),
  role: roleOnWire,
});

/**
 * What a successful sign-in answers. With several memberships `multiple_tenants` is true, `available_tenants` lists
 * them and the fields beside it describe the first. For a superadmin the tenant is null and `user_id` is the account's id.
 */
export const signInResult = z.object({
  api_key: z.string(),
  user_id: recordId,
  tenant_id: recordId.nullable(),
  client_id: recordId.nullable(),
  role: roleOnWire,
  tenant_name: z.string(),
  must_change_password: z.boolean(),
  multiple_tenants: z.boolean(),
  available_tenants: z.array(availableTenant),
});

/** An open session, as its person sees it. */
export const ownSession = z.object({
  id: recordId,
  label: z.string().nullable().meta({ description: 'Browser and system' }),
  network: optionalText.meta({ description: 'The network it was opened from, shortened' }),
  created_at: instant,
  last_used_at: instant,
  current: z.boolean(),
});

export const sessionActions = defineActionsIn(null, {
  auth: {
    kind: 'command',
    group: 'Session',
    summary: 'Signs a staff member in and returns a session key for each practice they work in.',
    access: 'public',
    input: z.object({
      email: requiredText(254, 'Enter your email.').toLowerCase(),
      password: z
        .string({ error: 'Enter your password.' })
        .min(1)
        .max(1000)
        .meta({ description: 'As typed' }),
    }),
    output: signInResult,
    errors: [
      'invalid_credentials',
      'practice_unavailable',
      'second_factor_required',
      'sign_in_link_required',
      'sso_required',
    ],
    // The server also limits wrong passwords: by account and network, by network, and in a row.
    limit: [{ per: 'address', points: 100, seconds: 60 }],
  },
  logout: {
    kind: 'command',
    group: 'Session',
    summary: 'Signs out: ends the current session and the other keys of the same sign-in.',
    access: anySession,
    input: z.object({}),
    output: done,
    errors: [],
    beforePasswordChange: true,
    beforeSecondFactor: true,
    audit: { entity: 'session' },
  },
  session: {
    kind: 'query',
    group: 'Session',
    summary: 'The current session: who is signed in, their role, and how long it lasts without use.',
    access: ['staff', 'admin', 'superadmin'],
    input: z.object({}),
    output: z.object({
      name: z.string(),
      email: z.string(),
      role: roleOnWire,
      user_id: recordId,
      tenant_id: recordId.nullable(),
      must_change_password: z.boolean(),
      practice_only: z.boolean().meta({
        description:
          'Whether the practice’s single sign-on opened the session: it can’t change your password or second factor',
      }),
      support_until: instant.nullable().meta({ description: 'During support access: when it ends' }),
      second_factor_due_at: instant.nullable().meta({
        description:
          'If you need a second factor and have none: the time after which you must set one up before anything else',
      }),
      must_set_up_second_factor: z.boolean().meta({ description: 'Whether that time has passed' }),
      idle_seconds_left: z.int().meta({
        description: 'When it expires if unused. A call with X-Burrow-Background: 1 doesn’t count as use',
      }),
      fresh_seconds_left: z.int().meta({
        description:
          'For how many seconds your last proof of who you are is still fresh; at 0, sensitive actions return step_up_required',
      }),
    }),
    errors: [],
    beforePasswordChange: true,
    beforeSecondFactor: true,
  },
  'session/list': {
    kind: 'query',
    group: 'Session',
    summary: 'Your open sessions in every practice, last used first.',
    access: ['staff', 'admin', 'superadmin'],
    input: z.object({}),
    output: z.array(ownSession.extend({ tenant_name: z.string().nullable() })),
    errors: [],
  },
  'session/revoke': {
    kind: 'command',
    group: 'Session',
    summary: 'Ends one of your sessions, or all but the current one when session_id is omitted.',
    access: ['staff', 'admin', 'superadmin'],
    input: z.object({ session_id: id.optional() }),
    output: done,
    errors: ['not_found'],
    invalidates: ['session/list'],
    audit: { entity: 'session' },
  },
  set_password: {
    kind: 'command',
    group: 'Session',
    summary:
      'Changes your password and ends your other sessions. The current password is required unless a change is forced.',
    access: ['staff', 'admin', 'superadmin'],
    input: z.object({
      password: password(minimumStaffPasswordLength, 'Password must be at least 8 characters long'),
      current_password: z.string().min(1).max(1000).optional().meta({ description: 'As typed' }),
    }),
    output: done,
    errors: ['weak_password', 'sign_in_link_required'],
    invalidates: ['session/list'],
    beforePasswordChange: true,
    beforeSecondFactor: true,
    audit: { entity: 'account' },
    limit: [{ per: 'address', points: 20, seconds: 60 }],
  },
});
