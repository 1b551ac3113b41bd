import { z } from 'zod';
import { defineActions } from './action.ts';
import { animalQueries } from './booking-queries.ts';
import { formFlag, id, isOneLine, notStorable, requiredLines, requiredText } from './form.ts';
import { practiceStaff, type Role } from './roles.ts';
import { maxSpeciesNameLength } from './species-name.ts';
import { done, flag, recordId } from './wire.ts';

/** A kind of animal the practice treats. */
const speciesRecord = z.object({ id: recordId, name: z.string(), active: flag });

const adminOnly: readonly Role[] = ['admin'];
const speciesQueries = ['animal_species'] as const;

export const speciesActions = defineActions({
  animal_species: {
    kind: 'query',
    group: 'Practice',
    summary: 'The species the practice treats, by name; only active ones can be chosen.',
    access: practiceStaff,
    scope: 'animals',
    input: z.object({}),
    output: z.array(speciesRecord),
    errors: [],
  },
  animal_species_insert_multi: {
    kind: 'command',
    group: 'Practice',
    summary: 'Adds species, separated by commas. Existing ones, regardless of case, are restored instead.',
    access: adminOnly,
    scope: 'practice',
    input: z.object({
      species: requiredLines(2000, 'Please select at least one species').refine(
        (list) => list.split(',').every((species) => isOneLine(species.trim())),
        notStorable,
      ),
    }),
    output: z.object({ success: z.literal(true), added: z.int() }),
    errors: [],
    invalidates: speciesQueries,
    paid: true,
    audit: { entity: 'species' },
    idempotent: true,
  },
  animal_species_update: {
    kind: 'command',
    group: 'Practice',
    summary: 'Renames, archives or restores a species.',
    access: adminOnly,
    scope: 'practice',
    input: z.object({
      species_id: id,
      name: requiredText(maxSpeciesNameLength, 'Enter a name.').optional(),
      active: formFlag.optional(),
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
    invalidates: [...speciesQueries, ...animalQueries],
    paid: true,
    audit: { entity: 'species', id: 'species_id' },
  },
});

export type SpeciesRecord = z.output<typeof speciesRecord>;
