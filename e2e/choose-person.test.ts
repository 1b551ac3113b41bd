import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAbsence, makeServiceStaff, makeWorkPattern } from '../packages/dev/src/factory-diary.ts';
import { makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal, makeService } from '../packages/dev/src/factory-records.ts';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import type { Columns, TenantRow, UserRow } from '../packages/dev/src/factory-rows.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, expectAccessible, phone, useBrowser } from './browser.ts';
import { signedInAsClient } from './sign-in.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const { longDay, month } = formatsFor(defaultPracticeLocale);
const tomorrow = dayFromNow(1);

const everyDay = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [['09:00', '17:00']]])) as never;

/** The request page of a practice where Jo and Sam do dentals; Jo is away tomorrow morning. Only Jo does X-rays. */
async function openRequest(columns: Columns<TenantRow> = {}) {
  const practice = await makePractice(db(), { business_hours: alwaysOpen, ...columns });
  const { tenant, client } = practice;
  await db().query('update users set takes_bookings = false where tenant_id = $1', [tenant.id]);
  const jo = await makeUser(db(), { tenant, name: 'Jo Featherstonehaugh-Cholmondeley' });
  const sam = await makeUser(db(), { tenant, name: 'Sam' });
  for (const user of [jo, sam]) await makeWorkPattern(db(), { user, hours: [everyDay] });
  const dental = await makeService(db(), { tenant, name: 'Dental', duration_minutes: 60 });
  const xray = await makeService(db(), { tenant, name: 'X-ray', duration_minutes: 60 });
  for (const user of [jo, sam]) await makeServiceStaff(db(), dental, user);
  await makeServiceStaff(db(), xray, jo);
  await makeAbsence(db(), { user: jo, from: `${tomorrow} 00:00`, until: `${tomorrow} 13:00` });
  const pet = await makeAnimal(db(), { client, name: 'Bella' });
  const page = await openPage(phone);
  await signedInAsClient(page, practice.clientKey);
  await page.goto('/app/cp/booking/create');
  await page.getByLabel('Select Pet').selectOption(String(pet.id));
  return { practice, page, jo, sam, dental, pet };
}

const who = (page: Page) => page.getByLabel('Who would you like to see?');
const chooseService = (page: Page, name: string) =>
  page.getByLabel('Service Required').selectOption({ label: `${name} – £45.00 – 60 mins` });
const slot = (page: Page, time: string) => page.getByRole('radio', { name: new RegExp(`^${time}`) });
const chooseTime = (page: Page, time: string) => page.locator('label', { has: slot(page, time) }).click();

async function chooseTomorrow(page: Page) {
  await page.getByRole('grid').waitFor();
  const caption = page.getByText(month(tomorrow.slice(0, 7)), { exact: true });
  if (!(await caption.isVisible())) await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: longDay(tomorrow) }).click();
  await slot(page, '14:00').waitFor({ state: 'attached' });
}

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Request Appointment' }).click();
  await page.getByRole('heading', { name: 'Appointment Request Submitted!' }).waitFor();
}

describe('a pet owner on a phone', () => {
  it('sees the times of the person they choose, and requests one of them', async () => {
    const { practice, page, jo } = await openRequest();
    await chooseService(page, 'Dental');
    await expect
      .poll(() => who(page).locator('option').allTextContents())
      .toEqual(['Anyone', jo.name, 'Sam']);
    await chooseTomorrow(page);
    await who(page).selectOption(jo.name);
    await expect.poll(() => slot(page, '10:00').isDisabled()).toBe(true);
    await expectAccessible(page);
    await chooseTime(page, '14:00');
    await submit(page);
    const { body } = await api.call('bookings_pending', {}, practice.staffKey);
    expect(body).toMatchObject([{ booking_time: '14:00', staff_id: jo.id }]);
  });

  it('is assigned a free person when they choose anyone', async () => {
    const { practice, page, jo, sam } = await openRequest();
    await chooseService(page, 'Dental');
    await who(page).selectOption(jo.name);
    await chooseTomorrow(page);
    await who(page).selectOption('Anyone');
    await expect.poll(() => slot(page, '10:00').isDisabled()).toBe(false);
    await chooseTime(page, '10:00');
    await submit(page);
    const { body } = await api.call('bookings_pending', {}, practice.staffKey);
    expect(body).toMatchObject([{ booking_time: '10:00', staff_id: sam.id }]);
  });

  it('loses a time that the person they choose next does not have', async () => {
    const { page, jo } = await openRequest();
    await chooseService(page, 'Dental');
    await chooseTomorrow(page);
    await chooseTime(page, '10:00');
    await who(page).selectOption(jo.name);
    await expect.poll(() => slot(page, '10:00').isDisabled()).toBe(true);
    await page.getByText('10:00 is not available for Dental. Please choose another time.').waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  });

  it('is not asked about a service that one person provides', async () => {
    const { page } = await openRequest();
    await chooseService(page, 'Dental');
    await who(page).waitFor();
    await chooseService(page, 'X-ray');
    await who(page).waitFor({ state: 'detached' });
    await chooseTomorrow(page);
    await expect.poll(() => slot(page, '10:00').isDisabled()).toBe(true);
  });
});

