import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { clientQueries } from './booking-queries.ts';
import { emailAddress, formFlag, id, line, listQuery, oneOf, requiredText, text } from './form.ts';
import { asksAboveRefundLimit } from './refund.ts';
import { practiceStaff } from './roles.ts';
import { done, flag, instant, optionalText, recordId } from './wire.ts';

/** A pet owner as the practice knows them. */
const clientRecord = z.object({
  id: recordId,
  name: z.string(),
  email: optionalText,
  phone: optionalText,
  address: optionalText,
  notes: optionalText,
  likes_sms: flag,
  likes_email: flag,
  likes_push: flag,
  likes_recall: flag.meta({ description: "'1' if the client wants recalls" }),
  active: flag.meta({ description: "'0' once archived" }),
  created_at: instant,
  updated_at: instant,
  alert: optionalText.meta({ description: 'Shown to staff when booking and on arrival' }),
});

export const listedClient = clientRecord.extend({
  animal_names: z
    .array(z.string())
    .meta({ description: 'Names of their active animals; empty for a key without animals:read' }),
});

/** One client, with what only their own page shows. */
const clientDetail = clientRecord.extend({
  erased: flag.meta({
    description: "'1' once their data was erased permanently: nothing can be changed",
  }),
  portal_access: flag.meta({ description: "'1' once they have signed up to the portal" }),
  push_devices: z.int().meta({
    description: 'Devices on which they turned on notifications; with `likes_push` these get messages',
  }),
  did_not_attend: z.int().nullable().meta({
    description: 'Appointments they did not attend; null for an API key without appointments:read',
  }),
});

/** Archived or not; both when omitted. */
export const archiveStatus = oneOf(['active', 'archived'])
  .optional()
  .meta({ description: 'Only those in use, or only those archived; both when omitted' });

const name = requiredText(200, 'Enter a name.');
const phone = line(40).meta({
  description: "A phone number, as dialled in the practice's country or with a leading +",
  example: '07700 900001',
});

/** The editable fields of a client, apart from the name. */
const details = {
  email: emailAddress().nullish(),
  phone: phone.nullish(),
  address: text(500).nullish(),
  notes: text(5000).nullish(),
  likes_sms: formFlag.optional(),
  likes_email: formFlag.optional(),
  likes_recall: formFlag.optional(),
  alert: line(200).nullish().meta({ description: 'Shown to staff when booking and on arrival' }),
};

const audit = { entity: 'client', id: 'client_id' } as const;

/** Scopes that an API key needs to cancel appointments with a record that it archives. */
export const archivingEffects = {
  'appointments:write': 'with `cancel_bookings`',
  'payments:write': 'with `cancel_bookings` where a deposit was paid by card, which is refunded',
} as const;

/** Archiving asks what to do with upcoming appointments. */
export const onArchive = {
  cancel_bookings: formFlag
    .default(false)
    .meta({ description: "'1' also cancels their upcoming appointments" }),
};

/** The answer of an archiving: the appointments it cancelled. */
export const archived = z.object({ success: z.literal(true), cancelled_bookings: z.array(recordId) });

/** What the commands on a client share. */
const change = { kind: 'command', group: 'Clients', invalidates: clientQueries, paid: true, audit } as const;

export const clientActions = defineActionsIn('clients', {
  clients: {
    kind: 'query',
    group: 'Clients',
    summary:
      "The practice's clients by name. `q` matches name, email, phone, address or their animals' names, word by word in any order; `limit` and `cursor` (the last row's id, or id and name as `12:Ann Archer`, which stays valid if the client is renamed or deleted) page through them.",
    access: practiceStaff,
    effects: { 'animals:read': 'with `without_animals`' },
    input: z.object({
      ...listQuery,
      status: archiveStatus,
      without_animals: formFlag.optional().meta({
        description: "'1' returns only active clients without an active animal; `status` is ignored",
      }),
    }),
    output: z.array(listedClient),
    errors: [],
  },
  'clients/count': {
    kind: 'query',
    group: 'Clients',
    summary: 'How many clients the practice has, and how many match `q`, by status.',
    access: practiceStaff,
    input: z.object({ q: listQuery.q, status: archiveStatus }),
    output: z.object({ total: z.int(), matching: z.int() }),
    errors: [],
  },
  client: {
    kind: 'query',
    group: 'Clients',
    summary: 'One client.',
    access: practiceStaff,
    effects: { 'appointments:read': 'for `did_not_attend`, null without it' },
    input: z.object({ client_id: id }),
    output: clientDetail,
    errors: ['not_found'],
  },
  client_create: {
    ...change,
    summary: 'Adds a client. A phone number belongs to one client of the practice.',
    access: practiceStaff,
    input: z.object({ name, ...details }),
    output: z.object({ client_id: recordId }),
    errors: ['phone_taken'],
    idempotent: true,
  },
  client_update: {
    ...change,
    summary:
      'Updates a client. Omitted fields stay; null (in JSON) clears. A new phone number ends their portal access: they sign up again with it.',
    access: practiceStaff,
    // Messages are sent to it, and the phone number signs in to the portal.
    effects: { 'clients:read': 'with `phone` or `email`' },
    input: z.object({
      client_id: id,
      name: name.optional(),
      ...details,
      likes_push: formFlag
        .optional()
        .meta({ description: 'Notifications, on devices on which they turned them on' }),
    }),
    output: done,
    errors: ['not_found', 'phone_taken', 'client_erased'],
  },
  client_archive: {
    ...change,
    summary: 'Archives a client. Their data stays; they can’t be booked or sign in to the portal.',
    access: practiceStaff,
    effects: archivingEffects,
    input: z.object({ client_id: id, ...onArchive }),
    output: archived,
    errors: ['not_found', 'client_erased'],
    stepUp: asksAboveRefundLimit,
  },
  client_restore: {
    ...change,
    summary: 'Restores an archived client.',
    access: practiceStaff,
    input: z.object({ client_id: id }),
    output: done,
    errors: ['not_found', 'client_erased'],
  },
});

export type ClientRecord = z.output<typeof clientRecord>;
export type ListedClient = z.output<typeof listedClient>;
export type ClientDetail = z.output<typeof clientDetail>;
