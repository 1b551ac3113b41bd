import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeFile } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeTenant, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeEntry } from '../packages/dev/src/factory-health.ts';
import { makeAnimal, makeWeight } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import type { AnimalRow } from '../packages/dev/src/factory-rows.ts';
import { samplePicture } from '../apps/api/src/testing/sample-files.ts';
import {
  dayFromNow,
  desktop,
  expectAccessible,
  holdBack,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** Signs a person of a new practice in. */
async function openPractice(screen: Screen): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'staff' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toastOf = (page: Page, text: string) => page.getByRole('dialog', { name: text, exact: true });

async function statusOf(booking: { id: number }): Promise<string> {
  const { rows } = await db().query<{ status: string }>('select status from bookings where id = $1', [
    booking.id,
  ]);
  return rows[0]?.status ?? '';
}

async function archive(page: Page, reason: string): Promise<void> {
  await button(page, 'Archive Animal').click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to archive this animal?' });
  await dialog.getByRole('button', { name: 'Archive Animal' }).click();
  await dialog.getByText('Choose a reason').waitFor();
  await dialog.getByRole('radio', { name: reason }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Archive Animal' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The text of the sheet, as it would be printed. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const words = await page.locator('main').innerText();
  await page.emulateMedia({ media: 'screen' });
  return words;
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('adds an animal, for a client chosen in the form', async () => {
    const { practice, page } = await openPractice(screen);
    await makeClient(db(), { tenant: practice.tenant, name: 'Grace Ó Briain', phone: '07700900321' });
    await page.goto('/app/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Animals' }).click();
    await page.getByRole('link', { name: 'Add Animal' }).click();
    await button(page, 'Add Animal').click();
    for (const message of ['Please select a client', 'Animal name is required', 'Please select a species']) {
      await page.getByText(message).waitFor();
    }
    const client = page.getByRole('combobox', { name: 'Client' });
    await expect.poll(() => client.evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await client.fill('07700 900321');
    await page.getByRole('option', { name: /Grace/ }).click();
    await page.getByLabel('Name').fill('Biscuit');
    await page.getByLabel('Species').selectOption('Dog');
    await page.getByLabel('Date of birth').fill(dayFromNow(-400));
    await page.getByLabel('Breed').fill('bord');
    await page.locator('datalist option', { hasText: 'Border Terrier' }).waitFor({ state: 'attached' });
    await page.getByLabel('Breed').fill('Border Terrier');
    await page.getByLabel('Weight').fill('7,45');
    await page.getByLabel('Allergies', { exact: true }).fill('Chicken');
    await page.getByLabel('Behaviour notes').fill('Shy with men');
    await page.getByLabel('Behaviour notes').press('Control+Enter');
    await page.getByRole('heading', { name: 'Animal Added Successfully!' }).waitFor();
    await page.waitForURL('**/app/admin/animals');
    await page.getByRole('link', { name: 'Biscuit' }).click();
    await page.getByText('1 year 1 month', { exact: true }).first().waitFor();
    await page.getByText('7.45 kg').first().waitFor();
    await expectAccessible(page);
  });

  it('adds an animal from its client, and returns there or continues to an appointment', async () => {
    const { practice, page } = await openPractice(screen);
    const { client } = practice;
    const add = async (name: string) => {
      await page.goto(`/app/admin/animal/create?client_id=${client.id}`);
      await page.getByLabel('Name').fill(name);
      expect(await page.getByRole('combobox', { name: 'Client' }).inputValue()).toBe(client.name);
      await page.getByLabel('Species').selectOption('Cat');
      await button(page, 'Add Animal').click();
    };
    await add('Mog');
    await page.waitForURL(`**/app/admin/client/${client.id}`);
    await page.getByRole('list', { name: 'Animals' }).getByRole('link', { name: 'Mog' }).waitFor();
    await add('Tiger');
    await page.getByRole('link', { name: 'Schedule Appointment' }).click();
    await page.waitForURL(`**/app/admin/booking/create?client_id=${client.id}&animal_id=*`);
    await page.goto(`/app/admin/animal/create?client_id=${client.id}`);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(`**/app/admin/client/${client.id}`);
  });

  it('changes an animal, its notes and its weights', async () => {
    const { practice, page } = await openPractice(screen);
    const animal = await makeAnimal(db(), {
      client: practice.client,
      species: practice.dog,
      name: 'Dash',
      breed: 'Whippet',
      dob: '2020-05-06',
      allergies: 'Oats',
    });
    await makeWeight(db(), { animal, measured_on: '2024-01-02', weight_grams: 11_200 });
    await page.goto(`/app/admin/animal/${animal.id}`);
    await button(page, 'Edit Animal').click();
    const dialog = page.getByRole('dialog', { name: 'Edit Animal' });
    await dialog.getByLabel('Name').fill('');
    await dialog.getByLabel('Allergies', { exact: true }).fill('');
    await dialog.getByLabel('Sex').selectOption('Female neutered');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Animal name is required').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Dashing Dash');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('heading', { name: 'Dashing Dash', level: 1 }).waitFor();
    await page.getByText('Not recorded', { exact: true }).first().waitFor();

    await button(page, 'Edit Animal').click();
    const none = dialog.getByRole('checkbox', { name: 'No known allergies' });
    await none.focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Allergies', { exact: true }).fill('Oats');
    expect([await none.isChecked(), await none.isDisabled()]).toEqual([false, true]);
    await dialog.getByText('To tick this, clear the allergies first.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Allergies', { exact: true }).fill('');
    expect([await none.isChecked(), await none.isDisabled()]).toEqual([true, false]);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('No known allergies', { exact: true }).first().waitFor();
    expect(await printed(page)).toContain('No known allergies');

    await page.getByRole('button', { name: 'Edit notes' }).click();
    await page.getByRole('textbox', { name: 'General notes' }).fill('Comes in by the back door');
    await page.getByRole('textbox', { name: 'General notes' }).press('Control+Enter');
    await page.getByText('Comes in by the back door').first().waitFor();

    const weights = page.getByRole('form', { name: 'Add weight' });
    await weights.getByLabel('Weight').fill('heavy');
    await button(page, 'Add Weight').click();
    await page.getByText('Enter a weight in kilograms, such as 12.4.').waitFor();
    await weights.getByLabel('Weight').fill('124');
    await button(page, 'Add Weight').click();
    await weights.getByText('That is 1,007% more than on 2 Jan 2024. Save anyway?').waitFor();
    await expectAccessible(page);
    await weights.getByLabel('Weight').fill('12.4');
    await weights.getByText('Save anyway?').waitFor({ state: 'detached' });
    await weights.getByLabel('Date').fill('2024-06-02');
    // Typed while the first one is saved.
    const letGo = await holdBack(page, 'animal_weight_add');
    await button(page, 'Add Weight').click();
    await weights.getByLabel('Weight').fill('12.6');
    letGo();
    await toastOf(page, 'Weight added').waitFor();
    await page.getByText('+1.2 kg since 2 Jan 2024').waitFor();
    expect(await weights.getByLabel('Weight').inputValue()).toBe('12.6');
    await weights.getByLabel('Weight').fill('');
    await page.getByText('All weights (2)').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove 12.4 kg of 2 Jun 2024' }).click();
    await page.getByText('All weights (1)').waitFor();
    await toastOf(page, 'Weight removed').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('All weights (2)').waitFor();
  });

  it('asks before removing a weight of a visit note, or one of several of a day', async () => {
    const { practice, page } = await openPractice(screen);
    const animal = await makeAnimal(db(), { client: practice.client, species: practice.dog });
    const weigh = (measured_on: string, weight_grams: number) =>
      makeWeight(db(), { animal, measured_on, weight_grams });
    await makeEntry(db(), { animal, weight_id: (await weigh('2024-01-02', 11_000)).id });
    await weigh('2024-06-02', 12_000);
    await weigh('2024-06-02', 13_000);
    await page.goto(`/app/admin/animal/${animal.id}`);
    await page.getByText('All weights (3)').click();

    await page.getByRole('button', { name: 'Remove 11 kg of 2 Jan 2024' }).click();
    const ofNote = page.getByRole('alertdialog', { name: 'Remove the weight of 11 kg from 2 Jan 2024?' });
    await ofNote.getByText('This also removes it from the visit note, even if the note is locked.').waitFor();
    await expectAccessible(page);
    await ofNote.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Remove 12 kg of 2 Jun 2024' }).click();
    const first = page.getByRole('alertdialog', { name: 'Remove the weight of 12 kg from 2 Jun 2024?' });
    await first.getByText('This cannot be undone.').waitFor();
    await first.getByRole('button', { name: 'Remove Weight' }).click();
    await page.getByText('All weights (2)').waitFor();
    await toastOf(page, 'Weight removed').waitFor();
    expect(await toastOf(page, 'Weight removed').getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  it('archives an animal with its appointments, restores it, and finds it among the archived', async () => {
    const { practice, page } = await openPractice(screen);
    const { client, dog, checkUp } = practice;
    const animal = await makeAnimal(db(), { client, species: dog, name: 'Rex' });
    const past = await makeBooking(db(), {
      animal,
      service: checkUp,
      booking_date: dayFromNow(-9),
      status: 'completed',
    });
    const next = await makeBooking(db(), { animal, service: checkUp, booking_date: dayFromNow(9) });
    await page.goto(`/app/admin/animal/${animal.id}`);
    await archive(page, 'Moved away');
    await page.getByText('Rex has moved away.').waitFor();
    expect(await statusOf(next)).toBe(next.status);
    expect(await button(page, 'Archive Animal').isDisabled()).toBe(true);
    await toastOf(page, 'Rex is archived').getByRole('button', { name: 'Undo' }).click();
    await toastOf(page, 'Rex restored').waitFor();

    await archive(page, 'Deceased');
    await page.getByText(/Rex passed away on \d{1,2} \w+ \d{4}\./).waitFor();
    await page.getByText('1 appointment cancelled.').waitFor();
    expect(await statusOf(next)).toBe('cancelled');
    expect(await statusOf(past)).toBe('completed');
    await expectAccessible(page);

    await page.goto('/app/admin/animals');
    await page.getByRole('link', { name: practice.animal.name }).waitFor();
    expect(await page.getByRole('link', { name: 'Rex' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Archived' }).click();
    await page.waitForURL('**/app/admin/animals?status=archived');
    await page.getByRole('link', { name: 'Rex' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Rex' }).click();
    await button(page, 'Restore Animal').click();
    await button(page, 'Archive Animal').and(page.locator(':enabled')).waitFor();
    expect(await button(page, 'Restore Animal').count()).toBe(0);
  });
});

it('archives a deceased animal only once its upcoming appointments are known', async () => {
  const { practice, page } = await openPractice(desktop);
  const { client, dog, checkUp } = practice;
  const animal = await makeAnimal(db(), { client, species: dog, name: 'Rex' });
  const next = await makeBooking(db(), { animal, service: checkUp, booking_date: dayFromNow(9) });
  const letGo = await holdBack(page, 'bookings_by_animal*');
  await page.goto(`/app/admin/animal/${animal.id}`);
  await button(page, 'Archive Animal').click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to archive this animal?' });
  await dialog.getByRole('radio', { name: 'Deceased' }).check();
  const submit = dialog.getByRole('button', { name: 'Archive Animal' });
  expect(await submit.isDisabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  letGo();
  await dialog.getByLabel('Cancel this appointment').waitFor();
  await submit.click();
  await page.getByText('1 appointment cancelled.').waitFor();
  expect(await statusOf(next)).toBe('cancelled');
});

it('prints a profile with its essentials, and nothing of the screen', async () => {
  const { practice, page } = await openPractice(desktop);
  const animal = await makeAnimal(db(), {
    client: practice.client,
    species: practice.dog,
    name: 'Bella',
    allergies: 'Penicillin',
    notes: 'Loves cheese',
  });
  await makeWeight(db(), { animal, measured_on: '2024-01-02', weight_grams: 11_200 });
  await makeBooking(db(), { animal, service: practice.checkUp, booking_date: dayFromNow(-3) });
  await page.goto(`/app/admin/animal/${animal.id}`);
  await page.getByText('All weights (1)').waitFor();
  await page.getByRole('list', { name: 'Appointment History' }).waitFor();
  const words = await printed(page);
  for (const part of [
    practice.tenant.tenant_name,
    'Bella',
    'Penicillin',
    'Loves cheese',
    practice.client.name,
    '11.2 kg',
    'Consultation',
  ]) {
    expect(words).toContain(part);
  }
  expect(words).not.toContain('Quick Actions');
});

it('requests the pictures of a list in one call, and works without them', async () => {
  const { practice, page } = await openPractice(desktop);
  const litter: AnimalRow[] = [];
  for (let index = 0; index < 8; index += 1) {
    litter.push(await makeAnimal(db(), { client: practice.client, name: `Pup ${index}` }));
  }
  const files = [];
  for (const animal of litter)
    files.push(await makeFile(db(), { animal, file_type: 'profile_picture', mime_type: 'image/png' }));
  await db().query(
    `insert into file_thumbnails (tenant_id, file_id, mime_type, content) values ($1, $2, 'image/png', $3)`,
    [practice.tenant.id, files[0]?.id, await samplePicture('png', 40, 40)],
  );
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/file/thumbnails')) calls.push(request.postData() ?? '');
  });
  await page.goto('/app/admin/animals');
  await page.getByRole('link', { name: 'Pup 7' }).waitFor();
  await expect.poll(() => calls.length).toBe(1);
  expect(new URLSearchParams(calls[0]).get('file_ids')?.split(',')).toHaveLength(8);
  const pictures = page.getByRole('table', { name: 'Animals' }).locator('img');
  await expect.poll(() => pictures.count()).toBe(1);
  expect(await pictures.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  await expectAccessible(page);
});

it('shows that no species is set up, and retries when the form could not be loaded', async () => {
  const tenant = await makeTenant(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const page = await openPage(desktop);
  await signInAsStaff(page, account.email);
  expectConsole(/Failed to load resource/);
  await page.route('**/api/animal_species', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/app/admin/animal/create');
  await page.getByText('Failed to load initial data').waitFor();
  await page.unroute('**/api/animal_species');
  await button(page, 'Retry').click();
  await page.getByText('No species are set up yet').waitFor();
  const link = page.getByRole('link', { name: 'Set up species' });
  expect(await link.getAttribute('href')).toBe('/app/admin/settings?category=species');
  await expectAccessible(page);
});
