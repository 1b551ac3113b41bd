import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { allergyInput, noKnownAllergies } from './allergies.ts';
import { identityInput } from './animal-input.ts';
import { animalQueries, clientQueries, portalBookingQueries } from './booking-queries.ts';
import { bookingStatuses } from './booking-status.ts';
import { offeredTerms } from './booking-terms.ts';
import { chosenId, date, emailAddress, formFlag, id, line, listQuery, requiredText, text } from './form.ts';
import { customers } from './roles.ts';
import { ownSession } from './session.ts';
import { maxBreedLength, maxPetNameLength } from './text-lengths.ts';
import { clockTime, day, done, flag, instant, money, optionalText, recordId } from './wire.ts';

/** A practice as its pet owners see it. */
const portalTenant = z.object({
  tenant_id: recordId,
  tenant_name: z.string(),
  tenant_logo: optionalText.meta({ description: 'A small picture as a data: address; null without a logo' }),
  color: optionalText,
  address: optionalText,
  phone: optionalText,
  email: optionalText,
  business_hours: z
    .string()
    .meta({ description: 'JSON text: days sun to sat, each a list of [open, close] HH:MM pairs' }),
  closed_today: z
    .object({ holiday: optionalText.meta({ description: 'Its name; null for another closure' }) })
    .nullable()
    .meta({ description: 'Set on a holiday, and on a day whose opening hours all fall within a closure' }),
  time_zone: z.string(),
  locale: z.string(),
  currency: z.string(),
  week_starts_on: z.enum(['sunday', 'monday']),
  grace: z.int().meta({ description: 'Gap between appointments, in minutes' }),
  slot_minutes: z.int(),
  deposit_required: flag,
  deposit_amount: money,
  deposit_payable: z.boolean().meta({
    description: 'Whether a deposit can be paid here; if not, appointments are requested without one',
  }),
  requests_open: z.boolean().meta({
    description: 'Whether appointments can be requested online at the moment',
  }),
  waitlist_open: z.boolean().meta({ description: 'Whether the practice has a waitlist' }),
});

/** A pet owner as they see themselves. */
const portalClient = z.object({
  id: recordId,
  name: z.string(),
  email: optionalText,
  phone: optionalText,
  address: optionalText,
  likes_sms: flag,
  likes_email: flag,
  likes_recall: flag,
  created_at: instant,
});

/** A pet of the caller. `animal_id` repeats `id`; `name` and `animal_breed` repeat `animal_name` and `breed`. */
const portalAnimal = z.object({
  id: recordId,
  animal_id: recordId,
  animal_name: z.string(),
  name: z.string(),
  type_id: recordId.nullable(),
  species: optionalText,
  breed: optionalText,
  animal_breed: optionalText,
  color: optionalText,
  dob: day.nullable(),
  allergies: optionalText,
  no_known_allergies: noKnownAllergies,
  microchip: optionalText.meta({ description: 'Without spaces' }),
  insurer: optionalText,
  policy: optionalText.meta({ description: 'Policy number' }),
  active: flag,
  archived_by_practice: z.boolean().meta({ description: 'Whether only the practice can restore it' }),
  picture_file_id: recordId.nullable().meta({ description: 'The profile picture, see file/cp_thumbnails' }),
});

/** An appointment of the caller. */
const portalBooking = z.object({
  id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  animal_id: recordId,
  animal_name: z.string(),
  animal_breed: optionalText,
  species: optionalText,
  service_id: recordId.nullable(),
  service: optionalText,
  staff_member: optionalText,
  status: z
    .enum(bookingStatuses)
    .meta({ description: "A request that the practice has accepted is 'confirmed' here" }),
  price: money,
  notes: optionalText,
  cancelled_by: z.enum(['client', 'practice']).nullable(),
  open_change: z
    .enum(['move', 'cancel'])
    .nullable()
    .meta({ description: 'A request that waits for the practice’s answer, see cp/booking_change_preview' }),
});

/** An appointment of the caller with its money. */
const portalBookingDetail = portalBooking.extend({
  deposit_paid: money.meta({ description: "'0.00' without a deposit" }),
  deposit_refunded: money,
  deposit_returning: money.meta({ description: 'Being refunded to the card' }),
  deposit_kept: money.meta({
    description:
      'For a cancelled appointment: the amount not refunded; 0.00 while a failed refund is still to be made',
  }),
  balance_due: money.meta({ description: "Balance due; '0.00' when cancelled" }),
});

/** A service that can be asked for in the portal. */
const portalService = z.object({
  id: recordId,
  name: z.string(),
  description: optionalText,
  base_price: money,
  duration_minutes: z.int(),
  terms: offeredTerms,
});

const name = requiredText(maxPetNameLength, 'Pet name is required');
const species = chosenId('Please select a species').meta({
  description: 'Id of a species, see cp/animal_species',
});
const animalDetails = {
  dob: date.nullish(),
  breed: line(maxBreedLength).nullish(),
  color: line(100).nullish(),
  ...allergyInput,
  ...identityInput,
};

const portalAnimalQueries = ['cp/animals', 'cp/animal', ...animalQueries] as const;

