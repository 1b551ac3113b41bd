import type { ClientRecord } from '@burrow/contracts/client';
import type { InputOf } from '../../lib/api.ts';
import { formatPhone } from '../../lib/format.ts';

/** The values of a client's form. */
export interface ClientValues {
  name: string;
  phone: string;
  email: string;
  address: string;
  notes: string;
  likes_sms: boolean;
  likes_email: boolean;
  /** Of an existing client: they turn notifications on in the portal. */
  likes_push: boolean;
  likes_recall: boolean;
  alert: string;
}

/** The initial values for a new client, with messages on. */
export const emptyClient: ClientValues = {
  name: '',
  phone: '',
  email: '',
  address: '',
  notes: '',
  likes_sms: true,
  likes_email: true,
  likes_push: true,
  likes_recall: true,
  alert: '',
};

/** The form's values for an existing client. */
export const valuesOf = (client: ClientRecord): ClientValues => ({
  name: client.name,
  phone: formatPhone(client.phone),
  email: client.email ?? '',
  address: client.address ?? '',
  notes: client.notes ?? '',
  likes_sms: client.likes_sms === '1',
  likes_email: client.likes_email === '1',
  likes_push: client.likes_push === '1',
  likes_recall: client.likes_recall === '1',
  alert: client.alert ?? '',
});

const flag = (yes: boolean) => (yes ? '1' : '0');

export const newClient = ({
  name,
  phone,
  email,
  address,
  notes,
  alert,
  ...likes
}: ClientValues): InputOf<'client_create'> => ({
  name,
  phone,
  email,
  address,
  notes,
  alert,
  likes_sms: flag(likes.likes_sms),
  likes_email: flag(likes.likes_email),
  likes_recall: flag(likes.likes_recall),
});

type ClientChanges = Omit<InputOf<'client_update'>, 'client_id'>;

const texts = ['phone', 'email', 'address', 'notes', 'alert'] as const;
const flags = ['likes_sms', 'likes_email', 'likes_push', 'likes_recall'] as const;

/** The changed fields, with null for emptied ones; null when none changed. */
export function clientChanges(before: ClientValues, after: ClientValues): ClientChanges | null {
  const changes: ClientChanges = {};
  if (after.name.trim() !== before.name) changes.name = after.name.trim();
  for (const field of texts) {
    if (after[field].trim() !== before[field]) changes[field] = after[field].trim() || null;
  }
  for (const field of flags) if (after[field] !== before[field]) changes[field] = flag(after[field]);
  return Object.keys(changes).length > 0 ? changes : null;
}
