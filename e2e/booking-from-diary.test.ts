import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAbsence, makeResource, makeServiceStaff } from '../packages/dev/src/factory-diary.ts';
import { makeService } from '../packages/dev/src/factory-records.ts';
import { dayFromNow, expectAccessible, phone, useBrowser } from './browser.ts';
import { card, column, drag, pointAt, tomorrow, useDiaryDesk } from './diary-desk.ts';

const browser = useBrowser();
const { db, makeDesk, openDiary, stored } = useDiaryDesk(browser);

const serviceOf = (page: Page) => page.locator('select[name="service_id"]');

const roomsOf = async ({ id }: { id: number }) => {
  const { rows } = await db().query<{ name: string }>(
    `select r.name from booking_parts p join resources r on r.tenant_id = p.tenant_id and r.id = p.resource_id
     where p.booking_id = $1 order by r.name`,
    [id],
  );
  return rows.map(({ name }) => name);
};

it('keeps the length that was dragged when a service is chosen, and offers the service’s own', async () => {
  const desk = await makeDesk();
  await makeService(db(), { tenant: desk.practice.tenant, name: 'Dental', duration_minutes: 45 });
  const page = await openDiary(desk);
  await drag(page, await pointAt(page, 'Sam', '09:00'), await pointAt(page, 'Sam', '10:14'));
  const duration = page.getByLabel('Duration (minutes)');
  await duration.waitFor();
  await serviceOf(page).selectOption('Dental');
  expect(await duration.inputValue()).toBe('75');
  await page.getByRole('button', { name: 'Use the usual 45 minutes' }).click();
  expect(await duration.inputValue()).toBe('45');
  expect(await page.getByRole('button', { name: /^Use the usual/ }).count()).toBe(0);
});

it('takes the length of the service after a click on empty time', async () => {
  const desk = await makeDesk();
  await makeService(db(), { tenant: desk.practice.tenant, name: 'Dental', duration_minutes: 45 });
  const page = await openDiary(desk);
  const gap = await pointAt(page, 'Sam', '11:05');
  await page.mouse.click(gap.x, gap.y);
  await serviceOf(page).selectOption('Dental');
  expect(await page.getByLabel('Duration (minutes)').inputValue()).toBe('45');
});

it('fills in the length and price that a person has for a service', async () => {
  const desk = await makeDesk();
  const { tenant } = desk.practice;
  const dental = await makeService(db(), {
    tenant,
    name: 'Dental',
    duration_minutes: 45,
    base_price_pence: 8000,
  });
  await makeServiceStaff(db(), dental, desk.jo, { duration_minutes: 60, price_pence: 9550 });
  await makeServiceStaff(db(), dental, desk.sam);
  const page = await openDiary(desk);
  await page.getByRole('link', { name: 'New Appointment' }).click();
  const [service, staff] = [serviceOf(page), page.getByLabel('Staff member (optional)')];
  const filled = async () => [
    await page.getByLabel('Duration (minutes)').inputValue(),
    await page.getByLabel(/^Price/).inputValue(),
  ];
  await service.selectOption('Dental');
  expect(await filled()).toEqual(['45', '80.00']);
  await staff.selectOption(String(desk.jo.id));
  expect(await filled()).toEqual(['60', '95.50']);
  await staff.selectOption(String(desk.sam.id));
  expect(await filled()).toEqual(['45', '80.00']);
  await page.getByLabel(/^Price/).fill('70');
  await staff.selectOption(String(desk.jo.id));
  expect(await filled()).toEqual(['60', '70']);
  const charged = page.locator('dt', { hasText: /^Price$/ }).locator('xpath=following-sibling::dd');
  expect(await charged.textContent()).toBe('£70.00');
  await page.getByLabel(/^Price/).fill('');
  expect(await charged.textContent()).toBe('£95.50');
});

it('shows the room of the column on the form, and lets it be changed there and later', async () => {
  const desk = await makeDesk();
  const { tenant } = desk.practice;
  const theatre = await makeResource(db(), { tenant, name: 'Theatre' });
  await makeResource(db(), { tenant, name: 'Room 2' });
  const page = await openDiary(desk, { search: `?date=${tomorrow()}&by=rooms` });
  await drag(page, await pointAt(page, 'Theatre', '11:00'), await pointAt(page, 'Theatre', '11:44'));
  const room = page.getByLabel('Room (optional)');
  await room.waitFor();
  expect(await room.inputValue()).toBe(String(theatre.id));
  await page.locator('dt', { hasText: /^Room$/ }).waitFor();
  await expectAccessible(page);
  await room.selectOption('Room 2');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Find Client & Animal' }).fill('biscuit');
  await page.getByRole('option', { name: /^Biscuit/ }).click();
  await serviceOf(page).selectOption(String(desk.practice.checkUp.id));
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  expect(await roomsOf({ id })).toEqual(['Room 2']);

  await page.getByRole('button', { name: 'Edit Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  await dialog.getByLabel('Room').selectOption('Theatre');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => roomsOf({ id })).toEqual(['Theatre']);
  await page.goto(`/app/admin/diary?date=${tomorrow()}&by=rooms`);
  await column(page, 'Theatre')
    .getByRole('button', { name: /Biscuit/ })
    .waitFor();
  expect(await card(page, 'Biscuit').count()).toBe(2);
});

it('says once for each part of the day why a person’s times are not free', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk);
  await page.goto(`/app/admin/booking/create?date=${tomorrow()}&staff_id=${desk.jo.id}`);
  const times = page.getByRole('group', { name: /^Free times on/ });
  await times.getByText('Evening', { exact: true }).waitFor();
  const visible = await times.locator('p').allInnerTexts();
  expect(visible).toEqual([
    expect.stringMatching(/^Morning · Jo is not in on \w+ morning\.$/),
    'Afternoon',
    expect.stringMatching(/^Evening · Jo is not in on \w+ evening\.$/),
  ]);
  await expectAccessible(page);
});

