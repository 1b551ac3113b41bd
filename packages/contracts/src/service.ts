import { z } from 'zod';
import { defineActions } from './action.ts';
import { bookingQueries } from './booking-queries.ts';
import { colour, durationMinutes, formFlag, id, idList, moneyInput, requiredText, text } from './form.ts';
import { practiceStaff, type Role } from './roles.ts';
import { done, flag, money, optionalText, recordId } from './wire.ts';

/** A service a practice offers (a booking type). */
const serviceRecord = z.object({
  id: recordId,
  name: z.string(),
  description: optionalText,
  base_price: money,
  duration_minutes: z.int(),
  color: optionalText,
  online: flag.meta({ description: "'1' when clients can request it in the portal" }),
  retired: flag,
});

/** A member of staff who can take appointments. */
const staffMember = z.object({
  id: recordId,
  name: z.string(),
  role: z.enum(['staff', 'admin']),
  color: optionalText,
});

const adminOnly: readonly Role[] = ['admin'];
const name = requiredText(200, 'Enter a name.');
const serviceQueries = ['booking_types', ...bookingQueries] as const;
const audit = { entity: 'service', id: 'service_id' } as const;

export const serviceActions = defineActions({
  booking_types: {
    kind: 'query',
    group: 'Practice',
    summary: 'The practice’s services, in order.',
    access: practiceStaff,
    scope: 'services',
    input: z.object({
      include_retired: formFlag.optional().meta({ description: "'1' includes archived ones, last" }),
    }),
    output: z.array(serviceRecord),
    errors: [],
  },
  booking_type_insert: {
    kind: 'command',
    group: 'Practice',
    summary: 'Adds a service at the end.',
    access: adminOnly,
    scope: 'services',
    input: z.object({
      name,
      description: text(1000).nullish(),
      base_price: moneyInput,
      duration_minutes: durationMinutes.default(60),
      color: colour.nullish(),
      online: formFlag.default(true),
    }),
    output: z.object({ service_id: recordId }),
    errors: ['name_taken'],
    invalidates: serviceQueries,
    paid: true,
    audit,
    idempotent: true,
  },
  booking_type_update: {
    kind: 'command',
    group: 'Practice',
    summary: 'Updates a service for new appointments; booked ones keep their price and duration.',
    access: adminOnly,
    scope: 'services',
    input: z.object({
      service_id: id,
      name: name.optional(),
      description: text(1000).nullish(),
      base_price: moneyInput.optional(),
      duration_minutes: durationMinutes.optional(),
      color: colour.nullish(),
      online: formFlag.optional(),
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
    invalidates: serviceQueries,
    paid: true,
    audit,
  },
  booking_types_order: {
    kind: 'command',
    group: 'Practice',
    summary: 'Reorders the services; omitted ones follow in their current order.',
    access: adminOnly,
    scope: 'services',
    input: z.object({ service_ids: idList(500) }),
    output: done,
    errors: ['not_found'],
    invalidates: serviceQueries,
    paid: true,
    audit: { entity: 'service' },
  },
  booking_type_retire: {
    kind: 'command',
    group: 'Practice',
    summary: 'Archives a service. Appointments that have it keep it.',
    access: adminOnly,
    scope: 'services',
    input: z.object({ service_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: serviceQueries,
    paid: true,
    audit,
  },
  booking_type_restore: {
    kind: 'command',
    group: 'Practice',
    summary: 'Restores an archived service.',
    access: adminOnly,
    scope: 'services',
    input: z.object({ service_id: id }),
    output: done,
    errors: ['not_found', 'name_taken'],
    invalidates: serviceQueries,
    paid: true,
    audit,
  },
  staff: {
    kind: 'query',
    group: 'Practice',
    summary: 'Staff who can take appointments.',
    access: practiceStaff,
    scope: 'practice',
    input: z.object({}),
    output: z.array(staffMember),
    errors: [],
  },
});

export type ServiceRecord = z.output<typeof serviceRecord>;
export type StaffMember = z.output<typeof staffMember>;
