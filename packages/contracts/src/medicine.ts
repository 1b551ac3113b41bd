import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { archiveStatus } from './client.ts';
import { entryQueries } from './entry.ts';
import { entryKinds, quantityInput } from './entry-fields.ts';
import { date, formFlag, formInt, id, line, listQuery, oneOf, requiredText, text } from './form.ts';
import { practiceStaff } from './roles.ts';
import { day, documentFile, done, flag, instant, optionalText, recordId } from './wire.ts';

const group = 'Health records';

export const medicineKinds = ['vaccine', 'medicine'] as const;
export const intervalUnits = ['day', 'week', 'month'] as const;
/** The starter lists of medicines, note templates and reply templates. */
export const trades = ['vet', 'groomer'] as const;
export type Trade = (typeof trades)[number];
/** How many medicines a practice can have. */
export const maxMedicines = 2000;

/** A vaccine or a medicine of the practice's list. */
const medicineRecord = z.object({
  id: recordId,
  kind: z.enum(medicineKinds),
  name: z.string(),
  manufacturer: optionalText,
  species_id: recordId.nullable().meta({ description: 'null for any species' }),
  species: optionalText,
  dose_per_kg: optionalText,
  dose_unit: optionalText,
  interval_count: z.int().nullable(),
  interval_unit: z.enum(intervalUnits).nullable(),
  withdrawal: optionalText,
  is_controlled: flag,
  last_batch: optionalText.meta({ description: 'As last given, to be suggested' }),
  last_expiry: day.nullable(),
  care_type_id: recordId.nullable().meta({ description: 'Giving it counts as this care, see `care_types`' }),
  archived: flag,
});

const name = requiredText(200, 'Enter a name.');
const details = {
  manufacturer: line(200).nullish(),
  species_id: id.nullish(),
  dose_per_kg: quantityInput.nullish(),
  dose_unit: line(30).nullish().meta({ description: 'Such as mg; required with dose_per_kg' }),
  interval_count: formInt(1, 1000)
    .nullish()
    .meta({ description: 'With interval_unit: when it is due again' }),
  interval_unit: oneOf(intervalUnits).nullish(),
  withdrawal: text(500).nullish(),
  is_controlled: formFlag.optional(),
  last_batch: line(100).nullish(),
  last_expiry: date.nullish(),
  care_type_id: id.nullish().meta({ description: 'Giving it counts as this care, see `care_types`' }),
};

const audit = { entity: 'medicine', id: 'medicine_id' } as const;
const change = { kind: 'command', group, invalidates: ['medicines'], paid: true, audit } as const;

const batch = {
  batch: requiredText(100, 'Enter a batch number.').meta({
    description: 'The batch number; spaces and case do not matter',
  }),
  medicine_id: id.optional().meta({ description: 'Only of this medicine' }),
};

/** An animal that was given a batch. */
const recalled = z.object({
  entry_id: recordId,
  kind: z.enum(entryKinds),
  at: instant,
  product: z.string(),
  batch: z.string(),
  quantity: optionalText,
  unit: optionalText,
  struck: flag,
  animal_id: recordId,
  animal_name: z.string(),
  species: optionalText,
  client_id: recordId.meta({ description: 'The current owner' }),
  client_name: z.string(),
  phone: optionalText,
  email: optionalText,
});

export const medicineActions = defineActionsIn('records', {
  medicines: {
    kind: 'query',
    group,
    summary: 'The practice’s vaccines and medicines by name.',
    access: practiceStaff,
    input: z.object({ status: archiveStatus, kind: oneOf(medicineKinds).optional(), q: listQuery.q }),
    output: z.array(medicineRecord),
    errors: [],
  },
  medicine_create: {
    ...change,
    summary: `Adds a vaccine or a medicine; at most ${maxMedicines.toLocaleString('en-GB')} in use.`,
    access: practiceStaff,
    input: z.object({ kind: oneOf(medicineKinds), name, ...details }),
    output: z.object({ medicine_id: recordId }),
    errors: ['not_found', 'name_taken', 'too_many_medicines'],
    idempotent: true,
  },
  medicine_update: {
    ...change,
    summary:
      'Updates a vaccine or a medicine. Omitted fields stay; null (in JSON) clears. Entries keep what they say.',
    access: practiceStaff,
    input: z.object({
      medicine_id: id,
      kind: oneOf(medicineKinds).optional(),
      name: name.optional(),
      ...details,
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
  },
  medicine_archive: {
    ...change,
    summary: 'Archives a vaccine or a medicine: it is no longer offered. Entries keep it.',
    access: practiceStaff,
    input: z.object({ medicine_id: id }),
    output: done,
    errors: ['not_found'],
  },
  medicine_restore: {
    ...change,
    summary: 'Restores an archived vaccine or medicine.',
    access: practiceStaff,
    input: z.object({ medicine_id: id }),
    output: done,
    errors: ['not_found', 'name_taken', 'too_many_medicines'],
  },
  medicines_load_starter: {
    ...change,
    summary:
      'Adds the starter list of a trade; what the practice already has by that name stays as it is. A vaccine of the list without a recall type gets the practice’s own, where exactly one fits.',
    access: practiceStaff,
    input: z.object({ trade: oneOf(trades) }),
    output: z.object({
      success: z.literal(true),
      added: z.int(),
      linked: z.int().meta({ description: 'How many vaccines got a recall type' }),
      without_recall_type: z.array(z.string()).meta({
        description: 'The vaccines of the list in use that have none: giving them sets no due date',
      }),
    }),
    errors: ['too_many_medicines'],
    audit: { entity: 'medicine' },
    idempotent: true,
  },
  // Which animals were given a batch is clinical work, and urgent when a manufacturer rings: staff may read it too.
  medicine_batches: {
    kind: 'query',
    group,
    summary: 'The batches that were given, the most recent first; at most 500.',
    access: practiceStaff,
    input: z.object({
      medicine_id: id.optional(),
      q: text(100).optional().meta({ description: 'Part of the product or the batch number' }),
    }),
    output: z.array(
      z.object({
        batch: z.string(),
        product: z.string(),
        medicine_id: recordId.nullable(),
        animals: z.int(),
        first_given_at: instant,
        last_given_at: instant,
      }),
    ),
    errors: ['not_found'],
  },
  batch_recall: {
    kind: 'query',
    group,
    summary: 'All animals that were given a batch, with their owners, by owner and animal.',
    access: practiceStaff,
    effects: { 'clients:read': 'always' },
    input: z.object(batch),
    output: z.array(recalled),
    errors: ['not_found'],
  },
  batch_recall_csv: {
    kind: 'command',
    group,
    summary: 'All animals that were given a batch, with their owners, as CSV.',
    access: practiceStaff,
    effects: { 'clients:read': 'always' },
    input: z.object(batch),
    output: documentFile,
    errors: ['not_found'],
    returns: 'csv',
    limit: [perCaller(30)],
    audit,
  },
});

/** Queries that a change of the list concerns beside its own. */
export const medicineQueries = ['medicines', ...entryQueries] as const;
export type MedicineRecord = z.output<typeof medicineRecord>;
export type RecalledAnimal = z.output<typeof recalled>;
