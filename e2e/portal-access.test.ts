import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeClient, makeTenant, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone as phoneScreen, useBrowser } from './browser.ts';
import { signIn, signInClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
// Chromium reports every refused request in its console; these are asked for.
const refused = /Failed to load resource.*(400|401|404|409|429)/;

/** The code in the last message to a number. */
const codeTo = (number: string): string => /\b\d{6}\b/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '';

/** A wrong code. */
const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Up to the step of entering the code. */
async function askForCode(page: Page, tenantId: number, number: string): Promise<void> {
  await page.goto(`/app/cp/signup?tenant=${tenantId}`);
  await page.getByLabel('UK Mobile Number').fill(number);
  await button(page, 'Send Code').click();
  await page.getByRole('heading', { name: 'Verify your number' }).waitFor();
}

/** A new account, made as a person makes one. Ends at the sign-in, with the number filled in. */
async function signUp(page: Page, tenantId: number, number: string, password: string): Promise<void> {
  await askForCode(page, tenantId, number);
  await page.getByLabel('Verification Code').fill(codeTo(number));
  await button(page, 'Verify Code').click();
  await page.getByLabel(/^Name/).fill('Jo Petlover');
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await button(page, 'Create Account').click();
  await page.getByRole('heading', { name: 'Account Created!' }).waitFor();
  await page.waitForURL(`**/app/cp/login?tenant=${tenantId}`);
}

it('the only practice needs no name in the address', async () => {
  const tenant = await makeTenant(db());
  const page = await openPage(phoneScreen);
  await page.goto('/app/portal');
  await page.waitForURL('**/app/cp/login');
  await page.getByRole('heading', { name: `${tenant.tenant_name} Customer Portal` }).waitFor();
});

describe('signing up', () => {
  it('leads from an unknown number to the portal, and survives a reload on the way', async () => {
    const tenant = await makeTenant(db(), { tenant_name: 'Willow Lane Vets', colour: '#7a2f5c' });
    const number = '07700900101';
    expectConsole(refused);
    const page = await openPage(phoneScreen);
    await page.goto(`/app/cp/login?tenant=${tenant.id}`);
    await page.getByRole('heading', { name: 'Willow Lane Vets Customer Portal' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create Account' }).click();
    await page.waitForURL(`**/app/cp/signup?tenant=${tenant.id}`);
    await button(page, 'Send Code').click();
    await page.getByText('Please enter your mobile number').waitFor();
    await page.getByLabel('UK Mobile Number').fill('0123');
    await button(page, 'Send Code').click();
    await page.getByText('Please enter a valid UK mobile number (e.g., 07700 900001)').waitFor();
    await expectAccessible(page);
    await page.getByLabel('UK Mobile Number').fill('07700 900 101');
    await button(page, 'Send Code').click();
    await page.getByText('We sent a 6-digit code to 07700 900101.').waitFor();
    await expectAccessible(page);

    await page.reload();
    await page.getByText('We sent a 6-digit code to 07700 900101.').waitFor();
    const resend = page.getByRole('button', { name: /^Resend Code \(\d+s\)$/ });
    expect(await resend.isDisabled()).toBe(true);
    expect(Number(/\d+/.exec((await resend.textContent()) ?? '')?.[0])).toBeLessThanOrEqual(60);
    const stored = await page.evaluate(() =>
      JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)]),
    );
    const code = codeTo(number);
    expect(stored).not.toContain(code);

    await button(page, 'Verify Code').click();
    await page.getByText('Please enter the verification code').waitFor();
    await page.getByLabel('Verification Code').fill('12 34');
    await button(page, 'Verify Code').click();
    await page.getByText('Please enter a valid 6-digit code').waitFor();
    await page.getByLabel('Verification Code').fill(wrongCode(code));
    await button(page, 'Verify Code').click();
    await page.getByText('Invalid or expired verification code. Please try again.').waitFor();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(wrongCode(code));
    await expectAccessible(page);
    await page.getByLabel('Verification Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await button(page, 'Verify Code').click();

    await page.getByRole('heading', { name: 'About you' }).waitFor();
    await button(page, 'Back').click();
    await page.getByText('07700 900101 is verified.').waitFor();
    await expectAccessible(page);
    await button(page, 'Continue').click();
    await button(page, 'Create Account').click();
    await page.getByText('Please enter your name').waitFor();
    await page.getByText('Please enter a password').waitFor();
    await expectAccessible(page);
    await page.getByLabel(/^Name/).fill('Jo Petlover');
    await page.getByLabel(/^Password/).fill('five5');
    await page.getByLabel('Email (optional)').fill('jo@example.test');
    await page.getByLabel('Address (optional)').fill('1 Mill Lane\nAmbleton');
    // Without the token, which was only in the page: the cookie is enough.
    await page.reload();
    expect(await page.getByLabel(/^Name/).inputValue()).toBe('Jo Petlover');
    expect(await page.getByLabel(/^Password/).inputValue()).toBe('');
    expect(await page.getByLabel('Email (optional)').inputValue()).toBe('jo@example.test');
    expect(await page.getByLabel('Address (optional)').inputValue()).toBe('1 Mill Lane\nAmbleton');
    expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('five5');
    await page.getByText('At least 6 characters.').waitFor();
    await page.getByLabel(/^Password/).fill('five5');
    await page.getByLabel('Confirm Password').fill('five5');
    await button(page, 'Create Account').click();
    await page.getByText('Password must be at least 6 characters long').waitFor();
    expect(await page.getByText('At least 6 characters.').count()).toBe(0);
    await page.getByLabel(/^Password/).fill('a-furry-friend');
    await page.getByLabel('Confirm Password').fill('a-furry-fiend');
    await button(page, 'Create Account').click();
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel('Confirm Password').fill('a-furry-friend');
    await button(page, 'Create Account').click();
    await page.getByRole('heading', { name: 'Account Created!' }).waitFor();
    await page.getByText('Account created successfully! Please log in with your credentials.').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel('UK Mobile Number').inputValue()).toBe('07700 900 101');
    await page
      .getByText('Account created successfully! Please log in with your credentials.')
      .waitFor({ state: 'detached' });

    await page.getByLabel(/^Password/).fill('not-the-one');
    await button(page, 'Sign In').click();
    await page.getByRole('alert').getByText('The mobile number or password is incorrect.').waitFor();
    await page.getByLabel(/^Password/).fill('a-furry-friend');
    await button(page, 'Sign In').click();
    await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
    await page.getByRole('banner').getByRole('link', { name: 'Willow Lane Vets' }).waitFor();
    expect(await page.title()).toContain('· Willow Lane Vets');
  });

  it('shows that a number has an account, and that a code was just sent', async () => {
    const tenant = await makeTenant(db());
    expectConsole(refused);
    const page = await openPage(phoneScreen);
    await signUp(page, tenant.id, '07700900102', 'a-furry-friend');
    await page.goto(`/app/cp/signup?tenant=${tenant.id}`);
    await page.getByLabel('UK Mobile Number').fill('07700900102');
    await button(page, 'Send Code').click();
    await page
      .getByText('An account with this mobile number already exists. Please try logging in instead.')
      .waitFor();
    await expectAccessible(page);
    await askForCode(page, tenant.id, '07700900103');

    const elsewhere = await openPage(phoneScreen);
    await elsewhere.goto(`/app/cp/signup?tenant=${tenant.id}`);
    await elsewhere.getByLabel('UK Mobile Number').fill('07700900103');
    await button(elsewhere, 'Send Code').click();
    await elsewhere.getByText('Please wait before requesting another SMS code.').waitFor();
    const waiting = elsewhere.getByRole('button', { name: /^Send Code \(\d+s\)$/ });
    expect(await waiting.isDisabled()).toBe(true);
    expect(await elsewhere.evaluate(() => document.activeElement === document.body)).toBe(false);
    await expectAccessible(elsewhere);
    await button(elsewhere, 'I already have a code').click();
    await elsewhere.getByLabel('Verification Code').fill(codeTo('07700900103'));
    await button(elsewhere, 'Verify Code').click();
    await elsewhere.getByRole('heading', { name: 'About you' }).waitFor();
  });
});

