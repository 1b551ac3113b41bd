import { z } from 'zod';
import { addDays, addMonths } from './calendar-day.ts';
import { date, formFlag, formInt, id, jsonValue, line, oneOf, requiredText, text, time } from './form.ts';
import { day, flag, instant, optionalText, recordId } from './wire.ts';

/** The kinds of entry in a health record. */
export const entryKinds = ['note', 'vaccination', 'treatment', 'prescription'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** How long an entry can be changed after it was begun. */
export const entryLockHours = 24;
export const maxEntryText = 20_000;
/** For how long a prescription is valid: in months, or in days for a controlled drug. */
export const prescriptionMonths = 6;
export const controlledDays = 28;
/** The last day on which a prescription of a day is valid. */
export const validUntil = (from: string, isControlled: boolean): string =>
  isControlled ? addDays(from, controlledDays) : addMonths(from, prescriptionMonths);
/** How many entries one call saves. */
export const maxEntriesASave = 30;

const decimal = (pattern: RegExp, message: string, max: number) =>
  z.preprocess(
    (value: number | string): unknown => (typeof value === 'number' ? String(value) : value),
    z
      .string({ error: message })
      .trim()
      .regex(pattern, message)
      .transform((value) => {
        const digits = value.replace(/^0+(?=\d)/, '');
        // The pattern allows three decimals.
        return digits.includes('.') ? digits.replace(/0{1,3}$/, '').replace(/\.$/, '') : digits;
      })
      .refine((value) => Number(value) > 0, 'Enter a number above 0.')
      .refine((value) => Number(value) <= max, `Enter ${max.toLocaleString('en-GB')} or less.`),
  );

/** A quantity to a thousandth, as exact decimal text; a number is accepted too. */
export const quantityInput = decimal(
  /^\d{1,7}(\.\d{1,3})?$/,
  'Enter a quantity such as 0.25, with at most 3 decimal places.',
  1_000_000,
).meta({
  type: 'string',
  pattern: String.raw`^\d{1,7}(\.\d{1,3})?$`,
  description: 'Up to three decimal places',
  example: '0.25',
});

const temperatureInput = decimal(/^\d{2}(\.\d)?$/, 'Enter a temperature in °C such as 38.5.', 50).meta({
  type: 'string',
  pattern: String.raw`^\d{2}(\.\d)?$`,
  description: '°C',
  example: '38.5',
});

/** The fields of an entry by their names, on the wire as in the database. */
export const entryFields = {
  body: text(maxEntryText).nullish().meta({ description: 'The text of a note; a remark on other kinds' }),
  title: line(100).nullish().meta({ description: 'For a note, such as the name of its template' }),
  temperature: temperatureInput.nullish(),
  medicine_id: id.nullish().meta({
    description: 'From the practice’s list; product and manufacturer follow from it when omitted',
  }),
  product: requiredText(200, 'Enter the product.')
    .nullish()
    .meta({ description: 'Required without `medicine_id`, except for a note' }),
  manufacturer: line(200).nullish(),
  batch: line(100).nullish(),
  expiry: date.nullish(),
  site: line(100).nullish().meta({ description: 'Where a vaccine was given' }),
  quantity: quantityInput.nullish(),
  unit: line(30).nullish(),
  route: line(100).nullish(),
  next_due_on: date.nullish().meta({
    description:
      'For a vaccination: when it is next due; from the medicine’s interval when omitted, none when null',
  }),
  strength: line(100).nullish(),
  form: line(100).nullish().meta({ description: 'For a prescription, such as tablets' }),
  directions: text(2000).nullish(),
  repeats: formInt(0, 12).nullish().meta({ description: 'How often a prescription can be dispensed again' }),
  is_controlled: formFlag.nullish().meta({ description: "'1' for a controlled drug" }),
  valid_until: date.nullish().meta({
    description: `For a prescription, at most ${prescriptionMonths} months later, or ${controlledDays} days for a controlled drug; the maximum when omitted`,
  }),
  withdrawal: text(500).nullish().meta({ description: 'Withdrawal period of a food-producing animal' }),
  qualification: line(100).nullish().meta({ description: 'The prescriber’s, such as MRCVS' }),
};

const ofEvery = ['body'] as const;
/** The fields that each kind has beside {@link ofEvery}. */
export const fieldsOfKind = {
  note: ['title', 'temperature'],
  vaccination: [
    'medicine_id',
    'product',
    'manufacturer',
    'batch',
    'expiry',
    'site',
    'quantity',
    'unit',
    'next_due_on',
  ],
  treatment: [
    'medicine_id',
    'product',
    'manufacturer',
    'batch',
    'expiry',
    'quantity',
    'unit',
    'route',
    'withdrawal',
  ],
  prescription: [
    'medicine_id',
    'product',
    'batch',
    'strength',
    'form',
    'quantity',
    'unit',
    'directions',
    'repeats',
    'is_controlled',
    'valid_until',
    'withdrawal',
    'qualification',
  ],
} as const satisfies Record<EntryKind, readonly (keyof typeof entryFields)[]>;

/** What a kind must have; of `product` also the medicine will do. */
const requiredOfKind: Readonly<Record<EntryKind, readonly (keyof typeof entryFields)[]>> = {
  note: [],
  vaccination: ['product'],
  treatment: ['product'],
  prescription: ['product', 'quantity', 'unit', 'directions'],
};

const missing: Partial<Record<keyof typeof entryFields, string>> = {
  product: 'Enter the product.',
  quantity: 'Enter the quantity.',
  unit: 'Enter the unit, such as tablets.',
  directions: 'Enter the directions.',
};

type Content = Partial<Record<keyof typeof entryFields, unknown>> & { kind: EntryKind };

/** The fields that do not fit the kind, or that it lacks, each with a sentence. */
export function misfits(content: Content): { field: keyof typeof entryFields; message: string }[] {
  const fitting = new Set<string>([...ofEvery, ...fieldsOfKind[content.kind]]);
  const has = (field: keyof typeof entryFields): boolean =>
    content[field] !== undefined && content[field] !== null;
  const foreign = (Object.keys(entryFields) as (keyof typeof entryFields)[]).filter(
    (field) => has(field) && !fitting.has(field),
  );
  const lacking = requiredOfKind[content.kind].filter(
    (field) => !has(field) && !(field === 'product' && has('medicine_id')),
  );
  return [
    ...foreign.map((field) => ({ field, message: `A ${content.kind} has no such field.` })),
    ...lacking.map((field) => ({ field, message: missing[field] ?? 'This is required.' })),
  ];
}

/** Checks that the fields fit the kind. */
export const fitsKind = (content: Content, ctx: z.RefinementCtx): void => {
  for (const { field, message } of misfits(content)) ctx.addIssue({ code: 'custom', path: [field], message });
};

/** When something happened: on the practice's clock, by default now. */
export const happened = {
  date: date.optional().meta({ description: 'When it happened: today when omitted, never later' }),
  time: time.optional().meta({ description: "On the practice's clock; now, or noon of an earlier day" }),
};

/** A key that the screen chooses for what it begins, so that a repeated save begins it once. */
export const clientKey = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'Use letters, digits, - and _, at most 64.')
  .meta({
    description: 'Chosen by the caller, unique; repeating a save with it does not create a second entry',
  });

