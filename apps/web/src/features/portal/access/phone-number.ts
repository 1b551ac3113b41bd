import { formatPhone } from '../../../lib/format.ts';

/** An example from the range reserved for fiction. */
const exampleNumber = '07700 900001';

const withoutSpaces = (phone: string): string => phone.replace(/\s/g, '');

/** The error in a mobile number; null if valid. Outside Britain, only the server checks its format. */
export function phoneProblem(phone: string, british: boolean): string | null {
  const number = withoutSpaces(phone);
  if (number === '') return 'Please enter your mobile number';
  if (british && !/^07\d{9}$/.test(number)) {
    return `Please enter a valid UK mobile number (e.g., ${exampleNumber})`;
  }
  return null;
}

/** Whether two spellings are the same number. */
export const isSameNumber = (one: string, other: string): boolean =>
  withoutSpaces(one) === withoutSpaces(other);

/** The label of the field for a mobile number. */
export const phoneLabel = (british: boolean): string => (british ? 'UK Mobile Number' : 'Mobile Number');

/** A number formatted for reading; one that is not British stays as typed. */
export const readablePhone = (phone: string): string => formatPhone(phone.trim());
