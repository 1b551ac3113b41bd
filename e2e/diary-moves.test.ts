import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAbsence } from '../packages/dev/src/factory-diary.ts';
import { expectAccessible, holdBack, useBrowser } from './browser.ts';
import { card, column, drag, pointAt, tomorrow, useDiaryDesk } from './diary-desk.ts';

const browser = useBrowser();
const { expectConsole } = browser;
const { db, makeDesk, openDiary, stored, expectBiscuitWith } = useDiaryDesk(browser);

describe('by hand', () => {
  it('books by dragging over empty time, with the day, time, length and person filled in', async () => {
    const desk = await makeDesk();
    const page = await openDiary(desk);
    await drag(page, await pointAt(page, 'Sam', '11:00'), await pointAt(page, 'Sam', '11:44'));
    await page.waitForURL('**/admin/booking/create?**');
    expect(await page.getByLabel('Date').inputValue()).toBe(tomorrow());
    expect(await page.locator('input[name="booking_time"]').inputValue()).toBe('11:00');
    expect(await page.getByLabel('Duration (minutes)').inputValue()).toBe('45');
    expect(await page.getByLabel('Staff member (optional)').inputValue()).toBe(String(desk.sam.id));
  });

  it('moves an appointment to another person at once, and undoes it', async () => {
    const desk = await makeDesk();
    const page = await openDiary(desk);
    await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Sam', '10:15'));
    await page.getByText('Biscuit moved').waitFor();
    await expectBiscuitWith(page, desk, desk.sam);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Biscuit moved back').waitFor();
    await expectBiscuitWith(page, desk, desk.jo);
  });

  it('asks before a new time, and notifies the client only if that is chosen', async () => {
    const desk = await makeDesk();
    const page = await openDiary(desk);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/booking_update')) sent.push(request.postData() ?? '');
    });
    await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Jo', '11:20'));
    const bar = page.getByRole('dialog', { name: 'Move Biscuit' });
    await bar.getByText('11:00–11:30').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await column(page, 'Jo')
      .getByRole('button', { name: /10:00–10:30 Biscuit/ })
      .waitFor();
    expect(sent).toEqual([]);
    await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Jo', '11:20'));
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Biscuit moved').waitFor();
    expect(await stored(desk.booking)).toMatchObject({ time: '11:00' });
    await drag(page, await pointAt(page, 'Jo', '11:15'), await pointAt(page, 'Jo', '12:15'));
    await bar.getByLabel('Notify client').check();
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent.map((body) => /"?tell_client"?[=:]"?([01])/.exec(body)?.[1])).toEqual(['0', '1']);
  });

  it('drags an appointment on that it asks about', async () => {
    const desk = await makeDesk();
    const page = await openDiary(desk);
    const bar = page.getByRole('dialog', { name: 'Move Biscuit' });
    await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Jo', '09:20'));
    await bar.getByText('09:00–09:30').waitFor();
    await drag(page, await pointAt(page, 'Jo', '09:15'), await pointAt(page, 'Jo', '08:45'));
    await bar.getByText('08:30–09:00').waitFor();
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Biscuit moved').waitFor();
    expect(await stored(desk.booking)).toMatchObject({ time: '08:30' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Biscuit moved back').waitFor();
    await expectBiscuitWith(page, desk, desk.jo);
  });

  it('keeps its question while another appointment is being moved', async () => {
    const desk = await makeDesk();
    await makeBooking(db(), {
      animal: await desk.animal('Rex'),
      service: desk.practice.checkUp,
      staff: desk.jo,
      booking_date: tomorrow(),
      booking_time: '09:00',
    });
    const page = await openDiary(desk);
    const letGo = await holdBack(page, 'booking_update');
    await drag(page, await pointAt(page, 'Jo', '09:15'), await pointAt(page, 'Sam', '09:15'));
    await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Jo', '11:20'));
    const bar = page.getByRole('dialog', { name: 'Move Biscuit' });
    await bar.getByText('11:00–11:30').waitFor();
    letGo();
    await page.getByText('Rex moved').waitFor();
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Biscuit moved').waitFor();
    expect(await stored(desk.booking)).toMatchObject({ time: '11:00', staff: desk.jo.id });
  });

  it('changes the length by the lower edge, and Escape cancels a drag', async () => {
    const desk = await makeDesk();
    const page = await openDiary(desk);
    const box = await card(page, 'Biscuit').boundingBox();
    if (!box) throw new Error('There is no card.');
    const edge = { x: box.x + box.width / 2, y: box.y + box.height - 1 };
    await drag(page, edge, await pointAt(page, 'Jo', '11:00'), false);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('[data-drop-mark]').count()).toBe(0);
    await drag(page, edge, await pointAt(page, 'Jo', '11:00'));
    await page.getByText('Biscuit moved').waitFor();
    expect(await stored(desk.booking)).toMatchObject({ time: '10:00', minutes: 60 });
  });

  it('shows why a place is taken before the drop, and books it anyway if asked', async () => {
    const desk = await makeDesk();
    const rex = await desk.animal('Rex');
    await makeBooking(db(), {
      animal: rex,
      service: desk.practice.checkUp,
      staff: desk.sam,
      booking_date: tomorrow(),
      booking_time: '09:00',
    });
    await makeAbsence(db(), { user: desk.sam, from: `${tomorrow()} 10:00`, until: `${tomorrow()} 18:00` });
    const page = await openDiary(desk);
    const mark = page.locator('[data-drop-mark="conflict"]');
    await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Sam', '09:15'), false);
    await mark.getByText('Busy: Rex').waitFor();
    const late = await pointAt(page, 'Sam', '11:15');
    await page.mouse.move(late.x, late.y, { steps: 4 });
    await mark.getByText('Sam is not in').waitFor();
    await page.mouse.up();
    const bar = page.getByRole('dialog', { name: 'Move Biscuit' });
    await bar.getByRole('alert').getByText('Sam is not in').waitFor();
    expect(await stored(desk.booking)).toMatchObject({ time: '10:00', staff: desk.jo.id });
    await bar.getByRole('button', { name: 'Book anyway' }).click();
    await page.getByText('Biscuit moved').waitFor();
    expect(await stored(desk.booking)).toMatchObject({ time: '11:00', staff: desk.sam.id });
  });
});

