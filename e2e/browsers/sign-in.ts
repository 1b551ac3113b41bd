import type { TestApi } from '../../apps/api/src/testing/harness.ts';
import type { Practice } from '../../packages/dev/src/factories.ts';
import { storedSession } from '../sign-in.ts';
import { button, field, heading, text, type Tab } from './tab.ts';

/** The code in the last text to a number. */
export const codeTo = (api: TestApi, number: string): string =>
  /\b\d{6}\b/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '';

/** Signs a client in with the code of a text; ends on the portal's home. */
export async function signInByCode(api: TestApi, tab: Tab, { tenant, client }: Practice): Promise<void> {
  const number = client.phone ?? '';
  await tab.goto(`/app/cp/login?tenant=${tenant.id}`);
  await tab.click(button('Sign in with a code by text'));
  await tab.see(heading('Sign in with a code'));
  await tab.type('UK Mobile Number', number);
  await tab.click(button('Send Code'));
  await tab.see(text(/^We sent a 6-digit code to/));
  await tab.see(field('Verification Code'));
  await tab.type('Verification Code', codeTo(api, number));
  await tab.click(button('Verify Code'));
  await tab.see(heading('Next appointment'));
}

/** Starts on the portal's home as a client who signed in earlier. */
export async function signedIn(tab: Tab, { tenant, clientKey }: Practice): Promise<void> {
  await tab.goto(`/app/cp/login?tenant=${tenant.id}`);
  await tab.run((session) => localStorage.setItem('auth', session), storedSession(clientKey));
  await tab.goto(`/app/cp?tenant=${tenant.id}`);
  await tab.see(heading('Next appointment'));
}
