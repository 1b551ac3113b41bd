import type { Page } from 'playwright-core';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey } from '../packages/dev/src/factory-people.ts';
import { makeAnimal, makeHoliday, makeService } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import type { ClientRow, TenantRow } from '../packages/dev/src/factory-rows.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signedInAsClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const smallPhone = { name: 'small phone', width: 360, height: 740 };
const longName = 'Bartholomew-Maximilian-von-Schnurrenberg-the-Third-of-Lower-Ambleton';

async function open(
  screen: Screen,
  columns: Partial<TenantRow> = {},
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { business_hours: alwaysOpen, ...columns });
  const page = await openPage(screen);
  await signedInAsClient(page, practice.clientKey);
  return { practice, page };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page, section: string) =>
  page.getByRole('list', { name: section, exact: true }).getByRole('listitem');
const fact = (page: Page, name: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..')
    .locator('dd');
const tile = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name });

/** A session of a client on another device. */
async function otherSession(client: ClientRow, label: string | null, network: string | null) {
  const key = await makeSessionKey(db(), { client });
  await db().query('update api_keys set label = $2, network = $3 where id = $1', [key.keyId, label, network]);
  return key;
}

describe.each([phone, desktop])('on a $name', (screen) => {
  it('the first screen shows the next appointment, and how to reach the practice', async () => {
    const { practice, page } = await open(screen, {
      address: '1 Mill Lane\nAmbleton',
      phone: '01632960123',
      email: null,
    });
    const { client, animal, checkUp, staff } = practice;
    const visit = { client, animal, service: checkUp, staff };
    await makeBooking(db(), { ...visit, booking_date: dayFromNow(9) });
    const soon = await makeBooking(db(), { ...visit, booking_date: dayFromNow(1), status: 'confirmed' });
    await makeBooking(db(), { ...visit, booking_date: dayFromNow(-3), status: 'completed' });
    await page.goto('/app/cp');
    await heading(page, `Welcome, ${client.name}`).waitFor();
    const next = card(page, 'Next appointment');
    await next.getByText('Confirmed').waitFor();
    await tile(page, 'My Pets').getByText('1 pet').waitFor();
    await tile(page, 'Appointments').getByText('2 upcoming').waitFor();
    const map = new URL((await page.getByRole('link', { name: /Mill Lane/ }).getAttribute('href')) ?? '');
    expect(`${map.origin}${map.pathname}`).toBe('https://www.google.com/maps/search/');
    expect(map.searchParams.get('query')).toBe('1 Mill Lane, Ambleton');
    expect(await page.getByRole('link', { name: '01632 960123' }).getAttribute('href')).toBe(
      'tel:01632960123',
    );
    expect(await fact(page, 'Email').textContent()).toBe('Not provided');
    expect(await fact(page, 'Opening hours').textContent()).toBe('Open today 06:00–22:00');
    await makeHoliday(db(), { tenant: practice.tenant, name: 'Founding Day', start_date: dayFromNow(0) });
    await page.reload();
    await next.getByText('Confirmed').waitFor();
    expect(await fact(page, 'Opening hours').textContent()).toBe('Closed today (Founding Day)');
    await expectAccessible(page);

    await next.getByRole('link', { name: /^Tomorrow, 10:00/ }).click();
    await heading(page, `Appointment #${soon.id}`).waitFor();
    await page.goBack();
    await tile(page, 'My Profile').click();
    await heading(page, 'My Profile').waitFor();
  });

  it('appointments are listed, searched and opened', async () => {
    const { practice, page } = await open(screen);
    const { client, animal, checkUp, vaccination, staff } = practice;
    const cat = await makeAnimal(db(), { client, species: practice.cat, name: 'Mog' });
    const visit = { client, animal, service: checkUp, staff };
    const later = await makeBooking(db(), { ...visit, booking_date: dayFromNow(30), status: 'confirmed' });
    await makeBooking(db(), {
      ...visit,
      animal: cat,
      service: vaccination,
      booking_date: dayFromNow(2),
      is_provisional: true,
      source: 'portal',
    });
    await makeBooking(db(), { ...visit, booking_date: dayFromNow(3), status: 'cancelled' });
    await makeBooking(db(), { ...visit, booking_date: dayFromNow(-3), status: 'completed' });
    await page.goto('/app/cp/bookings');
    await rows(page, 'Upcoming').first().waitFor();
    expect(await rows(page, 'Upcoming').allTextContents()).toEqual([
      expect.stringMatching(/Mog · Vaccination.*£62\.50.*Awaiting Confirmation/),
      expect.stringMatching(/Consultation.*Stefan Staff.*£45\.00.*Confirmed/),
    ]);
    expect(await rows(page, 'Previous').allTextContents()).toEqual([
      expect.stringContaining('Cancelled'),
      expect.stringContaining('Completed'),
    ]);
    expect(await fact(page, 'Total').textContent()).toBe('4');
    expect(await fact(page, 'Previous').textContent()).toBe('2');
    await expectAccessible(page);

    const search = page.getByRole('searchbox', { name: 'Search appointments' });
    await search.fill('awaiting mog');
    await expect.poll(() => rows(page, 'Upcoming').count()).toBe(1);
    await page.getByText('None of your previous appointments match.').waitFor();
    await card(page, 'Upcoming').getByText('(1 of 2)', { exact: true }).waitFor();
    await search.fill('parrot');
    await page.getByText('No appointments match your search').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await card(page, 'Upcoming').getByText('(2)', { exact: true }).waitFor();
    await search.fill('confirmed');
    await page.waitForURL('**/app/cp/bookings?q=confirmed');
    await rows(page, 'Upcoming').getByRole('link').click();
    await heading(page, `Appointment #${later.id}`).waitFor();
    await page.goBack();
    expect(await search.inputValue()).toBe('confirmed');
    await page.getByRole('link', { name: 'Request Appointment' }).click();
    await page.waitForURL('**/app/cp/booking/create');
  });

  it('an appointment shows its details, and can be added to a calendar', async () => {
    const { practice, page } = await open(screen, { tenant_name: 'Willow Vets', phone: '01632960123' });
    const { client, animal, checkUp, staff } = practice;
    const booking = await makeBooking(db(), {
      client,
      animal,
      service: checkUp,
      staff,
      booking_date: dayFromNow(4),
      booking_time: '14:30',
      status: 'confirmed',
      notes: 'Limps since Sunday.\nBites.',
    });
    await page.goto(`/app/cp/booking/${booking.id}`);
    await heading(page, `Appointment #${booking.id}`).waitFor();
    const information = card(page, 'Appointment Information');
    expect(await information.textContent()).toMatch(/14:30.*Consultation.*Confirmed.*£45\.00/);
    expect(await card(page, 'Pet Information').textContent()).toContain('Border Terrier');
    expect(await card(page, 'Staff Member').textContent()).toContain('Assigned VeterinarianStefan Staff');
    expect(await card(page, 'Notes').textContent()).toContain('Bites.');
    expect(await fact(page, 'Appointment Type').textContent()).toBe('Upcoming Appointment');
    expect(await fact(page, 'Total Cost').textContent()).toBe('£45.00');
    const number = await card(page, 'Need Help?').getByRole('link', { name: '01632 960123' }).boundingBox();
    expect(number?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`appointment-${booking.id}.ics`);
    const file = await text(await download.createReadStream());
    const start = new Date(booking.starts_at).toISOString().replaceAll(/[-:]|\.000/g, '');
    expect(file).toContain(`DTSTART:${start}\r\n`);
    expect(file).toContain('(Willow Vets)');

    await page.getByRole('link', { name: 'Back to Willow Vets Appointments' }).click();
    await heading(page, 'My Appointments').waitFor();
  });

  it('a pet owner sees where they are signed in, and ends it', async () => {
    const { practice, page } = await open(screen);
    const { client } = practice;
    const lost = await otherSession(client, 'Chrome on Android', '203.0.113.x');
    const old = await otherSession(client, null, null);
    await page.goto('/app/cp/profile');
    const devices = card(page, 'Signed-in devices');
    await devices.getByText('Chrome on Android').waitFor();
    await devices.getByText(/network 203\.0\.113\.x · last used/).waitFor();
    await devices.getByText('This session').waitFor();
    await expectAccessible(page);
    await devices.getByRole('button', { name: 'Sign out: Chrome on Android' }).click();
    await devices.getByText('Signed out', { exact: true }).waitFor();
    await devices.getByText('Chrome on Android').waitFor({ state: 'detached' });
    expect((await api.call('cp/client', {}, lost)).status).toBe(401);
    expect((await api.call('cp/client', {}, old)).status).toBe(200);
    await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await devices.getByText('You aren’t signed in anywhere else.').waitFor();
    await devices.getByText('Signed out everywhere else').waitFor();
    expect((await api.call('cp/client', {}, old)).status).toBe(401);
    await expectAccessible(page);
    await page.reload();
    await heading(page, 'My Profile').waitFor();
  });

  it('a pet owner changes their own details', async () => {
    const { practice, page } = await open(screen);
    expectConsole(/Failed to load resource.*(?:400|409)/);
    await makeClient(db(), { tenant: practice.tenant, phone: '07700900555' });
    await otherSession(practice.client, 'Chrome on Android', null);
    await page.goto('/app/cp/profile');
    await card(page, 'Signed-in devices').getByText('Chrome on Android').waitFor();
    await heading(page, 'My Profile').waitFor();
    await expect.poll(() => fact(page, 'Full Name').textContent()).toBe(practice.client.name);
    expect(await fact(page, 'Client ID').textContent()).toBe(String(practice.client.id));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Profile', exact: true });
    await form.getByLabel('Full Name').fill(' ');
    await form.getByRole('textbox', { name: 'Email' }).fill('nobody');
    await form.getByLabel('Phone').fill('0123');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText('Please enter your name').waitFor();
    await form.getByText('Please enter an email address such as ann@example.com.').waitFor();
    await form.getByText('Please enter a valid UK mobile number.').waitFor();
    await expectAccessible(page);
    await form.getByLabel('Full Name').fill('Zoë O’Brien');
    await form.getByRole('textbox', { name: 'Email' }).fill('');
    await form.getByLabel('Phone').fill('07700 900555');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByLabel('Phone').and(page.locator('[aria-invalid=true]')).waitFor();
    await form.getByLabel('Phone').fill('07700 900777');
    await form.getByLabel('Address').fill('');
    await form.getByLabel('By text message').uncheck();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => fact(page, 'Full Name').textContent()).toBe('Zoë O’Brien');
    await expect.poll(() => fact(page, 'Phone').textContent()).toBe('07700 900777');
    await card(page, 'Signed-in devices').getByText('You aren’t signed in anywhere else.').waitFor();
    expect(await fact(page, 'Email').textContent()).toBe('Not provided');
    expect(await fact(page, 'Address').textContent()).toBe('Not provided');

    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await form.getByLabel('Full Name').fill('Somebody Else');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    expect(await form.getByLabel('Full Name').inputValue()).toBe('Zoë O’Brien');
    expect(await form.getByLabel('By text message').isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await form.getByLabel('Full Name').fill('Somebody Else');
    await form.getByRole('button', { name: 'Close' }).click();
    const question = page.getByRole('dialog', { name: 'Discard your changes?', exact: true });
    await question.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await fact(page, 'Messages about appointments').textContent()).toBe('None');
  });
});

