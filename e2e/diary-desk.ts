import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeWorkPattern, type Hours } from '../packages/dev/src/factory-diary.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, desktop, type TestBrowser } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

/** Read again in each test: a run may go on past midnight. */
export const tomorrow = (): string => dayFromNow(1);

const everyDay = [
  Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day): [number, Hours] => [day, [['08:00', '18:00']]])),
];

export interface Point {
  x: number;
  y: number;
}

export const column = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${name}, `) });
export const card = (page: Page, name: string) => page.locator('[data-card]:visible', { hasText: name });

/** A point of a column at a time of day. */
export async function pointAt(page: Page, name: string, time: string): Promise<Point> {
  const box = await column(page, name).boundingBox();
  if (!box) throw new Error(`There is no column ${name}.`);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { x: box.x + box.width / 2, y: box.y + ((hours * 60 + minutes) / 1440) * box.height };
}

/** Drags from a point to another, in steps as a hand does, and lets go. */
export async function drag(page: Page, from: Point, to: Point, drop = true) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 3, from.y + 6);
  await page.mouse.move(to.x, to.y, { steps: 8 });
  if (drop) await page.mouse.up();
}

/** Practices with a diary, and the ways to use it, for a test file. */
export function useDiaryDesk({ api, openPage, expectConsole }: TestBrowser) {
  const db = () => api.testDatabase.owner;

  /** A practice with Jo and Sam, who work from 8 to 6, and Biscuit at ten with Jo on a day. */
  async function makeDesk({
    hasRota = true,
    alert = null as string | null,
    day = tomorrow(),
    time_zone = 'Europe/London',
  } = {}) {
    const practice = await makePractice(db(), {
      business_hours: alwaysOpen,
      fts_complete: true,
      time_zone,
    });
    const { tenant, checkUp, dog } = practice;
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Desk', takes_bookings: false });
    const jo = await makeUser(db(), { tenant, name: 'Jo' });
    const sam = await makeUser(db(), { tenant, name: 'Sam' });
    if (hasRota) {
      await makeWorkPattern(db(), { user: jo, hours: everyDay });
      await makeWorkPattern(db(), { user: sam, hours: everyDay });
    }
    const client = await makeClient(db(), { tenant, name: 'Grace Green', alert });
    const animal = (name: string, columns = {}) =>
      makeAnimal(db(), { client, name, species_id: dog.id, ...columns });
    const biscuit = await animal('Biscuit', { allergies: 'Penicillin' });
    const booking = await makeBooking(db(), {
      animal: biscuit,
      service: checkUp,
      staff: jo,
      status: 'confirmed',
      booking_date: day,
      booking_time: '10:00',
      duration_minutes: 30,
    });
    return { practice, account, jo, sam, client, animal, biscuit, booking };
  }

  type Desk = Awaited<ReturnType<typeof makeDesk>>;

  async function openDashboard({ account }: Desk) {
    const page = await openPage(desktop);
    await openAsStaff(page, account.email, '/app/admin');
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    return page;
  }

  /** @param isLive whether the screen learns at once what other screens change */
  async function openDiary(
    { account }: Desk,
    { screen = desktop, search = `?date=${tomorrow()}`, isLive = true } = {},
  ) {
    const page = await openPage(screen);
    if (!isLive) {
      expectConsole(/ERR_FAILED/);
      await page.route('**/api/notifications/stream', (route) => route.abort());
    }
    await openAsStaff(page, account.email, `/app/admin/diary${search}`);
    await page.getByRole('region', { name: /^Diary of/ }).waitFor();
    return page;
  }

  const stored = async ({ id }: { id: number }) => {
    const { rows } = await db().query(
      `select b.booking_date::text as date, to_char(b.booking_time, 'HH24:MI') as time, b.duration_minutes as minutes,
       b.staff_id::int as staff from bookings b where b.id = $1`,
      [id],
    );
    return rows[0];
  };

  /** Biscuit is at ten with a person, in the database and on the screen. */
  async function expectBiscuitWith(page: Page, { booking }: Desk, person: { id: number; name: string }) {
    expect(await stored(booking)).toEqual({ date: tomorrow(), time: '10:00', minutes: 30, staff: person.id });
    await column(page, person.name)
      .getByRole('button', { name: /Biscuit/ })
      .waitFor();
  }

  return { db, makeDesk, openDashboard, openDiary, stored, expectBiscuitWith };
}
