import type { Locator, Page } from 'playwright-core';
import { defaultPassword, type SessionKey } from '../packages/dev/src/factory-people.ts';
import { sessionFromSignIn, type Session, type SignIn } from '../apps/web/src/lib/session.ts';

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/app/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Signs a person in for the pages that this tab opens next, with the password of the factories. It opens none itself. */
export async function signInAsStaff(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth', { data: { email, password: defaultPassword } });
  const session: unknown = await answer.json();
  if (!answer.ok()) throw new Error(`The sign-in was refused: ${JSON.stringify(session)}`);
  // Once a tab: after signing out they stay signed out.
  await page.addInitScript(
    (stored) => {
      if (sessionStorage.getItem(stored) !== null) return;
      sessionStorage.setItem(stored, 'signed in');
      localStorage.setItem('auth', stored);
    },
    JSON.stringify(sessionFromSignIn(session as SignIn)),
  );
}

/** Opens a screen as a person who signed in on this tab a moment ago. */
export async function openAsStaff(page: Page, email: string, path: string): Promise<void> {
  await signInAsStaff(page, email);
  await page.goto(path);
}

/** Opens the choice of the person's practices, on a desktop. */
export async function openSwitchTenant(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Switch Tenant' }).click();
  return page.getByRole('dialog', { name: 'Switch Tenant' });
}

/** Switches to another practice of the same person, which opens its dashboard. */
export async function switchTenant(page: Page, practice: string): Promise<void> {
  await page.goto('/app/admin/clients');
  const dialog = await openSwitchTenant(page);
  await dialog.getByRole('button', { name: practice }).click();
  await page.waitForURL('**/app/admin');
  await page.getByText(practice).first().waitFor();
}

/** The stored session of a pet owner. `key` is a client's, see `makeSessionKey`. */
export function storedSession({ apiKey, clientId, tenantId }: SessionKey): string {
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
  return JSON.stringify(session);
}

/** Starts a page as a pet owner who signed in earlier. It signs in again with each page that it opens. */
export const signedInAsClient = (page: Page, key: SessionKey): Promise<unknown> =>
  page.addInitScript((stored) => localStorage.setItem('auth', stored), storedSession(key));

/** Signs a pet owner in on this device once, in place of the person before. */
export async function signInClient(page: Page, key: SessionKey): Promise<void> {
  await page.goto('/app/login');
  await page.evaluate((stored) => localStorage.setItem('auth', stored), storedSession(key));
}
