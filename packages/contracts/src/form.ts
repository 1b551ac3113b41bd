import { z } from 'zod';
import { maxSearchLength } from './text-lengths.ts';

/**
 * Codecs for values in a form post or in JSON. Each is strict: the runner has already dropped empty values, "false"
 * is not true and "12abc" is not 12.
 */

/** Whether PostgreSQL can store a text: without U+0000 and without half a character, neither of which a person types. */
const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

/**
 * Whether a text is one line that reads as it is stored: no line break, no other control character, and none that
 * changes the direction of the text around it.
 */
export const isOneLine = (value: string): boolean => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(value);

/** The message for a text that is not {@link isOneLine}, or that no database can store. */
export const notStorable = 'This text has a character that can’t be stored.';

const trimmed = (max: number) =>
  z.string().trim().max(max, `Use at most ${max} characters.`).refine(isStorable, notStorable);

const omittedWhenBlank = (value: string) => (value === '' ? undefined : value);

/** Text on one or more lines, trimmed, at most `max` characters. Blank text counts as omitted, as an empty value does. */
export const text = (max: number) => trimmed(max).transform(omittedWhenBlank).meta({ description: 'Text' });

/** {@link text} on one line. */
export const line = (max: number) =>
  trimmed(max).refine(isOneLine, notStorable).transform(omittedWhenBlank).meta({ description: 'Text' });

/** Text on one or more lines that must not be blank. `missing` is the message shown when it is. */
export const requiredLines = (max: number, missing = 'This is required.') =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Use at most ${max} characters.`)
    .refine(isStorable, notStorable)
    .meta({ description: 'Text that is not blank' });

/** {@link requiredLines} on one line, as a name is. */
export const requiredText = (max: number, missing?: string) =>
  requiredLines(max, missing).refine(isOneLine, notStorable).meta({ description: 'Text that is not blank' });

/** An email address, in lower case. `missing` is the message shown when it is blank. */
export const emailAddress = (missing = 'Enter an email.') =>
  requiredText(254, missing)
    .toLowerCase()
    .pipe(z.email({ error: 'Enter an email address such as ann@example.com.' }));

/** A value of several parts: JSON text in a form, the value itself in JSON. */
export const jsonValue = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      // Not JSON: the schema says what it expects instead.
      return value;
    }
  }, schema);

/** A secret: kept as typed, never trimmed. bcrypt reads 72 bytes, so more would be silently ignored. */
export const password = (min: number, tooShort: string) =>
  z
    .string()
    .min(min, tooShort)
    .refine((value) => new TextEncoder().encode(value).length <= 72, 'Use at most 72 bytes.')
    .refine(isStorable, 'This password has a character that can’t be stored.')
    .meta({ description: 'Kept as typed; at most 72 bytes' });

const wholeNumber = (value: number | string): unknown =>
  typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value;

/** A whole number, as a number or its decimal digits. */
export const formInt = (min: number, max: number) =>
  z
    .preprocess(
      wholeNumber,
      z
        .int({ error: 'Enter a whole number.' })
        .min(min, `Enter ${min} or more.`)
        .max(max, `Enter ${max} or less.`),
    )
    .meta({ description: 'A whole number' });

/**
 * The id of a record that a person chooses from a list. `missing` is the message shown when none is chosen.
 */
export const chosenId = (missing: string) =>
  z
    .preprocess(wholeNumber, z.int({ error: missing }).min(1, missing))
    .meta({ description: 'Id of a record' });

export const id = chosenId('Enter the id of a record.');

/** A colour, `#rrggbb`. */
export const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Choose a colour such as #1d5a4c.')
  .meta({ description: 'Colour', example: '#1d5a4c' });

/**
 * Ids in an order: a list in JSON, or text with commas between ("3,1,2"). Each once, at most `max`.
 * @param min 0 allows the empty list, which only JSON can express
 */
