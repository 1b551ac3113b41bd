import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAbsence, makeResource, makeWorkPattern, type Hours } from '../packages/dev/src/factory-diary.ts';
import { defaultPassword, makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const tomorrow = dayFromNow(1);
const everyDay = [
  Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day): [number, Hours] => [day, [['08:00', '18:00']]])),
];

/** A practice with Jo and Sam, who work from 8 to 6, and Biscuit at ten with Jo. */
async function makeDesk({ hasRota = true } = {}) {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const { tenant, checkUp, dog } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Desk', takes_bookings: false });
  const jo = await makeUser(db(), { tenant, name: 'Jo' });
  const sam = await makeUser(db(), { tenant, name: 'Sam' });
  if (hasRota) {
    await makeWorkPattern(db(), { user: jo, hours: everyDay });
    await makeWorkPattern(db(), { user: sam, hours: everyDay });
  }
  const client = await makeClient(db(), { tenant, name: 'Grace Green' });
  const animal = (name: string, columns = {}) =>
    makeAnimal(db(), { client, name, species_id: dog.id, ...columns });
  const biscuit = await animal('Biscuit', { allergies: 'Penicillin' });
  const booking = await makeBooking(db(), {
    animal: biscuit,
    service: checkUp,
    staff: jo,
    status: 'confirmed',
    booking_date: tomorrow,
    booking_time: '10:00',
    duration_minutes: 30,
  });
  return { practice, account, jo, sam, client, animal, biscuit, booking };
}

type Desk = Awaited<ReturnType<typeof makeDesk>>;

async function openDiary({ account }: Desk, { screen = desktop, search = `?date=${tomorrow}` } = {}) {
  const page = await openPage(screen);
  await signIn(page, account.email, defaultPassword);
  await page.waitForURL('**/app/admin');
  await page.goto(`/app/admin/diary${search}`);
  await page.getByRole('region', { name: /^Diary of/ }).waitFor();
  return page;
}

