import {
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min';
import { parsePhoneNumberFromString as parseMobileNumber } from 'libphonenumber-js/mobile';
import examples from 'libphonenumber-js/mobile/examples';
import { invalidField } from './app-error.ts';

const defaultCountry = 'GB';

/** The country whose numbers a practice dials without a prefix: the region of its locale, 'en-GB' → 'GB'. */
function countryOf(locale: string): CountryCode {
  const region = new Intl.Locale(locale).maximize().region;
  return region && isSupportedCountry(region) ? region : defaultCountry;
}

function possiblePhone(typed: string, country: CountryCode): PhoneNumber | null {
  // The whole text has to be a number: 'ring 07700 900001 after six' is a note.
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  // Possible rather than valid, because number ranges open before the library lists them.
  return phone?.isPossible() && !phone.ext ? phone : null;
}

/**
 * A phone number as the practice stores it: the digits as dialled nationally ('07700900001'), or with a leading +
 * from abroad ('+33612345678'). Spaces, brackets, hyphens and the country's own code are spellings of the same
 * number.
 * @param locale the practice's, such as 'en-GB'
 * @returns null for anything that can be no phone number, by its length or its characters
 */
export function normalisedPhone(typed: string, locale: string): string | null {
  const country = countryOf(locale);
  const phone = possiblePhone(typed, country);
  return phone && spelled(phone, country);
}

function spelled(phone: PhoneNumber, country: CountryCode): string {
  if (phone.countryCallingCode !== getCountryCallingCode(country)) return phone.number;
  return phone.formatNational().replaceAll(/\D/g, '');
}

/** Whether numbers are stored in the same spelling for two locales, as for 'en-IE' and 'ga-IE', or 'en-US' and 'fr-CA'. */
export const spellsPhonesAlike = (locale: string, other: string): boolean =>
  getCountryCallingCode(countryOf(locale)) === getCountryCallingCode(countryOf(other));

/**
 * A stored number rewritten for another locale, for the same phone: '07911123456' for 'en-GB' is '+447911123456'
 * for 'en-IE'. A national number that is valid only in the new country was typed for it, before the practice set its region:
 * '871234567' is then '0871234567'.
 * @param from the locale that it is stored for
 */
export function respelledPhone(stored: string, from: string, to: string): string {
  const country = countryOf(to);
  const before = possiblePhone(stored, countryOf(from));
  const phone =
    before && (stored.startsWith('+') || isAssigned(before)) ? before : typedFor(country, stored, before);
  return phone ? spelled(phone, country) : stored;
}

/** The number as one of the new country if it is valid there, with or without a leading 0 that its old spelling added; else as before. */
function typedFor(country: CountryCode, stored: string, before: PhoneNumber | null): PhoneNumber | null {
  const readings = [stored, ...(before ? [before.nationalNumber] : [])].map((digits) =>
    possiblePhone(digits, country),
  );
  return readings.find((phone) => phone?.isValid()) ?? before;
}

const isAssigned = (phone: PhoneNumber): boolean => phone.isValid() || fictional.test(phone.number);

/** With fewer digits after the country code, the digits may be the middle of a number. */
const fewestAfterCode = 5;

/**
 * Digits to search for among numbers stored by {@link normalisedPhone}, from a whole or partial number in any spelling: with
 * spaces, brackets or hyphens, with or without the home country's code.
 * @param locale the practice's, such as 'en-GB'
 * @returns null if the text is no part of a phone number
 */
export function dialledAs(typed: string, locale: string): string | null {
  if (!/^[+\d\s().-]+$/.test(typed) || !/\d/.test(typed)) return null;
  const isInternational = /^(?:\+|00)/.test(typed);
  const whole = isInternational ? normalisedPhone(typed, locale) : null;
  if (whole !== null) return whole;
  const digits = typed.replaceAll(/\D/g, '').replace(isInternational ? /^00/ : /^$/, '');
  const code = getCountryCallingCode(countryOf(locale));
  const rest = digits.startsWith(code) ? digits.slice(code.length) : '';
  if (rest.length >= (isInternational ? 1 : fewestAfterCode)) return rest;
  return isInternational ? `+${digits}` : digits;
}

/**
 * A phone number in international format (E.164): '07700900001' of a British practice is '+447700900001'.
 * @param phone as {@link normalisedPhone} stores it, or as typed
 * @param locale the practice's, such as 'en-GB'
 * @returns null for anything that can be no phone number
 */
export function internationalPhone(phone: string, locale: string): string | null {
  return possiblePhone(phone, countryOf(locale))?.number ?? null;
}

/**
 * The country of a number, such as 'GB'; null for a number without one, such as that of a satellite phone.
 * @param phone as {@link internationalPhone} writes it
 */
export function countryOfPhone(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, { extract: false });
  if (!parsed || parsed.isNonGeographic()) return null;
  // An unassigned number: the main country of its calling code.
  return parsed.country ?? parsed.getPossibleCountries()[0] ?? null;
}

