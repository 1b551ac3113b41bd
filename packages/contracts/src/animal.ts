import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { allergyInput, noKnownAllergies } from './allergies.ts';
import { identityInput, requiredMicrochip, weightInput } from './animal-input.ts';
import { animalQueries, clientQueries } from './booking-queries.ts';
import { careBadge } from './care.ts';
import { archived, archiveStatus, archivingEffects, onArchive } from './client.ts';
import { chosenId, date, formFlag, id, line, listQuery, oneOf, requiredText, text } from './form.ts';
import { asksAboveRefundLimit } from './refund.ts';
import { practiceStaff } from './roles.ts';
import { day, done, flag, instant, optionalText, recordId } from './wire.ts';

const animalGenders = ['female', 'male', 'female neutered', 'male neutered'] as const;
const archiveReasons = ['deceased', 'moved', 'other'] as const;

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
  no_known_allergies: noKnownAllergies,
  behaviour_notes: optionalText,
  notes: optionalText,
  microchip: optionalText.meta({ description: 'Without spaces' }),
  insurer: optionalText,
  policy: optionalText.meta({ description: 'Policy number' }),
  usual_vet: optionalText.meta({ description: 'The practice where it is usually treated' }),
  active: flag,
  archived_reason: z.enum(archiveReasons).nullable(),
  deceased_on: day.nullable().meta({ description: 'Only of an animal that is archived as deceased' }),
  bookable: flag.meta({
    description: "'1' when an appointment can be booked for it: the animal and its client are active",
  }),
  picture_file_id: recordId.nullable().meta({ description: 'The profile picture, see file/thumbnails' }),
  created_at: instant,
  updated_at: instant,
});

/** An animal of the list, with what it is due for. */
const listedAnimal = animalRecord.extend({
  due: z.array(careBadge).meta({
    description: 'What it needs within 30 days or is overdue for, and has no appointment for; soonest first',
  }),
});

const weightRecord = z.object({
  id: recordId,
  measured_on: day,
  weight: z.string().meta({ description: 'Kilograms', example: '12.4' }),
  in_visit_note: z.boolean().meta({ description: 'Whether it is the weight of a visit note' }),
});

const name = requiredText(100, 'Animal name is required');

/** What can be written down about an animal, apart from owner, name and species. */
const details = {
  dob: date.nullish(),
  gender: oneOf(animalGenders).nullish(),
  breed: line(100).nullish(),
  color: line(100).nullish(),
  ...allergyInput,
  ...identityInput,
  usual_vet: line(200).nullish().meta({ description: 'The practice where it is usually treated' }),
  behaviour_notes: text(2000).nullish(),
  notes: text(5000).nullish(),
};

const ofSpecies = chosenId('Please select a species').meta({
  description: 'Id of a species, see animal_species',
});

const audit = { entity: 'animal', id: 'animal_id' } as const;

/** What the commands on an animal share. */
const change = { kind: 'command', group: 'Animals', invalidates: animalQueries, paid: true, audit } as const;

