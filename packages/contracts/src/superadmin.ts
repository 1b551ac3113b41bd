import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import {
  date,
  emailAddress,
  formInt,
  id,
  listQuery,
  oneOf,
  requiredLines,
  requiredText,
  text,
} from './form.ts';
import type { Role } from './roles.ts';
import { setupLink } from './team.ts';
import { day, done, instant, optionalText, recordId } from './wire.ts';

/**
 * A practice as the operator of the installation sees it: its record and how much it holds, never its data.
 */
const practiceRecord = z.object({
  id: recordId,
  tenant_name: z.string(),
  tenant_subdomain: optionalText,
  custom_host: optionalText,
  email: optionalText,
  status: z.enum(['trial', 'active', 'past_due', 'lapsed', 'suspended']),
  setup_complete: z.boolean(),
  trial_end_date: instant.nullable(),
  trial_last_day: day.nullable().meta({ description: 'The same on the practice’s clock' }),
  suspended_at: instant.nullable(),
  move: z.enum(['moving', 'moved']).nullable().meta({
    description: 'Whether it is being moved to another installation, or was; it is closed here meanwhile',
  }),
  moved_to: optionalText.meta({ description: 'The address of the installation that it was moved to' }),
  created_at: instant,
  last_active_at: instant.nullable(),
  users: z.int(),
  clients: z.int(),
  animals: z.int(),
  bookings: z.int(),
});

/** An event of the security log; repeats within an hour share one, with a count. */
const securityEvent = z.object({
  id: recordId,
  at: instant,
  event: z.string().meta({ description: 'What happened: a name such as sign_in_failed, or of an action' }),
  reason: optionalText,
  name: optionalText.meta({ description: 'The person; null for an email without an account' }),
  email: optionalText,
  practice_name: optionalText.meta({ description: 'The practice that a superadmin’s action was about' }),
  network: z.string(),
  device: optionalText.meta({ description: 'Browser and system' }),
  times: z.int(),
  last_at: instant,
});

/** Filters of the security log. */
export const securityEventKinds = ['refused', 'account', 'superadmin'] as const;

const superadminOnly: readonly Role[] = ['superadmin'];
const tenantName = requiredText(200, 'Enter the practice name.');
const subdomain = requiredText(63)
  .toLowerCase()
  .pipe(
    z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'Use letters, digits and hyphens, such as willow-vets.'),
  );
const customHost = requiredText(253)
  .toLowerCase()
  .pipe(
    z
      .string()
      .regex(
        /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/,
        'Enter a host name such as pets.example.com.',
      ),
  )
  .meta({
    description: 'The practice’s custom domain, pointing to this server; it shows the portal',
    example: 'pets.example.com',
  });
const practiceQueries = ['superadmin/practices', 'superadmin/totals', 'superadmin/activity'] as const;

