import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import {
  makeAccount,
  makeClient,
  makeSessionKey,
  makeUser,
  type SessionKey,
} from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, zoneAt, type Screen } from './browser.ts';
import { signedInAsClient, openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

async function openAnimal(screen: Screen) {
  const practice = await makePractice(db());
  const { tenant, client, animal } = practice;
  await db().query("update clients set name = 'Frank Former' where id = $1", [client.id]);
  await db().query("update animals set name = 'Bella' where id = $1", [animal.id]);
  const nora = await makeClient(db(), { tenant, name: 'Nora Newhome', phone: '07700900456' });
  const booking = await makeBooking(db(), { animal, booking_date: dayFromNow(3), status: 'confirmed' });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'staff' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, `/app/admin/animal/${animal.id}`);
  return { page, practice, nora, booking, path: `/app/admin/animal/${animal.id}` };
}

/** Waits until a pet owner's appointments, and the page of an animal, show a text each. */
async function expectInPortal(
  screen: Screen,
  key: SessionKey,
  animalId: number,
  shown: { appointments: string; pet: string },
): Promise<void> {
  const page = await openPage(screen);
  await signedInAsClient(page, key);
  const main = page.getByRole('main');
  await page.goto('/app/cp/bookings');
  await main.getByText(shown.appointments).first().waitFor();
  await page.goto(`/app/cp/animal/${animalId}`);
  await main.getByText(shown.pet).first().waitFor();
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

  it('records microchip and insurance, finds the animal by its chip, and shows each owner their own time', async () => {
    const { page, practice, nora, booking, path } = await openAnimal(screen);
    const { tenant, animal, clientKey } = practice;
    await db().query("update bookings set status = 'cancelled' where id = $1", [booking.id]);
    await makeBooking(db(), { animal, booking_date: dayFromNow(-10), status: 'completed' });
    // A microchip and a day that are refused.
    expectConsole(/status of 400/);
    const rex = await makeAnimal(db(), { tenant, name: 'Rex', microchip: '985112001234567' });
    await page.goto(path);
    await page.getByRole('button', { name: 'Edit Animal' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Animal' });
    const chip = edit.getByLabel('Microchip');
    await chip.fill('98511200123456');
    await edit.getByLabel('Insurer').fill('Petplan');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await edit.getByText('Enter the 15 digits of the microchip').waitFor();
    await chip.fill('003 112 001 234 567');
    await edit.getByText('003 is not the code of a country or manufacturer.').waitFor();
    await chip.fill('985-112-001-234-567');
    await edit.getByText(/^Rex \(.+\) has this microchip too\.$/).waitFor();
    await expectAccessible(page);
    await edit.getByLabel('Policy number').fill('PP 12');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await edit.waitFor({ state: 'detached' });
    const facts = page.getByRole('region', { name: 'Animal Information' });
    await facts.getByText('985 112 001 234 567').waitFor();
    await facts.getByText('PP 12').waitFor();
    await db().query('update animals set microchip = null where id = $1', [rex.id]);

    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('112 001 234');
    await page.getByRole('option', { name: /Bella/ }).first().waitFor();
    await page.keyboard.press('Escape');

    await page.goto(path);
    await page.getByRole('button', { name: 'Change Owner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change owner' });
    await dialog.getByRole('combobox', { name: 'New owner' }).fill('900456');
    await page.getByRole('option', { name: /Nora Newhome/ }).click();
    const since = dialog.getByLabel('Owner since');
    await since.fill(dayFromNow(-12));
    await dialog.getByRole('button', { name: 'Change Owner' }).click();
    await dialog.getByText(/^Bella had an appointment on .+ Choose a later day, or today\.$/).waitFor();
    await since.fill(dayFromNow(-2));
    await dialog.getByRole('button', { name: 'Change Owner' }).click();
    await dialog.waitFor({ state: 'detached' });
    const former = page.getByRole('list', { name: 'Former owners' });
    await former.getByText(/^Owned by Frank Former until /).waitFor();
    await facts.getByText('Petplan').waitFor({ state: 'detached' });
    await facts.getByText('985 112 001 234 567').waitFor();
    await expectAccessible(page);

    await expectInPortal(screen, await makeSessionKey(db(), { client: nora }), animal.id, {
      appointments: 'No appointments yet',
      pet: '985 112 001 234 567',
    });
    expectConsole(/status of 404/);
    await expectInPortal(screen, clientKey, animal.id, { appointments: 'Bella', pet: 'Animal not found' });
  });
});

it('gives the animal back after midnight', async () => {
  api.clock.set(new Date().toISOString());
  const { page, practice, booking, path } = await openAnimal(desktop);
  await db().query("update bookings set status = 'cancelled' where id = $1", [booking.id]);
  await db().query('update tenants set time_zone = $2 where id = $1', [practice.tenant.id, zoneAt(23)]);
  await page.goto(path);
  await page.getByRole('button', { name: 'Change Owner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change owner' });
  await dialog.getByRole('combobox', { name: 'New owner' }).fill('900456');
  await page.getByRole('option', { name: /Nora Newhome/ }).click();
  await dialog.getByRole('button', { name: 'Change Owner' }).click();
  const moved = page.getByRole('dialog', { name: 'Bella now belongs to Nora Newhome', exact: true });
  await moved.waitFor();
  api.clock.set(new Date(Date.now() + 3_600_000).toISOString());
  await moved.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Bella belongs to Frank Former again', exact: true }).waitFor();
});