it('a client without appointments is led to request one', async () => {
  const { page } = await open(phone);
  await page.goto('/app/cp');
  await page.getByText('You have no upcoming appointments.').waitFor();
  await page.getByRole('link', { name: 'Request Appointment' }).waitFor();
  await expectAccessible(page);
  await page.goto('/app/cp/bookings');
  await page.getByText('No appointments yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Request Appointment' }).click();
  await page.waitForURL('**/app/cp/booking/create');
});

it('has a button on the home page to request an appointment, and lists what is available', async () => {
  const { practice, page } = await open(phone);
  await makeBooking(db(), {
    client: practice.client,
    animal: practice.animal,
    booking_date: dayFromNow(1),
  });
  await page.goto('/app/cp');
  await card(page, 'Next appointment').getByText('Tomorrow').waitFor();
  const available = page.getByRole('heading', { name: 'Available now' }).locator('..');
  expect(await available.getByRole('listitem').allTextContents()).toContain('Medical records');
  expect(await page.getByText('Coming soon').count()).toBe(0);
  await page.getByRole('link', { name: 'Request Appointment' }).click();
  await page.waitForURL('**/app/cp/booking/create');
});

it('does not find an appointment whose id is not a number', async () => {
  const { page } = await open(phone);
  await page.goto('/app/cp/booking/mine');
  await page.getByText('Appointment not found').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View My Appointments' }).click();
  await page.waitForURL('**/app/cp/bookings');
});

