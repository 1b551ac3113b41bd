import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeFile } from '../packages/dev/src/factory-bookings.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { samplePicture } from '../apps/api/src/testing/sample-files.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signedInAsClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const smallPhone = { name: 'small phone', width: 360, height: 740 };
const longName = 'Bartholomew-Maximilian-von-Schnurrenberg-the-Third-of-Lower-Ambleton';

async function open(screen: Screen, path = ''): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db());
  const page = await openPage(screen);
  await signedInAsClient(page, practice.clientKey);
  if (path !== '') await page.goto(`/app/cp/${path}`);
  return { practice, page };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page) => page.getByRole('list', { name: 'Your pets', exact: true }).getByRole('listitem');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function expectAppointmentFor(page: Page, petId: number): Promise<void> {
  await page.waitForURL('**/app/cp/booking/create?**');
  expect(new URL(page.url()).searchParams.get('animal_id')).toBe(String(petId));
}

describe.each([phone, desktop])('on a $name', (screen) => {
  it('pets are listed, searched and opened', async () => {
    const { practice, page } = await open(screen);
    const { client, cat, dog } = practice;
    const luna = { name: 'Luna', breed: 'Maine Coon', color: 'Silver Tabby', allergies: 'Chicken' };
    const pet = await makeAnimal(db(), { client, species: cat, ...luna });
    const thumbnail = await samplePicture('jpeg', 160, 120);
    await makeFile(db(), { animal: pet, file_type: 'profile_picture', mime_type: 'image/jpeg', thumbnail });
    await makeAnimal(db(), { client, species: dog, name: 'Abel', active: false });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('cp_thumbnails')) asked.push(request.url());
    });
    await page.goto('/app/cp/animals');
    await card(page, 'Your Pets (3 pets)').waitFor();
    await rows(page).locator('img').waitFor();
    expect(asked).toHaveLength(1);
    const last = (await rows(page).last().textContent()) ?? '';
    expect(last).toContain('Abel');
    expect(last).toContain('Inactive');
    expect(last).toContain('Age: Unknown');
    await expectAccessible(page);

    const search = page.getByRole('searchbox', { name: 'Search your pets' });
    for (const text of ['lUN', ' coon ']) {
      await search.fill(text);
      await card(page, 'Your Pets (1 of 3 pets)').waitFor();
      await search.fill('  ');
      await card(page, 'Your Pets (3 pets)').waitFor();
    }
    await search.fill('TABBY');
    await card(page, 'Your Pets (1 of 3 pets)').waitFor();
    expect(await rows(page).textContent()).toContain('Allergies');
    await page.waitForURL('**/app/cp/animals?q=TABBY');
    await rows(page).getByRole('link').click();
    await heading(page, 'Luna').waitFor();
    await card(page, 'Medical Information').getByText('Chicken').waitFor();
    await page.getByRole('link', { name: 'Back to My Pets' }).click();
    await card(page, 'Your Pets (1 of 3 pets)').waitFor();

    await search.fill('parrot');
    await page.getByText('No pets match “parrot”').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => rows(page).count(), { timeout: 10_000 }).toBe(3);
  });

  it('a pet is added, gets a photo, and an appointment is requested', async () => {
    const { practice, page } = await open(screen, 'animal/create?for=appointment');
    await page.getByText('Please add your pet before requesting an appointment.').waitFor();
    await page.getByRole('button', { name: 'Add Pet' }).click();
    await page.getByText('Pet name is required').waitFor();
    await page.getByText('Please select a species').waitFor();
    expect(await focused(page)).toBe(await page.getByLabel('Name').getAttribute('id'));
    await expectAccessible(page);

    await page.getByLabel('Name').fill('  Biscuit ');
    await page.getByLabel('Species').selectOption('Dog');
    await page.getByLabel('Colour').fill('Brindle');
    await page.getByLabel('Date of birth').fill('2999-01-01');
    await page.getByRole('button', { name: 'Add Pet' }).click();
    await page.getByText('Date of birth cannot be in the future.').waitFor();
    await page.getByLabel('Date of birth').fill('2023-01-01');
    await page.getByLabel('No known allergies').check();
    await page.reload();
    expect(await page.getByLabel('No known allergies').isChecked()).toBe(true);
    expect(await page.getByLabel('Name').inputValue()).toBe('  Biscuit ');
    expect(await page.getByLabel('Species').locator('option:checked').textContent()).toBe('Dog');
    const listRead = page.waitForResponse('**/api/cp/animals');
    await page.getByRole('button', { name: 'Add Pet' }).click();
    await heading(page, 'Pet Added Successfully!').waitFor();
    expect(((await (await listRead).json()) as { name: string }[]).map(({ name }) => name)).toContain(
      'Biscuit',
    );
    await expectAccessible(page);

    await page.locator('input[type=file]').setInputFiles({
      name: 'biscuit.png',
      mimeType: 'image/png',
      buffer: await samplePicture('png', 640, 480),
    });
    await page.getByText('Photo updated').waitFor();
    await page.getByRole('link', { name: 'Yes, Request Appointment' }).click();
    const created = await api.call('cp/animals', {}, practice.clientKey);
    const biscuit = created.body.find(({ name }) => name === 'Biscuit');
    expect(biscuit).toMatchObject({ no_known_allergies: '1', allergies: null });
    expect(biscuit).toMatchObject({ species: 'Dog', color: 'Brindle', dob: '2023-01-01', breed: null });
    expect(biscuit?.picture_file_id).not.toBeNull();
    await expectAppointmentFor(page, biscuit?.id ?? 0);
    await page.goto('/app/cp/animal/create');
    expect(await page.getByLabel('Name').inputValue()).toBe('');
  });

  it('details are changed and cleared', async () => {
    const { practice, page } = await open(screen);
    const { client, cat } = practice;
    const known = { breed: 'Maine Coon', color: 'Silver', allergies: 'Chicken', dob: '2020-02-29' };
    const pet = await makeAnimal(db(), { client, species: cat, name: 'Luna', ...known });
    await page.goto(`/app/cp/animal/${pet.id}`);
    await page.getByRole('button', { name: 'Edit Pet Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Pet Details', exact: true });
    await dialog.getByLabel('Name').fill(' ');
    const question = page.getByRole('dialog', { name: 'Discard your changes?', exact: true });
    await page.keyboard.press('Escape');
    await question.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Pet name is required').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Lunetta');
    await dialog.getByLabel('Species').selectOption('Dog');
    const none = dialog.getByRole('checkbox', { name: 'No known allergies' });
    expect(await none.isDisabled()).toBe(true);
    await dialog.getByText('To tick this, clear the allergies first.').waitFor();
    for (const label of ['Breed', 'Date of birth', 'Allergies']) {
      await dialog.getByLabel(label, { exact: true }).fill('');
    }
    await dialog.getByLabel('Active').uncheck();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await heading(page, 'Lunetta').waitFor();
    await card(page, 'Medical Information').getByText('Not recorded').waitFor();
    await card(page, 'Pet Information').getByText('Unknown').waitFor();
    await page.getByText('This pet is inactive', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: 'Request Appointment' }).count()).toBe(0);
    await expectAccessible(page);
    const { body } = await api.call('cp/animal', { animal_id: pet.id }, practice.clientKey);
    expect(body).toMatchObject({ species: 'Dog', breed: null, dob: null, allergies: null, color: 'Silver' });

    await page.getByRole('button', { name: 'Edit Pet Details' }).click();
    await none.focus();
    await page.keyboard.press('Space');
    await expectAccessible(page);
    await dialog.getByLabel('Active').check();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await card(page, 'Medical Information').getByText('No known allergies').waitFor();
    await page.getByRole('link', { name: 'Request Appointment' }).click();
    await expectAppointmentFor(page, pet.id);
  });
});

