import { parseDraft } from '../parse-draft.ts';
import type { Registration } from './registration.ts';

/** What is kept of a registration while it is filled in; never the password. */
type Details = Pick<Registration, 'name' | 'email' | 'address'>;

const none: Details = { name: '', email: '', address: '' };

/** What somebody registers with, in this tab: it survives a reload. `phone` is the verified number, as it was typed. */
export function keptDetails(tenantId: number, phone: string) {
  const key = `portal_signup_details:${tenantId}:${phone.replace(/\s/g, '')}`;
  return {
    read: (): Details => parseDraft(sessionStorage.getItem(key), none),
    keep: ({ name, email, address }: Details) =>
      sessionStorage.setItem(key, JSON.stringify({ name, email, address })),
    forget: () => sessionStorage.removeItem(key),
  };
}
