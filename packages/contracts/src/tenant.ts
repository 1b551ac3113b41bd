import { z } from 'zod';
import { defineActions } from './action.ts';
import { practiceStaff } from './roles.ts';
import { flag, instant, money, optionalText, recordId } from './wire.ts';

/** The practice's own record, as staff see it. */
export const tenantRecord = z.object({
  id: recordId,
  name: z.string().meta({ description: 'Contact person of the practice, or its name' }),
  email: optionalText,
  tenant_name: z.string(),
  tenant_subdomain: optionalText,
  fts_complete: flag.meta({ description: "'0' while the first-time setup is pending" }),
  phone: optionalText,
  address: optionalText,
  business_type: optionalText,
  business_hours: z
    .string()
    .meta({ description: 'JSON text: days sun to sat, each a list of [open, close] HH:MM pairs' }),
  time_zone: z.string().meta({ description: 'IANA name', example: 'Europe/London' }),
  locale: z.string(),
  currency: z.string(),
  week_starts_on: z.enum(['sunday', 'monday']),
  grace: z.int().meta({ description: 'Minutes kept free after an appointment' }),
  slot_minutes: z.int(),
  deposit_required: flag,
  deposit_amount: money,
});

export const subscriptionStatus = z.object({
  has_subscription: z.boolean(),
  trial_end_date: instant.nullable(),
  status: z.enum(['trial', 'active', 'past_due', 'lapsed']),
  trial_days_left: z.int().nullable(),
});

export const tenantActions = defineActions({
  tenant: {
    kind: 'query',
    group: 'Practice',
    summary: "The key's own practice, as a list of one. Also used to check that a session is still good.",
    access: practiceStaff,
    input: z.object({}),
    output: z.array(tenantRecord),
    errors: [],
    beforePasswordChange: true,
  },
  'subscription/status': {
    kind: 'query',
    group: 'Practice',
    summary: 'Whether the practice has a subscription, and when its trial ends.',
    access: practiceStaff,
    input: z.object({}),
    output: subscriptionStatus,
    errors: [],
  },
});