describe('the photo of a pet', () => {
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });

  it('is refused when it is no picture, and scaled down when it is large', async () => {
    const { practice, page } = await open(phone);
    await page.goto(`/app/cp/animal/${practice.animal.id}`);
    await page.getByRole('button', { name: 'Add Photo' }).waitFor();
    await choose(page, 'notes.txt', Buffer.from('Rex'));
    await page.getByText('Please select an image file').waitFor();
    await choose(page, 'IMG_0001.HEIC', Buffer.from('no browser here knows it'));
    await page.getByText('HEIC photos can’t be shown here', { exact: false }).waitFor();
    await expectAccessible(page);
    // Noise compresses badly: more than 5 MB, which the server would refuse.
    const large = await samplePicture('png', 2200, 1100);
    expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
    await choose(page, 'large.png', large);
    await page.getByText('Photo updated').waitFor();
    await page.reload();
    const photo = page.getByRole('img', { name: practice.animal.name });
    await photo.waitFor();
    const shape = () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
    await expect.poll(shape, { timeout: 10_000 }).toBeCloseTo(2, 2);
    await page.getByRole('button', { name: 'Change Photo' }).waitFor();
  });

  it('stays when another cannot be stored, and that one is retried', async () => {
    const { practice, page } = await open(phone);
    expectConsole(/503/);
    await page.goto(`/app/cp/animal/${practice.animal.id}`);
    await page.getByRole('button', { name: 'Add Photo' }).waitFor();
    let failures = 1;
    await page.route('**/api/file/cp_upload', (route) => {
      if ((failures -= 1) < 0) return route.continue();
      return route.fulfill({ status: 503, json: { code: 'storage_unavailable', message: 'Not just now.' } });
    });
    await choose(page, 'rex.jpg', await samplePicture('jpeg', 300, 300));
    await page.getByText('The photo was not uploaded: Not just now.').waitFor();
    expect(await page.getByRole('img', { name: practice.animal.name }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Photo updated').waitFor();
    await page.getByRole('img', { name: practice.animal.name }).waitFor();
  });
});