/**
 * The pattern of stored numbers (see {@link normalisedPhone}) that text messages may reach: a regular expression for
 * JavaScript and PostgreSQL. In a British practice it excludes national numbers that are not mobiles; elsewhere
 * numbers do not show it.
 * @param locale the practice's, such as 'en-GB'
 */
export const textablePhone = (locale: string): string =>
  countryOf(locale) === defaultCountry ? '^(07[0-9]{9}|[+].*)$' : '.';

/**
 * Like {@link normalisedPhone}, for a field of a form.
 * @param field the field's name in the input
 * @throws AppError `invalid_input`, with an example of the practice's country
 */
export function phoneInput(typed: string, locale: string, field = 'phone'): string {
  const phone = normalisedPhone(typed, locale);
  if (phone === null) {
    throw invalidField(field, `Enter a phone number such as ${exampleNumber(locale)}.`);
  }
  return phone;
}

/** A British mobile number as dialled nationally. */
const britishMobile = /^07\d{9}$/;

/**
 * Whether a practice's pet owners sign in with British mobile numbers, 07 and nine digits.
 * @param locale the practice's, such as 'cy-GB'
 */
export const signsInWithBritishMobile = (locale: string): boolean => countryOf(locale) === defaultCountry;

/**
 * A mobile number that a pet owner can sign in with, as {@link normalisedPhone} writes it: in a British practice 07 and
 * nine digits, spaces aside; elsewhere a mobile number of the practice's own country.
 * @throws AppError `invalid_input` for the field `phone`
 */
export function portalPhone(typed: string, locale: string): string {
  if (signsInWithBritishMobile(locale)) {
    const digits = typed.replaceAll(/\s/g, '');
    if (!britishMobile.test(digits)) throw invalidField('phone', notMobile(locale));
    return digits;
  }
  const phone = mobilePhone(typed, locale);
  if (phone === null) throw invalidField('phone', notMobile(locale));
  return phone;
}

/** A mobile number of the practice's own country as it is stored; null for any other. */
function mobilePhone(typed: string, locale: string): string | null {
  const country = countryOf(locale);
  const mobile = parseMobileNumber(typed, { defaultCountry: country, extract: false });
  if (!mobile?.isValid() || mobile.ext || mobile.country !== country) return null;
  const phone = normalisedPhone(typed, locale);
  // The stored number must parse to the same one, or one phone would be two.
  return phone !== null && internationalPhone(phone, locale) === mobile.number ? phone : null;
}

/** Reserved by Ofcom for drama and tests, so they count as unassigned. */
const fictional = /^(?:0|\+44)7700900\d{3}$/;
const islands = new Set<string>(['IM', 'JE', 'GG']);

/**
 * Whether a stored number may get a code: a mobile of the practice's own country. In Britain not the personal numbers and
 * pagers that begin with 07, and mobiles of the islands only if allowed: all of them cost more than a mainland mobile.
 */
export function takesCodes(
  phone: string,
  locale: string,
  { withIslands }: { withIslands: boolean },
): boolean {
  if (!signsInWithBritishMobile(locale)) return mobilePhone(phone, locale) !== null;
  if (fictional.test(phone)) return true;
  const mobile = parseMobileNumber(phone, { defaultCountry, extract: false });
  const country = mobile?.isValid() && !mobile.ext ? mobile.country : undefined;
  return country === defaultCountry || (withIslands && country !== undefined && islands.has(country));
}

/**
 * Refuses numbers that {@link portalPhone} accepts but that must not get a code.
 * @throws AppError `invalid_input` for the field `phone`
 */
export function checkTakesCodes(
  phone: string,
  locale: string,
  { withIslands }: { withIslands: boolean },
): void {
  if (takesCodes(phone, locale, { withIslands })) return;
  throw invalidField('phone', notMobile(locale));
}

const notMobile = (locale: string): string =>
  signsInWithBritishMobile(locale)
    ? 'Please enter a valid UK mobile number.'
    : `Enter a mobile number such as ${exampleNumber(locale)}.`;

/** A number that shows whose it is only to its owner: '07••• ••• 001', however long it is. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 2)}••• ••• ${phone.slice(-3)}`;

function exampleNumber(locale: string): string {
  const country = countryOf(locale);
  // A number reserved for fiction, so that no real phone rings.
  if (country === defaultCountry) return '07700 900001';
  return getExampleNumber(country, examples)?.formatNational() ?? '+44 7700 900001';
}
