import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { defaultPassword, makeClient } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { addAuthenticator, addressForPasskeys } from './virtual-authenticator.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const offer = 'Sign in faster next time with your fingerprint, face or screen lock.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const home = (page: Page) => page.getByRole('heading', { name: /^Welcome/ }).waitFor();

let numbers = 0;

/** A pet owner, and a browser at the sign-in of their practice, with or without a device that has passkeys. */
async function openPortal(screen: Screen, withDevice = true) {
  const { tenant } = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
  const number = `077009007${String((numbers += 1)).padStart(2, '0')}`;
  const client = await makeClient(db(), { tenant, phone: number, password: defaultPassword });
  const page = await openPage(screen);
  const address = (path: string) => addressForPasskeys(api.url, `/app/cp${path}?tenant=${tenant.id}`);
  await page.goto(address('/login'));
  await page.getByRole('heading', { name: 'Willow Lane Vets Customer Portal' }).waitFor();
  const device = withDevice ? await addAuthenticator(page) : null;
  return { page, client, number, address, device };
}

async function enterPassword(page: Page, number: string): Promise<void> {
  await page.getByLabel('UK Mobile Number').fill(number);
  await page.getByLabel(/^Password/).fill(defaultPassword);
  await button(page, 'Sign In').click();
  await home(page);
}

async function signOut(page: Page): Promise<void> {
  await button(page, 'Logout').click();
  await page.getByRole('heading', { name: 'Willow Lane Vets Customer Portal' }).waitFor();
}

const makeSignInOld = (clientId: number) =>
  db().query("update api_keys set created_at = now() - interval '10 minutes' where client_id = $1", [
    clientId,
  ]);

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

it('is offered after a sign-in with the password, signs in, and can be renamed and removed', async () => {
  expectConsole(/400/);
  const { page, number, address, device } = await openPortal(phone);
  await expectAccessible(page);
  await enterPassword(page, number);
  await page.getByText(offer).waitFor();
  await expectAccessible(page);
  await button(page, 'Add a passkey').click();
  await page.getByText('Passkey added. Next time, choose “Sign in with a passkey”.').waitFor();
  expect(await device?.count()).toBe(1);
  expect(api.smsTo(number)[0]?.body).toBe(
    "A passkey was added to your account at Willow Lane Vets. If this wasn't you, please contact the practice.",
  );

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await home(page);
  expect(await page.getByText(offer).count()).toBe(0);

  await page.goto(address('/profile'));
  await section(page)
    .getByText(/^Last used /)
    .waitFor();
  await expectAccessible(page);
  await section(page)
    .getByRole('button', { name: /^Rename / })
    .click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Kitchen tablet');
  await expectAccessible(page);
  await button(page, 'Save').click();
  await page.getByText('Passkey renamed').waitFor();
  await button(page, 'Remove Kitchen tablet').click();
  await page.getByRole('dialog', { name: 'Remove Kitchen tablet?' }).waitFor();
  await expectAccessible(page);
  await button(page, 'Remove').click();
  await page.getByText('Passkey removed').waitFor();

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page
    .getByText('This passkey isn’t registered here. Sign in another way, then add it in your profile.')
    .waitFor();
  await expectAccessible(page);
});

it('is not offered again on a device where it was declined, and is still in the profile', async () => {
  const { page, number, address } = await openPortal(phone);
  await enterPassword(page, number);
  await button(page, 'Not now').click();
  await page.getByText(offer).waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await signOut(page);
  await enterPassword(page, number);
  await page.getByText('You have no upcoming appointments.').waitFor();
  expect(await page.getByText(offer).count()).toBe(0);
  await page.goto(address('/profile'));
  await section(page)
    .getByText('Sign in with your fingerprint, face or screen lock instead of a password or code.')
    .waitFor();
  await button(page, 'Add a passkey').click();
  await page.getByText('Passkey added').waitFor();
  await section(page).getByText('Not used yet').waitFor();
  await button(page, 'Edit Profile').click();
  await page
    .getByText('You sign in with this number. If you change it, your passkeys are removed.')
    .waitFor();
  await page.getByLabel('Phone').fill('07700900799');
  await button(page, 'Save Changes').click();
  await section(page)
    .getByText('Sign in with your fingerprint, face or screen lock instead of a password or code.')
    .waitFor();
});

it('is not offered again on a device that turns out to have one', async () => {
  const { page, number, address } = await openPortal(phone);
  await enterPassword(page, number);
  await button(page, 'Add a passkey').click();
  await page.getByText('Passkey added. Next time').waitFor();
  // As in a new browser on the same device.
  await page.evaluate(() => localStorage.clear());
  await page.goto(address('/login'));
  await enterPassword(page, number);
  await button(page, 'Add a passkey').click();
  await page.getByText('This device already has a passkey for your account.').waitFor();
  await page.reload();
  await page.getByText('You have no upcoming appointments.').waitFor();
  expect(await page.getByText(offer).count()).toBe(0);
});

it('is not offered on a device without a fingerprint, a face or a screen lock', async () => {
  const { page, number } = await openPortal(desktop, false);
  await enterPassword(page, number);
  await page.getByText('You have no upcoming appointments.').waitFor();
  expect(await page.getByText(offer).count()).toBe(0);
});

it('needs the password when the sign-in was a while ago, and says why nothing was added', async () => {
  expectConsole(/400/);
  const { page, client, number, address, device } = await openPortal(phone);
  await enterPassword(page, number);
  await device?.verify(false);
  await button(page, 'Add a passkey').click();
  await page.getByText('No passkey was added. Please try again.').waitFor();
  await device?.verify(true);
  await makeSignInOld(client.id);
  await page.goto(address('/profile'));
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByLabel(/^Password/).fill('something-else');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Your password is incorrect.').waitFor();
  await dialog.getByLabel(/^Password/).fill(defaultPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added').waitFor();
  expect(await dialog.count()).toBe(0);
});

it('asks a client without a password to sign in again when the sign-in was a while ago', async () => {
  expectConsole(/403/);
  const { page, client, number, address } = await openPortal(phone);
  await enterPassword(page, number);
  // As for a client who has only ever signed in with codes.
  await db().query('update client_logins set password_hash = null where client_id = $1', [client.id]);
  await makeSignInOld(client.id);
  await page.goto(address('/profile'));
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await section(page)
    .getByText(
      'You signed in more than five minutes ago. Log out, sign in with a code by text, then add the passkey within five minutes.',
    )
    .waitFor();
  await expectAccessible(page);
  expect(await page.getByLabel(/^Password/).count()).toBe(0);
});
