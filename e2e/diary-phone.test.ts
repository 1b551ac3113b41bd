import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { expectAccessible, phone, useBrowser } from './browser.ts';
import { card, column, pointAt, tomorrow, useDiaryDesk, type Point } from './diary-desk.ts';

const { db, makeDesk, openDiary, stored } = useDiaryDesk(useBrowser());

/** Jo's day on a phone. */
async function openJo(desk: Awaited<ReturnType<typeof makeDesk>>) {
  const page = await openDiary(desk, { screen: phone, search: `?date=${tomorrow()}&who=${desk.jo.id}` });
  await card(page, 'Biscuit').waitFor();
  return page;
}

const bar = (page: Page) => page.getByRole('dialog', { name: 'Move Biscuit' });

/** Resolves, in the page, after so many frames. */
const framesPass = (count: number) =>
  new Promise<void>((resolve) => {
    const next = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
    next(count);
  });

/** A finger on the screen: down, over points, and up. */
async function finger(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  return {
    down: (at: Point) => send('touchStart', [at]),
    moveTo: async (from: Point, to: Point) => {
      for (const part of [0.25, 0.5, 0.75, 1])
        await send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    },
    up: async () => {
      // It rests before it is lifted. Otherwise Chromium takes the movement for a swipe, and ignores the next tap.
      await page.evaluate(framesPass, 6);
      await send('touchEnd', []);
    },
  };
}

/** Rests a finger on Biscuit and moves it to a time. */
async function carry(page: Page, time: string) {
  const [from, to] = [await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Jo', time)];
  const touch = await finger(page);
  await touch.down(from);
  await page.locator('[data-drop-mark]').waitFor();
  await touch.moveTo(from, to);
  return touch;
}

it('shows a person at a time, and an appointment in a sheet', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk, { screen: phone });
  const who = page.getByLabel('Staff member');
  await who.selectOption('Jo');
  await card(page, 'Biscuit').waitFor();
  await who.selectOption('Sam');
  await column(page, 'Sam').waitFor();
  expect(await column(page, 'Jo').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Previous column' }).tap();
  await column(page, 'Jo').waitFor();
  await who.selectOption('Jo');
  await card(page, 'Biscuit').tap();
  const sheet = page.getByRole('dialog', { name: /Biscuit/ });
  await sheet.getByRole('button', { name: 'Reschedule' }).waitFor();
  await expectAccessible(page);
});

it('moves an appointment that a finger rests on, and asks before a new time', async () => {
  const desk = await makeDesk();
  const page = await openJo(desk);
  const touch = await carry(page, '12:15');
  await page.locator('[data-drop-mark]').getByText('12:00–12:30').waitFor();
  await touch.up();
  await bar(page).getByText('12:00–12:30').waitFor();
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Move', exact: true }).tap();
  await page.getByText('Biscuit moved').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '12:00', staff: desk.jo.id });
});

it('scrolls when a finger moves over an appointment, and swipes to the next person and day', async () => {
  const desk = await makeDesk();
  const page = await openJo(desk);
  const scrolled = () => page.evaluate(() => document.querySelector('.diary-scroller')?.scrollTop ?? 0);
  const before = await scrolled();
  const { down, moveTo, up } = await finger(page);
  const at = await pointAt(page, 'Jo', '10:15');
  await down(at);
  await moveTo(at, { x: at.x, y: at.y - 120 });
  await up();
  await expect.poll(scrolled).toBeGreaterThan(before);
  expect(await page.locator('[data-drop-mark]').count()).toBe(0);
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00' });

  const swipe = async () => {
    const middle = { x: 320, y: 500 };
    await down(middle);
    await moveTo(middle, { x: 80, y: 500 });
    await up();
  };
  await swipe();
  await column(page, 'Sam').waitFor();
  await swipe();
  await column(page, 'Stefan Staff').waitFor();
  await swipe();
  await page.waitForURL((address) => address.searchParams.get('date') !== tomorrow());
});

it('books the time that is tapped', async () => {
  const desk = await makeDesk();
  const page = await openJo(desk);
  const at = await pointAt(page, 'Jo', '11:05');
  await page.touchscreen.tap(at.x, at.y);
  await page.waitForURL('**/admin/booking/create?**');
  await page.getByRole('combobox', { name: 'Find Client & Animal' }).fill('biscuit');
  await page.getByRole('option', { name: /^Biscuit/ }).tap();
  await page.locator('select[name="service_id"]').selectOption(String(desk.practice.checkUp.id));
  await page.getByRole('button', { name: 'Create Booking' }).tap();
  await page.waitForURL(/\/admin\/booking\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  expect(await stored({ id })).toEqual({ date: tomorrow(), time: '11:00', minutes: 30, staff: desk.jo.id });
});

it('undoes a move', async () => {
  const desk = await makeDesk();
  const page = await openJo(desk);
  await (await carry(page, '12:15')).up();
  await bar(page).getByRole('button', { name: 'Move', exact: true }).tap();
  await page.getByText('Biscuit moved').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await page.getByText('Biscuit moved back').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00', staff: desk.jo.id });
});

it('shows a conflict before the finger is lifted, and asks with its reason', async () => {
  const desk = await makeDesk();
  await makeBooking(db(), {
    animal: await desk.animal('Rex'),
    service: desk.practice.checkUp,
    staff: desk.jo,
    status: 'confirmed',
    booking_date: tomorrow(),
    booking_time: '12:00',
  });
  const page = await openJo(desk);
  const touch = await carry(page, '12:15');
  await page.locator('[data-drop-mark="conflict"]').getByText('Busy: Rex').waitFor();
  await touch.up();
  await bar(page).getByRole('alert').getByText('Busy: Rex').waitFor();
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Cancel' }).tap();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00' });
});

it('changes the length by the grip of an appointment that a finger rested on, and undoes it', async () => {
  const desk = await makeDesk();
  const page = await openJo(desk);
  const touch = await finger(page);
  await touch.down(await pointAt(page, 'Jo', '10:15'));
  await page.locator('[data-drop-mark]').waitFor();
  await touch.up();
  const grip = page.locator('[data-grip]');
  await grip.waitFor();
  await expectAccessible(page);
  const box = await grip.boundingBox();
  if (!box) throw new Error('There is no grip.');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.down(from);
  await touch.moveTo(from, await pointAt(page, 'Jo', '11:00'));
  await page.locator('[data-drop-mark]').getByText('10:00–11:00').waitFor();
  await touch.up();
  await page.getByText('Biscuit moved').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00', minutes: 60 });
  expect(await grip.count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await page.getByText('Biscuit moved back').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ minutes: 30 });
});
