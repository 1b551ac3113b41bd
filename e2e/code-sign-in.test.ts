import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import {
  defaultPassword,
  makeClient,
  makeClientLink,
  makeSessionKey,
  makeTenant,
} from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone as phoneScreen, useBrowser } from './browser.ts';
import { signInClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
// Chromium reports every refused request in its console; these are asked for.
const refused = /Failed to load resource.*(400|401|404|409|429|503)/;

/** The code in the last message to a number. */
const codeTo = (number: string): string => /\b\d{6}\b/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Opens the dialog on the sign-in page, and has a code sent. */
async function askForCode(page: Page, tenantId: number, number: string) {
  await page.goto(`/app/cp/login?tenant=${tenantId}`);
  await button(page, 'Sign in with a code by text').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('UK Mobile Number').fill(number);
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByLabel('Verification Code').waitFor();
  return dialog;
}

describe.each([desktop, phoneScreen])('signing in with a code on a $name', (screen) => {
  it('opens the portal of a client without a password, and survives a reload', async () => {
    const number = screen === desktop ? '07700900301' : '07700900302';
    const { tenant } = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
    await makeClient(db(), { tenant, phone: number, name: 'Jo Petlover' });
    expectConsole(refused);
    const page = await openPage(screen);
    await page.goto(`/app/cp/login?tenant=${tenant.id}`);
    await button(page, 'Sign in with a code by text').click();
    const dialog = page.getByRole('dialog', { name: 'Sign in with a code' });
    await expectAccessible(page);
    await dialog.getByLabel('UK Mobile Number').fill('0770');
    await dialog.getByRole('button', { name: 'Send Code' }).click();
    await dialog.getByText('Please enter a valid UK mobile number (e.g., 07700 900001)').waitFor();
    await dialog.getByLabel('UK Mobile Number').fill(number);
    await dialog.getByRole('button', { name: 'Send Code' }).click();
    await dialog.getByText(/^We sent a 6-digit code to 07700 90030\d\.$/).waitFor();
    await expectAccessible(page);
    await page.reload();
    await dialog.getByLabel('Verification Code').fill('000000');
    await dialog.getByRole('button', { name: 'Verify Code' }).click();
    await dialog.getByText('Invalid or expired verification code. Please try again.').waitFor();
    await dialog.getByLabel('Verification Code').fill(codeTo(number));
    await dialog.getByRole('button', { name: 'Verify Code' }).click();
    await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
    await page.getByRole('banner').getByRole('link', { name: 'Willow Lane Vets' }).waitFor();
    const stored = await page.evaluate(() =>
      JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)]),
    );
    expect(stored).not.toContain(codeTo(number));
  });

  it('asks a new person for their name', async () => {
    const number = screen === desktop ? '07700900303' : '07700900304';
    const tenant = await makeTenant(db());
    expectConsole(refused);
    const page = await openPage(screen);
    const dialog = await askForCode(page, tenant.id, number);
    await dialog.getByLabel('Verification Code').fill(codeTo(number));
    await dialog.getByRole('button', { name: 'Verify Code' }).click();
    await dialog.getByText(/^07700 90030\d is new here\. What’s your name\?$/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Please enter your name').waitFor();
    await dialog.getByLabel(/^Name/).fill('Jo Petlover');
    await dialog.getByLabel('Email (optional)').fill('jo');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Enter an email address such as ann@example.com.').waitFor();
    await dialog.getByLabel('Email (optional)').fill('jo@example.test');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
    const { rows } = await db().query('select name, email::text from clients where tenant_id = $1', [
      tenant.id,
    ]);
    expect(rows).toEqual([{ name: 'Jo Petlover', email: 'jo@example.test' }]);
  });
});

it('offers the password to an account that never verified its number', async () => {
  const tenant = await makeTenant(db());
  const client = await makeClient(db(), { tenant, password: defaultPassword });
  await db().query("update clients set phone = '07700900305' where id = $1", [client.id]);
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  const dialog = await askForCode(page, tenant.id, '07700900305');
  await dialog.getByLabel('Verification Code').fill(codeTo('07700900305'));
  await dialog.getByRole('button', { name: 'Verify Code' }).click();
  await dialog.getByText(/^An account here uses this number but hasn’t verified it\./).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign in with a password' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('UK Mobile Number').inputValue()).toBe('07700900305');
  await page.getByLabel(/^Password/).fill(defaultPassword);
  await button(page, 'Sign In').click();
  await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
});

