import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { websites } from './booking-page.ts';
import { clientQueries } from './booking-queries.ts';
import { practiceTerms, practiceTermsInput } from './booking-terms.ts';
import {
  colour,
  emailAddress,
  formFlag,
  formInt,
  jsonValue,
  line,
  moneyInput,
  oneOf,
  requiredText,
  text,
  time,
} from './form.ts';
import { minimumPortalPasswordLength } from './password-length.ts';
import { practiceStaff } from './roles.ts';
import { waitlistModes, waitlistOrders } from './waitlist-limits.ts';
import { weekdays, type Weekday } from './weekdays.ts';
import { clockTime, done, flag, instant, money, optionalText, recordId } from './wire.ts';

/** The practice's own record, as staff see it. */
const tenantRecord = z.object({
  id: recordId,
  name: z.string().meta({ description: 'Contact person of the practice, or its name' }),
  email: optionalText,
  tenant_name: z.string(),
  tenant_subdomain: optionalText,
  portal_url: optionalText.meta({
    description: 'URL of the portal; null if PUBLIC_URL is not set',
  }),
  fts_complete: flag.meta({ description: "'0' while the first-time setup is pending" }),
  phone: optionalText,
  address: optionalText,
  color: optionalText.meta({ description: 'Colour of the portal and of documents, #rrggbb' }),
  business_type: optionalText,
  business_hours: z
    .string()
    .meta({ description: 'JSON text: days sun to sat, each a list of [open, close] HH:MM pairs' }),
  time_zone: z.string().meta({ description: 'IANA name', example: 'Europe/London' }),
  locale: z.string(),
  currency: z.string(),
  week_starts_on: z.enum(['sunday', 'monday']),
  grace: z.int().meta({ description: 'Gap between appointments, in minutes' }),
  slot_minutes: z.int(),
  parallel_places: z.int().meta({ description: 'Appointments at the same time' }),
  deposit_required: flag,
  deposit_amount: money,
  vat_number: optionalText,
  vat_rate: z.string().meta({ description: 'Percent, used with a vat_number', example: '20' }),
  hide_revenue_from_staff: flag,
  portal_password_minimum: z.int().meta({ description: "Characters of a pet owner's password" }),
  reminder_hours: z
    .array(z.int())
    .meta({ description: 'Hours before an appointment to send reminders; empty for none' }),
  quiet_from: clockTime.meta({
    description: 'No texts are sent from then until quiet_until; set both the same to turn this off',
  }),
  quiet_until: clockTime,
  sms_daily_cap: z.int().meta({ description: 'Text messages to clients a day' }),
  waitlist_mode: z.enum(waitlistModes).meta({
    description: 'Who offers times that come free to clients on the waitlist; off for no waitlist',
  }),
  waitlist_order: z.enum(waitlistOrders).meta({
    description: 'Who is offered a time first: the client who has waited longest, or the highest price',
  }),
  step_up_refund_over: money.meta({
    description: 'Staff confirm who they are when their refunds within a day total more than this',
  }),
  ...practiceTerms,
  second_factor_from: instant.nullable().meta({
    description: 'From when everyone at the practice needs a second factor; null if none is required',
  }),
  booking_page: flag.meta({ description: "'1' when the public booking page is shown" }),
  booking_page_url: optionalText.meta({
    description: 'Where it is; null without a subdomain or custom domain, or without PUBLIC_URL',
  }),
  booking_page_prices: flag,
  booking_page_team: flag,
  widget_sites: z
    .array(z.string())
    .meta({ description: 'Origins of the websites that may show the booking page in a frame' }),
});

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'Enter times as HH:MM.', abort: true });

/** Ranges of one day: each opens before it closes, and none begins before the previous one ends. */
const dayRanges = z
  .array(z.tuple([clock, clock], { error: 'Enter an opening and a closing time.' }), {
    error: 'Enter a list of opening and closing times.',
  })
  .max(6, 'Enter at most 6 ranges a day.')
  .refine((ranges) => ranges.every(([open, close]) => open < close), 'Opening must be before closing.')
  .refine(
    (ranges) => ranges.every(([open], index) => index === 0 || (ranges[index - 1]?.[1] ?? '') <= open),
    'Enter the hours of a day in order, without overlaps.',
  );

/** Opening hours: days sun to sat, each a list of [open, close] pairs; a day without pairs is closed. */
const businessHours = z.strictObject(
  Object.fromEntries(weekdays.map((day) => [day, dayRanges.default([])])) as Record<
    Weekday,
    z.ZodDefault<typeof dayRanges>
  >,
  { error: `Enter the opening hours by day: ${weekdays.join(', ')}.` },
);

