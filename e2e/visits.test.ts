import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import type { BookingRow } from '../packages/dev/src/factory-rows.ts';
import { makeAbsence } from '../packages/dev/src/factory-diary.ts';
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
import { openAsStaff, signInAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

interface Desk {
  practice: Practice;
  page: Page;
  email: string;
  booking: BookingRow;
}

/** A practice whose client Grace, who owes £45, comes with Bella today, by default at the first minute of the day. */
async function openDesk(screen: Screen, booking_time = '00:00'): Promise<Desk> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const { tenant, dog: species, staff, checkUp: service } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Admin-Desk', takes_bookings: false });
  const client = await makeClient(db(), { tenant, name: 'Grace Ó Briain' });
  const health = { allergies: 'Penicillin', behaviour_notes: 'Bites when held' };
  const animal = await makeAnimal(db(), { client, name: 'Bella', species, ...health });
  const visit = { animal, service, staff, booking_time };
  await makeBooking(db(), { ...visit, booking_date: dayFromNow(-30), status: 'completed' });
  const booking = await makeBooking(db(), { ...visit, booking_date: dayFromNow(0), status: 'confirmed' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page, email: account.email, booking };
}

const todays = (page: Page) => page.getByRole('region', { name: /Today's Appointments/ });
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function stageOf({ id }: BookingRow): Promise<[string, string | null]> {
  const { rows } = await db().query<{ status: string; stage: string | null }>(
    'select status, stage from bookings where id = $1',
    [id],
  );
  return [rows[0]?.status ?? '', rows[0]?.stage ?? null];
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('records the stages of a visit on the dashboard, with its alerts', async () => {
    const { page, booking, practice } = await openDesk(screen);
    const staff = practice.staff.name;
    await page.goto('/app/admin');
    await expectAccessible(page);
    await button(page, 'Arrived, Bella').click();
    await todays(page).getByText('Allergies: Penicillin').waitFor();
    await todays(page).getByText('Behaviour: Bites when held').waitFor();
    await todays(page).getByText('Balance due £45.00').waitFor();
    await todays(page)
      .getByText(/^Waiting · /)
      .waitFor();
    expect(await stageOf(booking)).toEqual(['confirmed', 'arrived']);
    await expectAccessible(page);
    await button(page, `With ${staff}, Bella`).click();
    await todays(page)
      .getByText(new RegExp(`^With ${staff} · `))
      .waitFor();
    expect(await stageOf(booking)).toEqual(['in-progress', 'with']);
    await button(page, 'Ready, Bella').click();
    await todays(page)
      .getByText(/^Ready to collect · /)
      .waitFor();
    await button(page, 'Left, Bella').click();
    await page.getByText('Bella has left').waitFor();
    expect(await stageOf(booking)).toEqual(['in-progress', 'left']);
    await expectAccessible(page);
  });

  it('shows the client’s alert on their page, when booking and on arrival', async () => {
    const { page, booking } = await openDesk(screen);
    await page.goto(`/app/admin/client/${booking.client_id}`);
    await button(page, 'Edit Client').click();
    const editing = page.getByRole('dialog', { name: 'Edit Client' });
    await editing.getByText('Shown to staff when booking and on arrival.').waitFor();
    await editing.getByLabel('Alert').fill('Two people to hold');
    await expectAccessible(page);
    await button(page, 'Save Changes').click();
    const alert = page.getByText('Client alert: Two people to hold');
    await alert.waitFor();
    await page.goto(`/app/admin/booking/create?client_id=${booking.client_id}`);
    await alert.waitFor();
    await expectAccessible(page);
    await page.goto(`/app/admin/booking/${booking.id}`);
    await alert.waitFor();
    await page.goto('/app/admin');
    await button(page, 'Arrived, Bella').click();
    await todays(page).getByText('Client alert: Two people to hold').waitFor();
    await expectAccessible(page);
    await page.goto('/app/admin/board');
    await alert.waitFor();
    await expectAccessible(page);
  });

  it('undoes a stage with the status it had before', async () => {
    const { page, booking } = await openDesk(screen);
    await db().query("update bookings set status = 'pending' where id = $1", [booking.id]);
    await page.goto('/app/admin');
    await button(page, 'Arrived, Bella').click();
    await page.getByText('Bella has arrived').waitFor();
    await button(page, 'Undo').click();
    await page.getByText('Undone').waitFor();
    expect(await stageOf(booking)).toEqual(['pending', null]);
    await button(page, 'Arrived, Bella').waitFor();
  });

  it('shows an appointment that was started as with its staff member, and returns to that', async () => {
    const { page, booking, practice } = await openDesk(screen);
    await db().query("update bookings set status = 'in-progress' where id = $1", [booking.id]);
    await page.goto('/app/admin/board');
    const column = page.getByRole('region', { name: /^With staff/ });
    await column.getByText('Bella').waitFor();
    await column.getByText(`With ${practice.staff.name}`).waitFor();
    await page.goto(`/app/admin/booking/${booking.id}`);
    await page.getByText('Allergies: Penicillin').waitFor();
    await button(page, 'Ready, Bella').click();
    await page.getByText('Bella is ready').waitFor();
    await button(page, 'Undo').click();
    await page.getByText('Undone').waitFor();
    expect(await stageOf(booking)).toEqual(['in-progress', 'with']);
  });

  it('chooses who sees the animal, and counts who did not attend', async () => {
    const { page, booking, practice } = await openDesk(screen);
    const away = { from: `${dayFromNow(0)} 00:00`, until: `${dayFromNow(1)} 00:00` };
    await makeAbsence(db(), { user: practice.staff, ...away });
    await page.goto(`/app/admin/booking/${booking.id}`);
    await button(page, 'More actions for Bella').click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: `With ${practice.admin.name}` }).click();
    await page.getByText(`Bella is with ${practice.admin.name}`).waitFor();
    await expectAccessible(page);
    await button(page, 'Undo').click();
    await page.getByText('Undone').waitFor();
    expect(await stageOf(booking)).toEqual(['confirmed', null]);
    const { rows } = await db().query('select staff_id from bookings where id = $1', [booking.id]);
    expect(rows).toEqual([{ staff_id: String(practice.staff.id) }]);
    await button(page, 'More actions for Bella').click();
    await page.getByRole('menuitem', { name: 'Did not attend' }).click();
    const question = page.getByRole('alertdialog', { name: 'Mark Grace Ó Briain as “Did not attend”?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Did not attend' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByText('Cancelled: did not attend').waitFor();
    await page.goto(`/app/admin/client/${booking.client_id}`);
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('Did not attend').waitFor();
    await page.goto(`/app/admin/booking/create?client_id=${booking.client_id}`);
    await page.getByText('Did not attend: 1').waitFor();
    await page.getByText('Balance due £45.00').waitFor();
    await expectAccessible(page);
  });

  it('books a walk-in, who is here at once', async () => {
    const { page, practice } = await openDesk(screen);
    await page.goto('/app/admin');
    await button(page, 'Walk-in').click();
    const dialog = page.getByRole('dialog', { name: 'Walk-in' });
    const submit = dialog.getByRole('button', { name: 'Book now' });
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Find Client & Animal' }).fill('terrier');
    await page.getByRole('option', { name: new RegExp(practice.animal.name) }).click();
    await dialog.getByRole('combobox', { name: /^Service/ }).selectOption(String(practice.checkUp.id));
    await expectAccessible(page);
    await submit.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(`${practice.animal.name} has arrived`).waitFor();
    await todays(page)
      .getByText(/^Waiting · /)
      .waitFor();
    const { rows } = await db().query(
      "select staff_id is not null as has_staff, status from bookings where tenant_id = $1 and stage = 'arrived'",
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ has_staff: true, status: 'confirmed' }]);
  });

  it('shows on the board what another screen records', async () => {
    const { page, email } = await openDesk(screen, '23:45');
    await page.goto('/app/admin');
    const board = await openPage(screen);
    await openAsStaff(board, email, '/app/admin');
    await board.getByRole('link', { name: 'Board', exact: true }).click();
    await board.waitForURL('**/app/admin/board');
    const column = (name: string) => board.getByRole('region', { name: new RegExp(`^${name}`) });
    await column('Expected').getByText('Bella').waitFor();
    await button(page, 'Arrived, Bella').click();
    await column('Waiting').getByText('Bella').waitFor({ timeout: 5000 });
    await column('Waiting').getByText('Allergies: Penicillin').waitFor();
    await expectAccessible(board);
    await board.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(board);
    await button(page, 'More actions for Bella').click();
    await page.getByRole('menuitem', { name: 'Ready', exact: true }).click();
    await column('Ready to collect').getByText('Bella').waitFor({ timeout: 5000 });
  });
});
