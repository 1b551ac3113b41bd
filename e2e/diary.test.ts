import { expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAbsence, makeResource } from '../packages/dev/src/factory-diary.ts';
import { makeUser } from '../packages/dev/src/factory-people.ts';
import { makeHoliday } from '../packages/dev/src/factory-records.ts';
import { dayFromNow, expectAccessible, holdBack, useBrowser } from './browser.ts';
import { card, column, drag, pointAt, tomorrow, useDiaryDesk } from './diary-desk.ts';

const { db, makeDesk, openDiary } = useDiaryDesk(useBrowser());

it('shows a day by person, accessibly, with what is behind a card', async () => {
  const desk = await makeDesk({ alert: 'Owes' });
  await makeAbsence(db(), {
    user: desk.sam,
    from: `${tomorrow()} 12:00`,
    until: `${tomorrow()} 13:00`,
    kind: 'meeting',
  });
  const page = await openDiary(desk);
  await column(page, 'Jo')
    .getByRole('button', { name: /10:00–10:30 Biscuit.*Client alert, Allergies/ })
    .waitFor();
  expect(await column(page, 'Sam').textContent()).toContain('Meeting');
  await expectAccessible(page);
  await card(page, 'Biscuit').hover();
  await page.getByText('Allergies: Penicillin').waitFor();
  await page.getByText('Client alert: Owes').waitFor();
  await page.mouse.move(5, 5);
  await card(page, 'Biscuit').click();
  const panel = page.getByRole('complementary', { name: /Biscuit/ });
  await panel.getByRole('button', { name: 'Start' }).waitFor();
  await panel.getByText('Client alert: Owes').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
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

it('scrolls to the free time that it found, on a day that is no holiday', async () => {
  const desk = await makeDesk({ hasRota: false });
  const [start_date, end_date, after] = [0, 1, 2].map(dayFromNow);
  await makeHoliday(db(), { tenant: desk.practice.tenant, start_date, end_date });
  await makeAbsence(db(), { user: desk.jo, from: `${after} 00:00`, until: `${after} 16:00` });
  const page = await openDiary(desk);
  await page.getByRole('button', { name: 'First free' }).click();
  const finder = page.getByRole('dialog', { name: 'First free' });
  await finder.getByLabel('Service').selectOption(String(desk.practice.checkUp.id));
  await finder.getByLabel('Staff').selectOption('Jo');
  await finder.getByRole('button', { name: 'Find' }).click();
  await finder.getByText(/, 16:00$/).waitFor();
  const isInView = () =>
    page.evaluate(() => {
      const mark = document.querySelector('[data-drop-mark]')?.getBoundingClientRect();
      const grid = document.querySelector('.diary-scroller')?.getBoundingClientRect();
      return mark !== undefined && grid !== undefined && mark.top > grid.top && mark.bottom < grid.bottom;
    });
  await expect.poll(isInView).toBe(true);
});

it('ends the search for a free time when the diary is left, or another service is chosen', async () => {
  const desk = await makeDesk();
  const page = await openDiary(desk);
  await page.getByRole('button', { name: 'First free' }).click();
  const finder = page.getByRole('dialog', { name: 'First free' });
  const service = finder.getByLabel('Service');
  const search = finder.getByRole('button', { name: 'Find' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/bookings/free_times')) asked.push(request.postData() ?? '');
  });
  /** Answers the search, lets the page take the answer up, and says how often it asked. */
  const answer = async (letGo: () => void): Promise<number> => {
    const answered = page.waitForResponse('**/api/bookings/free_times');
    letGo();
    await (await answered).finished();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return asked.splice(0).length;
  };
  await service.selectOption(String(desk.practice.checkUp.id));
  const other = await holdBack(page, 'bookings/free_times');
  await search.click();
  await service.selectOption(String(desk.practice.vaccination.id));
  expect(await answer(other)).toBe(1);
  expect(await finder.locator('strong').count()).toBe(0);
  const left = await holdBack(page, 'bookings/free_times');
  await search.click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('heading', { name: 'Clients' }).waitFor();
  expect(await answer(left)).toBe(1);
  expect(page.url()).toContain('/admin/clients');
});

it('prints a day sheet, one page a person', async () => {
  const desk = await makeDesk({ alert: 'Owes' });
  const page = await openDiary(desk);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print day sheet' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const row = page.getByRole('row', { name: /Biscuit/ });
  await row.waitFor();
  expect(await row.textContent()).toContain('Client alert: OwesAllergies: Penicillin');
  await page.getByRole('heading', { name: 'Jo' }).waitFor();
  expect(await page.getByRole('region', { name: /^Diary of/ }).isVisible()).toBe(false);
});

it('has the day sheet ready for the browser’s own print', async () => {
  const page = await openDiary(await makeDesk({ alert: 'Owes' }));
  // The browser captures the page right after the event.
  const hasSheet = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    return document.body.textContent.includes('Client alert: Owes');
  });
  expect(hasSheet).toBe(true);
  // A day that is still being read is not printed as an empty one.
  await holdBack(page, 'diary');
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.locator('.diary-desk[aria-busy]').waitFor();
  const printed = await page.evaluate(() => document.body.textContent);
  expect(printed).toContain('hasn’t loaded yet. Print it again in a moment.');
  expect(printed).not.toContain('No appointments on');
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
  await expect.poll(() => page.locator('[data-card]:visible').count()).toBe(300);
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
