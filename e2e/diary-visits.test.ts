import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { card, tomorrow, useDiaryDesk } from './diary-desk.ts';

// Who is here and since when, at the edge of the diary.

const { db, makeDesk, openDiary } = useDiaryDesk(useBrowser());

/**
 * A desk where Bella is expected today from midnight, with Jo.
 * @param hasRota whether Jo and Sam work only by day, and not at any hour that the test runs
 */
async function makeDay({ hasRota = true } = {}) {
  const desk = await makeDesk({ alert: 'Two people to hold', hasRota });
  const bella = await makeBooking(db(), {
    animal: await desk.animal('Bella'),
    service: desk.practice.checkUp,
    staff: desk.jo,
    status: 'pending',
    booking_date: dayFromNow(0),
    booking_time: '00:00',
    duration_minutes: 60,
  });
  const stage = async () => {
    const { rows } = await db().query<{ status: string; stage: string | null }>(
      'select status, stage from bookings where id = $1',
      [bella.id],
    );
    return [rows[0]?.status, rows[0]?.stage];
  };
  return { desk, stage };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const messages = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const list = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Who’s here' })
    .or(page.getByRole('dialog', { name: 'Who’s here' }));

describe.each([desktop, phone])('on a $name', (screen) => {
  const open = async (day: Awaited<ReturnType<typeof makeDay>>) => {
    const page = await openDiary(day.desk, { screen, search: `?who=${day.desk.jo.id}` });
    if (screen === phone) await button(page, /^Who’s here 0/).tap();
    await list(page).waitFor();
    return page;
  };

  it('lists who is expected and who is here, since when and with whom, live', async () => {
    const day = await makeDay();
    const [page, other] = [await open(day), await open(day)];
    const expected = list(page).getByRole('region', { name: /^Expected/ });
    await expected.getByText('Bella').waitFor();
    await expectAccessible(page);
    await expected.getByRole('button', { name: 'Arrived, Bella' }).click();
    const here = (on: Page) => list(on).getByRole('region', { name: /^Here/ });
    for (const on of [page, other]) {
      await here(on)
        .getByText(/^Waiting · /)
        .waitFor();
      await here(on).getByText('Client alert: Two people to hold').waitFor();
    }
    expect(await day.stage()).toEqual(['confirmed', 'arrived']);
    await here(page).getByRole('button', { name: 'With Jo, Bella' }).click();
    await here(other)
      .getByText(/^With Jo · /)
      .waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await here(page)
      .getByRole('button', { name: /^Bella/ })
      .click();
    await page
      .getByRole('complementary', { name: /^Bella/ })
      // The message 'Bella is with Jo' is a dialog too.
      .or(page.getByRole('dialog', { name: /^Bella(?! is)/ }))
      .waitFor();
  });

  it('shows the stage on the appointment, by icon and word', async () => {
    const day = await makeDay();
    const page = await open(day);
    await button(page, 'Arrived, Bella').first().click();
    await page.getByText('Bella has arrived').waitFor();
    if (screen === phone) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await page.evaluate(() => document.querySelector('.diary-scroller')?.scrollTo(0, 0));
    await card(page, 'Bella').getByText('Waiting', { exact: true }).waitFor();
    await button(page, /00:00–01:00 Bella.*Confirmed, Waiting/).waitFor();
  });

  it('books a walk-in', async () => {
    const { desk } = await makeDay({ hasRota: false });
    const page = await openDiary(desk, { screen, search: `?who=${desk.jo.id}` });
    await button(page, 'Walk-in').click();
    const dialog = page.getByRole('dialog', { name: 'Walk-in' });
    await dialog.getByRole('combobox', { name: 'Find Client & Animal' }).fill('biscuit');
    await page.getByRole('option', { name: /^Biscuit/ }).click();
    await dialog.getByRole('combobox', { name: /^Service/ }).selectOption(String(desk.practice.checkUp.id));
    await dialog.getByRole('button', { name: 'Book now' }).click();
    await page.getByText('Biscuit has arrived').waitFor();
    await button(page, /^Who’s here 1/).waitFor();
  });
});

it('keeps the list hidden on this device, and returns the focus from an appointment to it', async () => {
  const { desk } = await makeDay();
  const page = await openDiary(desk, { search: '' });
  const bella = list(page).getByRole('button', { name: /^Bella/ });
  await bella.click();
  await page.getByRole('complementary', { name: /^Bella/ }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => bella.evaluate((element) => element === document.activeElement)).toBe(true);
  await button(page, 'Hide who’s here').click();
  await list(page).waitFor({ state: 'detached' });
  await page.reload();
  await button(page, /^Who’s here 0/).waitFor();
  expect(await list(page).count()).toBe(0);
  await button(page, /^Who’s here 0/).click();
  await list(page).waitFor();
});

describe('arrival', () => {
  it('is recorded by A on an appointment', async () => {
    const { desk, stage } = await makeDay();
    const page = await openDiary(desk, { search: '' });
    await card(page, 'Bella').focus();
    await page.keyboard.press('a');
    await page.getByText('Bella has arrived').waitFor();
    expect(await stage()).toEqual(['confirmed', 'arrived']);
    await card(page, 'Bella').getByText('Waiting', { exact: true }).waitFor();
    await page.keyboard.press('a');
    await messages(page).getByText('Bella has already arrived.').waitFor();
    await button(page, 'Display').click();
    await page.getByText('Mark as arrived').waitFor();
  });

  it('is undone by U with the status the appointment had before', async () => {
    const { desk, stage } = await makeDay();
    const page = await openDiary(desk, { search: '' });
    await card(page, 'Bella').focus();
    await page.keyboard.press('A');
    await page.getByText('Bella has arrived').waitFor();
    await page.keyboard.press('u');
    await page.getByText('Undone').waitFor();
    expect(await stage()).toEqual(['pending', null]);
  });

  it('takes one click on the appointment', async () => {
    const { desk, stage } = await makeDay();
    const page = await openDiary(desk, { search: '' });
    await card(page, 'Bella').hover();
    await page.locator('[data-arrive]').click();
    await page.getByText('Bella has arrived').waitFor();
    expect(await stage()).toEqual(['confirmed', 'arrived']);
    await expect.poll(() => page.locator('[data-arrive]').count()).toBe(0);
  });

  it('is refused before the day', async () => {
    const { desk } = await makeDay();
    const page = await openDiary(desk, { search: `?date=${tomorrow()}` });
    await card(page, 'Biscuit').focus();
    await page.keyboard.press('a');
    await messages(page).getByText('Only today’s appointments can be marked as arrived.').waitFor();
  });
});