export const idList = (max: number, min: 0 | 1 = 1) =>
  z
    .preprocess(
      (value: string | number | readonly (string | number)[]): unknown =>
        typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value,
      z
        .array(id)
        .min(min)
        .max(max)
        .refine((ids) => new Set(ids).size === ids.length, 'Enter each id once.'),
    )
    .meta({ description: 'Ids separated by commas, or a list of them', example: [3, 1, 2] });

const yes = new Set<unknown>(['1', 1, true]);
const no = new Set<unknown>(['0', 0, false]);

/** '1' or '0' on the wire (also 1, 0, true, false); a boolean inside. */
export const formFlag = z
  .preprocess(
    (value: '1' | '0' | 1 | 0 | boolean): unknown => {
      if (yes.has(value)) return true;
      return no.has(value) ? false : value;
    },
    z.boolean({ error: "Enter '1' or '0'." }),
  )
  .meta({ type: 'string', enum: ['1', '0'], description: "'1' for yes, '0' for no" });

const notAnAmount = 'Enter an amount such as 45.00.';
const largestPence = 100_000_000;

/** Pence of "45", "45.5", "45.00" or a number of pounds; NaN for anything else. */
function penceOf(value: unknown): number {
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(written);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
}

/** A sum of money: "45", "45.5", "45.00" or a number on the wire; integer pence inside. At most 1,000,000. */
export const moneyInput = z
  .preprocess(
    (value: number | string): unknown => penceOf(value),
    z.number({ error: notAnAmount }).refine((pence) => pence <= largestPence, 'Enter 1,000,000 or less.'),
  )
  .meta({
    type: 'string',
    pattern: String.raw`^\d{1,7}(\.\d{1,2})?$`,
    description: 'Pounds and pence; a number is accepted too',
    example: '45.00',
  });

const realDate = (value: string) => {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

const existingDay = (written: z.ZodString) =>
  written
    .regex(/^(19|20|21)\d\d-\d\d-\d\d$/, 'Enter a date as YYYY-MM-DD.')
    .refine(realDate, 'This date doesn’t exist.')
    .meta({ description: 'YYYY-MM-DD', example: '2026-11-21' });

/** A day, `YYYY-MM-DD`, that exists in the calendar, from 1900 to 2199. */
export const date = existingDay(z.string());

/** A {@link date} that a person chooses. `missing` is the message shown when none is chosen. */
export const chosenDate = (missing: string) => existingDay(z.string({ error: missing }));

/** Days: a list in JSON, or text with commas between. Each once, at most `max`. */
export const dateList = (max: number) =>
  z
    .preprocess(
      (value: string | readonly string[]): unknown =>
        typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value,
      z
        .array(date)
        .min(1, 'Choose at least one day.')
        .max(max, `Choose at most ${max} days.`)
        .refine((days) => new Set(days).size === days.length, 'Enter each day once.'),
    )
    .meta({ description: 'Days separated by commas, or a list of them', example: ['2026-11-21'] });

/** A time of day on the practice's clock, `HH:MM` (seconds are accepted and dropped). */
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Enter a time as HH:MM.')
  .transform((value) => value.slice(0, 5))
  .meta({ description: "HH:MM on the practice's clock", example: '09:30' });

/** How long an appointment takes: 15 minutes to 24 hours in steps of 15. */
export const durationMinutes = formInt(15, 1440)
  .refine((minutes) => minutes % 15 === 0, 'Enter a multiple of 15 minutes.')
  .meta({ description: 'Minutes, a multiple of 15', multipleOf: 15 });

/** One of the given words; the message lists them. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `Choose one of: ${words.join(', ')}.` });

/** Optional paging that lists take: `limit` rows after `cursor`, matching `q`. */
export const listQuery = {
  limit: formInt(1, 500)
    .optional()
    .meta({ description: 'How many rows to return; by default all, or 100 with a cursor' }),
  cursor: text(220).optional().meta({ description: 'The last row of the previous page' }),
  q: text(maxSearchLength).optional().meta({ description: 'Words to find' }),
};
