import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  focusIsInContent,
  focusIsOn,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** A desk where Tilly of Jack Haworth has an appointment tomorrow. */
async function openDesk(screen: Screen, role: 'admin' | 'staff' = 'admin') {
  const practice = await makePractice(db(), { business_hours: alwaysOpen, fts_complete: true });
  const { tenant, dog, checkUp: service } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role });
  const jack = await makeClient(db(), { tenant, name: 'Jack Haworth', phone: '07700900556' });
  const tilly = await makeAnimal(db(), {
    client: jack,
    species_id: dog.id,
    name: 'Tilly',
    breed: 'Border Collie',
  });
  await makeClient(db(), { tenant, name: 'Anna Haworth', archived_at: new Date(0) });
  const booking = await makeBooking(db(), {
    tenant,
    service,
    animal: tilly,
    booking_date: dayFromNow(1),
    status: 'confirmed',
  });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, '/app/admin');
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
  return { practice, jack, tilly, booking, page, ...partsOf(page) };
}

const partsOf = (page: Page) => ({
  opener: page.getByRole('button', { name: 'Search', exact: true }),
  dialog: page.getByRole('dialog', { name: 'Search' }),
  field: page.getByRole('combobox', { name: 'Search' }),
  option: (name: string | RegExp) => page.getByRole('option', { name }),
  group: (name: string) => page.getByRole('group', { name, exact: true }),
});

it('finds a client, an animal and an appointment with the keys alone', async () => {
  const { page, jack, tilly, booking, dialog, field, option, group } = await openDesk(desktop);
  await page.keyboard.press('/');
  await focusIsOn(field);
  await group('Go to').waitFor();
  await expectAccessible(page);
  await page.keyboard.type('haworth');
  await group('Clients').getByRole('option').first().waitFor();
  expect(await group('Clients').getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/^Jack Haworth\s+07700 900556 · Tilly$/),
    expect.stringMatching(/^Anna Haworth\s[\s\S]*Archived$/),
  ]);
  await expect.poll(() => page.getByText('2 clients, 1 animal, 1 appointment found.').count()).toBe(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/admin/client/${jack.id}`);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focusIsInContent(page)).toBe(true);

  await page.keyboard.press('Control+k');
  await focusIsOn(field);
  await page.keyboard.type('+44 7700 900556');
  await group('Animals').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => option(/Tilly\s*Border Collie · Jack Haworth/).getAttribute('data-highlighted'))
    .not.toBeNull();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/admin/animal/${tilly.id}`);
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await focusIsOn(field);
  await page.keyboard.type('collie');
  await group('Appointments').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/admin/booking/${booking.id}`);
});

it('keeps the focus when the page under it arrives later', async () => {
  const { page, field, group } = await openDesk(desktop);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/booking-create-page*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'New Appointment' }).first().click();
  await page.waitForURL('**/app/admin/booking/create**');
  await page.keyboard.press('Control+k');
  await focusIsOn(field);
  await page.keyboard.type('haw');
  release();
  await page.getByLabel('Find Client & Animal').first().waitFor({ state: 'attached' });
  await page.keyboard.type('orth');
  expect(await field.inputValue()).toBe('haworth');
  await focusIsOn(field);
  await group('Clients').waitFor();
});

it('opens the first match of what was typed, also when Enter comes before the answer', async () => {
  const { page, tilly, field, group } = await openDesk(desktop);
  await page.keyboard.press('/');
  await focusIsOn(field);
  await page.keyboard.type('haworth');
  await group('Clients').waitFor();
  await page.route('**/api/search', async (route) => {
    await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('true');
    await route.continue();
  });
  await field.fill('');
  await page.keyboard.type('tilly');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/admin/animal/${tilly.id}`);
});

it('lists the records viewed last, and none after signing out', async () => {
  const { page, jack, tilly, booking, opener, field, group } = await openDesk(desktop);
  for (const [path, name] of [
    [`client/${jack.id}`, 'Jack Haworth'],
    [`booking/${booking.id}`, 'Tilly'],
    [`animal/${tilly.id}`, 'Tilly'],
    // Unknown: never listed.
    ['client/987654321', 'Client not found'],
  ] as const) {
    if (name === 'Client not found') expectConsole(/404/);
    await page.goto(`/app/admin/${path}`);
    await page.getByText(name).first().waitFor();
  }
  const kept = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('recent:')),
  );
  expect(JSON.stringify(kept)).not.toContain('Tilly');
  await opener.click();
  const viewed = group('Recently viewed').getByRole('option');
  await viewed.first().waitFor();
  expect(await viewed.allInnerTexts()).toEqual([
    expect.stringMatching(/^Tilly\s+Border Collie · Jack Haworth$/),
    expect.stringMatching(/^Tilly, Jack Haworth[\s\S]*Confirmed$/),
    expect.stringMatching(/^Jack Haworth\s+07700 900556 · Tilly$/),
  ]);
  await page.keyboard.press('Escape');
  await focusIsOn(opener);
  expect(await field.count()).toBe(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/app/login');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringMatching(/^recent:/),
  );
});

