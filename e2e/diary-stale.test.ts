import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser.ts';
import { card, column, drag, pointAt, tomorrow, useDiaryDesk } from './diary-desk.ts';

// A screen that hasn't learned yet what a colleague changed.

const browser = useBrowser();
const { expectConsole } = browser;
const { makeDesk, openDiary, stored } = useDiaryDesk(browser);

const bar = (page: Page) => page.getByRole('dialog', { name: 'Move Biscuit' });
const messages = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const refusal = (page: Page) =>
  messages(page).getByText('This appointment has been moved since you opened it.');

/** Two screens, the second of which doesn't learn what the first changes. */
async function openTwo() {
  expectConsole(/409/);
  const desk = await makeDesk();
  const [colleague, page] = [await openDiary(desk), await openDiary(desk, { isLive: false })];
  await card(page, 'Biscuit').waitFor();
  return { desk, colleague, page };
}

it('two screens move one appointment: the second learns that it has been moved, and where it is', async () => {
  const { desk, colleague, page } = await openTwo();
  await drag(colleague, await pointAt(colleague, 'Jo', '10:15'), await pointAt(colleague, 'Sam', '10:15'));
  await colleague.getByText('Biscuit moved').waitFor();
  await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Jo', '11:15'));
  await bar(page).getByRole('button', { name: 'Move', exact: true }).click();
  await messages(page).getByText('Biscuit wasn’t moved').waitFor();
  await refusal(page).waitFor();
  const now = { date: tomorrow(), time: '10:00', minutes: 30, staff: desk.sam.id };
  expect(await stored(desk.booking)).toEqual(now);
  await column(page, 'Sam')
    .getByRole('button', { name: /10:00–10:30 Biscuit/ })
    .waitFor();
  await drag(page, await pointAt(page, 'Sam', '10:15'), await pointAt(page, 'Jo', '10:15'));
  await page.getByText('Biscuit moved').waitFor();
  expect(await stored(desk.booking)).toEqual({ ...now, staff: desk.jo.id });
});

it('a length changed on a screen that is out of date is refused', async () => {
  const { desk, colleague, page } = await openTwo();
  await drag(colleague, await pointAt(colleague, 'Jo', '10:15'), await pointAt(colleague, 'Jo', '11:15'));
  await bar(colleague).getByRole('button', { name: 'Move', exact: true }).click();
  await colleague.getByText('Biscuit moved').waitFor();
  const box = await card(page, 'Biscuit').boundingBox();
  if (!box) throw new Error('There is no card.');
  const edge = { x: box.x + box.width / 2, y: box.y + box.height - 1 };
  await drag(page, edge, await pointAt(page, 'Jo', '11:00'));
  await refusal(page).waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '11:00', minutes: 30 });
  await column(page, 'Jo')
    .getByRole('button', { name: /11:00–11:30 Biscuit/ })
    .waitFor();
});

it('Reschedule leaves an appointment that was moved while the dialog was open', async () => {
  const { desk, colleague, page } = await openTwo();
  await page.goto(`/app/admin/booking/${desk.booking.id}`);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule', exact: true });
  await dialog.getByText('11:30', { exact: true }).click();
  await drag(colleague, await pointAt(colleague, 'Jo', '10:15'), await pointAt(colleague, 'Sam', '10:15'));
  await colleague.getByText('Biscuit moved').waitFor();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByText('This appointment has been moved since you opened it.').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:00', staff: desk.sam.id });
});

it('Undo of Reschedule leaves an appointment that a colleague has moved on', async () => {
  const { desk, colleague, page } = await openTwo();
  await page.goto(`/app/admin/booking/${desk.booking.id}`);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule', exact: true });
  await dialog.getByText('11:30', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await messages(page).getByText('Appointment rescheduled').waitFor();
  await drag(colleague, await pointAt(colleague, 'Jo', '11:45'), await pointAt(colleague, 'Sam', '11:45'));
  await colleague.getByText('Biscuit moved').waitFor();
  await messages(page).getByRole('button', { name: 'Undo' }).click();
  await refusal(page).waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '11:30', staff: desk.sam.id });
});

it('shows what a colleague changed within a minute, without live updates', async () => {
  const { desk, colleague, page } = await openTwo();
  await page.clock.install();
  await page.reload();
  await card(page, 'Biscuit').waitFor();
  await drag(colleague, await pointAt(colleague, 'Jo', '10:15'), await pointAt(colleague, 'Sam', '10:15'));
  await colleague.getByText('Biscuit moved').waitFor();
  await page.clock.fastForward(61_000);
  await column(page, 'Sam')
    .getByRole('button', { name: /10:00–10:30 Biscuit/ })
    .waitFor();
  expect(await stored(desk.booking)).toMatchObject({ staff: desk.sam.id });
});

it('Undo leaves an appointment that a colleague has moved on', async () => {
  const { desk, colleague, page } = await openTwo();
  await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Sam', '10:15'));
  await page.getByText('Biscuit moved').waitFor();
  await column(colleague, 'Sam')
    .getByRole('button', { name: /Biscuit/ })
    .waitFor();
  await drag(colleague, await pointAt(colleague, 'Sam', '10:15'), await pointAt(colleague, 'Sam', '11:15'));
  await bar(colleague).getByRole('button', { name: 'Move', exact: true }).click();
  await colleague.getByText('Biscuit moved').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await messages(page).getByText('Couldn’t undo the move of Biscuit').waitFor();
  await refusal(page).waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '11:00', staff: desk.sam.id });
  await column(page, 'Sam')
    .getByRole('button', { name: /11:00–11:30 Biscuit/ })
    .waitFor();
});
