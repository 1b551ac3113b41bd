import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { samplePicture } from '../apps/api/src/testing/sample-files.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { createPractice, joinAsFirstAdmin } from './new-practice.ts';

// Everything by hand, from creating a practice to the documents of its first appointment.

const browser = useBrowser();

async function setUp(page: Page): Promise<void> {
  const wizard = page.getByRole('dialog', { name: 'Welcome to Burrow' });
  const next = wizard.getByRole('button', { name: 'Next' });
  await wizard.getByRole('radio', { name: /Grooming/ }).check();
  await next.click();
  await wizard.getByRole('checkbox', { name: 'Dog' }).check();
  await next.click();
  const service = wizard.getByRole('group', { name: 'Service 1' });
  await service.getByLabel('Name').fill('Full groom');
  await service.getByLabel('Base price').fill('55');
  await service.getByLabel('Duration').fill('90');
  await wizard.getByRole('button', { name: 'Finish', exact: true }).click();
  await wizard.waitFor({ state: 'hidden' });
}

async function addClient(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click();
  await page.getByRole('button', { name: 'Add Client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Client', exact: true });
  await dialog.getByLabel('Name').fill('Morgan Avery');
  await dialog.getByLabel('Phone').fill('+44 7700 900123');
  await dialog.getByRole('button', { name: 'Add Client' }).click();
  await page.waitForURL(/\/app\/admin\/client\/\d+$/);
}

async function addAnimalWithPicture(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add Animal' }).first().click();
  await page.getByLabel('Name').fill('Pepper');
  await page.getByLabel('Species').selectOption('Dog');
  await page.getByRole('button', { name: 'Add Animal', exact: true }).click();
  await page.waitForURL(/\/app\/admin\/client\/\d+$/);
  await page.getByRole('list', { name: 'Animals' }).getByRole('link', { name: 'Pepper' }).click();
  const picture = page.getByRole('region', { name: 'Profile Picture' });
  await picture.locator('input[type=file]:not([capture])').setInputFiles({
    name: 'pepper.jpg',
    mimeType: 'image/jpeg',
    buffer: await samplePicture('jpeg', 800, 600),
  });
  await picture.getByRole('img', { name: /Pepper/ }).waitFor();
}

async function book(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Schedule Appointment' }).first().click();
  await page.getByRole('combobox', { name: /^Service/ }).selectOption({ label: 'Full groom' });
  await page.getByLabel(/^Time/).fill('10:00');
  expect(await page.getByLabel(/^Duration/).inputValue()).toBe('90');
  expect(await page.getByLabel(/^Price/).inputValue()).toBe('55.00');
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL(/\/app\/admin\/booking\/\d+$/);
}

async function answerQuestions(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Additional Custom Fields' });
  await card.getByRole('button', { name: /^(Edit|Fill in|Answer)/ }).click();
  const first = card.getByRole('textbox').first();
  await first.fill('Short all over, long ears');
  // The required ones.
  for (const select of await card.locator('select[required]').all()) await select.selectOption({ index: 1 });
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Short all over, long ears').waitFor();
}

async function attachPhoto(page: Page): Promise<void> {
  const files = page.getByRole('region', { name: 'Files and Documents' });
  await files.locator('input[type=file]:not([capture])').setInputFiles({
    name: 'before.png',
    mimeType: 'image/png',
    buffer: await samplePicture('png', 640, 480),
  });
  // Its name appears during the upload; only a stored file can be deleted.
  await files.getByRole('button', { name: 'Delete before.png', exact: true }).waitFor();
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it(
    'a brand-new practice gets to its first appointment, with answers and a photo',
    { timeout: 90_000 },
    async () => {
      const name = `Clover & Comb ${screen.name}`;
      const link = await createPractice(browser, screen, name);
      const page = await joinAsFirstAdmin(browser, screen, link, name);
      await setUp(page);
      await addClient(page);
      await expectAccessible(page);
      await addAnimalWithPicture(page);
      await book(page);
      await answerQuestions(page);
      await attachPhoto(page);
      await page.reload();
      await page.getByText('Short all over, long ears').waitFor();
      await page.getByText('before.png').first().waitFor();
      await expectAccessible(page);
    },
  );
});