describe('two desks', () => {
  it('see each other’s changes', async () => {
    const desk = await makeDesk();
    const [one, other] = [await openDiary(desk), await openDiary(desk)];
    await drag(one, await pointAt(one, 'Jo', '10:15'), await pointAt(one, 'Sam', '10:15'));
    await column(other, 'Sam')
      .getByRole('button', { name: /Biscuit/ })
      .waitFor();
  });

  it('that move into one gap: one wins, the other learns why and can still decide', async () => {
    expectConsole(/409/);
    const desk = await makeDesk();
    const rex = await desk.animal('Rex');
    const second = await makeBooking(db(), {
      animal: rex,
      service: desk.practice.checkUp,
      staff: desk.jo,
      status: 'confirmed',
      booking_date: tomorrow(),
      booking_time: '11:00',
      duration_minutes: 30,
    });
    const [one, other] = [await openDiary(desk), await openDiary(desk)];
    const bar = (page: Page) => page.getByRole('dialog', { name: /^Move/ });
    await drag(one, await pointAt(one, 'Jo', '10:15'), await pointAt(one, 'Sam', '08:45'));
    await drag(other, await pointAt(other, 'Jo', '11:15'), await pointAt(other, 'Sam', '08:45'));
    await bar(other).getByRole('button', { name: 'Move', exact: true }).waitFor();
    await bar(one).getByRole('button', { name: 'Move', exact: true }).click();
    await one.getByText('Biscuit moved').waitFor();
    await bar(other).getByRole('button', { name: 'Move', exact: true }).click();
    await bar(other).getByRole('alert').waitFor();
    expect(await stored(desk.booking)).toMatchObject({ time: '08:30', staff: desk.sam.id });
    expect(await stored(second)).toMatchObject({ time: '11:00', staff: desk.jo.id });
    await bar(other).getByRole('button', { name: 'Cancel' }).click();
    await column(other, 'Jo')
      .getByRole('button', { name: /11:00–11:30 Rex/ })
      .waitFor();
  });
});

it('moves by keyboard alone, and opens and closes the panel', async () => {
  const desk = await makeDesk();
  const rex = await desk.animal('Rex');
  await makeBooking(db(), {
    animal: rex,
    service: desk.practice.checkUp,
    staff: desk.sam,
    booking_date: tomorrow(),
    booking_time: '09:00',
  });
  const page = await openDiary(desk);
  await card(page, 'Biscuit').focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toContain('Rex');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toContain('Biscuit');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Sam, 10:15 to 10:45. Free').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.getByText('Not moved').waitFor({ state: 'attached' });
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Move Biscuit' }).getByText('10:15–11:00').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Biscuit moved').waitFor();
  expect(await stored(desk.booking)).toMatchObject({ time: '10:15', minutes: 45, staff: desk.jo.id });
  await card(page, 'Biscuit').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: /Biscuit/ }).waitFor();
  await page.keyboard.press('Escape');
  expect(await focused()).toContain('Biscuit');
});
