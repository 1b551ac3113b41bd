// Free of zod, so that the web app can import it.

/** The message for a text that is no microchip number. */
export const notMicrochip =
  'Enter the 15 digits of the microchip, or the 9 or 10 characters of an older one.';

/**
 * A microchip number as it is stored: 15 digits (ISO 11784), or the number of an older chip, which has 9 digits (AVID) or 10
 * hexadecimal ones (FECAVA, Trovan). Spaces, hyphens, full stops and asterisks are dropped.
 * @returns null for anything else
 */
export function microchipFrom(typed: string): string | null {
  const chip = typed.replaceAll(/[\s.*-]/g, '').toUpperCase();
  return /^(?:\d{15}|\d{9}|[\dA-F]{10})$/.test(chip) ? chip : null;
}

/** The highest number behind the code of a country or manufacturer: ISO 11784 gives it 38 bits. */
const highestNumber = 2 ** 38 - 1;

/**
 * Why a microchip number is unlikely, as a sentence; null for one that fits ISO 11784: the code of a country (ISO 3166,
 * 004 to 894) or of a manufacturer (900 to 998), and twelve digits.
 * @param chip as {@link microchipFrom} writes it
 */
export function microchipDoubt(chip: string): string | null {
  if (chip.length < 15) return 'Check this number: newer microchips have 15 digits.';
  const code = Number(chip.slice(0, 3));
  if (code === 999) return 'Check this number: 999 is the code of test microchips.';
  if (code < 4 || (code > 894 && code < 900)) {
    return `Check this number: ${chip.slice(0, 3)} is not the code of a country or manufacturer.`;
  }
  return Number(chip.slice(3)) > highestNumber
    ? 'Check this number: the last 12 digits are too high for a microchip.'
    : null;
}

/** A number in groups that can be read out: '985 112 001 234 567'. */
export const spacedMicrochip = (chip: string): string => (chip.match(/.{1,3}/g) ?? []).join(' ');
