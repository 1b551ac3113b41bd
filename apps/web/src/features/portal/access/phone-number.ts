import { formatPhone } from '../../../lib/format.ts';

/** An example from the range that is never assigned. */
const exampleNumber = '07700 900001';

const withoutSpaces = (phone: string): string => phone.replace(/\s/g, '');

/** The problem with a mobile number; null without one. Outside Britain only the server checks its form. */
export function phoneProblem(phone: string, british: boolean): string | null {
  const number = withoutSpaces(phone);
  if (number === '') return 'Please enter your mobile number';
  if (british && !/^07\d{9}$/.test(number)) {
    return `Please enter a valid UK mobile number (e.g., ${exampleNumber})`;
  }
  return null;
}

/** Whether two ways of writing are one number. */
export const isSameNumber = (one: string, other: string): boolean =>
  withoutSpaces(one) === withoutSpaces(other);

/** What the field for a mobile number is called. */
export const phoneLabel = (british: boolean): string => (british ? 'UK Mobile Number' : 'Mobile Number');

/** A number as it is read; one that is not British as it was typed. */
export const readablePhone = (phone: string): string => formatPhone(phone.trim());
