import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible, phone, useBrowser } from './browser.ts';
import { card, column, pointAt, tomorrow, useDiaryDesk, type Point } from './diary-desk.ts';

const { makeDesk, openDiary, stored } = useDiaryDesk(useBrowser());

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
    up: () => send('touchEnd', []),
  };
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
  const page = await openDiary(desk, { screen: phone, search: `?date=${tomorrow}&who=${desk.jo.id}` });
  await card(page, 'Biscuit').waitFor();
  const [from, to] = [await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Jo', '12:15')];
  const { down, moveTo, up } = await finger(page);
  await down(from);
  await page.locator('[data-drop-mark]').waitFor();
  await moveTo(from, to);
  await page.locator('[data-drop-mark]').getByText('12:00–12:30').waitFor();
  await up();
  const bar = page.getByRole('dialog', { name: 'Move Biscuit' });
  await bar.getByText('12:00–12:30').waitFor();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Move', exact: true }).tap();
  await page.getByText('Biscuit moved').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '12:00', staff: desk.jo.id });
});

it('scrolls when a finger moves over an appointment, and swipes to the next person and day', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk, { screen: phone, search: `?date=${tomorrow}&who=${desk.jo.id}` });
  await card(page, 'Biscuit').waitFor();
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
  await page.waitForURL((address) => address.searchParams.get('date') !== tomorrow);
});
