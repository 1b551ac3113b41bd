import type { DateOrder } from '@burrow/contracts/import';

/** The value of a cell, or why it is invalid. */
export type CellValue<Value> = { value: Value } | { wrong: string };

const monthsOf = (locale: string, style: 'long' | 'short'): string[] => {
  const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2001, month, 15))));
};
const plainWord = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

const knownMonths = new Map<string, Map<string, number>>();

/** Months by their names in a locale and in English, in lower case. */
function monthNames(locale: string): Map<string, number> {
  const known = knownMonths.get(locale);
  if (known) return known;
  const names = new Map<string, number>([['sept', 9]]);
  for (const language of ['en-GB', locale]) {
    for (const style of ['long', 'short'] as const) {
      monthsOf(language, style).forEach((name, index) => names.set(plainWord(name), index + 1));
    }
  }
  knownMonths.set(locale, names);
  return names;
}

/** The order of a locale's numeric dates: day, month or year first. */
export function dateOrderOf(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date(Date.UTC(2001, 0, 2)));
  const first = parts.find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type;
  if (first === 'year') return 'ymd';
  return first === 'month' ? 'mdy' : 'dmy';
}

const orderWords = { dmy: 'day, month, year', mdy: 'month, day, year', ymd: 'year, month, day' } as const;

/** A time of day after a date, which is ignored. */
const timeBehind = /[\sT]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s*[ap]m)?(?:Z|[+-]\d\d:?\d\d)?$/i;

/**
 * A date as people and spreadsheets write one: 31/12/2019, 31.12.19, 2019-12-31, 1 Jan 2020, Jan 1 2020. Digits alone are in
 * the given order; a two-digit year is the latest one that is not after that of `today`.
 * @param today YYYY-MM-DD
 * @returns YYYY-MM-DD
 */
export function dayFrom(
  typed: string,
  { order, locale, today }: { order: DateOrder; locale: string; today: string },
): CellValue<string> {
  const parts = typed
    .trim()
    .replace(timeBehind, '')
    .split(/[\s/.,-]+/)
    .filter(Boolean);
  const wrong = {
    wrong: `This isn’t a date. Use one such as 31/12/2019 (${orderWords[order]}) or 31 Dec 2019.`,
  };
  if (parts.length !== 3) return wrong;
  const named = parts.map((part) => (/\d/.test(part) ? undefined : monthNames(locale).get(plainWord(part))));
  const at = named.findIndex(Boolean);
  const figures = parts.map(
    (part, index) => named[index] ?? Number(/^(\d{1,4})(?:st|nd|rd|th)?$/.exec(part)?.[1] ?? Number.NaN),
  );
  if (figures.some(Number.isNaN)) return wrong;
  const isYearFirst = /^\d{4}$/.test(parts[0] ?? '');
  const places = at >= 0 ? placesAround(at, isYearFirst) : isYearFirst ? 'ymd' : order;
  const part = (letter: string): number => figures[places.indexOf(letter)] ?? Number.NaN;
  const written = parts[places.indexOf('y')] ?? '';
  if (!/^(\d\d|\d{4})$/.test(written)) return wrong;
  const year = written.length === 2 ? fullYear(part('y'), Number(today.slice(0, 4))) : part('y');
  return existingDay(year, part('m'), part('d'), order);
}

/** The order of three parts when the one at `at` is the name of a month. */
const placesAround = (at: number, isYearFirst: boolean): string => {
  if (isYearFirst) return at === 1 ? 'ymd' : 'ydm';
  return at === 0 ? 'mdy' : at === 1 ? 'dmy' : 'dym';
};

const fullYear = (twoDigits: number, thisYear: number): number => {
  const century = thisYear - (thisYear % 100);
  return century + twoDigits <= thisYear ? century + twoDigits : century - 100 + twoDigits;
};

function existingDay(year: number, month: number, day: number, order: DateOrder): CellValue<string> {
  if (month < 1 || month > 12) {
    return { wrong: `Month ${month} doesn’t exist. Dates are read as ${orderWords[order]}.` };
  }
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1900) {
    return { wrong: `This date doesn’t exist. Dates are read as ${orderWords[order]}.` };
  }
  return { value: date.toISOString().slice(0, 10) };
}

const yes = new Set(['yes', 'y', '1', 'true', 't', 'x', 'on', 'opted in', 'ja', 'oui']);
const no = new Set(['no', 'n', '0', 'false', 'f', 'off', 'opted out', 'nein', 'non']);

export function yesNoFrom(typed: string): CellValue<boolean> {
  const word = typed.trim().toLowerCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { wrong: 'Enter yes or no.' };
}

type Gender = 'female' | 'male' | 'female neutered' | 'male neutered';

const females = /^(?:f|female|bitch|queen|mare|doe|hen|girl|sow|jill|ewe)$/;
const males = /^(?:m|male|dog|tom|stallion|buck|boy|boar|hob|ram)$/;
const neuteredWords = /^(?:n|neutered|spayed|speyed|castrated|desexed|altered|fixed|sterilised|sterilized)$/;
const entireWords = /^(?:e|entire|intact|unneutered|whole)$/;
const unknownWords = /^(?:|u|unknown|unk|na|notknown|notrecorded|none)$/;
/** Abbreviations that state both at once. */
const short: Readonly<Record<string, Gender>> = {
  fn: 'female neutered',
  fs: 'female neutered',
  nf: 'female neutered',
  sf: 'female neutered',
  mn: 'male neutered',
  nm: 'male neutered',
  mc: 'male neutered',
  cm: 'male neutered',
  gelding: 'male neutered',
  fe: 'female',
  me: 'male',
};

/**
 * An animal's sex: 'F', 'Male', 'MN', 'Female (spayed)', 'Neutered male', combined with a separate column about
 * neutering. Null when unknown.
 */
export function genderFrom(typed: string, neutered: boolean | null): CellValue<Gender | null> {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  if (unknownWords.test(words.join(''))) return { value: null };
  const both = words.length === 1 ? short[words[0] ?? ''] : undefined;
  if (both) return { value: both };
  let sex: 'female' | 'male' | null = null;
  let isNeutered = neutered ?? false;
  for (const word of words) {
    if (females.test(word) || males.test(word)) sex = females.test(word) ? 'female' : 'male';
    else if (neuteredWords.test(word)) isNeutered = true;
    else if (!entireWords.test(word)) return unclearSex;
  }
  if (sex === null) return unclearSex;
  return { value: isNeutered ? `${sex} neutered` : sex };
}

const unclearSex = {
  wrong: 'Enter female, male, female neutered or male neutered, or leave it empty.',
};

/** A weight in the contract's format: '12,4 kg' → '12.4'. The contract validates it. */
export const weightFrom = (typed: string): string =>
  typed
    .trim()
    .replace(/(?:kg|kgs|kilos?|kilograms?)\.?$/i, '')
    .trimEnd()
    .replace(/^(\d+),(\d{1,3})$/, '$1.$2');

const noKnownAllergies = /^(?:none|none known|nka|no(?: known)? allergies)\.?$/i;

/**
 * The value of the cells about an animal's allergies: none known if every column says so, otherwise `text`. 'None' in
 * one of several columns is about that kind of allergy alone.
 */
export const allergiesFrom = (
  cells: readonly string[],
  text: string | undefined,
): { allergies: string | undefined } | { no_known_allergies: true } =>
  cells.length > 0 && cells.every((cell) => noKnownAllergies.test(cell.replaceAll(/\s+/g, ' ')))
    ? { no_known_allergies: true }
    : { allergies: text };