it('a longer wait for a code is counted in minutes, without claiming that a code was sent', async () => {
  const tenant = await makeTenant(db());
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  await page.route('**/api/cp/register/start', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '1500' },
      json: { code: 'code_just_sent', message: 'Please wait before requesting another SMS code.' },
    }),
  );
  await page.goto(`/app/cp/signup?tenant=${tenant.id}`);
  await page.getByLabel('UK Mobile Number').fill('07700900107');
  await button(page, 'Send Code').click();
  await page
    .getByText('Please wait before requesting another SMS code. You can request another in about 25 minutes.')
    .waitFor();
  expect(await button(page, 'Send Code (25 min)').isDisabled()).toBe(true);
  expect(await button(page, 'I already have a code').count()).toBe(0);
  await expectAccessible(page);
  // Another number has no wait.
  await page.getByLabel('UK Mobile Number').fill('07700900108');
  expect(await button(page, 'Send Code').isEnabled()).toBe(true);
});

it('with a mouse, the next field has the focus', async () => {
  const tenant = await makeTenant(db());
  expectConsole(refused);
  const page = await openPage(desktop);
  await signUp(page, tenant.id, '07700900109', 'a-furry-friend');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await expect.poll(focused).toBe('password');
  await button(page, 'Forgot your password').click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByLabel('Verification Code').waitFor();
  await dialog.getByLabel('Verification Code').fill(codeTo('07700900109'));
  await dialog.getByLabel(/^New Password/).fill('another-friend');
  await dialog.getByLabel('Confirm New Password').fill('another-friend');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  const said = 'Password reset successfully! You can now log in with your new password.';
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(said);
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(focused).toBe('password');
});