export const version = formInt(1, 1_000_000_000).meta({
  description: 'The version that was changed; if a newer one is stored, the response is 409 `conflict`',
});

/** Entries of one appointment that are saved at once, by the keys that the form gave them. */
export const savedEntries = jsonValue(
  z
    .array(
      z
        .object({
          client_key: clientKey,
          version: version.optional().meta({ description: 'Omitted for the first save of an entry' }),
          kind: oneOf(entryKinds),
          shared: formFlag.optional(),
          ...entryFields,
        })
        .superRefine(fitsKind),
    )
    .max(maxEntriesASave, `Save at most ${maxEntriesASave} entries at once.`)
    .refine(
      (entries) => new Set(entries.map(({ client_key }) => client_key)).size === entries.length,
      'Give each entry a key of its own.',
    ),
).meta({ description: 'JSON: a list of entries, each whole, with the key that the form gave it' });

const addendum = z.object({ id: recordId, at: instant, author: optionalText, body: z.string() });

/** One entry of a health record. Fields that its kind does not have are null. */
export const entryRecord = z.object({
  id: recordId,
  animal_id: recordId,
  booking_id: recordId.nullable(),
  kind: z.enum(entryKinds),
  at: instant,
  state: z
    .enum(['draft', 'locked'])
    .meta({ description: "'locked' a day after it was created, or struck through" }),
  locks_at: instant,
  may_change: flag.meta({ description: 'Whether the caller can change or discard it now' }),
  version: z.int(),
  client_key: optionalText,
  author_id: recordId.nullable(),
  author: optionalText,
  shared: flag.meta({
    description:
      'Whether the client sees it; vaccinations and prescriptions always, but their remark and addenda only when shared',
  }),
  body: z.string(),
  title: optionalText,
  temperature: optionalText,
  medicine_id: recordId.nullable(),
  product: optionalText,
  manufacturer: optionalText,
  batch: optionalText,
  expiry: day.nullable(),
  site: optionalText,
  quantity: optionalText,
  unit: optionalText,
  route: optionalText,
  next_due_on: day.nullable(),
  strength: optionalText,
  form: optionalText,
  directions: optionalText,
  repeats: z.int().nullable(),
  is_controlled: flag.nullable(),
  valid_until: day.nullable(),
  withdrawal: optionalText,
  qualification: optionalText,
  weight: optionalText.meta({ description: 'Kilograms, weighed at the visit of this note' }),
  struck_at: instant.nullable(),
  struck_by: optionalText,
  struck_reason: optionalText,
  addenda: z.array(addendum),
});

export type EntryRecord = z.output<typeof entryRecord>;
