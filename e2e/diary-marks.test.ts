import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { makeBooking, makeDeposit } from '../packages/dev/src/factory-bookings.ts';
import { makeService } from '../packages/dev/src/factory-records.ts';
import { dayFromNow, expectAccessible, useBrowser } from './browser.ts';
import { card, column, drag, pointAt, tomorrow, useDiaryDesk } from './diary-desk.ts';

// What the grid draws besides appointments.

const { db, makeDesk, openDiary, stored } = useDiaryDesk(useBrowser());

/** The hours of Jo's column outside their working hours: the practice is open from 6 to 22, and Jo works from 8 to 18. */
const workless = [
  [0, 360],
  [360, 480],
  [1080, 1320],
  [1320, 1440],
] as const;

/** Where an element begins and ends, in minutes after midnight. */
const minutesOf = async (page: Page, mark: Locator) => {
  const [box, day] = [await mark.boundingBox(), await column(page, 'Jo').boundingBox()];
  if (!box || !day) throw new Error('The mark is not shown.');
  const at = (y: number) => Math.round(((y - day.y) / day.height) * 1440);
  return { from: at(box.y), until: at(box.y + box.height) };
};

it('marks now on today’s columns only, where the practice’s clock is', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk, { search: '' });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
  const now = async () => {
    const [hours = 0, minutes = 0] = clock.format(new Date()).split(':').map(Number);
    return Math.abs(hours * 60 + minutes - (await minutesOf(page, page.locator('[data-now]'))).from);
  };
  expect(await now()).toBeLessThanOrEqual(2);
  await page.keyboard.press(']');
  await card(page, 'Biscuit').waitFor();
  expect(await page.locator('[data-now]').count()).toBe(0);
});

it('hatches closed hours, time off and the time kept free around an appointment, and outlines a held time', async () => {
  // Where no clocks change: the hour that they skip would be one more shade.
  const desk = await makeDesk({ time_zone: 'Etc/GMT' });
  const { tenant } = desk.practice;
  const dental = await makeService(db(), { tenant, before_minutes: 10, after_minutes: 20 });
  const rex = await desk.animal('Rex');
  const place = { booking_date: tomorrow(), duration_minutes: 30, staff: desk.jo };
  const booking = await makeBooking(db(), {
    animal: rex,
    service: dental,
    status: 'confirmed',
    ...place,
    booking_time: '12:00',
    before_minutes: 10,
    after_minutes: 20,
  });
  await makeDeposit(db(), {
    booking,
    booking_time: '14:00',
    staff_id: desk.jo.id,
    status: 'open',
    booking_id: null,
    payment_reference: null,
    held_until: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const page = await openDiary(desk);
  await card(page, 'Rex').waitFor();
  expect(await minutesOf(page, page.locator('.diary-buffer'))).toEqual({ from: 710, until: 770 });
  const shades = column(page, 'Jo').locator('.diary-shade');
  expect(await shades.allTextContents()).toEqual(['Closed', 'Not in', 'Not in', 'Closed']);
  for (const [n, [from, until]] of workless.entries())
    expect(await minutesOf(page, shades.nth(n))).toEqual({ from, until });
  expect(await shades.first().evaluate((shade) => getComputedStyle(shade).backgroundImage)).toContain(
    'gradient',
  );
  const held = column(page, 'Jo').getByText('Held for a deposit');
  expect(await held.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('dashed');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

it('hides cancelled appointments, and shows them if that is switched on for this device', async () => {
  const desk = await makeDesk();
  await makeBooking(db(), {
    animal: await desk.animal('Rex'),
    service: desk.practice.checkUp,
    staff: desk.jo,
    status: 'cancelled',
    booking_date: tomorrow(),
    booking_time: '11:00',
  });
  const page = await openDiary(desk);
  await card(page, 'Biscuit').waitFor();
  expect(await card(page, 'Rex').count()).toBe(0);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByLabel('Show cancelled').check();
  await page.getByRole('button', { name: /Rex.*Cancelled/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /Rex.*Cancelled/ }).waitFor();
  await expectAccessible(page);
  await drag(page, await pointAt(page, 'Jo', '11:15'), await pointAt(page, 'Sam', '11:15'));
  expect(await page.locator('[data-drop-mark]').count()).toBe(0);
});

it('names the hour that the clocks show twice, and books and moves in it', async () => {
  const desk = await makeDesk();
  const autumn = dayFromNow(0) <= '2026-10-25' ? '2026-10-25' : '2027-10-31';
  const booking = await makeBooking(db(), {
    animal: await desk.animal('Rex'),
    service: desk.practice.checkUp,
    staff: desk.jo,
    status: 'confirmed',
    booking_date: autumn,
    booking_time: '00:30',
    duration_minutes: 30,
  });
  const page = await openDiary(desk, { search: `?date=${autumn}` });
  await column(page, 'Jo').getByText('Clocks go back').waitFor();
  await page.evaluate(() => document.querySelector('.diary-scroller')?.scrollTo(0, 0));
  await expectAccessible(page);
  await card(page, 'Rex').focus();
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  const bar = page.getByRole('dialog', { name: 'Move Rex' });
  await bar.getByText('01:30–02:00').waitFor();
  // No one works at night.
  await bar.getByRole('button', { name: 'Book anyway' }).click();
  await page.getByText('Rex moved').waitFor();
  expect(await stored(booking)).toMatchObject({ date: autumn, time: '01:30', minutes: 30 });
  await page.getByRole('button', { name: /01:30–02:00 Rex/ }).waitFor();
  expect(await column(page, 'Jo').getByText('Clocks go forward').count()).toBe(0);
});
