import { z } from 'zod';
import { defineActions } from './action.ts';
import { id, listQuery } from './form.ts';
import { practiceStaff } from './roles.ts';
import { day, flag, instant, optionalText, recordId } from './wire.ts';

/** A client's animal. `animal_id` repeats `id`; `animal_breed` and `type_name` repeat `breed` and `species`. */
export const animalRecord = z.object({
  id: recordId,
  animal_id: recordId,
  client_id: recordId,
  client_name: z.string(),
  animal_name: z.string(),
  breed: optionalText,
  animal_breed: optionalText,
  species: optionalText,
  type_id: recordId.nullable(),
  type_name: optionalText,
  dob: day.nullable(),
  gender: optionalText,
  color: optionalText,
  weight: z.string().nullable().meta({ description: 'Latest weight in kilograms' }),
  allergies: optionalText,
  behaviour_notes: optionalText,
  notes: optionalText,
  active: flag,
  created_at: instant,
  updated_at: instant,
});

export const animalActions = defineActions({
  animals: {
    kind: 'query',
    group: 'Animals',
    summary:
      "The practice's animals by name. `q` matches animal, breed, colour or client; `limit` and `cursor` (the last row's id) page through them.",
    access: practiceStaff,
    input: z.object(listQuery),
    output: z.array(animalRecord),
    errors: [],
  },
  'animals/count': {
    kind: 'query',
    group: 'Animals',
    summary: 'How many animals the practice has, how many match `q`, and its three most common breeds.',
    access: practiceStaff,
    input: z.object({ q: listQuery.q }),
    output: z.object({
      total: z.int(),
      matching: z.int(),
      top_breeds: z.array(z.object({ breed: z.string(), count: z.int() })),
    }),
    errors: [],
  },
  animal: {
    kind: 'query',
    group: 'Animals',
    summary: 'One animal.',
    access: practiceStaff,
    input: z.object({ animal_id: id }),
    output: animalRecord,
    errors: ['not_found'],
  },
  animals_by_client: {
    kind: 'query',
    group: 'Animals',
    summary: "A client's animals by name.",
    access: practiceStaff,
    input: z.object({ client_id: id }),
    output: z.array(animalRecord),
    errors: ['not_found'],
  },
});

export type AnimalRecord = z.output<typeof animalRecord>;
