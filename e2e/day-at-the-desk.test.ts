import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { weekdays } from '../packages/contracts/src/weekdays.ts';
import { pdfText } from '../apps/api/src/testing/pdf-text.ts';
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

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const aroundTheClock = Object.fromEntries(
  weekdays.map((day): [string, [string, string][]] => [day, [['00:00', '24:00']]]),
);
const conflict = /Failed to load resource.*409/;

/** A practice with a person who can sign in, and an animal to search for. */
async function openDesk(
  screen: Screen,
  business_hours = alwaysOpen,
): Promise<{ practice: Practice; page: Page; bella: { id: number; client_id: number } }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
  const client = await makeClient(db(), { tenant: practice.tenant, name: 'Grace Ó Briain' });
  const bella = await makeAnimal(db(), {
    client,
    name: 'Bella',
    breed: 'Border Collie',
    species_id: practice.dog.id,
  });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page, bella };
}

/** Fills the form for Bella tomorrow at 10:00 with the practice's staff. */
async function fillBooking(page: Page, { checkUp, staff }: Practice): Promise<void> {
  await page.getByRole('combobox', { name: 'Find Client & Animal' }).fill('collie');
  await page.getByRole('option', { name: /Bella/ }).click();
  await page.getByRole('combobox', { name: /^Service/ }).selectOption(String(checkUp.id));
  await page.getByLabel(/Staff member/).selectOption(String(staff.id));
  await page.getByLabel(/^Time/).fill('10:00');
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('books, starts, completes with card, and opens the invoice', async () => {
    const { practice, page } = await openDesk(screen);
    await page.goto('/app/admin');
    await page.getByRole('link', { name: 'New Appointment' }).first().click();
    await page.waitForURL('**/app/admin/booking/create');
    const create = page.getByRole('button', { name: 'Create Booking' });
    expect(await create.isDisabled()).toBe(true);
    await expectAccessible(page);
    await fillBooking(page, practice);
    expect(await page.getByLabel(/^Date/).inputValue()).toBe(dayFromNow(1));
    expect(await page.getByLabel(/^Duration/).inputValue()).toBe('30');
    expect(await page.getByLabel(/^Price/).inputValue()).toBe('45.00');
    await page.getByRole('textbox', { name: 'Additional Notes' }).fill('Limping since Sunday');
    await expectAccessible(page);
    await create.click();
    await page.waitForURL(/\/app\/admin\/booking\/\d+$/);
    await page.getByText('Limping since Sunday').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Start/ }).click();
    await page.getByText('In progress', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Mark Complete (Paid)' }).click();
    // It is tomorrow's.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
    const payment = page.getByRole('dialog', { name: 'Payment Method' });
    await expectAccessible(page);
    await payment.getByRole('button', { name: 'Card' }).click();
    await payment.waitFor({ state: 'hidden' });
    await page.getByText('Completed').first().waitFor();
    await expectAccessible(page);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /Invoice/ }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^invoice-\d+\.pdf$/);
    const file = join(tmpdir(), `burrow-${process.pid}-${download.suggestedFilename()}`);
    await download.saveAs(file);
    const text = await pdfText(new Uint8Array(readFileSync(file)));
    rmSync(file);
    for (const expected of [
      'Willow Lane Vets',
      'INV-000001',
      'Grace Ó Briain',
      'Bella',
      'Consultation',
      '£45.00',
      'Card',
      'Paid in full',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('names the conflict of a double booking, keeps the form, and books when confirmed', async () => {
    const { practice, page } = await openDesk(screen);
    await makeBooking(db(), {
      animal: practice.animal,
      staff: practice.staff,
      booking_date: dayFromNow(1),
      booking_time: '09:45',
    });
    expectConsole(conflict);
    await page.goto('/app/admin/booking/create');
    await fillBooking(page, practice);
    await page.getByRole('button', { name: 'Create Booking' }).click();
    const refusal = page.getByRole('alert');
    await refusal.getByText('This staff member already has an appointment at that time.').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel(/^Time/).inputValue()).toBe('10:00');
    await page.getByRole('button', { name: /anyway/ }).click();
    await page.waitForURL(/\/app\/admin\/booking\/\d+$/);
  });

  it('answers requests from the dashboard, and finds every appointment in the calendar', async () => {
    const { practice, page, bella } = await openDesk(screen);
    const columns = {
      tenant_id: practice.tenant.id,
      client_id: bella.client_id,
      animal_id: bella.id,
      booking_date: dayFromNow(2),
    };
    const request = { ...columns, is_provisional: true, source: 'portal' as const };
    const accepted = await makeBooking(db(), { ...request, booking_time: '09:00' });
    const rejected = await makeBooking(db(), { ...request, booking_time: '11:00' });
    await makeBooking(db(), {
      ...columns,
      booking_date: dayFromNow(0),
      booking_time: '15:00',
      status: 'confirmed',
    });
    await page.goto('/app/admin');
    const requests = page.getByRole('region', { name: /Pending Booking Requests/ });
    await requests.getByText('09:00').first().waitFor();
    await expectAccessible(page);
    await requests
      .getByRole('button', { name: /^Accept / })
      .first()
      .click();
    await expect.poll(() => requests.getByRole('button', { name: /^Accept / }).count()).toBe(1);
    await expect.poll(() => requests.getByRole('button', { name: /Reject/ }).count()).toBe(1);
    await requests.getByRole('button', { name: /Reject/ }).click();
    const ask = page.getByRole('alertdialog');
    await ask.getByRole('button', { name: /Reject/ }).click();
    await ask.waitFor({ state: 'hidden' });
    const { rows } = await db().query(
      'select id, status, staff_accepted from bookings where id = any($1) order by id',
      [[accepted.id, rejected.id]],
    );
    expect(rows).toMatchObject([
      { status: 'pending', staff_accepted: true },
      { status: 'cancelled', staff_accepted: false },
    ]);
    await page
      .getByRole('region', { name: /Today's Appointments/ })
      .getByText('15:00')
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('moves an appointment to a free time of another day, and undoes the move', async () => {
    const { practice, page, bella } = await openDesk(screen);
    const booking = await makeBooking(db(), {
      tenant_id: practice.tenant.id,
      client_id: bella.client_id,
      animal_id: bella.id,
      service: practice.checkUp,
      staff: practice.staff,
      booking_date: dayFromNow(1),
    });
    await page.goto(`/app/admin/booking/${booking.id}`);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reschedule', exact: true });
    await dialog.getByText('11:30', { exact: true }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^(Reschedule|Move)/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    const at = async () => {
      const { rows } = await db().query('select booking_time::text as at from bookings where id = $1', [
        booking.id,
      ]);
      return (rows[0] as { at: string }).at;
    };
    await expect.poll(at).toBe('11:30:00');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(at).toBe('10:00:00');
  });

  it('proposes no past time for a missed appointment', async () => {
    const { practice, page } = await openDesk(screen, aroundTheClock);
    const atMidnight = {
      animal: practice.animal,
      service: practice.checkUp,
      staff: practice.staff,
      booking_time: '00:00',
      status: 'confirmed' as const,
    };
    const { id } = await makeBooking(db(), { ...atMidnight, booking_date: dayFromNow(-1) });
    // Another appointment at that time must not make it a time to choose either.
    await makeBooking(db(), { ...atMidnight, booking_date: dayFromNow(0) });
    await page.goto(`/app/admin/booking/${id}`);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reschedule', exact: true });
    const move = dialog.getByRole('button', { name: 'Reschedule' });
    await dialog.getByRole('group', { name: /^Free times on/ }).waitFor();
    expect(await dialog.getByText('New time:').count()).toBe(0);
    expect(await move.isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByLabel('Staff').selectOption('Not assigned');
    await dialog.getByRole('button', { name: /^Today, / }).press('ArrowRight');
    await page.keyboard.press('Enter');
    await dialog.getByText('New time:').waitFor();
    expect(await move.isDisabled()).toBe(false);
  });

  it('leads from a client to the animal, its appointments and back', async () => {
    const { practice, page, bella } = await openDesk(screen);
    await makeBooking(db(), {
      tenant_id: practice.tenant.id,
      client_id: bella.client_id,
      animal_id: bella.id,
      service: practice.checkUp,
    });
    await page.goto('/app/admin');
    await page.getByRole('link', { name: 'Clients' }).first().click();
    await page.getByRole('searchbox').fill('briain');
    await expect.poll(() => page.getByRole('link', { name: /Grace Ó Briain/ }).count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await page
      .getByRole('link', { name: /Grace Ó Briain/ })
      .first()
      .click();
    await page.waitForURL(`**/app/admin/client/${bella.client_id}`);
    await page.getByRole('link', { name: /Bella/ }).first().click();
    await page.waitForURL(`**/app/admin/animal/${bella.id}`);
    await page.getByText('Allergies').first().waitFor();
    await expectAccessible(page);
    await page
      .getByRole('link', { name: /Schedule Appointment/ })
      .first()
      .click();
    await page.waitForURL(`**/app/admin/booking/create?client_id=${bella.client_id}&animal_id=${bella.id}`);
    await page.getByText('Bella').first().waitFor();
    await expectAccessible(page);
    await page.goto('/app/admin/animals');
    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByText('No animals found matching your search').waitFor();
    await expectAccessible(page);
  });
});

describe('an error page', () => {
  it('shows the reason, with the details that support needs', async () => {
    const { page } = await openDesk(desktop);
    expectConsole(/Failed to load resource.*404/);
    await page.goto('/app/admin/booking/999999');
    await page.getByText('999999').first().waitFor();
    await expectAccessible(page);
    await page.goto('/app/admin/client/999999');
    await page.getByText('Client not found').waitFor();
    await page.goto('/app/admin/animal/999999');
    await page.getByText('Animal not found').waitFor();
  });
});
