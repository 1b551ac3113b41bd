import { z } from 'zod';
import { defineActions } from './action.ts';
import { formFlag, id, requiredText } from './form.ts';
import { practiceStaff, type Role } from './roles.ts';
import { done, flag, recordId } from './wire.ts';

/** A kind of animal the practice treats. */
export const speciesRecord = z.object({ id: recordId, name: z.string(), active: flag });

const adminOnly: readonly Role[] = ['admin'];
const speciesQueries = ['animal_species'] as const;

export const speciesActions = defineActions({
  animal_species: {
    kind: 'query',
    group: 'Practice',
    summary: 'The kinds of animals the practice treats, by name; only active ones are offered.',
    access: practiceStaff,
    input: z.object({}),
    output: z.array(speciesRecord),
    errors: [],
  },
  animal_species_insert_multi: {
    kind: 'command',
    group: 'Practice',
    summary:
      'Adds kinds of animals, with commas between. Those the practice has (whatever their case) are taken back into use instead.',
    access: adminOnly,
    input: z.object({ species: requiredText(2000, 'Please select at least one species') }),
    output: z.object({ success: z.literal(true), added: z.int() }),
    errors: [],
    invalidates: speciesQueries,
    paid: true,
    audit: { entity: 'species' },
  },
  animal_species_update: {
    kind: 'command',
    group: 'Practice',
    summary: 'Renames a kind of animal, or takes it in or out of use.',
    access: adminOnly,
    input: z.object({
      species_id: id,
      name: requiredText(60, 'Please enter a name.').optional(),
      active: formFlag.optional(),
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
    invalidates: [...speciesQueries, 'animals', 'animal', 'animals_by_client', 'booking', 'bookings'],
    paid: true,
    audit: { entity: 'species', id: 'species_id' },
  },
});

export type SpeciesRecord = z.output<typeof speciesRecord>;