it('after a hundred wrong passwords, a new device is led to a new password', async () => {
  const tenant = await makeTenant(db());
  const number = '07700900106';
  await makeClient(db(), { tenant, phone: number, password: 'a-furry-friend' });
  const place = createHash('sha256').update(`${tenant.id} ${number}`).digest('base64url');
  await db().query(
    `insert into rate_limits (key, points, expire)
     values ($1, 100, (extract(epoch from now()) * 1000)::bigint + 86400000)`,
    [`portal-sign-in-row:${place}`],
  );
  expectConsole(/Failed to load resource.*403/);
  const page = await openPage(phoneScreen);
  await page.goto(`/app/cp/login?tenant=${tenant.id}`);
  await page.getByLabel('UK Mobile Number').fill(number);
  await page.getByLabel(/^Password/).fill('a-furry-friend');
  await button(page, 'Sign In').click();
  await page
    .getByRole('alert')
    .getByText(/choose a new password: use “Forgot your password”/)
    .waitFor();
  await expectAccessible(page);
  await button(page, 'Forgot your password').click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByLabel('Verification Code').waitFor();
  await dialog.getByLabel('Verification Code').fill(codeTo(number));
  await dialog.getByLabel(/^New Password/).fill('another-friend');
  await dialog.getByLabel('Confirm New Password').fill('another-friend');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel(/^Password/).fill('another-friend');
  await button(page, 'Sign In').click();
  await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
});