const column = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}, `) });
const card = (page: Page, name: string) => page.locator('[data-card]', { hasText: name });

/** A point of a column at a time of day. */
async function pointAt(page: Page, name: string, time: string): Promise<{ x: number; y: number }> {
  const box = await column(page, name).boundingBox();
  if (!box) throw new Error(`There is no column ${name}.`);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { x: box.x + box.width / 2, y: box.y + ((hours * 60 + minutes) / 1440) * box.height };
}

/** Drags from a point to another, in steps as a hand does, and lets go. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, drop = true) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 3, from.y + 6);
  await page.mouse.move(to.x, to.y, { steps: 8 });
  if (drop) await page.mouse.up();
}

const stored = async ({ id }: { id: number }) => {
  const { rows } = await db().query(
    `select b.booking_date::text as date, to_char(b.booking_time, 'HH24:MI') as time, b.duration_minutes as minutes,
       b.staff_id::int as staff from bookings b where b.id = $1`,
    [id],
  );
  return rows[0];
};

it('shows a day by person, accessibly, with what is behind a card', async () => {
  const desk = await makeDesk();
  await makeAbsence(db(), {
    user: desk.sam,
    from: `${tomorrow} 12:00`,
    until: `${tomorrow} 13:00`,
    kind: 'meeting',
  });
  const page = await openDiary(desk);
  await column(page, 'Jo')
    .getByRole('button', { name: /10:00–10:30 Biscuit.*Allergies/ })
    .waitFor();
  expect(await column(page, 'Sam').textContent()).toContain('Meeting');
  await expectAccessible(page);
  await card(page, 'Biscuit').hover();
  await page.getByText('Allergies: Penicillin').waitFor();
  await page.mouse.move(5, 5);
  await card(page, 'Biscuit').click();
  const panel = page.getByRole('complementary', { name: /Biscuit/ });
  await panel.getByRole('button', { name: 'Start' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

describe('by hand', () => {
  it('books by dragging over empty time, with the day, time, length and person filled in', async () => {
    const desk = await makeDesk();
    const page = await openDiary(desk);
    await drag(page, await pointAt(page, 'Sam', '11:00'), await pointAt(page, 'Sam', '11:44'));
    await page.waitForURL('**/admin/booking/create?**');
    expect(await page.getByLabel('Date').inputValue()).toBe(tomorrow);
    expect(await page.locator('input[name="booking_time"]').inputValue()).toBe('11:00');
    expect(await page.getByLabel('Duration (minutes)').inputValue()).toBe('45');
    expect(await page.getByLabel('Staff member (optional)').inputValue()).toBe(String(desk.sam.id));
  });

  it('moves an appointment to another person at once, and undoes it', async () => {
    const desk = await makeDesk();
    const page = await openDiary(desk);
    await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Sam', '10:15'));
    await page.getByText('Biscuit moved').waitFor();
    expect(await stored(desk.booking)).toEqual({
      date: tomorrow,
      time: '10:00',
      minutes: 30,
      staff: desk.sam.id,
    });
    await column(page, 'Sam')
      .getByRole('button', { name: /Biscuit/ })
      .waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Biscuit is back where it was').waitFor();
    expect(await stored(desk.booking)).toEqual({
      date: tomorrow,
      time: '10:00',
      minutes: 30,
      staff: desk.jo.id,
    });
    await column(page, 'Jo')
      .getByRole('button', { name: /Biscuit/ })
      .waitFor();
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
      booking_date: tomorrow,
      booking_time: '09:00',
    });
    await makeAbsence(db(), { user: desk.sam, from: `${tomorrow} 10:00`, until: `${tomorrow} 18:00` });
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
      booking_date: tomorrow,
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
    booking_date: tomorrow,
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

it('goes from day to day and to a week by keys, and keeps the view in the address', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk);
  await page.keyboard.press(']');
  await page.waitForURL(`**/admin/diary?date=${dayFromNow(2)}`);
  await page.keyboard.press('[');
  await card(page, 'Biscuit').waitFor();
  await page.keyboard.press('w');
  await page.waitForURL('**view=week');
  await card(page, 'Biscuit').waitFor();
  await expect.poll(() => page.getByRole('group', { name: /appointments?$/ }).count()).toBe(7);
  await page.getByLabel('Staff member').selectOption('Sam');
  await card(page, 'Biscuit').waitFor({ state: 'detached' });
  await page.getByLabel('Staff member').selectOption('Jo');
  await card(page, 'Biscuit').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('d');
  await page.keyboard.press('t');
  await page.waitForURL('**/admin/diary');
  await page.keyboard.press('n');
  await page.waitForURL('**/admin/booking/create**');
});

it('shows rooms, and moves an appointment from one to another', async () => {
  const desk = await makeDesk();
  const { tenant } = desk.practice;
  await makeResource(db(), { tenant, name: 'Theatre' });
  await makeResource(db(), { tenant, name: 'Room 2' });
  const page = await openDiary(desk);
  await page.getByRole('button', { name: 'Rooms' }).click();
  await column(page, 'No room')
    .getByRole('button', { name: /Biscuit/ })
    .waitFor();
  await drag(page, await pointAt(page, 'No room', '10:15'), await pointAt(page, 'Theatre', '10:15'));
  await page.getByText('Biscuit moved').waitFor();
  await column(page, 'Theatre')
    .getByRole('button', { name: /Biscuit/ })
    .waitFor();
  await drag(page, await pointAt(page, 'Theatre', '10:15'), await pointAt(page, 'Room 2', '10:15'));
  await column(page, 'Room 2')
    .getByRole('button', { name: /Biscuit/ })
    .waitFor();
});

it('of a practice without a rota shows its staff as columns', async () => {
  const desk = await makeDesk({ hasRota: false });
  const page = await openDiary(desk);
  for (const name of ['Ada Admin', 'Jo', 'Sam', 'Stefan Staff']) await column(page, name).waitFor();
  await drag(page, await pointAt(page, 'Jo', '10:15'), await pointAt(page, 'Sam', '10:15'));
  await page.getByText('Biscuit moved').waitFor();
});

it('hatches the hour that the clocks skip', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk, { search: '?date=2027-03-28' });
  await column(page, 'Jo').getByText('Clocks go forward').first().waitFor();
  await expectAccessible(page);
});

it('finds the first free time for a service, and the next', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk);
  await page.getByRole('button', { name: 'First free' }).click();
  const finder = page.getByRole('dialog', { name: 'First free' });
  await finder.getByLabel('Service').selectOption(String(desk.practice.checkUp.id));
  await finder.getByLabel('Staff').selectOption('Jo');
  await finder.getByRole('button', { name: 'Find' }).click();
  const found = () => finder.locator('strong').textContent();
  await finder.getByRole('button', { name: 'Next free' }).waitFor();
  const first = await found();
  await finder.getByRole('button', { name: 'Next free' }).click();
  await expect.poll(found).not.toBe(first);
  await finder.getByRole('button', { name: 'Book', exact: true }).click();
  await page.waitForURL('**/admin/booking/create?**');
  expect(await page.getByLabel('Staff member (optional)').inputValue()).toBe(String(desk.jo.id));
});

it('prints a day sheet, one page a person', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print day sheet' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const row = page.getByRole('row', { name: /Biscuit/ });
  await row.waitFor();
  expect(await row.textContent()).toContain('Allergies: Penicillin');
  await page.getByRole('heading', { name: 'Jo' }).waitFor();
  expect(await page.getByRole('region', { name: /^Diary of/ }).isVisible()).toBe(false);
});

it('stays quick with 300 appointments of twelve people', async () => {
  const desk = await makeDesk({ hasRota: false });
  const { tenant, checkUp } = desk.practice;
  const staff = await Promise.all(
    Array.from({ length: 10 }, (_, n) => makeUser(db(), { tenant, name: `Vet ${n}` })),
  );
  const animals = await Promise.all(Array.from({ length: 25 }, (_, n) => desk.animal(`Pet ${n}`)));
  for (const [n, animal] of animals.entries()) {
    const minutes = 360 + n * 30;
    const booking_time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    for (const member of [...staff, desk.jo, desk.sam]) {
      await makeBooking(db(), {
        animal,
        service: checkUp,
        staff: member,
        booking_date: dayFromNow(3),
        booking_time,
        duration_minutes: 30,
      });
    }
  }
  const page = await openDiary(desk, { search: `?date=${dayFromNow(2)}` });
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.poll(() => page.locator('[data-card]').count()).toBe(300);
  const frames = await page.evaluate(async () => {
    const grid = document.querySelector('.diary-scroller');
    const times: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      grid?.scrollBy(0, 20);
      times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
    }
    return times
      .slice(1)
      .map((time, n) => time - (times[n] ?? time))
      .toSorted((a, b) => a - b);
  });
  // Half of all frames within four of a screen's: the machine of the tests has no graphics.
  expect(frames[Math.floor(frames.length / 2)]).toBeLessThan(67);
});

describe('on a phone', () => {
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
});