it('without online requests, the phone number is shown instead', async () => {
  const { page } = await open(phone, { phone: '01632960123', trial_ends_at: '2020-01-01T00:00:00Z' });
  await page.goto('/app/cp/bookings');
  const instead = page.getByText('To make an appointment, please contact the practice');
  await instead.getByRole('link', { name: '01632 960123' }).waitFor();
  expect(await page.getByRole('link', { name: 'Request Appointment' }).count()).toBe(0);
  await expectAccessible(page);
});

it('answers of the desk appear on opening a screen, and within a minute on an open one', async () => {
  const { practice, page } = await open(phone);
  const asked = { client: practice.client, animal: practice.animal, is_provisional: true } as const;
  const booking = await makeBooking(db(), { ...asked, booking_date: dayFromNow(2), source: 'portal' });
  const answer = (accepted: boolean) =>
    db().query('update bookings set is_provisional = not $2, staff_accepted = $2 where id = $1', [
      booking.id,
      accepted,
    ]);
  await page.clock.install();
  await page.goto('/app/cp/bookings');
  await rows(page, 'Upcoming').getByText('Awaiting Confirmation').waitFor();
  await answer(true);
  await rows(page, 'Upcoming').getByRole('link').click();
  await heading(page, `Appointment #${booking.id}`).waitFor();
  await expect.poll(() => fact(page, 'Current Status').textContent()).toBe('Confirmed');
  // Reopened, as below.
  await page.reload();
  await expect.poll(() => fact(page, 'Current Status').textContent()).toBe('Confirmed');
  await answer(false);
  await page.clock.fastForward(61_000);
  await expect.poll(() => fact(page, 'Current Status').textContent()).toBe('Awaiting Confirmation');
  await answer(true);
  await page.goBack();
  await rows(page, 'Upcoming').getByText('Confirmed').waitFor();
  await answer(false);
  await page.clock.fastForward(61_000);
  await rows(page, 'Upcoming').getByText('Awaiting Confirmation').waitFor();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await card(page, 'Next appointment').getByText('Awaiting Confirmation').waitFor();
  // Reopened, so that its data is read, and no request is in progress when the minute passes.
  await page.reload();
  await card(page, 'Next appointment').getByText('Awaiting Confirmation').waitFor();
  await answer(true);
  await page.clock.fastForward(61_000);
  await card(page, 'Next appointment').getByText('Confirmed').waitFor();
});

