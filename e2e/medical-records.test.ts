import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeFile } from '../packages/dev/src/factory-bookings.ts';
import { makeEntry } from '../packages/dev/src/factory-health.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signedInAsClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

async function open(screen: Screen): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db());
  const page = await openPage(screen);
  await signedInAsClient(page, practice.clientKey);
  return { practice, page };
}

describe.each([phone, desktop])('on a $name', (screen) => {
  it('a pet owner deletes a file of theirs, and no other', async () => {
    const { practice, page } = await open(screen);
    const { animal, client } = practice;
    await makeFile(db(), { animal, filename: 'lump.txt', uploaded_by_client_id: client.id });
    await makeFile(db(), { animal, filename: 'portrait.png', file_type: 'profile_picture' });
    await page.goto(`/app/cp/records/${animal.id}`);
    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await files.getByText('portrait.png').waitFor();
    expect(await page.getByRole('button', { name: 'Delete portrait.png' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete lump.txt' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this file?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => files.count(), { timeout: 10_000 }).toBe(1);
    await expectAccessible(page);
  });

  it('a pet owner reads what the practice shares, and saves the certificate', async () => {
    const { practice, page } = await open(screen);
    const { animal } = practice;
    await makeEntry(db(), { animal, body: 'Only for the team.' });
    await makeEntry(db(), { animal, body: 'Please rest him for a week.', shared: true });
    await makeEntry(db(), {
      animal,
      kind: 'vaccination',
      product: 'Nobivac L4',
      batch: 'A123',
      next_due_on: dayFromNow(200),
    });
    await makeEntry(db(), {
      animal,
      kind: 'prescription',
      product: 'Metacam',
      quantity: 32,
      unit: 'ml',
      data: { directions: 'Once a day with food' },
    });
    await makeEntry(db(), {
      animal,
      kind: 'vaccination',
      product: 'For another dog',
      struck_at: new Date(),
      struck_reason: 'Wrong animal',
    });
    await page.goto('/app/cp');
    await page
      .getByRole('navigation', { name: 'Areas' })
      .getByRole('link', { name: 'Medical records' })
      .click();
    await page.waitForURL('**/app/cp/records');
    await expectAccessible(page);
    await page.getByRole('list', { name: 'Pets' }).getByRole('link', { name: animal.name }).click();
    await page.waitForURL(`**/app/cp/records/${animal.id}`);
    const vaccinations = page.getByRole('region', { name: 'Vaccinations' });
    await vaccinations.getByText('Nobivac L4').waitFor();
    await vaccinations.getByText('A123').waitFor();
    await page.getByRole('region', { name: 'Prescriptions' }).getByText('Once a day with food').waitFor();
    await page.getByText('Please rest him for a week.').waitFor();
    expect(await page.getByText('Only for the team.').count()).toBe(0);
    expect(await page.getByText('For another dog').count()).toBe(0);
    await expectAccessible(page);
    const savesAs = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      return download.suggestedFilename();
    };
    expect(await savesAs('Vaccination certificate')).toMatch(/\.pdf$/);
    expect(await savesAs('Prescription PDF')).toMatch(/\.pdf$/);
  });
});

it('says when there is nothing yet, and does not find another person’s pet', async () => {
  const { practice, page } = await open(phone);
  await page.goto(`/app/cp/records/${practice.animal.id}`);
  await page.getByText('No medical records yet').waitFor();
  await page.getByText('No files yet').waitFor();
  await expectAccessible(page);
  expectConsole(/Failed to load resource.*404/);
  await page.goto('/app/cp/records/987654321');
  await page.getByText('Pet not found').waitFor();
  await expectAccessible(page);
});
