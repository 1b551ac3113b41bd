import type { Page } from 'playwright-core';
import { expect, it, type TestContext } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../packages/dev/src/factory-people.ts';
import { makeAnimal, makeService } from '../packages/dev/src/factory-records.ts';
import { dayFromNow, focusIsOn, useBrowser } from './browser.ts';
import { card, column, drag, pointAt, tomorrow, useDiaryDesk } from './diary-desk.ts';

// What a receptionist does all day, with the clicks that it may take: typing what the caller says is not counted.

const { db, makeDesk, openDashboard, openDiary, stored } = useDiaryDesk(useBrowser());

const inTwoDays = dayFromNow(2);
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(
  new Date(`${inTwoDays}T12:00:00`),
);

/** The practice of `makeDesk` with a service 'Dental' of 45 minutes, and Max of Mrs Khan. */
async function makeBusyDesk(rota = { hasRota: true }) {
  const desk = await makeDesk(rota);
  const { tenant, dog } = desk.practice;
  const dental = await makeService(db(), { tenant, name: 'Dental', duration_minutes: 45 });
  const khan = await makeClient(db(), { tenant, name: 'Aisha Khan' });
  const max = await makeAnimal(db(), { client: khan, name: 'Max', species_id: dog.id });
  return { ...desk, dental, khan, max };
}

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });

/** Counts what the hand does from now on: presses of the mouse, and keys that type no text. Reports the time taken. */
async function countHands(page: Page, annotate: TestContext['annotate']) {
  const began = performance.now();
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 };
    Object.assign(window, { counts });
    window.addEventListener('pointerdown', (event) => (counts.clicks += event.isTrusted ? 1 : 0), true);
    const onKey = ({ key }: KeyboardEvent) => (counts.keys += key.length > 1 && key !== 'Control' ? 1 : 0);
    window.addEventListener('keydown', onKey, true);
  });
  return async () => {
    await annotate(`took ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return page.evaluate(() => (window as unknown as { counts: { clicks: number; keys: number } }).counts);
  };
}

/** Opening a list and choosing from it is two presses, which the driver makes without a mouse. */
const pressesOfSelect = 2;

const bookingOf = async ({ id }: { id: number }) => {
  const { rows } = await db().query<{ id: number }>(
    'select id::int as id from bookings where animal_id = $1 order by id desc limit 1',
    [id],
  );
  return rows[0] ?? { id: 0 };
};

it('books “Mrs Khan wants Jo, an afternoon, dental for Max” in four clicks', async ({ annotate }) => {
  const desk = await makeBusyDesk();
  const page = await openDashboard(desk);
  const hands = await countHands(page, annotate);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await focusIsOn(searchField(page));
  await page.keyboard.type(`khan dental jo ${weekday}`);
  await page.getByRole('option', { name: /^Book Max/ }).click();
  await page.getByText('Afternoon', { exact: true }).waitFor();
  await page.locator('label', { has: page.getByRole('radio', { name: '14:00' }) }).click();
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  expect(await hands()).toEqual({ clicks: 4, keys: 0 });
  expect(await stored(await bookingOf(desk.max))).toEqual({
    date: inTwoDays,
    time: '14:00',
    minutes: 45,
    staff: desk.jo.id,
  });
});

it('books the same with the keyboard alone', async ({ annotate }) => {
  const desk = await makeBusyDesk();
  const page = await openDashboard(desk);
  const hands = await countHands(page, annotate);
  await page.keyboard.press('/');
  await focusIsOn(searchField(page));
  await page.keyboard.type(`khan dental jo ${weekday}`);
  await page.keyboard.press('Enter');
  await page.locator('input[name="booking_time"]:focus').waitFor();
  await page.keyboard.type('1400');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  expect(await hands()).toEqual({ clicks: 0, keys: 2 });
  expect(await stored(await bookingOf(desk.max))).toMatchObject({ time: '14:00', staff: desk.jo.id });
});

it('books in the gap that is clicked in the diary in five clicks', async ({ annotate }) => {
  const desk = await makeBusyDesk();
  const page = await openDashboard(desk);
  const hands = await countHands(page, annotate);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await focusIsOn(searchField(page));
  await page.keyboard.type(weekday);
  await page.getByRole('option', { name: /in the diary/ }).click();
  await column(page, 'Jo').waitFor();
  const gap = await pointAt(page, 'Jo', '11:05');
  await page.mouse.click(gap.x, gap.y);
  const caller = page.getByRole('combobox', { name: 'Find Client & Animal' });
  await caller.waitFor();
  await page.keyboard.type('khan');
  await page.getByRole('option', { name: /^Max/ }).click();
  // The service has the focus, and takes what is typed.
  await page.locator('select[name="service_id"]:focus').waitFor();
  await page.keyboard.type('Dent');
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  expect((await hands()).clicks).toBe(5);
  expect(await stored(await bookingOf(desk.max))).toEqual({
    date: inTwoDays,
    time: '11:00',
    minutes: 45,
    staff: desk.jo.id,
  });
});

it('squeezes in a walk-in in three clicks and a choice', async ({ annotate }) => {
  // Without a rota someone is free at any hour that the test runs.
  const desk = await makeBusyDesk({ hasRota: false });
  const page = await openDashboard(desk);
  const hands = await countHands(page, annotate);
  await page.getByRole('button', { name: 'Walk-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Walk-in' });
  await dialog.locator('input:focus').waitFor();
  await page.keyboard.type('khan');
  await page.getByRole('option', { name: /^Max/ }).click();
  await dialog.getByLabel('Service').selectOption('Dental');
  await dialog.getByRole('button', { name: 'Book now' }).click();
  await page.getByText('Max has arrived').waitFor();
  expect((await hands()).clicks + pressesOfSelect).toBeLessThanOrEqual(5);
});

it('squeezes in a walk-in from any page with the keyboard alone', async ({ annotate }) => {
  const desk = await makeBusyDesk({ hasRota: false });
  const page = await openDiary(desk);
  const hands = await countHands(page, annotate);
  await page.keyboard.press('/');
  await focusIsOn(searchField(page));
  await page.keyboard.type('walk');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Walk-in' });
  await dialog.locator('input:focus').waitFor();
  await page.keyboard.type('khan');
  await page.getByRole('option', { name: /^Max/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('select[name="service_id"]:focus').waitFor();
  await page.keyboard.type('Dent');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Max has arrived').waitFor();
  expect(await hands()).toEqual({ clicks: 0, keys: 3 });
});

it('moves the day of a person who called in sick in three clicks and one an appointment', async ({
  annotate,
}) => {
  const desk = await makeBusyDesk();
  const second = await makeBooking(db(), {
    animal: desk.max,
    service: desk.dental,
    staff: desk.jo,
    status: 'confirmed',
    booking_date: tomorrow,
    booking_time: '11:00',
    duration_minutes: 45,
  });
  const page = await openDiary(desk);
  const hands = await countHands(page, annotate);
  await page.getByRole('button', { name: 'Add absence of Jo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add absence' });
  expect(await dialog.getByLabel('First day').inputValue()).toBe(tomorrow);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alertdialog', { name: '2 appointments would be outside the rota' })
    .getByRole('button', { name: 'Save anyway' })
    .click();
  await column(page, 'Jo').getByText('On leave').first().waitFor();
  for (const [name, time] of [
    ['Biscuit', '10:15'],
    ['Max', '11:15'],
  ] as const) {
    await card(page, name).waitFor();
    await drag(page, await pointAt(page, 'Jo', time), await pointAt(page, 'Sam', time));
    await page.getByText(`${name} moved`).waitFor();
  }
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00', staff: desk.sam.id });
  expect(await stored(second)).toMatchObject({ time: '11:00', staff: desk.sam.id });
  expect((await hands()).clicks).toBe(5);
});