it('says when only clients get codes, and which limit was reached', async () => {
  const tenant = await makeTenant(db());
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  const limits = {
    code_just_sent: 'Please wait before requesting another SMS code.',
    rate_limited:
      'Too many codes have been requested from this network. Try again in about 40 minutes, or call the practice.',
  } as const;
  for (const [code, message] of Object.entries(limits)) {
    await page.route('**/api/cp/code/start', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '60' }, json: { code, message } }),
    );
    await page.goto(`/app/cp/login?tenant=${tenant.id}`);
    await button(page, 'Sign in with a code by text').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('UK Mobile Number').fill('07700900306');
    await dialog.getByRole('button', { name: 'Send Code' }).click();
    await dialog.getByText(message).waitFor();
    await page.unroute('**/api/cp/code/start');
    await page.evaluate(() => sessionStorage.clear());
  }
  await page.route('**/api/cp/code/start', (route) =>
    route.fulfill({ json: { success: true, resend_after: 60, expires_in: 600, clients_only: true } }),
  );
  const dialog = await askForCode(page, tenant.id, '07700900306');
  await dialog
    .getByText('If 07700 900306 is a client’s number, we sent a 6-digit code to it.', { exact: false })
    .waitFor();
  await expectAccessible(page);
});

/** A practice's client with an appointment, and a link to it. */
async function makeLinked(number: string | null, columns: { password?: string; archived_at?: Date } = {}) {
  const { tenant } = await makePractice(db(), { tenant_name: 'Willow Lane Vets', colour: '#7a2f5c' });
  const client = await makeClient(db(), { tenant, phone: number, ...columns });
  const booking = await makeBooking(db(), { client, booking_date: dayFromNow(3), status: 'confirmed' });
  const { token } = await makeClientLink(db(), { client, record_id: booking.id });
  return { tenant, client, booking, token };
}