it('a forgotten password is replaced with a code', async () => {
  const tenant = await makeTenant(db());
  const number = '07700900104';
  expectConsole(refused);
  const page = await openPage(phoneScreen);
  await signUp(page, tenant.id, number, 'a-furry-friend');
  await button(page, 'Forgot your password').click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await expectAccessible(page);
  await dialog.getByLabel('UK Mobile Number').fill('07700900999');
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByText('No account found with this mobile number.').waitFor();
  await dialog.getByLabel('UK Mobile Number').fill(number);
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByText('We sent a 6-digit code to').waitFor();
  expect(await dialog.getByRole('button', { name: /^Resend Code \(\d+s\)$/ }).isDisabled()).toBe(true);

  await page.reload();
  await dialog.getByLabel('Verification Code').waitFor();
  await dialog.getByRole('button', { name: 'Change Phone Number' }).click();
  expect(await dialog.getByLabel('UK Mobile Number').inputValue()).toBe(number);
  await dialog.getByRole('button', { name: 'I already have a code' }).click();
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await dialog.getByText('Please enter the verification code').waitFor();
  await dialog.getByText('Please enter a new password').waitFor();
  await expectAccessible(page);

  const code = codeTo(number);
  await dialog.getByLabel(/^New Password/).fill('another-friend');
  await dialog.getByLabel('Confirm New Password').fill('another-friend');
  await dialog.getByLabel('Verification Code').fill(wrongCode(code));
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await dialog.getByText('Invalid or expired verification code.').waitFor();
  await dialog.getByLabel('Verification Code').fill(code);
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await dialog.getByText('Password reset successfully! You can now log in with your new password.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('UK Mobile Number').inputValue()).toBe(number);
  await page.getByLabel(/^Password/).fill('another-friend');
  await button(page, 'Sign In').click();
  await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
});

describe('the address', () => {
  it('without a practice, or with an unknown one, shows an error', async () => {
    await makeTenant(db());
    await makeTenant(db());
    expectConsole(refused);
    const page = await openPage(phoneScreen);
    await page.goto('/app/cp/login');
    await page.getByRole('heading', { name: 'Invalid Path', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Go to Homepage' }).getAttribute('href')).toBe('/');
    await expectAccessible(page);
    await button(page, 'Try Again').click();
    await page.getByRole('heading', { name: 'Invalid Path', exact: true }).waitFor();
    for (const tenant of ['999999', 'willow']) {
      await page.goto(`/app/cp/signup?tenant=${tenant}`);
      await page.getByRole('heading', { name: 'Invalid Access Path' }).waitFor();
      await page.getByText('Please check the link', { exact: false }).waitFor();
      await page.getByText(/contact the practice/).waitFor();
      expect(await page.title()).toMatch(/^Invalid Path · /);
    }
    await expectAccessible(page);
  });

  it('keeps the practice on the way in and out, and leads back to the requested page', async () => {
    const [tenant, other] = [await makeTenant(db()), await makeTenant(db())];
    expectConsole(refused);
    const page = await openPage(phoneScreen);
    await signUp(page, tenant.id, '07700900105', 'a-furry-friend');
    await page.goto(`/app/cp/profile?tenant=${tenant.id}`);
    await page.waitForURL(`**/app/cp/login?tenant=${tenant.id}`);
    await page.getByLabel('UK Mobile Number').fill('07700900105');
    await page.getByLabel(/^Password/).fill('a-furry-friend');
    await button(page, 'Sign In').click();
    await page.waitForURL(`**/app/cp/profile?tenant=${tenant.id}`);
    const tabs = page.getByRole('navigation', { name: 'Main' });
    await tabs.getByRole('link', { name: 'Appointments' }).click();
    await page.waitForURL(`**/app/cp/bookings?tenant=${tenant.id}`);

    await page.goto('/app/cp/animals?tenant=999999');
    await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
    await page.goto('/app/cp/animals?tenant=willow');
    await page.getByRole('heading', { name: 'My Pets' }).waitFor();
    await page.goto(`/app/cp/login?tenant=${tenant.id}`);
    await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
    await page.goto(`/app/cp/login?tenant=${other.id}`);
    await page.getByText(`You are signed in to ${tenant.tenant_name}`).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: `Go to ${tenant.tenant_name}` }).click();
    await page.waitForURL(`**/app/cp?tenant=${tenant.id}`);
    await page.goto('/app/portal');
    await page.waitForURL('**/app/cp');
    await page.getByRole('banner').getByRole('link', { name: tenant.tenant_name }).waitFor();
    // A pending request would find the session ended before the reload does.
    await page.waitForLoadState('networkidle');
    await db().query('update api_keys set revoked_at = now() where tenant_id = $1', [tenant.id]);
    await page.reload();
    await page.waitForURL(`**/app/cp/login?tenant=${tenant.id}`);
    await page.getByRole('heading', { name: `${tenant.tenant_name} Customer Portal` }).waitFor();
    await page.getByLabel('UK Mobile Number').fill('07700900105');
    await page.getByLabel(/^Password/).fill('a-furry-friend');
    await button(page, 'Sign In').click();
    await button(page, 'Logout').click();
    await page.waitForURL(`**/app/cp/login?tenant=${tenant.id}`);
    await page.goto(`/app/cp/no-such-page?tenant=${tenant.id}`);
    await page.waitForURL(`**/app/cp/login?tenant=${tenant.id}`);
    // The previous visitor does not determine whose portal this address is.
    await page.goto('/app/cp');
    await page.getByRole('heading', { name: 'Invalid Path', exact: true }).waitFor();
  });

  it('of another practice leads to its sign-in, and then to the requested page', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const visitor = await makeClient(db(), { tenant: other.tenant, password: 'a-furry-friend' });
    const booking = await makeBooking(db(), { client: visitor });
    const page = await openPage(phoneScreen);
    await signInClient(page, practice.clientKey);
    await page.goto(`/app/cp/booking/${booking.id}?tenant=${other.tenant.id}`);
    await page.waitForURL(`**/app/cp/login?tenant=${other.tenant.id}`);
    await page.getByText(/^You are signed in to .* Signing in here will sign you out there\./).waitFor();
    await page.getByLabel('UK Mobile Number').fill(visitor.phone ?? '');
    await page.getByLabel(/^Password/).fill('a-furry-friend');
    await button(page, 'Sign In').click();
    await page.waitForURL(`**/app/cp/booking/${booking.id}?tenant=${other.tenant.id}`);
    await page.getByRole('heading', { name: `Appointment #${booking.id}` }).waitFor();
  });

  it('shows the sign-in to staff, who stay signed in', async () => {
    const tenant = await makeTenant(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const page = await openPage(phoneScreen);
    await signIn(page, account.email, 'correct-horse-7');
    await page.waitForURL('**/app/admin');
    await page.goto(`/app/cp/login?tenant=${tenant.id}`);
    await page.getByRole('heading', { name: `${tenant.tenant_name} Customer Portal` }).waitFor();
    await page.getByText('Signing in here will sign you out there.').waitFor();
    await page.getByRole('link', { name: `Go to ${tenant.tenant_name}` }).click();
    await page.waitForURL('**/app/admin');
  });
});

it('has the practice’s colour in dark mode too, and restores it', async () => {
  const tenant = await makeTenant(db(), { colour: '#ffe14d' });
  const page = await openPage(phoneScreen);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/app/cp/login?tenant=${tenant.id}`);
  await button(page, 'Sign In').waitFor();
  await expectAccessible(page);
  const brand = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
  await expect.poll(brand).toBe('#ffe14d');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  expect(await brand()).not.toBe('#ffe14d');
  await page.goto('/app/login');
  await page.getByRole('heading', { name: 'Burrow' }).waitFor();
  await expect.poll(brand).toBe('#1d5a4c');
});

it('a practice whose record cannot be read does not block sign-in', async () => {
  const tenant = await makeTenant(db());
  expectConsole(/Failed to load resource.*500/);
  const page = await openPage(phoneScreen);
  await page.route('**/api/tenant_public', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(`/app/cp/login?tenant=${tenant.id}`);
  await page.getByRole('heading', { name: 'Veterinary Practice Customer Portal' }).waitFor();
  await button(page, 'Sign In').waitFor();
});
