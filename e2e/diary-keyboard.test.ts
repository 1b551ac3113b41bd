import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeResource } from '../packages/dev/src/factory-diary.ts';
import { dayFromNow, focusIsOn, useBrowser } from './browser.ts';
import { card, column, tomorrow, useDiaryDesk } from './diary-desk.ts';

// The diary without a mouse.

const { db, makeDesk, openDiary, stored } = useDiaryDesk(useBrowser());

/** Keys, one after the other, with the focus on Biscuit. */
async function press(page: Page, ...keys: string[]) {
  await card(page, 'Biscuit').focus();
  for (const key of keys) await page.keyboard.press(key);
}

it('moves to another person at once, keeps the focus on the appointment, and undoes it', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk);
  await press(page, 'm', 'ArrowRight');
  await page.getByText('Sam, 10:00 to 10:30. Free').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.getByText('Biscuit moved').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00', staff: desk.sam.id });
  const inSam = column(page, 'Sam').getByRole('button', { name: /Biscuit/ });
  await focusIsOn(inSam);
  await page.keyboard.press('u');
  await page.getByText('Biscuit moved back').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00', staff: desk.jo.id });
  await column(page, 'Jo')
    .getByRole('button', { name: /Biscuit/ })
    .waitFor();
  expect(await inSam.count()).toBe(0);
});

it('hears why a place is taken, and books it anyway', async () => {
  const desk = await makeDesk();
  await makeBooking(db(), {
    animal: await desk.animal('Rex'),
    service: desk.practice.checkUp,
    staff: desk.sam,
    status: 'confirmed',
    booking_date: tomorrow(),
    booking_time: '10:00',
    duration_minutes: 30,
  });
  const page = await openDiary(desk);
  await press(page, 'm', 'ArrowRight');
  await page.getByText('Sam, 10:00 to 10:30. Busy: Rex').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  const bar = page.getByRole('dialog', { name: 'Move Biscuit' });
  await bar.getByRole('alert').getByText('Busy: Rex').waitFor();
  await focusIsOn(bar.getByRole('button', { name: 'Book anyway' }));
  await page.keyboard.press('Escape');
  await focusIsOn(card(page, 'Biscuit'));
  expect(await stored(desk.booking)).toMatchObject({ staff: desk.jo.id });
  await press(page, 'm', 'ArrowRight', 'Enter');
  await focusIsOn(bar.getByRole('button', { name: 'Book anyway' }));
  await page.keyboard.press('Enter');
  await page.getByText('Biscuit moved').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00', staff: desk.sam.id });
  await focusIsOn(column(page, 'Sam').getByRole('button', { name: /Biscuit/ }));
});

it('chooses rooms as columns, and moves to one', async () => {
  const desk = await makeDesk();
  await makeResource(db(), { tenant: desk.practice.tenant, name: 'Theatre' });
  const page = await openDiary(desk);
  const choice = page.getByRole('group', { name: 'Columns' });
  await choice.getByRole('button', { name: 'People', pressed: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await focusIsOn(choice.getByRole('button', { name: 'Rooms', pressed: true }));
  await column(page, 'No room')
    .getByRole('button', { name: /Biscuit/ })
    .waitFor();
  await press(page, 'm', 'ArrowRight', 'Enter');
  await page.getByText('Biscuit moved').waitFor();
  await focusIsOn(column(page, 'Theatre').getByRole('button', { name: /Biscuit/ }));
});

it('doesn’t offer to book what nothing can overrule', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk, { search: '?date=2027-03-28' });
  await makeBooking(db(), {
    animal: desk.biscuit,
    service: desk.practice.checkUp,
    staff: desk.jo,
    status: 'confirmed',
    booking_date: '2027-03-28',
    booking_time: '00:45',
    duration_minutes: 15,
  });
  await page.reload();
  await press(page, 'm', 'ArrowDown', 'Enter');
  const bar = page.getByRole('dialog', { name: 'Move Biscuit' });
  await bar.getByRole('alert').getByText('The clocks go forward then').waitFor();
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Cancel']);
  await page.keyboard.press('Enter');
  await bar.waitFor({ state: 'detached' });
  await focusIsOn(card(page, 'Biscuit'));
});

it('leads to an appointment over midnight, which the hidden day before has too', async () => {
  const desk = await makeDesk();
  await makeBooking(db(), {
    animal: await desk.animal('Owl'),
    service: desk.practice.checkUp,
    staff: desk.jo,
    status: 'confirmed',
    booking_date: dayFromNow(0),
    booking_time: '23:30',
    duration_minutes: 60,
  });
  const page = await openDiary(desk);
  const everywhere = page.locator('[data-card]', { hasText: 'Owl' });
  await expect.poll(() => everywhere.count()).toBe(2);
  await press(page, 'ArrowUp');
  await focusIsOn(card(page, 'Owl'));
  // Change the length of an appointment that began the day before.
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('Jo, 23:30 to 00:45.').waitFor({ state: 'attached' });
  await page.locator('[data-drop-mark]').getByText('23:30–00:45 Owl').waitFor();
  await page.keyboard.press('Escape');
  // The day before was drawn ahead: it is there with the key.
  await page.keyboard.press('[');
  await card(page, 'Biscuit').waitFor({ state: 'detached' });
  expect(await card(page, 'Owl').count()).toBe(1);
  // On that day its lower edge is midnight, not its end.
  const lowerEdge = page
    .getByRole('listitem')
    .filter({ has: card(page, 'Owl') })
    .locator('[data-resize]');
  expect(await lowerEdge.count()).toBe(0);
});
