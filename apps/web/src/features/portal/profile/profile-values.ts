import type { PortalClient } from '@burrow/contracts/portal';
import { ApiError } from '../../../lib/api-error.ts';
import type { InputOf } from '../../../lib/api.ts';
import { changedTexts } from '../../../lib/changed-texts.ts';
import { formatPhone } from '../../../lib/format.ts';

/** What is written in the form of a pet owner's own details. */
export interface ProfileValues {
  name: string;
  email: string;
  phone: string;
  address: string;
  likes_sms: boolean;
  likes_email: boolean;
}

/** How much a field takes. */
export const profileLimits = { name: 200, email: 254, phone: 40, address: 500 } as const;

const fields = ['name', 'email', 'phone', 'address'] as const;
export type ProfileErrors = Partial<Record<(typeof fields)[number], string>>;

/** A pet owner as the form shows them. */
export const valuesOf = (client: PortalClient): ProfileValues => ({
  name: client.name,
  email: client.email ?? '',
  phone: formatPhone(client.phone),
  address: client.address ?? '',
  likes_sms: client.likes_sms === '1',
  likes_email: client.likes_email === '1',
});

/** What must not be emptied. A phone number that was never there may stay so. */
export function profileProblems(before: ProfileValues, after: ProfileValues): ProfileErrors {
  return {
    ...(after.name.trim() === '' ? { name: 'Please enter your name' } : {}),
    ...(after.phone.trim() === '' && before.phone !== '' ? { phone: 'Please enter your mobile number' } : {}),
  };
}

const flag = (yes: boolean) => (yes ? '1' : '0');
const flags = ['likes_sms', 'likes_email'] as const;

/** What was changed, with null for what was emptied; null when nothing was. */
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

/** What the server found wrong, by field of the form; null when it is about none of them. */
export function profileRefused(error: unknown): ProfileErrors | null {
  if (!(error instanceof ApiError)) return null;
  const wrong = fields.filter((field) => error.fields[field] !== undefined);
  if (wrong.length > 0) return Object.fromEntries(wrong.map((field) => [field, error.fields[field]]));
  return error.code === 'phone_taken' ? { phone: error.message } : null;
}
