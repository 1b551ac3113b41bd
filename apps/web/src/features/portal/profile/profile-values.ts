import type { PortalClient } from '@burrow/contracts/portal';
import type { InputOf } from '../../../lib/api.ts';
import { changedTexts } from '../../../lib/changed-texts.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { formatPhone } from '../../../lib/format.ts';

/** The values of a pet owner's form. */
export interface ProfileValues {
  name: string;
  email: string;
  phone: string;
  address: string;
  likes_sms: boolean;
  likes_email: boolean;
  likes_recall: boolean;
}

/** The form's values for a pet owner. */
export const valuesOf = (client: PortalClient): ProfileValues => ({
  name: client.name,
  email: client.email ?? '',
  phone: formatPhone(client.phone),
  address: client.address ?? '',
  likes_sms: client.likes_sms === '1',
  likes_email: client.likes_email === '1',
  likes_recall: client.likes_recall === '1',
});

const emailShape = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/;
const britishMobile = /^07\d{9}$/;

function phoneProblem(before: string, typed: string, british: boolean): string | null {
  const phone = typed.replace(/\s/g, '');
  // A landline that the practice recorded may stay, and the number may be missing.
  if (phone === before.replace(/\s/g, '')) return null;
  if (phone === '') return 'Please enter your mobile number';
  return british && !britishMobile.test(phone) ? 'Please enter a valid UK mobile number.' : null;
}

/**
 * Errors in addition to the contract's rules, by field and in the server's words. Outside Britain (`british` false),
 * only the server checks the format of a mobile number.
 */
export function profileProblems(
  before: ProfileValues,
  after: ProfileValues,
  british: boolean,
): Problems<ProfileValues> {
  const email = after.email.trim();
  const phone = phoneProblem(before.phone, after.phone, british);
  return {
    ...(email === '' || email === before.email || emailShape.test(email)
      ? {}
      : { email: 'Please enter an email address such as ann@example.com.' }),
    ...(phone === null ? {} : { phone }),
  };
}

/** The channels for messages from the practice, in words; only those with a number or address. */
export function messageWays({
  likes_sms,
  likes_email,
  phone,
  email,
}: Pick<PortalClient, 'likes_sms' | 'likes_email' | 'phone' | 'email'>): string {
  const ways = [
    likes_sms === '1' && phone ? 'Text message' : '',
    likes_email === '1' && email ? 'Email' : '',
  ];
  return ways.filter(Boolean).join(', ') || 'None';
}

const flag = (yes: boolean) => (yes ? '1' : '0');
const flags = ['likes_sms', 'likes_email', 'likes_recall'] as const;

/** The changed fields, with null for cleared ones; null if none changed. */
export function profileChanges(
  before: ProfileValues,
  after: ProfileValues,
): InputOf<'cp/client_update'> | null {
  const changes: InputOf<'cp/client_update'> = changedTexts(['email', 'address'], before, after);
  for (const field of ['name', 'phone'] as const) {
    const text = after[field].trim();
    if (text !== before[field]) changes[field] = text;
  }
  for (const field of flags) if (after[field] !== before[field]) changes[field] = flag(after[field]);
  return Object.keys(changes).length > 0 ? changes : null;
}