const businessHoursInput = jsonValue(businessHours).meta({
  description: 'JSON: days sun to sat, each a list of [open, close] HH:MM pairs',
});

/** Percent with up to two decimals ("20", "5.5"); hundredths of a percent inside. */
const percentInput = z
  .preprocess(
    (value: number | string): unknown => {
      const written =
        typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
      return /^\d{1,3}(\.\d{1,2})?$/.test(written) ? Math.round(Number(written) * 100) : Number.NaN;
    },
    z.number({ error: 'Enter a percentage such as 20.' }).max(10_000, 'Enter 100 or less.'),
  )
  .meta({
    type: 'string',
    pattern: String.raw`^\d{1,3}(\.\d{1,2})?$`,
    description: 'Percent',
    example: '20',
  });

/** Up to three, each once, the longest first. */
const reminderHours = jsonValue(
  z
    .array(
      z
        .int({ error: 'Enter whole hours.' })
        .min(1, 'Enter 1 hour or more.')
        .max(168, 'Enter 168 hours or less.'),
      { error: 'Enter the hours as a list such as [24, 2].' },
    )
    .max(3, 'Enter at most three.')
    .transform((hours) => [...new Set(hours)].toSorted((a, b) => b - a)),
).meta({ description: 'JSON: hours before an appointment, such as [24, 2]; [] for no reminders' });

export const tenantActions = defineActionsIn('practice', {
  tenant: {
    kind: 'query',
    group: 'Practice',
    summary: 'The key’s own practice, as a list of one. Also used to check that a session is still valid.',
    access: practiceStaff,
    input: z.object({}),
    output: z.array(tenantRecord),
    errors: [],
    beforePasswordChange: true,
    beforeSecondFactor: true,
  },
  tenant_update: {
    kind: 'command',
    group: 'Practice',
    summary:
      'Updates the practice’s settings, or with fts_complete completes its first-time setup. Omitted fields stay; null (in JSON) clears.',
    access: ['admin'],
    input: z.object({
      fts_complete: formFlag.optional(),
      tenant_name: requiredText(200, 'Enter the practice name.').optional(),
      name: line(200).nullish().meta({ description: 'Contact person' }),
      email: emailAddress().nullish(),
      phone: line(40).nullish(),
      address: text(500).nullish(),
      color: colour.nullish(),
      business_type: line(100).nullish(),
      business_hours: businessHoursInput.optional(),
      time_zone: text(60).optional().meta({ description: 'IANA name', example: 'Europe/London' }),
      locale: text(20).optional().meta({
        description:
          'BCP 47 name. A new country rewrites the stored phone numbers, so that they still reach the same phones; refused while two clients would have the same number, and more than five times a day.',
        example: 'en-GB',
      }),
      currency: text(3).optional().meta({ description: 'ISO 4217 code', example: 'GBP' }),
      week_starts_on: oneOf(['sunday', 'monday']).optional(),
      grace: formInt(0, 240).optional(),
      slot_minutes: formInt(5, 480).optional(),
      parallel_places: formInt(1, 100).optional(),
      deposit_required: formFlag.optional(),
      deposit_amount: moneyInput.optional(),
      vat_number: line(40).nullish(),
      vat_rate: percentInput.optional(),
      hide_revenue_from_staff: formFlag.optional(),
      portal_password_minimum: formInt(minimumPortalPasswordLength, 64).optional(),
      reminder_hours: reminderHours.optional(),
      quiet_from: time.optional(),
      quiet_until: time.optional(),
      sms_daily_cap: formInt(0, 5000).optional(),
      waitlist_mode: oneOf(waitlistModes).optional(),
      waitlist_order: oneOf(waitlistOrders).optional(),
      step_up_refund_over: moneyInput.optional(),
      booking_page: formFlag.optional().meta({ description: "'1' shows the public booking page" }),
      booking_page_prices: formFlag.optional().meta({ description: "'1' shows prices on it" }),
      booking_page_team: formFlag.optional().meta({ description: "'1' shows the team on it" }),
      widget_sites: websites.nullish(),
      ...practiceTermsInput,
    }),
    output: done,
    errors: [],
    effects: {
      'clients:read': 'with a `locale` of another country',
      'clients:write': 'with a `locale` of another country',
    },
    stepUp: { when: 'to raise `step_up_refund_over`, which API keys can’t do' },
    invalidates: ['tenant', 'session/list', 'messages/status', 'rota', ...clientQueries],
    paid: true,
    audit: { entity: 'practice' },
  },
});

export type TenantRecord = z.output<typeof tenantRecord>;
export type BusinessHours = z.output<typeof businessHours>;