/** A desk with a dental that only Jo provides, who is away until tomorrow at one; Sam is there all day. */
async function makeDentalDesk() {
  const desk = await makeDesk();
  const { tenant } = desk.practice;
  const dental = await makeService(db(), { tenant, name: 'Dental', duration_minutes: 45 });
  await makeServiceStaff(db(), dental, desk.jo);
  await db().query("update bookings set booking_time = '16:00' where tenant_id = $1", [tenant.id]);
  await makeAbsence(db(), { user: desk.jo, from: `${dayFromNow(0)} 00:00`, until: `${tomorrow()} 13:00` });
  return { ...desk, dental };
}

const chooseCaller = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Find Client & Animal' }).fill('biscuit');
  await page.getByRole('option', { name: /^Biscuit/ }).click();
};

const bookedId = async (page: Page) => {
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  return { id: Number(/\d+$/.exec(page.url())?.[0]) };
};

const timeChip = (page: Page, time: string) =>
  page.locator('label', { has: page.getByRole('radio', { name: time }) });

it('finds the first time at which anyone provides the service, and books that person', async () => {
  const desk = await makeDentalDesk();
  const page = await openDiary(desk);
  await page.getByRole('button', { name: 'First free' }).click();
  const finder = page.getByRole('dialog', { name: 'First free' });
  await finder.getByLabel('Service').selectOption('Dental');
  await finder.getByRole('button', { name: 'Find' }).click();
  await expect.poll(() => finder.locator('strong').textContent()).toContain('13:00');
  await finder.getByRole('button', { name: 'Book', exact: true }).click();
  await page.waitForURL('**/admin/booking/create?**');
  const staff = page.getByLabel('Staff member (optional)');
  expect(await staff.locator('option:checked').textContent()).toBe('Anyone who is free');
  await page.getByRole('heading', { name: /with anyone who is free$/ }).waitFor();
  await timeChip(page, '12:00').locator('.line-through').waitFor();
  expect(await timeChip(page, '13:15').locator('.line-through').count()).toBe(0);
  await expectAccessible(page);
  await chooseCaller(page);
  await page.getByRole('button', { name: 'Create Booking' }).click();
  expect(await stored(await bookedId(page))).toEqual({
    date: tomorrow(),
    time: '13:00',
    minutes: 45,
    staff: desk.jo.id,
  });
});

it('books anyone at the price of the person assigned, unless another one was entered', async () => {
  const desk = await makeDesk();
  const { tenant, adminKey } = desk.practice;
  const dental = await makeService(db(), { tenant, name: 'Dental', base_price_pence: 8000 });
  await makeServiceStaff(db(), dental, desk.jo, { price_pence: 9550 });
  const page = await openDiary(desk);
  const bookedPrice = async (time: string, entered?: string) => {
    await page.goto(`/app/admin/booking/create?date=${tomorrow()}&time=${time}&staff_id=anyone`);
    await chooseCaller(page);
    await serviceOf(page).selectOption('Dental');
    await page.getByText('May change depending on who is assigned.').waitFor();
    expect(await page.getByLabel(/^Price/).inputValue()).toBe('80.00');
    if (entered !== undefined) await page.getByLabel(/^Price/).fill(entered);
    await page.getByRole('button', { name: 'Create Booking' }).click();
    const { id } = await bookedId(page);
    const { body } = await browser.api.call('booking', { booking_id: id }, adminKey);
    return [body.staff_id, body.price];
  };
  expect(await bookedPrice('13:00')).toEqual([desk.jo.id, '95.50']);
  expect(await bookedPrice('15:00', '70')).toEqual([desk.jo.id, '70.00']);
});

it('warns before an appointment without a person that no one can take, and books it anyway', async () => {
  const desk = await makeDentalDesk();
  const page = await openDiary(desk, { screen: phone });
  await page.goto(`/app/admin/booking/create?date=${tomorrow()}&time=10:00&service_id=${desk.dental.id}`);
  await page
    .getByText('No one who provides this service is working at that time.', { exact: true })
    .first()
    .waitFor();
  await chooseCaller(page);
  browser.expectConsole(/409/);
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Book anyway' }).click();
  expect(await stored(await bookedId(page))).toMatchObject({ time: '10:00', staff: null });
});