describe('a pet', () => {
  it('of another client, or an unknown one, is not found', async () => {
    const { practice, page } = await open(phone);
    expectConsole(/404/);
    const theirs = await makeAnimal(db(), { tenant: practice.tenant });
    await page.goto(`/app/cp/animal/${theirs.id}`);
    await page.getByText('Animal not found', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.goto('/app/cp/animal/rex');
    await page.getByText('Pet not found', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All my pets' }).click();
    await heading(page, 'My Pets').waitFor();
  });

  it('that the practice archived is not made active here', async () => {
    const { practice, page } = await open(phone);
    const { client } = practice;
    const gone = { name: 'Abel', active: false, archived_reason: 'moved' as const };
    const pet = await makeAnimal(db(), { client, ...gone });
    await page.goto(`/app/cp/animal/${pet.id}`);
    await page.getByText('The practice has archived this pet.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Edit Pet Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Pet Details', exact: true });
    await dialog.getByLabel('Name').waitFor();
    expect(await dialog.getByLabel('Active').count()).toBe(0);
    await dialog.getByLabel('Colour').fill('Grey');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await card(page, 'Pet Information').getByText('Grey').waitFor();
  });

  it('with a long name fits a small phone', async () => {
    const { practice, page } = await open(smallPhone);
    const texts = { breed: longName, color: longName, allergies: longName.repeat(5) };
    const pet = await makeAnimal(db(), { client: practice.client, name: longName, ...texts });
    await page.goto('/app/cp/animals');
    await rows(page).getByText(longName, { exact: true }).waitFor();
    await expectAccessible(page);
    await page.goto(`/app/cp/animal/${pet.id}`);
    await heading(page, longName).waitFor();
    await expectAccessible(page);
  });
});

it("without any species, the practice's contact is shown instead of a form", async () => {
  const { practice, page } = await open(phone);
  const { tenant } = practice;
  await db().query('delete from animals where tenant_id = $1', [tenant.id]);
  await db().query('update species set active = false where tenant_id = $1', [tenant.id]);
  await db().query("update tenants set phone = '01632960123', email = 'desk@example.test' where id = $1", [
    tenant.id,
  ]);
  await page.goto('/app/cp/animals');
  await page.getByText('please contact the practice', { exact: false }).waitFor();
  expect(await page.getByRole('link', { name: 'Add New Pet' }).count()).toBe(0);
  await expectAccessible(page);
  await page.goto('/app/cp/animal/create?for=appointment');
  await page.getByText('please contact the practice', { exact: false }).waitFor();
  const call = page.getByRole('link', { name: 'Call 01632 960123' });
  expect(await call.getAttribute('href')).toBe('tel:01632960123');
  await page.getByRole('link', { name: 'Email desk@example.test' }).waitFor();
  expect(await page.getByText('Please add your pet before', { exact: false }).count()).toBe(0);
  await expectAccessible(page);
});

it('an answer for programs only is not shown', async () => {
  const { page } = await open(phone);
  expectConsole(/502/);
  await page.route('**/api/cp/animals', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  );
  await page.goto('/app/cp/animals');
  await page.getByText('Failed to fetch data').waitFor({ timeout: 30_000 });
  expect(await page.getByRole('alert').textContent()).not.toContain('API Error');
  await expectAccessible(page);
});

describe('a client without pets', () => {
  it('is led to adding one, and sees when that is not possible', async () => {
    const { practice, page } = await open(phone);
    await db().query('delete from animals where tenant_id = $1', [practice.tenant.id]);
    expectConsole(/500/);
    const broken = '**/api/cp/animal_species';
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }));
    await page.goto('/app/cp/animals');
    await page.getByText('You have no pets here yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add New Pet' }).click();
    await page.getByText('Failed to load species data').waitFor({ timeout: 30_000 });
    await expectAccessible(page);
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Name').waitFor();
  });
});