export const superadminActions = defineActionsIn(null, {
  'superadmin/practices': {
    kind: 'query',
    group: 'Superadmin',
    summary:
      'The practices of the installation, newest first. `q` matches name, subdomain, custom domain or email; `cursor` is the last row’s id.',
    access: superadminOnly,
    input: z.object({
      ...listQuery,
      limit: formInt(1, 200).default(50),
      status: oneOf(['trial', 'active', 'past_due', 'lapsed', 'suspended']).optional(),
    }),
    output: z.array(practiceRecord),
    errors: [],
  },
  'superadmin/practice_create': {
    kind: 'command',
    group: 'Superadmin',
    summary:
      'Creates a practice with its first admin, starts its trial, and returns the one-time link by which that person joins.',
    access: superadminOnly,
    input: z.object({
      tenant_name: tenantName,
      subdomain: subdomain.optional(),
      admin_name: requiredText(200, 'Enter the first admin’s name.'),
      admin_email: emailAddress('Enter the first admin’s email.'),
      time_zone: text(60).optional().meta({ example: 'Europe/London' }),
      locale: text(20)
        .optional()
        .meta({ description: 'Language and region; en-GB if omitted', example: 'en-IE' }),
      trial_days: formInt(0, 365).default(30),
    }),
    output: setupLink.extend({ practice_id: recordId }),
    errors: ['subdomain_taken', 'conflict'],
    stepUp: true,
    invalidates: practiceQueries,
  },
  'superadmin/practice_update': {
    kind: 'command',
    group: 'Superadmin',
    summary: 'Updates a practice’s name, subdomain or custom domain. Omitted fields stay; null clears.',
    access: superadminOnly,
    input: z.object({
      practice_id: id,
      tenant_name: tenantName.optional(),
      subdomain: subdomain.nullish(),
      custom_host: customHost.nullish(),
    }),
    output: done,
    errors: ['not_found', 'subdomain_taken', 'host_taken'],
    invalidates: practiceQueries,
  },
  'superadmin/practice_suspend': {
    kind: 'command',
    group: 'Superadmin',
    summary: 'Suspends a practice: no one can sign in until it is resumed. Its data stays.',
    access: superadminOnly,
    input: z.object({ practice_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: practiceQueries,
  },
  'superadmin/practice_resume': {
    kind: 'command',
    group: 'Superadmin',
    summary: 'Resumes a suspended practice.',
    access: superadminOnly,
    input: z.object({ practice_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: practiceQueries,
  },
  'superadmin/practice_extend_trial': {
    kind: 'command',
    group: 'Superadmin',
    summary:
      'Sets the last day of a practice’s trial, today or later. The trial counts while no subscription does.',
    access: superadminOnly,
    input: z.object({ practice_id: id, trial_end_date: date }),
    output: done,
    errors: ['not_found'],
    invalidates: practiceQueries,
  },
  'superadmin/practice_admin_link': {
    kind: 'command',
    group: 'Superadmin',
    summary: 'Creates a new one-time link for an invited admin, until someone at the practice has joined.',
    access: superadminOnly,
    input: z.object({ practice_id: id }),
    output: setupLink,
    errors: ['not_found', 'conflict'],
    stepUp: true,
    invalidates: practiceQueries,
  },
  'superadmin/support_access': {
    kind: 'command',
    group: 'Superadmin',
    summary:
      'Opens a practice for a limited time as an admin called support, and returns a session key for it. The reason is written to the practice’s audit log, and its admins can end it.',
    access: superadminOnly,
    input: z.object({
      practice_id: id,
      reason: requiredLines(500, 'Enter the reason. The practice can read it.'),
      minutes: formInt(5, 480).default(60),
    }),
    output: z.object({
      api_key: z.string(),
      user_id: recordId,
      practice_id: recordId,
      tenant_name: z.string(),
      tenant_subdomain: optionalText,
      support_until: instant,
    }),
    errors: ['not_found', 'practice_suspended', 'conflict'],
    stepUp: true,
    invalidates: practiceQueries,
    limit: [{ per: 'address', points: 30, seconds: 3600 }],
  },
  'superadmin/account_reset': {
    kind: 'command',
    group: 'Superadmin',
    summary:
      'Recovers an account: clears the password, ends every session, and returns a one-time link, valid for 24 hours, to choose a new password. Refused for superadmins.',
    access: superadminOnly,
    input: z.object({ email: emailAddress() }),
    output: setupLink,
    errors: ['not_found', 'conflict'],
    stepUp: true,
    invalidates: [],
    limit: [{ per: 'address', points: 30, seconds: 3600 }],
  },
  'superadmin/security_events': {
    kind: 'query',
    group: 'Superadmin',
    summary:
      'The security log of the installation, newest first: refused sign-ins, changes to how people sign in, and what superadmins did. `cursor` is the last row’s id.',
    access: superadminOnly,
    input: z.object({
      kind: oneOf(securityEventKinds).optional(),
      email: emailAddress().optional().meta({ description: 'Only events of this account' }),
      date_from: date.optional().meta({ description: 'In UTC' }),
      date_to: date.optional().meta({ description: 'In UTC, inclusive' }),
      limit: formInt(1, 200).default(50),
      cursor: text(20).optional(),
    }),
    output: z.array(securityEvent),
    errors: [],
  },
  'superadmin/totals': {
    kind: 'query',
    group: 'Superadmin',
    summary: 'The size of the installation.',
    access: superadminOnly,
    input: z.object({}),
    output: z.object({
      practices: z.int(),
      trial: z.int(),
      active: z.int(),
      past_due: z.int(),
      lapsed: z.int(),
      suspended: z.int(),
      users: z.int(),
      clients: z.int(),
      animals: z.int(),
      bookings: z.int(),
    }),
    errors: [],
  },
  'superadmin/activity': {
    kind: 'query',
    group: 'Superadmin',
    summary: 'Weekly activity: new practices, appointments made, active people.',
    access: superadminOnly,
    input: z.object({ weeks: formInt(4, 104).default(26) }),
    output: z.array(
      z.object({
        week: day.meta({ description: 'Its Monday' }),
        new_practices: z.int(),
        new_bookings: z.int(),
        active_practices: z.int().meta({ description: 'Practices with any changes' }),
      }),
    ),
    errors: [],
  },
});
