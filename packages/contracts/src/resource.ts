import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { serviceQueries } from './booking-queries.ts';
import { formFlag, formInt, id, idList, oneOf, requiredText } from './form.ts';
import { maxPlaces, maxResourceName, resourceKinds } from './resource-limits.ts';
import { practiceStaff, type Role } from './roles.ts';
import { done, flag, recordId } from './wire.ts';

/** A room, a piece of equipment or a kennel of the practice. */
const resourceRecord = z.object({
  id: recordId,
  name: z.string(),
  kind: z.enum(resourceKinds),
  places: z.int().meta({ description: 'How many appointments can use it at the same time' }),
  retired: flag,
  service_ids: z.array(recordId).meta({ description: 'The active services that can use it' }),
});

const adminOnly: readonly Role[] = ['admin'];
const name = requiredText(maxResourceName, 'Enter a name.');
const kind = oneOf(resourceKinds);
const places = formInt(1, maxPlaces).meta({
  description: 'How many appointments can use it at the same time',
});
const audit = { entity: 'resource', id: 'resource_id' } as const;

/** What the commands on resources share. */
const change = {
  kind: 'command',
  group: 'Practice',
  invalidates: serviceQueries,
  paid: true,
  audit,
} as const;

export const resourceActions = defineActionsIn('services', {
  resources: {
    kind: 'query',
    group: 'Practice',
    summary: 'The practice’s rooms and equipment, in order.',
    access: practiceStaff,
    input: z.object({
      include_retired: formFlag.optional().meta({ description: "'1' includes archived ones, last" }),
    }),
    output: z.array(resourceRecord),
    errors: [],
  },
  resource_create: {
    ...change,
    summary: 'Adds a room, a piece of equipment or a kennel at the end.',
    access: adminOnly,
    input: z.object({ name, kind, places: places.default(1) }),
    output: z.object({ resource_id: recordId }),
    errors: ['name_taken', 'too_many_resources'],
    idempotent: true,
  },
  resource_update: {
    ...change,
    summary: 'Updates a room or a piece of equipment; omitted fields stay.',
    access: adminOnly,
    input: z.object({
      resource_id: id,
      name: name.optional(),
      kind: kind.optional(),
      places: places.optional(),
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
  },
  resources_order: {
    ...change,
    summary: 'Reorders the rooms and equipment; omitted ones follow in their current order.',
    access: adminOnly,
    input: z.object({ resource_ids: idList(500) }),
    output: done,
    errors: ['not_found'],
    audit: { entity: 'resource' },
  },
  resource_retire: {
    ...change,
    summary:
      'Archives a room or a piece of equipment. Appointments that use it keep it; the response counts the upcoming ones, and names the services that now have an unmet need.',
    access: adminOnly,
    input: z.object({ resource_id: id }),
    output: done.extend({
      upcoming_bookings: z.int(),
      services: z
        .array(z.object({ id: recordId, name: z.string() }))
        .meta({ description: 'Active services with a need that no other active resource meets' }),
    }),
    errors: ['not_found'],
  },
  resource_restore: {
    ...change,
    summary: 'Restores an archived room or piece of equipment.',
    access: adminOnly,
    input: z.object({ resource_id: id }),
    output: done,
    errors: ['not_found', 'name_taken', 'too_many_resources'],
  },
});

export type ResourceRecord = z.output<typeof resourceRecord>;