describe('when the practice withdraws a choice', () => {
  const withdraw = ({ id }: Pick<UserRow, 'id'>) =>
    db().query('update users set takes_bookings = false where id = $1', [id]);
  const said = (page: Page) => page.getByText('The person you chose is no longer available.');

  it('says that the chosen person is no longer available, and requests an appointment with anyone', async () => {
    expectConsole(/Failed to load resource.*404/);
    const { practice, page, jo, sam } = await openRequest();
    await chooseService(page, 'Dental');
    await who(page).selectOption(jo.name);
    await chooseTomorrow(page);
    await chooseTime(page, '14:00');
    await withdraw(jo);
    await page.getByRole('button', { name: 'Request Appointment' }).click();
    await page.getByText('This person isn’t available. Choose another.').waitFor();
    await said(page).waitFor();
    await who(page).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.reload();
    await said(page).waitFor();
    await page.getByRole('region', { name: 'Selected Appointment' }).waitFor();
    await submit(page);
    const { body } = await api.call('bookings_pending', {}, practice.staffKey);
    expect(body).toMatchObject([{ booking_time: '14:00', staff_id: sam.id }]);
  });

  it('says that the chosen person is no longer available when an appointment is moved', async () => {
    expectConsole(/Failed to load resource.*404/);
    const { page, jo, sam, dental, pet } = await openRequest({ self_change: 'direct', move_notice_hours: 0 });
    const booking = await makeBooking(db(), {
      animal: pet,
      service: dental,
      staff: sam,
      booking_date: dayFromNow(3),
      status: 'confirmed',
    });
    await page.goto(`/app/cp/booking/${booking.id}/move`);
    await who(page).selectOption(jo.name);
    await chooseTomorrow(page);
    await chooseTime(page, '14:00');
    await withdraw(jo);
    await page.getByRole('button', { name: 'Move appointment' }).click();
    await said(page).waitFor();
    await page.getByRole('region', { name: 'New time' }).getByText('with Sam', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Move appointment' }).click();
    await page.getByRole('heading', { name: `Appointment #${booking.id}` }).waitFor();
  });

  it('asks for another service when the deposit is about to be paid', async () => {
    expectConsole(/Failed to load resource.*404/);
    const { page, dental } = await openRequest({ deposit_required: true, deposit_pence: 1000 });
    const request = page.getByRole('button', { name: 'Request Appointment' });
    const paying = page.getByRole('dialog', { name: 'Deposit Payment Required' });
    await chooseService(page, 'Dental');
    await chooseTomorrow(page);
    await chooseTime(page, '14:00');
    await request.click();
    await paying.waitFor();
    await db().query('update services set online = false where id = $1', [dental.id]);
    await paying.getByRole('button', { name: 'Pay Deposit' }).click();
    await page.getByText('Please select a service').waitFor();
    await paying.waitFor({ state: 'detached' });
    await expectAccessible(page);
    await chooseService(page, 'X-ray');
    await chooseTime(page, '15:00');
    expect(await paying.count()).toBe(0);
    await request.click();
    await paying.getByText('X-ray').waitFor();
  });
});
