import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeHoliday } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
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

async function openForm(screen: Screen) {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  const { animal } = practice;
  await page.goto(`/app/admin/booking/create?client_id=${animal.client_id}&animal_id=${animal.id}`);
  await page.getByRole('region', { name: 'Animal Selection' }).getByText(animal.name).waitFor();
  await page.getByRole('combobox', { name: /^Service/ }).selectOption(String(practice.checkUp.id));
  return { practice, page };
}

const time = (page: Page) => page.getByLabel(/^Time/);
const create = (page: Page) => page.getByRole('button', { name: 'Create Booking' });
const isBooked = (page: Page) => page.waitForURL(/\/app\/admin\/booking\/\d+$/);

describe.each([desktop, phone])('on a $name', (screen) => {
  it('warns that the practice is closed at the time, and books it anyway', async () => {
    const { practice, page } = await openForm(screen);
    await time(page).fill('22:30');
    await page.getByText('22:30–23:00 is outside opening hours (06:00–22:00).').waitFor();
    await expectAccessible(page);
    await time(page).fill('10:00');
    await page.getByText(/is outside opening hours/).waitFor({ state: 'detached' });
    await makeHoliday(db(), {
      tenant: practice.tenant,
      name: 'Stocktaking',
      start_date: dayFromNow(2),
      end_date: dayFromNow(2),
    });
    await page.getByLabel(/^Date/).fill(dayFromNow(2));
    await page.getByText(/^The practice is closed on .* \(Stocktaking\)\.$/).waitFor();
    await expectAccessible(page);
    await create(page).click();
    await isBooked(page);
  });

  it('warns at once that a time is taken, marks busy staff, and asks again on submit', async () => {
    const { practice, page } = await openForm(screen);
    const { animal, staff } = practice;
    await makeBooking(db(), { animal, staff, booking_date: dayFromNow(1), booking_time: '10:00' });
    expectConsole(/Failed to load resource.*409/);
    await time(page).fill('10:07');
    const notice = page.getByText(/This animal already has an appointment at that time\./);
    await notice.waitFor();
    await expect
      .poll(() =>
        page
          .getByLabel(/Staff member/)
          .locator('option')
          .allTextContents(),
      )
      .toContainEqual(expect.stringMatching(/, busy at 10:07$/));
    await expectAccessible(page);
    await create(page).click();
    await page.getByRole('button', { name: 'Book anyway' }).waitFor();
    await expectAccessible(page);
    await time(page).fill('11:00');
    await notice.waitFor({ state: 'detached' });
    await create(page).click();
    await isBooked(page);
  });
});

it('books as confirmed or pending, with notes for staff that the client does not see', async () => {
  const { practice, page } = await openForm(desktop);
  await time(page).fill('10:00');
  expect(await page.getByRole('radio', { name: 'Confirmed' }).isChecked()).toBe(true);
  await page.getByRole('textbox', { name: 'Staff Notes' }).fill('Bad payer');
  await page.getByRole('radio', { name: 'Pending' }).check();
  expect(await page.getByRole('checkbox', { name: 'Notify client' }).count()).toBe(0);
  await expectAccessible(page);
  await create(page).click();
  await isBooked(page);
  const { rows } = await db().query('select status, notes, staff_notes from bookings where tenant_id = $1', [
    practice.tenant.id,
  ]);
  expect(rows).toEqual([{ status: 'pending', notes: null, staff_notes: 'Bad payer' }]);
});
