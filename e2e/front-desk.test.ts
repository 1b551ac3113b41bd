import type { Page } from 'playwright-core';
import { expect, it, type TestContext } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../packages/dev/src/factory-people.ts';
import { makeAnimal, makeService } from '../packages/dev/src/factory-records.ts';
import { dayFromNow, focusIsOn, holdBack, useBrowser, zoneAt } from './browser.ts';
import { card, column, drag, pointAt, tomorrow, useDiaryDesk } from './diary-desk.ts';
import { localMoment } from '../apps/api/src/lib/clock.ts';

// What a receptionist does all day, with the clicks that it may take: typing what the caller says is not counted.

/** From an empty screen to booked in. */
const most = { presses: 6, seconds: 15 };

const tests = useBrowser();
const { db, makeDesk, openDashboard, openDiary, stored } = useDiaryDesk(tests);

const inTwoDays = dayFromNow(2);
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(
  new Date(`${inTwoDays}T12:00:00`),
);

/** The practice of `makeDesk` with a service 'Dental' of 45 minutes, and Max of Mrs Khan. */
async function makeBusyDesk(choice: Parameters<typeof makeDesk>[0] = {}) {
  const desk = await makeDesk(choice);
  const { tenant, dog } = desk.practice;
  const dental = await makeService(db(), { tenant, name: 'Dental', duration_minutes: 45 });
  const khan = await makeClient(db(), { tenant, name: 'Aisha Khan' });
  const max = await makeAnimal(db(), { client: khan, name: 'Max', species_id: dog.id });
  return { ...desk, dental, khan, max };
}

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });

/** Counts what the hand does from now on: presses of the mouse, keys that type no text, and seconds. */
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
    const seconds = (performance.now() - began) / 1000;
    await annotate(`took ${seconds.toFixed(1)} s`);
    const counts = await page.evaluate<{ clicks: number; keys: number }>('window.counts');
    return { ...counts, presses: counts.clicks + counts.keys, seconds };
  };
}

type Used = Awaited<ReturnType<Awaited<ReturnType<typeof countHands>>>>;

function expectWithin(used: Used, limits: typeof most) {
  expect(used.presses).toBeLessThanOrEqual(limits.presses);
  expect(used.seconds).toBeLessThanOrEqual(limits.seconds);
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

it('books “Mrs Khan wants Jo, an afternoon, dental for Max” in six clicks', async ({ annotate }) => {
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
  expectWithin(await hands(), most);
  expect(await stored(await bookingOf(desk.max))).toEqual({
    date: inTwoDays,
    time: '14:00',
    minutes: 45,
    staff: desk.jo.id,
  });
});

it('books the same with the keyboard alone, in six keys', async ({ annotate }) => {
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
  const used = await hands();
  expectWithin(used, most);
  expect(used.clicks).toBe(0);
  expect(await stored(await bookingOf(desk.max))).toMatchObject({ time: '14:00', staff: desk.jo.id });
});

it('books in the gap that is clicked in the diary in six clicks', async ({ annotate }) => {
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
  expectWithin(await hands(), most);
  expect(await stored(await bookingOf(desk.max))).toEqual({
    date: inTwoDays,
    time: '11:00',
    minutes: 45,
    staff: desk.jo.id,
  });
});

it('squeezes in a walk-in in five clicks', async ({ annotate }) => {
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
  const used = await hands();
  expectWithin({ ...used, presses: used.presses + pressesOfSelect }, { ...most, presses: 5 });
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
  const used = await hands();
  expectWithin(used, { ...most, presses: 5 });
  expect(used.clicks).toBe(0);
  // The search opens while the toast is there.
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await focusIsOn(searchField(page));
  expect(await page.getByText('Max has arrived').isVisible()).toBe(true);
});

it('books when the form is sent before the animal is loaded', async () => {
  const desk = await makeBusyDesk();
  const page = await openDashboard(desk);
  const release = await holdBack(page, 'animal');
  await page.goto(
    `/app/admin/booking/create?animal_id=${desk.max.id}&service_id=${desk.dental.id}&time=14:00`,
  );
  await page.locator('input[name="booking_time"]').press('Control+Enter');
  await page.getByRole('button', { name: 'Creating...' }).waitFor();
  release();
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  expect(await stored(await bookingOf(desk.max))).toMatchObject({ time: '14:00', minutes: 45 });
});

it('asks about a taken time when the form is sent before the animal is loaded', async () => {
  tests.expectConsole(/409/);
  const desk = await makeBusyDesk();
  const page = await openDashboard(desk);
  const release = await holdBack(page, 'animal');
  const who = `animal_id=${desk.max.id}&service_id=${desk.dental.id}&staff_id=${desk.jo.id}`;
  await page.goto(`/app/admin/booking/create?${who}&date=${tomorrow()}&time=10:00`);
  await page.locator('input[name="booking_time"]').press('Control+Enter');
  await page.getByRole('button', { name: 'Creating...' }).waitFor();
  release();
  await page.getByRole('button', { name: 'Book anyway' }).click();
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  expect(await stored(await bookingOf(desk.max))).toMatchObject({ time: '10:00', staff: desk.jo.id });
});

it('books a walk-in when the form is sent before the client is loaded', async () => {
  const desk = await makeBusyDesk({ hasRota: false });
  const page = await openDashboard(desk);
  const release = await holdBack(page, 'client');
  await page.getByRole('button', { name: 'Walk-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Walk-in' });
  await dialog.locator('input:focus').fill('khan');
  await page.getByRole('option', { name: /^Max/ }).click();
  await dialog.getByLabel('Service').selectOption('Dental');
  await dialog.getByLabel('Service').press('Control+Enter');
  await page.getByText('Max has arrived').waitFor();
  release();
});

it('moves the day of a person who called in sick this morning in three clicks and one an appointment', async ({
  annotate,
}) => {
  const time_zone = zoneAt(7);
  const today = localMoment(new Date(), time_zone).date;
  const desk = await makeBusyDesk({ day: today, time_zone });
  const second = await makeBooking(db(), {
    animal: desk.max,
    service: desk.dental,
    staff: desk.jo,
    status: 'confirmed',
    booking_date: today,
    booking_time: '11:00',
    duration_minutes: 45,
  });
  const page = await openDiary(desk, { search: '' });
  const hands = await countHands(page, annotate);
  await page.getByRole('button', { name: 'Add absence of Jo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add absence' });
  expect(await dialog.getByLabel('First day').inputValue()).toBe(today);
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('sick');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alertdialog', { name: '2 appointments would be outside the rota' })
    .getByRole('button', { name: 'Save anyway' })
    .click();
  await column(page, 'Jo').getByText('Off sick').first().waitFor();
  for (const [name, time] of [
    ['Biscuit', '10:15'],
    ['Max', '11:15'],
  ] as const) {
    await card(page, name).waitFor();
    await drag(page, await pointAt(page, 'Jo', time), await pointAt(page, 'Sam', time));
    await page.getByText(`${name} moved`).waitFor();
  }
  const moved = { date: today, staff: desk.sam.id };
  expect(await stored(desk.booking)).toMatchObject({ ...moved, time: '10:00' });
  expect(await stored(second)).toMatchObject({ ...moved, time: '11:00' });
  expect((await hands()).presses).toBeLessThanOrEqual(3 + 2);
});
