import { expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, useBrowser } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

it('saves what was edited of a service, and leaves the price that a colleague changed meanwhile', async () => {
  const practice = await makePractice(db());
  const { tenant, checkUp, adminKey } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const stored = async () => {
    const { body } = await api.call('booking_types', {}, adminKey);
    const { description, base_price, duration_minutes } = body.find(({ id }) => id === checkUp.id) ?? {};
    return { description, base_price, duration_minutes };
  };
  const page = await openPage(desktop);
  await signInAsStaff(page, account.email);
  await page.goto('/app/admin/settings?category=services');
  await page.getByRole('button', { name: 'Actions for Consultation' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit service' });
  await dialog.getByLabel('Description').fill('A first look');
  const raised = { service_id: checkUp.id, base_price: '60' };
  expect((await api.call('booking_type_update', raised, adminKey)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Service saved').waitFor();
  expect(await stored()).toEqual({
    description: 'A first look',
    base_price: '60.00',
    duration_minutes: checkUp.duration_minutes,
  });
});

it('saves no half-typed price of a person', async () => {
  const practice = await makePractice(db());
  const { tenant, checkUp, staff, adminKey } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const page = await openPage(desktop);
  await signInAsStaff(page, account.email);
  await page.goto('/app/admin/settings?category=services');
  await page.getByRole('button', { name: 'Actions for Consultation' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit service' });
  await dialog.getByText('Staff, rooms and online rules').click();
  await dialog.getByRole('radio', { name: 'Only these people' }).check();
  await dialog.getByRole('checkbox', { name: staff.name }).check();
  const price = dialog.getByLabel(`Price (£) for ${staff.name}`);
  await price.pressSequentially('4-5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please complete this.').waitFor();
  await price.fill('45');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Service saved').waitFor();
  const { body } = await api.call('booking_types', {}, adminKey);
  expect(body.find(({ id }) => id === checkUp.id)?.staff).toMatchObject([
    { user_id: staff.id, price: '45.00' },
  ]);
});
