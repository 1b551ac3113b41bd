import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const form = '/app/admin/booking/create';

async function openDesk(screen: Screen) {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page, tenant: practice.tenant };
}

const search = (page: Page) => page.getByRole('combobox', { name: 'Find Client & Animal' });
const service = (page: Page) => page.getByRole('combobox', { name: /^Service/ });
const addNew = (page: Page) => page.getByRole('option', { name: /Add client and animal/ });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const clientPart = (adding: Locator) => adding.getByRole('group', { name: 'Client', exact: true });
const chosenAnimal = (page: Page) => page.getByRole('region', { name: 'Animal Selection' });

/** Counts clicks and taps on the page. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'presses', 0);
    addEventListener(
      'pointerdown',
      () => Reflect.set(window, 'presses', Number(Reflect.get(window, 'presses')) + 1),
      true,
    );
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'presses')));
}

const clientsOf = async ({ id }: { id: number }) =>
  (
    await db().query<{ name: string; phone: string | null }>(
      `select c.name, c.phone from clients c where c.tenant_id = $1 and c.name like 'New %' order by c.id`,
      [id],
    )
  ).rows;

describe.each([desktop, phone])('on a $name', (screen) => {
  it('books a new caller with a new animal on one screen in five clicks', async () => {
    const { practice, page, tenant } = await openDesk(screen);
    await page.goto(form);
    await search(page).fill('07700 900 123');
    await page.getByText('No clients or animals match').waitFor();
    await addNew(page).waitFor();
    const presses = await countPresses(page);
    await search(page).press('Enter');
    const adding = dialog(page, 'Add client and animal');
    expect(await adding.getByLabel('Phone').inputValue()).toBe('07700 900 123');
    await clientPart(adding).getByLabel(/^Name/).fill('New Caller');
    await adding.getByText(practice.dog.name, { exact: true }).click();
    await adding.getByLabel('Animal name').fill('Biscuit');
    await expectAccessible(page);
    await adding.getByLabel('Animal name').press('Enter');
    await adding.waitFor({ state: 'detached' });
    await chosenAnimal(page).getByText('Biscuit').waitFor();
    // With a mouse, a select takes two clicks: to open it and to choose.
    const list = 2;
    await service(page).selectOption(String(practice.checkUp.id));
    await page.getByRole('radio', { name: '10:15' }).locator('..').click();
    await expectAccessible(page);
    const create = page.getByRole('button', { name: 'Create Booking' });
    const beforeCreate = await presses();
    expect(new URL(page.url()).pathname).toBe(form);
    await create.click();
    await page.waitForURL(/\/app\/admin\/booking\/\d+$/);
    expect(beforeCreate + 1 + list).toBe(5);
    expect(await clientsOf(tenant)).toEqual([{ name: 'New Caller', phone: '07700900123' }]);
    await page.getByText('Biscuit').first().waitFor();
  });

  it('adds an animal for a client who has none, from the search and from their own page', async () => {
    const { practice, page, tenant } = await openDesk(screen);
    const jack = await makeClient(db(), { tenant, name: 'Jack Haworth', phone: '07700900777' });
    await page.goto(form);
    await page.getByRole('textbox', { name: 'Additional Notes' }).fill('Rings back at noon');
    await search(page).fill('Haworth Jack');
    const found = page.getByRole('option', { name: /Jack Haworth/ });
    await found.getByText('No animals yet').waitFor();
    await found.click();
    const adding = dialog(page, 'Add animal');
    await adding.getByText('Jack Haworth').waitFor();
    await adding.getByRole('button', { name: 'Cancel' }).click();
    await chosenAnimal(page).getByText('This client has no animals yet').waitFor();
    const notes = page.getByRole('textbox', { name: 'Additional Notes' });
    expect(await notes.inputValue()).toBe('Rings back at noon');
    await expectAccessible(page);

    await page.goto(`/app/admin/client/${jack.id}`);
    await page.getByRole('link', { name: 'Schedule Appointment' }).first().click();
    await chosenAnimal(page).getByRole('button', { name: 'Add animal' }).click();
    await adding.getByRole('button', { name: 'Add animal' }).click();
    await adding.getByText('Please select a species').waitFor();
    await expectAccessible(page);
    await adding.getByText(practice.cat.name, { exact: true }).click();
    await adding.getByLabel('Animal name').fill('Mog');
    await adding.getByRole('button', { name: 'Add animal' }).click();
    await chosenAnimal(page).getByText('Mog').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'service_id');
  });
});

it('finds a client by phone number in any spelling, by names in any order and by animal', async () => {
  const { page, tenant } = await openDesk(desktop);
  const jack = await makeClient(db(), { tenant, name: 'Jack Haworth', phone: '07700900777' });
  await makeAnimal(db(), { client: jack, name: 'Tilly' });
  const newcomer = await makeClient(db(), { tenant, name: 'Anna Newcomer', phone: '07700900888' });
  await page.goto(form);
  const options = page.getByRole('option');
  for (const typed of [
    '07700900777',
    '07700 900777',
    '+447700900777',
    '447700900777',
    '900777',
    'haworth jack',
    'tilly haw',
  ]) {
    await search(page).fill(typed);
    await expect
      .poll(() => options.allTextContents())
      .toEqual([
        expect.stringMatching(/^Tilly.*Jack Haworth$/),
        expect.stringContaining('Add client and animal'),
      ]);
  }
  for (const typed of ['447700900888', 'newcomer anna']) {
    await search(page).fill(typed);
    await expect.poll(() => options.first().textContent()).toMatch(/^Anna Newcomer/);
  }
  expect(newcomer.id).toBeGreaterThan(0);
});

it.each(['', 'bis'])('chooses the first match of the whole text on Enter, after “%s”', async (before) => {
  const { page, tenant } = await openDesk(desktop);
  const [ann, zoe] = [
    await makeClient(db(), { tenant, name: 'Ann Abbot' }),
    await makeClient(db(), { tenant, name: 'Zoe Khan' }),
  ];
  for (const client of [ann, zoe]) await makeAnimal(db(), { client, name: 'Biscuit' });
  await page.goto(form);
  await search(page).fill(before);
  await expect.poll(() => page.getByRole('option', { name: /Biscuit/ }).count()).toBe(before === '' ? 0 : 2);
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/animals', async (route) => {
    await pressed;
    await route.continue();
  });
  await search(page).pressSequentially('biscuit khan'.slice(before.length));
  await search(page).press('Enter');
  release();
  await page.getByRole('region', { name: 'Client Selection' }).getByText('Zoe Khan').waitFor();
});

it('keeps the form while a client is added, and books for the client who already has the phone number', async () => {
  const { page, tenant, practice } = await openDesk(desktop);
  expectConsole(/Failed to load resource.*409/);
  const ann = await makeClient(db(), { tenant, name: 'Ann Lee', phone: '07700900777' });
  await makeAnimal(db(), { client: ann, name: 'Rex' });
  await page.goto(form);
  await service(page).selectOption(String(practice.checkUp.id));
  await page.getByRole('textbox', { name: 'Additional Notes' }).fill('Limps');
  await search(page).fill('Ann');
  await addNew(page).click();
  const adding = dialog(page, 'Add client and animal');
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await adding.waitFor({ state: 'detached' });
  expect(await search(page).inputValue()).toBe('Ann');
  await page.getByRole('button', { name: 'Add Client' }).click();
  await clientPart(adding).getByLabel(/^Name/).fill('New Ann');
  await adding.getByLabel('Phone').fill('07700 900777');
  await adding.getByText(practice.dog.name, { exact: true }).click();
  await adding.getByLabel('Animal name').fill('Rex');
  await adding.getByRole('button', { name: 'Add client and animal' }).click();
  const existing = adding.getByRole('button', { name: 'Book for that client' });
  await existing.waitFor();
  await expectAccessible(page);
  await existing.click();
  await page.getByRole('region', { name: 'Client Selection' }).getByText('Ann Lee').waitFor();
  await chosenAnimal(page).getByText('Rex').waitFor();
  expect(await page.getByRole('textbox', { name: 'Additional Notes' }).inputValue()).toBe('Limps');
  expect(await service(page).inputValue()).toBe(String(practice.checkUp.id));
  expect(await clientsOf(tenant)).toEqual([]);
});

it('adds the client once if adding the animal fails at first', async () => {
  const { page, tenant, practice } = await openDesk(desktop);
  expectConsole(/Failed to load resource.*503/);
  await page.route('**/api/animal_create', (route) => route.fulfill({ status: 503, body: '{}' }), {
    times: 1,
  });
  await page.goto(form);
  await search(page).fill('New Caller');
  await addNew(page).click();
  const both = dialog(page, 'Add client and animal');
  expect(await clientPart(both).getByLabel(/^Name/).inputValue()).toBe('New Caller');
  await both.getByText(practice.dog.name, { exact: true }).click();
  await both.getByLabel('Animal name').fill('Biscuit');
  await both.getByRole('button', { name: 'Add client and animal' }).click();
  const animalOnly = dialog(page, 'Add animal');
  await animalOnly.getByText(/^Failed to create animal/).waitFor();
  await animalOnly.getByText('New Caller').waitFor();
  await animalOnly.getByRole('button', { name: 'Add animal' }).click();
  await chosenAnimal(page).getByText('Biscuit').waitFor();
  expect(await clientsOf(tenant)).toHaveLength(1);
});

it('says before booking that a client cannot be notified', async () => {
  const { page, tenant, practice } = await openDesk(desktop);
  const silent = await makeClient(db(), { tenant, name: 'Sally Stone', phone: '0779912', email: null });
  const animal = await makeAnimal(db(), { client: silent, species: practice.dog });
  await page.goto(`${form}?client_id=${silent.id}&animal_id=${animal.id}`);
  await page.getByText('Sally Stone has no mobile number or email for messages. Please call them.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Notify client' }).count()).toBe(0);
  await expectAccessible(page);
  await page.goto(`${form}?client_id=${practice.client.id}&animal_id=${practice.animal.id}`);
  await page.getByRole('checkbox', { name: /client$/ }).waitFor();
});