it('opens the diary at a day, and books on it', async () => {
  const { page, field, option, group } = await openDesk(desktop);
  await page.keyboard.press('/');
  await focusIsOn(field);
  await page.keyboard.type('tomorrow');
  await group('Day').waitFor();
  await option(/in the diary/).click();
  await page.waitForURL(`**/app/admin/diary?date=${dayFromNow(1)}`);
  await page.getByRole('button', { name: /Tilly/ }).waitFor();
  // In a dialog `/` is left alone.
  await page.getByRole('button', { name: 'First free' }).click();
  const finder = page.getByRole('dialog', { name: 'First free' });
  await finder.waitFor();
  await page.keyboard.press('/');
  expect(await field.count()).toBe(0);
  await page.keyboard.press('Escape');
  await finder.waitFor({ state: 'detached' });

  const [year, month, date] = dayFromNow(1).split('-');
  await page.keyboard.press('/');
  await focusIsOn(field);
  await page.keyboard.type(`${date}/${month}/${year}`);
  await group('Day')
    .getByRole('option', { name: /^Book appointment/ })
    .click();
  await page.waitForURL(`**/app/admin/booking/create?date=${dayFromNow(1)}`);
});

it('says when nothing matches or the search fails, and does what was chosen', async () => {
  const { jack, page, opener, dialog, field, option, group } = await openDesk(desktop);
  await page.keyboard.press('/');
  await focusIsOn(field);
  await page.keyboard.type('xylophone');
  await dialog.getByText('No matches for “xylophone”.').first().waitFor();
  expect(await page.getByRole('option').count()).toBe(0);
  await expectAccessible(page);

  expectConsole(/500|409/);
  await page.route('**/api/search', (route) => route.fulfill({ status: 500, body: '{}' }));
  await field.fill('add');
  await dialog.getByRole('alert').getByText('Search failed').waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/search');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('alert').waitFor({ state: 'detached' });
  await group('Actions').waitFor();
  await option('Add client').click();
  const adding = page.getByRole('dialog', { name: 'Add Client' });
  await adding.getByLabel('Name').fill('New Person');
  await adding.getByRole('button', { name: 'Add Client' }).click();
  await page.getByRole('heading', { name: 'New Person' }).waitFor();
  await adding.waitFor({ state: 'detached' });

  await opener.click();
  await focusIsOn(field);
  await page.keyboard.type('add client');
  await option('Add client').click();
  await adding.getByLabel('Name').fill('Second Person');
  await adding.getByLabel('Phone').fill('07700900556');
  await adding.getByRole('button', { name: 'Add Client' }).click();
  await adding.getByRole('link', { name: 'Go to the client with this number' }).click();
  await page.getByRole('heading', { name: jack.name }).waitFor();
  await adding.waitFor({ state: 'detached' });
});

it('offers staff only what they may open, and types a slash into a field', async () => {
  const { page, opener, field, option, group } = await openDesk(desktop, 'staff');
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  await search.press('/');
  expect(await search.inputValue()).toBe('/');
  expect(await field.count()).toBe(0);
  await opener.click();
  await group('Go to').waitFor();
  expect(await group('Go to').getByRole('option').allInnerTexts()).toEqual([
    'Dashboard',
    expect.stringMatching(/^Calendar/),
    expect.stringMatching(/^Waitlist/),
    expect.stringMatching(/^Recalls/),
    'Diary',
    'Messages',
    'Clients',
    'Animals',
  ]);
  for (const text of ['settings', 'reports']) {
    await field.fill(text);
    await page.getByText(`No matches for “${text}”.`).first().waitFor();
  }
  await field.fill('anim');
  await group('Go to').getByRole('option').click();
  await page.waitForURL('**/app/admin/animals');
  await option('Animals').waitFor({ state: 'detached' });
});

it('fills the screen of a phone', async () => {
  const { page, jack, opener, dialog, field, option } = await openDesk(phone);
  await opener.tap();
  await focusIsOn(field);
  await expectAccessible(page);
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: phone.width, height: phone.height });
  await field.fill('haworth');
  await option(/^Jack Haworth/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await opener.tap();
  await field.fill('haworth');
  await option(/^Jack Haworth/).tap();
  await page.waitForURL(`**/app/admin/client/${jack.id}`);
});
