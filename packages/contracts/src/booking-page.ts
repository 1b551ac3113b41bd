import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { offeredTerms } from './booking-terms.ts';
import { formInt, id, requiredText } from './form.ts';
import { looking, practice } from './portal-access.ts';
import { portalBookingActions } from './portal-booking.ts';
import { portalPaymentActions } from './portal-payment.ts';
import { day, flag, money, optionalText, recordId } from './wire.ts';

/** The address of a website without its path; null for anything else, and for one without encryption, but on this machine. */
function originOf(site: string): string | null {
  const url = URL.parse(/^[a-z]+:\/\//i.test(site) ? site : `https://${site}`);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isHere = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  const isAllowed = url.protocol === 'https:' || (isHere && url.protocol === 'http:');
  return isAllowed && (isHere || /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(url.hostname)) ? url.origin : null;
}

/** Websites: a list in JSON, or text with commas or spaces between them. Kept as origins, each once. */
export const websites = z
  .preprocess(
    (value: string | readonly string[]): unknown =>
      typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value,
    z
      .array(z.string(), { error: 'Enter the addresses of websites.' })
      .max(20, 'Enter at most 20 websites.')
      .transform((sites, context) => {
        const origins = sites.map(originOf);
        const wrong = sites[origins.indexOf(null)];
        if (wrong !== undefined) {
          const message = `“${wrong.slice(0, 100)}” isn’t the address of a website. Enter one such as https://www.example.co.uk.`;
          context.issues.push({ code: 'custom', message, input: sites });
          return z.NEVER;
        }
        return [...new Set(origins.filter((origin) => origin !== null))];
      }),
  )
  .meta({ description: 'Websites separated by commas or spaces, or a list of them; https only' });

/** A service on the booking page. */
const bookableService = z.object({
  id: recordId,
  name: z.string(),
  description: optionalText,
  price: money.nullable().meta({ description: 'The lowest; null if the page shows no prices' }),
  price_varies: z.boolean().meta({ description: 'Whether it depends on the person who provides it' }),
  duration_minutes: z.int().meta({ description: 'The shortest' }),
  duration_varies: z.boolean(),
  terms: offeredTerms,
});

/** Days of the next weeks on which the practice is closed. */
const closedDays = z.object({ name: z.string(), start_date: day, end_date: day });

/** A practice as its public page shows it: nothing of its clients and appointments. */
const bookablePractice = z.object({
  tenant_id: recordId,
  tenant_name: z.string(),
  logo_url: optionalText.meta({ description: 'Path of the logo on this server; null without one' }),
  color: optionalText,
  is_veterinary: z.boolean().meta({ description: 'Whether it is a veterinary practice' }),
  address: optionalText,
  phone: optionalText,
  business_hours: z
    .string()
    .meta({ description: 'JSON text: days sun to sat, each a list of [open, close] HH:MM pairs' }),
  holidays: z.array(closedDays),
  today: day.meta({ description: "Today on the practice's clock" }),
  time_zone: z.string(),
  locale: z.string(),
  currency: z.string(),
  week_starts_on: z.enum(['sunday', 'monday']),
  uk_mobile: z.boolean().meta({ description: 'Whether British mobile numbers sign in here' }),
  deposit_required: flag,
  deposit_amount: money,
  deposit_payable: z.boolean().meta({ description: 'Whether a deposit can be paid here' }),
  requests_open: z
    .boolean()
    .meta({ description: 'Whether appointments can be requested online at the moment' }),
  services: z.array(bookableService).meta({ description: "Those offered online, in the practice's order" }),
  team: z
    .array(z.object({ name: z.string() }))
    .meta({ description: 'Who takes appointments; empty if the page does not show the team' }),
  species: z
    .array(z.object({ id: recordId, name: z.string() }))
    .meta({ description: 'The species the practice treats' }),
});

export const bookingPageActions = defineActionsIn(null, {
  'book/practice': {
    kind: 'query',
    group: 'Online booking',
    summary: 'What the public booking page of a practice shows: services, team, opening hours and contact.',
    access: 'public',
    input: z.object(practice),
    output: bookablePractice,
    errors: ['not_found'],
    limit: looking,
  },
  'book/availability': {
    kind: 'query',
    group: 'Online booking',
    summary:
      'A month of days with their free times, as `cp/booking_availability` returns them, without signing in and without the times that are taken.',
    access: 'public',
    input: z.object({
      ...practice,
      year: formInt(1900, 2199).optional(),
      month: formInt(1, 12).optional(),
      service_id: id.optional(),
      staff_id: id.optional().meta({ description: 'Only times when this person is free, see `book/staff`' }),
    }),
    output: portalBookingActions['cp/booking_availability'].output.omit({ bookings: true, holidays: true }),
    errors: ['not_found'],
    limit: [{ per: 'address', points: 240, seconds: 60 }],
  },
  'book/staff': {
    kind: 'query',
    group: 'Online booking',
    summary:
      'The people who can be chosen for a service, with their own price and duration; none if the page does not show the team.',
    access: 'public',
    input: z.object({ ...practice, service_id: id }),
    output: z.array(
      z.object({
        id: recordId,
        name: z.string(),
        price: money.nullable().meta({ description: 'Null if the page shows no prices' }),
        duration_minutes: z.int(),
      }),
    ),
    errors: ['not_found'],
    limit: looking,
  },
  'book/payment': {
    kind: 'command',
    group: 'Online booking',
    summary:
      'The outcome of a deposit payment that was started on the booking page, by the id of its checkout. A paid appointment is booked before the response.',
    access: 'public',
    input: z.object({ ...practice, checkout_id: requiredText(255, 'No payment information found.') }),
    output: portalPaymentActions['cp/payment/status'].output.pick({
      status: true,
      outcome: true,
      deposit_amount: true,
    }),
    errors: ['not_found', 'payments_unavailable'],
    // Each look asks the card provider.
    limit: [{ per: 'address', points: 60, seconds: 60 }],
  },
});

export type BookablePractice = z.output<typeof bookablePractice>;
export type BookableService = z.output<typeof bookableService>;
export type BookableMonth = z.output<(typeof bookingPageActions)['book/availability']['output']>;
export type BookablePerson = z.output<(typeof bookingPageActions)['book/staff']['output']>[number];

/** What the server sends with the page, and the page begins with. */
export interface BookingPageView {
  practice: BookablePractice;
  /** It is in a frame of another site. */
  is_embedded: boolean;
  /** The service that the address names; null for none. */
  service_id: number | null;
  /** The next months of its times. */
  months: BookableMonth[];
  /** Who can be chosen for it. */
  people: BookablePerson[];
  /** The origins that may show the page in a frame, and so learn its height. */
  sites: readonly string[];
}

/** The parts of the page that are made by the built web app; the server puts them into the document. */
export interface BookingPageParts {
  body: string;
  /** A style sheet with the practice's colours. */
  style: string;
  /** The colour of the browser's own bar. */
  bar: { light: string; dark: string };
}

/** Why an address has no booking page: there never was one, it was turned off, or its practice is being moved. */
export type MissingBookingPage = 'never' | 'gone' | 'moving';

/** What the built web app exports for the server. */
export interface BookingPageRenderer {
  render: (view: BookingPageView | { missing: MissingBookingPage }) => BookingPageParts;
}