describe.each([desktop, phoneScreen])('a link in a message on a $name', (screen) => {
  it('leads to the appointment with a code, and from then on at once', async () => {
    const number = screen === desktop ? '07700900311' : '07700900312';
    const { tenant, booking, token } = await makeLinked(number);
    expectConsole(refused);
    const page = await openPage(screen);
    await page.goto(`/l/${token}`);
    await page.waitForURL(`**/app/cp/link/${token}`);
    await page.getByRole('heading', { name: 'Willow Lane Vets' }).waitFor();
    await page.getByText('Your appointment').waitFor();
    await page.getByText(`We’ll text a code to 07••• ••• 31${number.slice(-1)}.`).waitFor();
    await expectAccessible(page);
    await button(page, 'Send Code').click();
    await page.getByText('We sent a 6-digit code to 07••• •••', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.reload();
    expect(await page.getByRole('button', { name: /^Resend Code \(\d+s\)$/ }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Verification Code').getAttribute('autocomplete')).toBe('one-time-code');
    await page.getByLabel('Verification Code').fill('000000');
    await button(page, 'Verify Code').click();
    await page.getByText('Invalid or expired verification code. Please try again.').waitFor();
    await page.getByLabel('Verification Code').fill(codeTo(number));
    await button(page, 'Verify Code').click();
    const appointment = `**/app/cp/booking/${booking.id}?tenant=${tenant.id}`;
    await page.waitForURL(appointment);
    await page.goto('/app/cp');
    await page.goto(`/l/${token}`);
    await page.waitForURL(appointment);
    expect(api.smsTo(number)).toHaveLength(1);
  });

  it('asks a person who is signed in as another client first', async () => {
    const number = screen === desktop ? '07700900313' : '07700900314';
    const { tenant, client, booking, token } = await makeLinked(number);
    const other = await makeClient(db(), { tenant, password: defaultPassword });
    expectConsole(refused);
    const page = await openPage(screen);
    await page.goto(`/app/cp/login?tenant=${tenant.id}`);
    await page.getByLabel('UK Mobile Number').fill(other.phone ?? '');
    await page.getByLabel(/^Password/).fill(defaultPassword);
    await button(page, 'Sign In').click();
    await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
    await page.goto(`/app/cp/link/${token}`);
    await page
      .getByText('This link is for a different client from the one who is signed in here.', { exact: false })
      .waitFor();
    await expectAccessible(page);
    expect(api.smsTo(number)).toEqual([]);
    await button(page, 'Send Code').click();
    await page.getByLabel('Verification Code').waitFor();
    await page.getByLabel('Verification Code').fill(codeTo(number));
    await button(page, 'Verify Code').click();
    // The app loads again for the other client, at the appointment.
    await page.getByRole('heading', { name: `Appointment #${booking.id}` }).waitFor();
    const stored = await page.evaluate(() => localStorage.getItem('auth') ?? '');
    expect(JSON.parse(stored)).toMatchObject({ clientId: client.id });
    expect(new URL(page.url()).pathname).toBe(`/app/cp/booking/${booking.id}`);
    const openSessions = async () =>
      (await db().query('select 1 from api_keys where client_id = $1 and revoked_at is null', [other.id]))
        .rows;
    await expect.poll(openSessions).toEqual([]);
  });
});

it('a link that can’t be used says why', async () => {
  expectConsole(refused);
  expectConsole(/net::ERR_FAILED/);
  const page = await openPage(phoneScreen);
  await page.goto('/app/cp/link/Ab3_dE-9xYz0');
  await page.getByRole('heading', { name: 'This link doesn’t work any more' }).waitFor();
  await page.getByText('Please use the link in your latest message, or contact the practice.').waitFor();
  await expectAccessible(page);
  const archived = await makeLinked('07700900315', { archived_at: new Date() });
  await page.goto(`/app/cp/link/${archived.token}`);
  await page.getByText('This link can’t be used at the moment. Please contact the practice.').waitFor();
  await expectAccessible(page);
  const nameless = await makeLinked(null);
  await page.goto(`/app/cp/link/${nameless.token}`);
  await page
    .getByText(/^We can’t text you a code, because the practice has no mobile number for you\./)
    .waitFor();
  await expectAccessible(page);
  await page.route('**/api/cp/link', (route) => route.abort());
  await page.goto(`/app/cp/link/${nameless.token}`);
  await page.getByText('Couldn’t open the link.', { exact: false }).waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/cp/link');
  await button(page, 'Try Again').click();
  await page.getByRole('heading', { name: 'Willow Lane Vets' }).waitFor();
});

it('a link for a number that was never verified leads to the sign-in with a password, and back', async () => {
  const { tenant, client, booking, token } = await makeLinked('07700900316', { password: defaultPassword });
  await db().query("update clients set phone = '07700900317' where id = $1", [client.id]);
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  await page.goto(`/app/cp/link/${token}`);
  await page.getByText('Your mobile number hasn’t been verified yet', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Sign in with a password' }).click();
  await page.getByLabel('UK Mobile Number').fill('07700900317');
  await page.getByLabel(/^Password/).fill(defaultPassword);
  await button(page, 'Sign In').click();
  await page.waitForURL(`**/app/cp/booking/${booking.id}?tenant=${tenant.id}`);
});

it('a link that needs a password lets a person who is signed in as another client sign in', async () => {
  const { tenant, client, booking, token } = await makeLinked('07700900319', { password: defaultPassword });
  await db().query("update clients set phone = '07700900320' where id = $1", [client.id]);
  const other = await makeClient(db(), { tenant });
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  await signInClient(page, await makeSessionKey(db(), { client: other }));
  await page.goto(`/app/cp/link/${token}`);
  await page.getByRole('link', { name: 'Sign in with a password' }).click();
  await page.getByLabel('UK Mobile Number').fill('07700900320');
  await page
    .getByText('This link is for a different client from the one who is signed in here.', { exact: false })
    .waitFor();
  await expectAccessible(page);
  await page.getByLabel(/^Password/).fill(defaultPassword);
  await button(page, 'Sign In').click();
  await page.waitForURL(`**/app/cp/booking/${booking.id}?tenant=${tenant.id}`);
  await page.getByRole('heading', { name: `Appointment #${booking.id}` }).waitFor();
});

it('a link that expires, or comes to need a password, while its page is open says so', async () => {
  const { client, token } = await makeLinked('07700900321', { password: defaultPassword });
  const expire = () =>
    db().query("update client_links set expires_at = now() - interval '1 second' where client_id = $1", [
      client.id,
    ]);
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  const gone = page.getByRole('heading', { name: 'This link doesn’t work any more' });
  await page.goto(`/app/cp/link/${token}`);
  await button(page, 'Send Code').click();
  await page.getByLabel('Verification Code').waitFor();
  await page.getByLabel('Verification Code').fill(codeTo('07700900321'));
  await expire();
  await button(page, 'Verify Code').click();
  await gone.waitFor();
  await expectAccessible(page);

  const again = await makeLinked('07700900322', { password: defaultPassword });
  await page.goto(`/app/cp/link/${again.token}`);
  await button(page, 'Send Code').waitFor();
  // The client types another number in the portal, and doesn't verify it.
  await db().query("update clients set phone = '07700900323' where id = $1", [again.client.id]);
  await button(page, 'Send Code').click();
  await page.getByRole('link', { name: 'Sign in with a password' }).waitFor();
  await page.getByText('Your mobile number hasn’t been verified yet', { exact: false }).waitFor();
  await expectAccessible(page);
});

it('a link says that its network or number has to wait', async () => {
  const { token } = await makeLinked('07700900318');
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  await page.route('**/api/cp/link/start', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '2400' },
      json: {
        code: 'rate_limited',
        message:
          'Too many codes have been requested from this network. Try again in about 40 minutes, or call the practice.',
      },
    }),
  );
  await page.goto(`/app/cp/link/${token}`);
  await button(page, 'Send Code').click();
  await page.getByText('Too many codes have been requested from this network.', { exact: false }).waitFor();
  expect(await button(page, 'Send Code (40 min)').isDisabled()).toBe(true);
  await expectAccessible(page);
});
