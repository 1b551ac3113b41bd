import {
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { invalidField } from './app-error.ts';

const defaultCountry = 'GB';

/** The country whose numbers a practice dials without a prefix: the region of its locale, 'en-GB' → 'GB'. */
function countryOf(locale: string): CountryCode {
  const region = new Intl.Locale(locale).maximize().region;
  return region && isSupportedCountry(region) ? region : defaultCountry;
}

/**
 * A phone number as the practice keeps it: the digits as dialled at home ('07700900001'), or with a leading + from
 * abroad ('+33612345678'). Spaces, brackets, hyphens and the home country's own code are ways to write the same number.
 * @param locale the practice's, such as 'en-GB'
 * @returns null for what can be no phone number, by its length or its characters
 */
export function normalisedPhone(typed: string, locale: string): string | null {
  const country = countryOf(locale);
  // The whole text has to be a number: 'ring 07700 900001 after six' is a note.
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  // Possible rather than valid, because new ranges open faster than a list of them is updated.
  if (!phone?.isPossible() || phone.ext) return null;
  if (phone.countryCallingCode !== getCountryCallingCode(country)) return phone.number;
  return phone.formatNational().replaceAll(/\D/g, '');
}

/**
 * Like {@link normalisedPhone}, for a field of a form.
 * @param field the field's name in the input
 * @throws AppError `invalid_input`, with an example of the practice's country
 */
export function phoneInput(typed: string, locale: string, field = 'phone'): string {
  const phone = normalisedPhone(typed, locale);
  if (phone === null) {
    throw invalidField(field, `Please enter a phone number such as ${exampleNumber(locale)}.`);
  }
  return phone;
}

function exampleNumber(locale: string): string {
  const country = countryOf(locale);
  // A number that is kept for stories, so that nobody's phone ever rings.
  if (country === defaultCountry) return '07700 900001';
  return getExampleNumber(country, examples)?.formatNational() ?? '+44 7700 900001';
}
