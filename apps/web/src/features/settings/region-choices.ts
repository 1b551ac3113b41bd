import { formatsFor, type PracticeLocale } from '../../lib/format.ts';

export interface Choice {
  id: string;
  label: string;
}

/** Likely locales of practices; a practice with another one keeps it. */
const offeredLocales = [
  'en-GB',
  'en-IE',
  'en-US',
  'en-CA',
  'en-AU',
  'en-NZ',
  'en-ZA',
  'en-IN',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'es-ES',
  'es-MX',
  'it-IT',
  'nl-NL',
  'nl-BE',
  'pt-PT',
  'pt-BR',
  'da-DK',
  'nb-NO',
  'sv-SE',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'ga-IE',
  'cy-GB',
];

const withCurrent = (ids: readonly string[], current: string): string[] =>
  ids.includes(current) ? [...ids] : [current, ...ids];

/** The languages and regions to choose from, by name, including the current one. */
export function localeChoices(current: string): Choice[] {
  const names = new Intl.DisplayNames('en-GB', { type: 'language', languageDisplay: 'standard' });
  return withCurrent(offeredLocales, current)
    .map((id) => ({ id, label: names.of(id) ?? id }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

/** The browser's time zones, including the current one. */
export const timeZoneChoices = (current: string): Choice[] =>
  withCurrent(Intl.supportedValuesOf('timeZone'), current).map((id) => ({
    id,
    label: id.replaceAll('_', ' '),
  }));

/** The currencies with two decimals, including the current one. */
export function currencyChoices(current: string): Choice[] {
  const names = new Intl.DisplayNames('en-GB', { type: 'currency' });
  const inHundredths = (currency: string) =>
    (new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 2) <= 2;
  return withCurrent(Intl.supportedValuesOf('currency').filter(inHundredths), current).map((id) => ({
    id,
    label: `${names.of(id) ?? id} (${id})`,
  }));
}

/** The choices that contain all the words, in any order; those that begin with them first. */
export function choicesMatching(choices: readonly Choice[], query: string, most = 50): Choice[] {
  const words = query
    .toLowerCase()
    .replaceAll(/[_/()]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const plain = ({ label }: Choice) => label.toLowerCase().replaceAll(/[_/()]/g, ' ');
  const found = choices.filter((choice) => words.every((word) => plain(choice).includes(word)));
  const begins = (choice: Choice) => (plain(choice).startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other)).slice(0, most);
}

/** An example of a time and a price with these settings. */
export function regionExample(region: PracticeLocale, now: Date): string {
  const formats = formatsFor(region, () => now);
  const today = formats.today();
  return `${formats.longDay(today)}, ${formats.time('14:30')}, ${formats.money('1234.50')}`;
}