export const portalActions = defineActionsIn(null, {
  'cp/tenant': {
    kind: 'query',
    group: 'Portal',
    summary: 'The practice’s details in its portal.',
    access: customers,
    input: z.object({}),
    output: portalTenant,
    errors: [],
  },
  'cp/client': {
    kind: 'query',
    group: 'Portal',
    summary: 'The caller’s own details.',
    access: customers,
    input: z.object({}),
    output: portalClient,
    errors: [],
  },
  'cp/client_update': {
    kind: 'command',
    group: 'Portal',
    summary: 'Updates the caller’s own details. Omitted fields stay; null (in JSON) clears.',
    access: customers,
    input: z.object({
      name: requiredText(200, 'Please enter your name').optional(),
      email: emailAddress().nullish(),
      phone: requiredText(40, 'Please enter your mobile number')
        .optional()
        .meta({ description: 'The number used to sign in' }),
      address: text(500).nullish(),
      likes_sms: formFlag.optional(),
      likes_email: formFlag.optional(),
      likes_push: formFlag.optional(),
      likes_recall: formFlag.optional(),
    }),
    output: done,
    errors: ['phone_taken', 'phone_not_verified'],
    // Another number ends the other sessions, the passkeys and the notifications.
    invalidates: ['cp/client', 'cp/session_list', 'cp/passkeys', 'cp/push', ...clientQueries],
    audit: { entity: 'client', isCaller: true },
    limit: [{ per: 'address', points: 60, seconds: 60 }, perCaller(60)],
  },
  'cp/session_list': {
    kind: 'query',
    group: 'Portal',
    summary: 'The caller’s open sessions at this practice, last used first.',
    access: customers,
    input: z.object({}),
    output: z.array(ownSession),
    errors: [],
  },
  'cp/session_end': {
    kind: 'command',
    group: 'Portal',
    summary: 'Ends one of the caller’s sessions, or all but the current one when session_id is omitted.',
    access: customers,
    input: z.object({ session_id: id.optional() }),
    output: done,
    errors: ['not_found'],
    // Notifications end with their session.
    invalidates: ['cp/session_list', 'cp/push'],
    audit: { entity: 'session' },
    limit: [perCaller(60)],
  },
  'cp/animals': {
    kind: 'query',
    group: 'Portal',
    summary: "The caller's pets by name, those no longer active last.",
    access: customers,
    input: z.object({}),
    output: z.array(portalAnimal),
    errors: [],
  },
  'cp/animal': {
    kind: 'query',
    group: 'Portal',
    summary: "One of the caller's pets.",
    access: customers,
    input: z.object({ animal_id: id }),
    output: portalAnimal,
    errors: ['not_found'],
  },
  'cp/animal_species': {
    kind: 'query',
    group: 'Portal',
    summary: 'The species the practice treats, by name.',
    access: customers,
    input: z.object({}),
    output: z.array(z.object({ id: recordId, name: z.string(), active: flag })),
    errors: [],
  },
  'cp/animal_create': {
    kind: 'command',
    group: 'Portal',
    summary: "Adds one of the caller's pets.",
    access: customers,
    input: z.object({ name, type: species, ...animalDetails, active: formFlag.default(true) }),
    output: z.object({ id: recordId, animal_id: recordId }),
    errors: ['not_found', 'too_many_pets'],
    invalidates: portalAnimalQueries,
    audit: { entity: 'animal', id: 'animal_id' },
    limit: [perCaller(60)],
    idempotent: true,
  },
  'cp/animal_update': {
    kind: 'command',
    group: 'Portal',
    summary: 'Updates one of the caller’s pets. Omitted fields stay; null (in JSON) clears.',
    access: customers,
    input: z.object({
      animal_id: id,
      name: name.optional(),
      type: species.optional(),
      ...animalDetails,
      active: formFlag.optional(),
    }),
    output: done,
    errors: ['not_found', 'archived_by_practice'],
    invalidates: [...portalAnimalQueries, ...portalBookingQueries],
    audit: { entity: 'animal', id: 'animal_id' },
    limit: [perCaller(60)],
  },
  'cp/bookings': {
    kind: 'query',
    group: 'Portal',
    summary:
      "The caller's appointments, newest first. `cursor` is the id of the last row of the previous page; without it and `limit` all of them.",
    access: customers,
    input: z.object({ limit: listQuery.limit, cursor: listQuery.cursor }),
    output: z.array(portalBooking),
    errors: [],
  },
  'cp/booking': {
    kind: 'query',
    group: 'Portal',
    summary: 'One of the caller’s appointments, with the state of its deposit.',
    access: customers,
    input: z.object({ booking_id: id }),
    output: portalBookingDetail,
    errors: ['not_found'],
  },
  'cp/booking_services': {
    kind: 'query',
    group: 'Portal',
    summary: 'The services that can be requested in the portal, in order.',
    access: customers,
    input: z.object({}),
    output: z.array(portalService),
    errors: [],
  },
});

export type PortalTenant = z.output<typeof portalTenant>;
export type PortalClient = z.output<typeof portalClient>;
export type PortalAnimal = z.output<typeof portalAnimal>;
export type PortalBooking = z.output<typeof portalBooking>;
export type PortalBookingDetail = z.output<typeof portalBookingDetail>;
export type PortalService = z.output<typeof portalService>;
