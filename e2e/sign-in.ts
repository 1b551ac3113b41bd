import type { Page } from 'playwright-core';
import type { SessionKey } from '../packages/dev/src/factory-people.ts';
import type { Session } from '../apps/web/src/lib/session.ts';

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/app/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Starts a page as a pet owner who signed in earlier. `key` is a client's, see `makeSessionKey`. */
export async function signedInAsClient(
  page: Page,
  { apiKey, clientId, tenantId }: SessionKey,
): Promise<void> {
  if (clientId === null) throw new Error('The key is not that of a client.');
  const session: Session = {
    apiKey,
    userId: clientId,
    clientId,
    tenantId,
    role: 'customer',
    tenantName: '',
    availableTenants: [],
  };
  await page.addInitScript((stored) => localStorage.setItem('auth', stored), JSON.stringify(session));
}