export const animalActions = defineActionsIn('animals', {
  animals: {
    kind: 'query',
    group: 'Animals',
    summary:
      "The practice's animals by name. `q` matches name, breed, colour, five or more characters of the microchip, or the owner's name or phone number, word by word in any order; `limit` and `cursor` (the last row's id, or id and name as `12:Bella`, which stays valid if the animal is renamed or deleted) page through them.",
    access: practiceStaff,
    input: z.object({
      ...listQuery,
      status: archiveStatus,
      bookable: formFlag.optional().meta({
        description:
          "'1' returns only animals that can be booked: active, with an active client. `status` is then ignored",
      }),
    }),
    output: z.array(listedAnimal),
    errors: [],
  },
  'animals/count': {
    kind: 'query',
    group: 'Animals',
    summary:
      'How many animals the practice has, how many match `q`, and its three most common breeds, of the given status.',
    access: practiceStaff,
    input: z.object({ q: listQuery.q, status: archiveStatus }),
    output: z.object({
      total: z.int(),
      matching: z.int(),
      top_breeds: z.array(z.object({ breed: z.string(), count: z.int() })),
    }),
    errors: [],
  },
  'animals/breeds': {
    kind: 'query',
    group: 'Animals',
    summary: "The practice's breeds that contain `q`, the most common first; at most ten.",
    access: practiceStaff,
    input: z.object({ q: listQuery.q }),
    output: z.array(z.string()),
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
  'animals/by_microchip': {
    kind: 'query',
    group: 'Animals',
    summary: 'The animals that have this microchip number, archived ones included; normally at most one.',
    access: practiceStaff,
    input: z.object({ microchip: requiredMicrochip }),
    output: z.array(animalRecord),
    errors: [],
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
  animal_create: {
    ...change,
    summary: "Adds a client's animal.",
    access: practiceStaff,
    input: z.object({
      client_id: chosenId('Please select a client'),
      name,
      type: ofSpecies,
      ...details,
      active: formFlag.default(true),
      weight: weightInput
        .optional()
        .meta({ description: 'Today’s weight in kilograms, recorded as its first' }),
    }),
    output: z.object({ animal_id: recordId }),
    errors: ['not_found'],
    idempotent: true,
  },
  animal_update: {
    ...change,
    summary: 'Updates an animal. Omitted fields stay; null (in JSON) clears.',
    access: practiceStaff,
    input: z.object({
      animal_id: id,
      name: name.optional(),
      type: ofSpecies.optional(),
      ...details,
      active: formFlag.optional(),
    }),
    output: done,
    errors: ['not_found', 'client_erased'],
  },
  animal_archive: {
    ...change,
    summary: 'Archives an animal with a reason. Its data stays; it can’t be booked.',
    access: practiceStaff,
    effects: archivingEffects,
    input: z.object({
      animal_id: id,
      reason: oneOf(archiveReasons),
      deceased_on: date
        .optional()
        .meta({ description: 'Only of a deceased animal; today on the practice’s clock when omitted' }),
      ...onArchive,
    }),
    output: archived,
    errors: ['not_found', 'client_erased'],
    stepUp: asksAboveRefundLimit,
  },
  animal_restore: {
    ...change,
    summary: 'Restores an archived animal. It no longer has a day of death.',
    access: practiceStaff,
    input: z.object({ animal_id: id }),
    output: done,
    errors: ['not_found', 'client_erased'],
  },
  animal_transfer: {
    kind: 'command',
    group: 'Animals',
    summary:
      'Transfers an animal to another client of the practice. Its record, weights and files move with it; past appointments, invoices and payments stay with the client they were for, and insurer, policy and usual vet are cleared. Refused while it has appointments that are upcoming or in progress.',
    access: practiceStaff,
    // The new owner can see the animal in the portal: the API key needs both scopes.
    effects: { 'animals:read': 'always', 'clients:read': 'always' },
    input: z.object({
      animal_id: id,
      client_id: chosenId('Please select a client').meta({ description: 'Id of the new owner' }),
      transferred_on: date.optional().meta({
        description:
          'The first day of the new owner, after its last appointment; omitted or today, it is theirs from now on',
      }),
    }),
    output: done,
    errors: [
      'not_found',
      'client_archived',
      'client_erased',
      'animal_has_appointments',
      'deposit_under_way',
      'conflict',
    ],
    invalidates: clientQueries,
    paid: true,
    audit,
    idempotent: true,
  },
  animal_owners: {
    kind: 'query',
    group: 'Animals',
    summary: 'The owners of an animal over time, the current one first.',
    access: practiceStaff,
    effects: { 'clients:read': 'always' },
    input: z.object({ animal_id: id }),
    output: z.array(
      z.object({
        client_id: recordId,
        client_name: z.string(),
        since: instant.nullable().meta({ description: 'Null for the first owner' }),
        until: instant.nullable().meta({ description: 'Null for the current owner' }),
      }),
    ),
    errors: ['not_found'],
  },
  animal_weights: {
    kind: 'query',
    group: 'Animals',
    summary: "An animal's weights, oldest first.",
    access: practiceStaff,
    input: z.object({ animal_id: id }),
    output: z.array(weightRecord),
    errors: ['not_found'],
  },
  animal_weight_add: {
    ...change,
    summary: 'Records an animal’s weight for today or an earlier day.',
    access: practiceStaff,
    input: z.object({
      animal_id: id,
      weight: weightInput,
      measured_on: date.optional().meta({ description: "Today on the practice's clock when omitted" }),
    }),
    output: z.object({ weight_id: recordId }),
    errors: ['not_found', 'client_erased'],
    idempotent: true,
  },
  animal_weight_delete: {
    ...change,
    summary: 'Deletes a weight that was recorded by mistake, also from its visit note.',
    access: practiceStaff,
    input: z.object({ animal_id: id, weight_id: id }),
    output: done,
    errors: ['not_found'],
  },
});

export type ListedAnimal = z.output<typeof listedAnimal>;
export type AnimalRecord = z.output<typeof animalRecord>;
export type WeightRecord = z.output<typeof weightRecord>;
