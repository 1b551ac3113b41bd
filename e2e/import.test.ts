import { describe, expect, it } from 'vitest';
import { makeCareType } from '../packages/dev/src/factory-care.ts';
import { makeMedicine } from '../packages/dev/src/factory-health.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, focusIsInContent, phone, useBrowser } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

const file = `Surname,First name,Mobile,Email,Town,Pet name,Species,Sex,DOB,Loyalty no
Miller,Ann,07700 900111,ann@example.com,Bristol,Rex,Canine,MN,31/12/2019,7
Miller,Ann,07700 900111,ann@example.com,Bristol,Gil,Axolotl,,,7
Jones,Bob,ring me,,,,,,,
Smith,Eve,07700 900111,,,,,,,
`;

describe.each([desktop, phone])('on a $name', (screen) => {
  it('imports clients and animals: chosen, checked, imported and undone', async () => {
    const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
    const page = await openPage(screen);
    await openAsStaff(page, account.email, '/app/admin/settings?category=data');
    await page.getByText('No imports yet').waitFor();
    await expectAccessible(page);
    await page
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'old-system.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });

    await page.getByRole('heading', { name: 'old-system.csv' }).waitFor();
    expect(await page.getByLabel('Field for Mobile').inputValue()).toBe('client_phone');
    expect(await page.getByLabel('Field for Loyalty no').inputValue()).toBe('');
    await page.getByLabel('Field for Loyalty no').selectOption('Client: Notes');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('heading', { name: 'Checking the file' }).waitFor();
    await api.runJobs();

    await page.getByRole('heading', { name: 'What will be imported' }).waitFor();
    await page.getByText('Enter a phone number such as 07700 900001.').waitFor();
    await page.getByRole('heading', { name: 'Rows to check' }).waitFor();
    await page.getByText('Eve Smith is matched to Ann Miller (found by phone).').waitFor();
    await page.getByText('These rows add no client, animal, vaccination or due date.').waitFor();
    expect(await page.getByLabel('Canine (1 row)').inputValue()).toBe(String(practice.dog.id));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('heading', { name: 'Importing' }).waitFor();
    await api.runJobs();

    await page.getByText('Import complete.').waitFor();
    expect(await focusIsInContent(page)).toBe(true);
    await expectAccessible(page);
    const clients = async () =>
      (await api.call('clients', {}, practice.adminKey)).body.map(({ name }) => name);
    expect(await clients()).toContain('Ann Miller');
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('Removing the clients and animals').waitFor();
    await api.runJobs();
    await page.getByText('Import undone.').waitFor();
    expect(await focusIsInContent(page)).toBe(true);
    expect(await clients()).not.toContain('Ann Miller');
  });

  it('counts the vaccinations of a file, and imports them to health records', async () => {
    const practice = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
    const page = await openPage(screen);
    const { tenant } = practice;
    const type = await makeCareType(db(), { tenant, name: 'Lepto' });
    await makeMedicine(db(), { tenant, name: 'Nobivac L4', care_type_id: type.id });
    await openAsStaff(page, account.email, '/app/admin/settings?category=data');
    const vaccinations = `Owner,Mobile,Pet name,Species,Vaccine,Date given,Next due date
Ann Miller,07700 900111,Rex,Dog,Nobivac L4,01/02/2024,01/02/2025
Ann Miller,07700 900111,Rex,Dog,Nobivac L4,03/02/2025,03/02/2026
Ann Miller,07700 900111,Rex,Dog,,04/02/2025,
`;
    await page
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'vaccinations.csv', mimeType: 'text/csv', buffer: Buffer.from(vaccinations) });
    expect(await page.getByLabel('Field for Next due date').inputValue()).toBe('animal_vaccine_due_on');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('heading', { name: 'Checking the file' }).waitFor();
    await api.runJobs();
    await page.getByText('Enter the vaccine that was given.').waitFor();
    expect(await page.locator('dl > div').filter({ hasText: 'New vaccinations' }).innerText()).toMatch(/2$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('heading', { name: 'Importing' }).waitFor();
    await api.runJobs();
    await page.getByText('Import complete.').waitFor();
    await page.goto('/app/admin/animals');
    await page.getByRole('link', { name: 'Rex' }).click();
    await page.getByRole('heading', { name: 'Health record' }).waitFor();
    await expect.poll(() => page.getByText('Nobivac L4').count()).toBe(2);
  });
});
