import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

const tomorrow = dayFromNow(1);

async function openDiary(screen: Screen): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, name: 'Casey Vet' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, `/app/admin/diary?date=${tomorrow}`);
  await page.getByRole('region', { name: 'Notes and tasks' }).waitFor();
  return { practice, page };
}

describe.each([desktop, phone])('the notes of a day on a $name', (screen) => {
  it('are added, ticked off, changed and deleted, which can be undone', async () => {
    const { practice, page } = await openDiary(screen);
    const listed = async () => (await api.call('day_notes', { date: tomorrow }, practice.staffKey)).body;
    const strip = page.getByRole('region', { name: 'Notes and tasks' });
    await strip.getByRole('button', { name: 'Add note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add note or task' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a note.').waitFor();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Order gloves');
    await dialog.getByRole('checkbox', { name: /^Task/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await strip.getByRole('checkbox', { name: 'Done: Order gloves' }).check();
    await expect.poll(listed).toMatchObject([{ text: 'Order gloves', task: '1', done: '1', staff_id: null }]);
    await expectAccessible(page);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    await strip.getByRole('button', { name: 'Order gloves' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit note or task' });
    await edited.getByRole('textbox', { name: 'Note' }).fill('Order masks');
    await edited.getByRole('button', { name: 'Save' }).click();
    await strip.getByRole('button', { name: 'Order masks' }).click();
    await edited.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Task deleted').waitFor();
    await strip.getByText('Order masks').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await strip.getByRole('checkbox', { name: 'Done: Order masks', checked: true }).waitFor();
    await expect.poll(listed).toMatchObject([{ text: 'Order masks', task: '1', done: '1' }]);
  });
});

it('shows what another desk adds, and everyone’s and one person’s own', async () => {
  const { practice, page } = await openDiary(desktop);
  const { staff, admin, staffKey } = practice;
  const add = (text: string, more = {}) =>
    api.call('day_note_create', { date: tomorrow, text, ...more }, staffKey);
  const strip = page.getByRole('region', { name: 'Notes and tasks' });
  await add('Ann is late');
  await strip.getByText('Ann is late').waitFor();
  await add('Call the lab', { staff_id: staff.id, task: '1' });
  await add('Sign the rota', { staff_id: admin.id });
  await add('Deliveries', { date: addDays(tomorrow, 1) });
  const shown = () => strip.getByRole('listitem').allTextContents();
  await expect
    .poll(shown)
    .toEqual(['Ann is late', `Call the lab · ${staff.name}`, `Sign the rota · ${admin.name}`]);
  await page.goto(`/app/admin/diary?date=${tomorrow}&view=week&who=${staff.id}`);
  await strip.getByText('Call the lab').waitFor();
  expect(await strip.getByText('Sign the rota').count()).toBe(0);
});

it('prints the notes of the day above the day sheet', async () => {
  const { practice, page } = await openDiary(desktop);
  await api.call('day_note_create', { date: tomorrow, text: 'Ann is late' }, practice.staffKey);
  const strip = page.getByRole('region', { name: 'Notes and tasks' });
  await strip.getByText('Ann is late').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await strip.getByText('Ann is late').isVisible()).toBe(true);
  expect(await strip.getByRole('button', { name: 'Add note' }).isVisible()).toBe(false);
});
