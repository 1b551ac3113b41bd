import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeFile } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { ndjson, readZip } from '../apps/api/src/testing/read-zip.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  focusIsInContent,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** The complete file that the browser has saved. */
async function savedZip(download: Download): Promise<Map<string, Buffer>> {
  const file = join(tmpdir(), `burrow-${process.pid}-${download.suggestedFilename()}`);
  await download.saveAs(file);
  const bytes = await readFile(file);
  await rm(file);
  return readZip(bytes);
}

async function openAt(
  screen: Screen,
  address: (practice: Practice) => Promise<string> | string,
  role: 'admin' | 'staff' = 'admin',
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role, name: 'Ada Admin-Desk' });
  const to = await address(practice);
  const page = await openPage(screen);
  await openAsStaff(page, account.email, to);
  return { practice, page };
}

describe('the data of a practice', () => {
  it('is saved by the browser as a ZIP, after its size was shown', async () => {
    const { practice, page } = await openAt(desktop, async ({ animal }) => {
      await makeFile(db(), { animal, filename: 'x-ray.txt', content: Buffer.alloc(1500, 'x') });
      return '/app/admin/settings?category=data';
    });
    await page.getByText(/records · 1 file, 1.5 kB/).waitFor();
    await expectAccessible(page);
    // Browsers offer it only over HTTPS.
    await page.evaluate(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export everything' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^burrow-export-\d{4}-\d\d-\d\d\.zip$/);
    await page.getByText('Keep your browser open').waitFor();
    const entries = await savedZip(download);
    const [client] = ndjson(entries.get('json/clients.ndjson'));
    expect(client?.['name']).toBe(practice.client.name);
    // Nothing of the form stays in the page or in its address.
    expect(await page.locator('form input[name="api_key"]').count()).toBe(0);
    expect(page.url()).toMatch(/category=data$/);
  });

  it('shows an error when an export cannot start', async () => {
    const { page } = await openAt(phone, () => '/app/admin/settings?category=data');
    expectConsole(/429/);
    await page.getByText(/records · no files/).waitFor();
    await page.route('**/api/practice_export', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: '{"message":"Wait","code":"export_under_way","request_id":"r"}',
      }),
    );
    await page.getByRole('button', { name: 'Export everything' }).click();
    await page.getByText('Couldn’t start the export.').waitFor();
  });
});

describe('the data of a client', () => {
  it('is exported and then erased by an admin who types the name', async () => {
    const { page, practice } = await openAt(desktop, async ({ client, animal, checkUp: service }) => {
      await makeBooking(db(), { animal, service, booking_date: '2026-01-05', status: 'completed' });
      await makeFile(db(), { animal });
      return `/app/admin/client/${client.id}`;
    });
    const { client } = practice;
    await page.getByRole('heading', { name: client.name, level: 1 }).waitFor();
    const menu = page.getByRole('button', { name: 'More about this client' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Export this client’s data' }).waitFor();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export this client’s data' }).click();
    const entries = await savedZip(await downloading);
    expect(ndjson(entries.get('json/clients.ndjson')).map(({ id }) => id)).toEqual([client.id]);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Erase this client…' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Erase ${client.name}?` });
    await dialog.getByText('1 appointment: day, service and price only').waitFor();
    await expectAccessible(page);
    const confirm = dialog.getByRole('button', { name: 'Erase permanently' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(client.name);
    await confirm.click();
    await page.getByRole('heading', { name: 'Erased client', level: 1 }).waitFor();
    await page.getByText('Erased', { exact: true }).waitFor();
    await expect.poll(() => focusIsInContent(page)).toBe(true);
    expect(await page.getByRole('button', { name: 'Edit Client' }).count()).toBe(0);
    expect(await page.getByText(client.phone ?? '').count()).toBe(0);
    await expectAccessible(page);
    await page.goto('/app/admin/clients');
    await page.getByText('No clients').first().waitFor();
  });

  it('lists on a phone what must be settled first, and staff have no such menu', async () => {
    const { page } = await openAt(phone, async ({ tenant, dog }) => {
      const client = await makeClient(db(), {
        tenant,
        name: 'Wilhelmina Featherstonehaugh-Cholmondeley of Upper Slaughter',
      });
      const animal = await makeAnimal(db(), { client, species: dog });
      await makeBooking(db(), {
        animal,
        booking_date: dayFromNow(2),
        booking_time: '10:30',
        status: 'confirmed',
      });
      return `/app/admin/client/${client.id}`;
    });
    await page.getByRole('button', { name: 'More about this client' }).click();
    await page.getByRole('menuitem', { name: 'Erase this client…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This client can’t be erased yet.').waitFor();
    await dialog.getByRole('link', { name: /^Appointment on .*10:30/ }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Erase permanently' }).isDisabled()).toBe(true);
    const { page: staffs } = await openAt(desktop, ({ client }) => `/app/admin/client/${client.id}`, 'staff');
    await staffs.getByRole('button', { name: 'Edit Client' }).waitFor();
    expect(await staffs.getByRole('button', { name: 'More about this client' }).count()).toBe(0);
  });
});
