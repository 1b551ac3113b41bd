import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { defaultPassword, makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

async function openAnimal(screen: Screen) {
  const practice = await makePractice(db());
  const { tenant, client, animal } = practice;
  await db().query("update clients set name = 'Frank Former' where id = $1", [client.id]);
  await db().query("update animals set name = 'Bella' where id = $1", [animal.id]);
  await makeClient(db(), { tenant, name: 'Nora Newhome', phone: '07700900456' });
  const booking = await makeBooking(db(), { animal, booking_date: dayFromNow(3), status: 'confirmed' });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'staff' });
  const page = await openPage(screen);
  await signIn(page, account.email, defaultPassword);
  await page.waitForURL('**/app/admin');
  await page.goto(`/app/admin/animal/${animal.id}`);
  return { page, booking, path: `/app/admin/animal/${animal.id}` };
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('transfers an animal to another client once its appointments are settled, and back again', async () => {
    const { page, booking, path } = await openAnimal(screen);
    const dialog = page.getByRole('dialog', { name: 'Change owner' });
    const change = dialog.getByRole('button', { name: 'Change Owner' });
    await page.getByRole('button', { name: 'Change Owner' }).click();
    await dialog.getByRole('list', { name: 'Upcoming appointments' }).waitFor();
    expect(await change.isDisabled()).toBe(true);
    await expectAccessible(page);

    await db().query("update bookings set status = 'cancelled' where id = $1", [booking.id]);
    await page.goto(path);
    await page.getByRole('button', { name: 'Change Owner' }).click();
    await change.click();
    await dialog.getByText('Please select a client').waitFor();
    const owner = dialog.getByRole('combobox', { name: 'New owner' });
    await expect.poll(() => owner.evaluate((input) => input === document.activeElement)).toBe(true);
    await owner.fill('Frank');
    await page.getByRole('option', { name: /Frank Former/ }).click();
    await change.click();
    await dialog.getByText('Frank Former is already the owner').waitFor();
    await owner.fill('900456');
    await page.getByRole('option', { name: /Nora Newhome/ }).click();
    await expectAccessible(page);
    await change.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('link', { name: 'Nora Newhome' }).first().waitFor();

    const moved = page.getByRole('dialog', { name: 'Bella now belongs to Nora Newhome', exact: true });
    await moved.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Bella belongs to Frank Former again', exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Frank Former' }).first().waitFor();
  });
});