it("another client's appointment is not found, nor an address without a number", async () => {
  const { practice, page } = await open(phone);
  expectConsole(/Failed to load resource.*404/);
  const other = await makeClient(db(), { tenant: practice.tenant });
  const booking = await makeBooking(db(), { client: other });
  await page.goto(`/app/cp/booking/${booking.id}`);
  await page.getByRole('alert').getByText('Appointment not found').waitFor();
  await page.getByRole('alert').getByText('Error', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View My Appointments' }).click();
  await page.waitForURL('**/app/cp/bookings');
  await heading(page, 'My Appointments').waitFor();
});

it('twenty previous appointments are shown, and the rest on request', async () => {
  const { practice, page } = await open(phone);
  const { client, animal, checkUp } = practice;
  for (let day = 1; day <= 25; day += 1) {
    await makeBooking(db(), { client, animal, service: checkUp, booking_date: dayFromNow(-day) });
  }
  await page.goto('/app/cp/bookings');
  await expect.poll(() => rows(page, 'Previous').count()).toBe(20);
  await page.getByText('20 of 25 shown').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows(page, 'Previous').count()).toBe(25);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '');
  await expect.poll(focused).toBe(await rows(page, 'Previous').nth(20).textContent());
});

it('long names stay inside a small phone', async () => {
  const { practice, page } = await open(smallPhone, {
    tenant_name: `Practice ${longName}`,
    email: `${longName.slice(0, 60)}@example.test`,
  });
  const { tenant } = practice;
  const client = await makeClient(db(), { tenant, name: longName, address: longName });
  const key = await makeSessionKey(db(), { client });
  const animal = await makeAnimal(db(), { client, species: practice.dog, name: longName, breed: longName });
  const service = await makeService(db(), { tenant, name: longName, base_price_pence: 1_234_567 });
  const booking = await makeBooking(db(), {
    client,
    animal,
    service,
    staff: practice.staff,
    booking_date: dayFromNow(2),
    notes: longName,
  });
  await signedInAsClient(page, key);
  await page.goto('/app/cp');
  await card(page, 'Next appointment').getByText(longName).first().waitFor();
  await expectAccessible(page);
  await page.goto('/app/cp/bookings');
  await rows(page, 'Upcoming').first().waitFor();
  await expectAccessible(page);
  await page.goto(`/app/cp/booking/${booking.id}`);
  await heading(page, `Appointment #${booking.id}`).waitFor();
  await expectAccessible(page);
  await page.goto('/app/cp/profile');
  await page.getByText(longName).first().waitFor();
  await expectAccessible(page);
});
