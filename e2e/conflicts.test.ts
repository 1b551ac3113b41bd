import type { Page } from 'playwright-core';
import { expect, it, describe } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAbsence, makeResource, makeWorkPattern } from '../packages/dev/src/factory-diary.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

/** An admin at the desk of a practice with a theatre, and an appointment in three days. */
async function openDesk(screen: Screen) {
  const practice = await makePractice(db(), { business_hours: alwaysOpen, fts_complete: true });
  const { tenant, animal, checkUp, staff } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Desk' });
  const theatre = await makeResource(db(), { tenant, name: 'Theatre' });
  const booking = await makeBooking(db(), {
    animal,
    service: checkUp,
    staff,
    booking_date: dayFromNow(3),
    booking_time: '10:00',
    status: 'confirmed',
  });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page, theatre, booking };
}

const card = (page: Page) => page.getByRole('region', { name: '1 appointment needs attention' });

async function chooseTheatre(page: Page) {
  await page.goto('/app/admin/settings?category=services');
  await page.getByRole('button', { name: 'Actions for Consultation' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit service' });
  await dialog.getByText('Staff, rooms and online rules').click();
  await dialog.getByRole('button', { name: 'Add a room or equipment' }).click();
  await page.getByRole('menuitem', { name: 'Theatre' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  return dialog;
}

const needsOf = async ({ staffKey, checkUp }: Practice) => {
  const { body } = await api.call('booking_types', {}, staffKey);
  return body.find(({ id }) => id === checkUp.id)?.needs;
};

describe.each([desktop, phone])('on a $name', (screen) => {
  it('shows which appointments lack a new room before saving, and assigns it on the dashboard', async () => {
    const { page, practice, theatre, booking } = await openDesk(screen);
    const { animal, client } = practice;
    const dialog = await chooseTheatre(page);
    const question = page.getByRole('alertdialog', { name: '1 appointment has no room' });
    await question.getByRole('link', { name: `${animal.name}, ${client.name}` }).waitFor();
    await question.getByText('Theatre isn’t booked for it.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await needsOf(practice)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('Service saved').waitFor();
    expect(await needsOf(practice)).toEqual([[theatre.id]]);
    await page.goto('/app/admin');
    await card(page).getByText('Theatre isn’t booked for it.').waitFor();
    await expectAccessible(page);
    await card(page)
      .getByRole('button', { name: `Assign room to ${animal.name}’s appointment` })
      .click();
    await page.getByText(`Room assigned to ${animal.name}’s appointment`).waitFor();
    await card(page).waitFor({ state: 'detached' });
    const { body } = await api.call('booking', { booking_id: booking.id }, practice.staffKey);
    expect(body.resources).toEqual([{ id: theatre.id, name: 'Theatre' }]);
  });

  it('asks the client of an appointment outside the rota to call, once', async () => {
    const { page, practice, booking } = await openDesk(screen);
    const { client, staff } = practice;
    await makeWorkPattern(db(), { user: staff, hours: [{}] });
    await makeAbsence(db(), {
      user: staff,
      kind: 'sick',
      from: `${dayFromNow(3)} 00:00`,
      until: `${dayFromNow(4)} 00:00`,
    });
    await page.goto('/app/admin');
    await card(page).getByText('Stefan Staff is off sick.').waitFor();
    await card(page)
      .getByRole('button', { name: new RegExp(`^Notify ${client.name} about`) })
      .click();
    const question = page.getByRole('alertdialog', { name: `Ask ${client.name} to call?` });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Notify client' }).click();
    await page.getByText(`${client.name} will get it by SMS and email.`).waitFor();
    await card(page)
      .getByText(/^Notified \d/)
      .waitFor();
    expect(
      await card(page)
        .getByRole('button', { name: /^Notify/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
    await page.goto(`/app/admin/booking/${booking.id}`);
    await page.getByText('Change needed').first().waitFor();
  });
});
