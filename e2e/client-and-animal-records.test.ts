import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeFile } from '../packages/dev/src/factory-bookings.ts';
import { insertRows } from '../packages/dev/src/factory-insert.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** Signs a person of a new practice in. */
async function openPractice(screen: Screen): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'staff' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page };
}

const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd');
const appointments = (page: Page, label: string) =>
  page.getByRole('list', { name: label }).getByRole('listitem');

describe.each([desktop, phone])('on a $name', (screen) => {
  it('finds a client, and keeps the search on the way back', async () => {
    const { practice, page } = await openPractice(screen);
    const { tenant } = practice;
    const client = await makeClient(db(), {
      tenant,
      name: 'Maud Pennington',
      phone: '07700900321',
      notes: 'Rings twice.',
      archived_at: new Date(),
    });
    await makeAnimal(db(), { client, name: 'Thistle' });
    await page.goto('/app/admin');
    await tab(page, 'Clients');
    await page.getByRole('searchbox', { name: 'Search clients' }).fill('07700 900321');
    await page.waitForURL('**/app/admin/clients?q=07700+900321');
    await page.getByText('No clients found').waitFor();
    await page.getByRole('link', { name: 'Search all clients' }).click();
    await page.waitForURL('**/app/admin/clients?q=07700+900321&status=all');
    await expect.poll(() => figure(page, 'Search Results').textContent()).toBe('1');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Maud Pennington' }).click();
    await page.getByText('Rings twice.').waitFor();
    expect(await page.getByRole('link', { name: 'Schedule Appointment' }).count()).toBe(0);
    await expectAccessible(page);
    // Nor can one be booked for an animal of hers, whose own page says why.
    await page.getByRole('link', { name: 'Thistle' }).click();
    await page.getByText('Archived', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit Animal' }).waitFor();
    expect(await page.getByRole('link', { name: 'Schedule Appointment' }).count()).toBe(0);
    await page.goBack();
    await page.getByText('Rings twice.').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/app/admin/clients?q=07700+900321&status=all');
    await page.getByRole('searchbox', { name: 'Search clients' }).fill('nobody at all');
    await page.getByText('No clients found').waitFor();
    await expectAccessible(page);
  });

  it('shows everything about a client and about an animal', async () => {
    const { practice, page } = await openPractice(screen);
    const client = await makeClient(db(), {
      tenant: practice.tenant,
      name: 'Olu Adeyemi',
      phone: '07700900654',
    });
    const rex = await makeAnimal(db(), {
      client,
      name: 'Rex',
      species_id: practice.dog.id,
      allergies: 'Oats',
    });
    for (let day = 1; day <= 12; day += 1) {
      await makeBooking(db(), { animal: rex, service: practice.checkUp, booking_date: dayFromNow(-day) });
    }
    await makeFile(db(), { animal: rex, filename: 'rex.txt', mime_type: 'text/plain' });
    await page.goto(`/app/admin/client/${client.id}`);
    await page.getByRole('link', { name: '07700 900654' }).waitFor();
    const history = appointments(page, 'Booking History');
    await expect.poll(() => history.count()).toBe(10);
    await page.getByRole('button', { name: 'View All 12 Bookings' }).click();
    expect(await history.count()).toBe(12);
    await expectAccessible(page);

    await page.getByRole('list', { name: 'Animals' }).getByRole('link', { name: 'Rex' }).click();
    await page.waitForURL(`**/app/admin/animal/${rex.id}`);
    await page.getByText('Oats').first().waitFor();
    await page.getByText('No behaviour notes').first().waitFor();
    const visits = appointments(page, 'Appointment History');
    await expect.poll(() => visits.count()).toBe(5);
    await page.getByRole('button', { name: 'Booking History' }).click();
    expect(await visits.count()).toBe(12);
    await page.getByRole('list', { name: 'Files and Documents' }).getByText('rex.txt').waitFor();
    await expectAccessible(page);
    const schedule = page.getByRole('link', { name: 'Schedule Appointment' }).first();
    expect(await schedule.getAttribute('href')).toBe(
      `/app/admin/booking/create?client_id=${client.id}&animal_id=${rex.id}`,
    );
  });

  it('shows animals ten at a time, all on request, and every match of a search', async () => {
    const { practice, page } = await openPractice(screen);
    const client = await makeClient(db(), { tenant: practice.tenant });
    const litter = Array.from({ length: 60 }, (_, index) => ({
      tenant_id: practice.tenant.id,
      client_id: client.id,
      name: `Abe ${String(index + 1).padStart(2, '0')}`,
      breed: index < 15 ? 'Whippet' : 'Beagle',
    }));
    await insertRows(db(), 'animals', litter);
    await page.goto('/app/admin');
    await tab(page, 'Animals');
    const names = page.getByRole('link', { name: /^Abe/ });
    await expect.poll(() => names.count()).toBe(10);
    await page.getByRole('button', { name: 'Load More (10)' }).click();
    await expect.poll(() => names.count()).toBe(20);
    expect(await names.nth(10).evaluate((link) => link === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Show All' }).click();
    // Only the rows near the viewport are in the page, and the last one is far away.
    const last = page.getByRole('link', { name: 'Abe 60' });
    await expect
      .poll(async () => {
        await page.getByText('Burrow version').scrollIntoViewIfNeeded();
        return last.count();
      })
      .toBe(1);
    expect(await page.getByRole('button', { name: 'Show All' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: /Whippet 15/ }).click();
    await expect.poll(() => names.count()).toBe(15);
    await page.getByRole('searchbox', { name: 'Search animals' }).fill('unicorn');
    await page.getByText('No animals found matching your search').waitFor();
  });
});

it('shows an error for an unknown record', async () => {
  const { page } = await openPractice(desktop);
  expectConsole(/Failed to load resource.*404/);
  await page.goto('/app/admin/client/987654321');
  await expect.poll(() => page.getByText('Client not found').isVisible()).toBe(true);
  await expectAccessible(page);
  await page.goto('/app/admin/animal/987654321');
  await expect.poll(() => page.getByText('Animal not found').isVisible()).toBe(true);
  await expectAccessible(page);
});
