import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeResource, makeServiceNeed } from '../packages/dev/src/factory-diary.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  focusIsOn,
  holdBack,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** An admin at the desk of a practice. */
async function openDesk(screen: Screen): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page };
}

const openSettings = (page: Page, category: string) => page.goto(`/app/admin/settings?category=${category}`);

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface NewResource {
  name: string;
  kind: string;
  places?: string;
}

async function addResource(page: Page, { name, kind, places }: NewResource): Promise<void> {
  await page.getByRole('button', { name: 'Add room or equipment' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add room or equipment' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: kind });
  if (places !== undefined) await dialog.getByRole('spinbutton', { name: 'Places' }).fill(places);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function openService(page: Page, name: string) {
  await openSettings(page, 'services');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit service' });
  await dialog.getByText('Staff, rooms and online rules').click();
  return dialog;
}

const serviceOf = async ({ staffKey, checkUp }: Practice) => {
  const { body } = await api.call('booking_types', {}, staffKey);
  return body.find(({ id }) => id === checkUp.id);
};

describe.each([desktop, phone])('on a $name', (screen) => {
  it('an admin adds rooms and equipment, orders them, archives one and restores it', async () => {
    const { practice, page } = await openDesk(screen);
    await openSettings(page, 'resources');
    await page.getByText('No rooms or equipment yet').waitFor();
    await expectAccessible(page);
    await addResource(page, { name: 'Consulting room 1', kind: 'Room' });
    await addResource(page, { name: 'X-ray', kind: 'Equipment' });
    await addResource(page, { name: 'Ward', kind: 'Kennel', places: '6' });
    const list = page.getByRole('list', { name: /^Rooms and equipment/ });
    await list.getByText('Kennel · 6 places').waitFor();
    await list.getByRole('button', { name: 'Move Ward up' }).click();
    await page.getByText('Ward is now 2 of 3.').waitFor({ state: 'attached' });
    await expect
      .poll(async () => (await api.call('resources', {}, practice.staffKey)).body.map(({ name }) => name))
      .toEqual(['Consulting room 1', 'Ward', 'X-ray']);
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);

    const { body } = await api.call('resources', {}, practice.staffKey);
    const xRay = body.find(({ name }) => name === 'X-ray');
    if (!xRay) throw new Error('The X-ray is not listed.');
    await makeServiceNeed(db(), practice.checkUp, [xRay]);
    await page.reload();
    await list.getByText('Equipment · used by 1 service').waitFor();
    await list.getByRole('button', { name: 'Actions for X-ray' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('These services need it and have no alternative: Consultation.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived (1)').waitFor();
    await openSettings(page, 'services');
    await page.getByText('A room or equipment it needs is archived').waitFor();
    await expectAccessible(page);
    await openSettings(page, 'resources');
    await page.getByText('Archived (1)').click();
    await page.getByRole('button', { name: 'Restore X-ray' }).click();
    await list.getByText('X-ray').waitFor();
  });

  it('an admin takes a room out of use, sees the affected appointments, and ends it', async () => {
    const { practice, page } = await openDesk(screen);
    const { tenant, animal, checkUp, staff } = practice;
    const theatre = await makeResource(db(), { tenant, name: 'Theatre' });
    const day = dayFromNow(2);
    await makeServiceNeed(db(), checkUp, [theatre]);
    const { id: animal_id, client_id } = animal;
    const appointment = { animal_id, client_id, service_id: checkUp.id, staff_id: staff.id };
    const times = { booking_date: day, booking_time: '10:00', duration_minutes: 30 };
    expect((await api.call('booking_create', { ...appointment, ...times }, practice.staffKey)).status).toBe(
      200,
    );
    await openSettings(page, 'resources');
    await page.getByText('No rooms or equipment are out of use').waitFor();
    await page.getByRole('button', { name: 'Actions for Theatre' }).click();
    await page.getByRole('menuitem', { name: 'Out of use…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Out of use: Theatre' });
    await dialog.getByLabel('First day').fill(dayFromNow(1));
    await dialog.getByLabel('Last day').fill(dayFromNow(3));
    await dialog.getByRole('textbox', { name: 'Note' }).fill('New floor');
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('alertdialog', { name: '1 appointment would be outside the rota' });
    await question.getByText('Theatre is under maintenance.').waitFor();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    const list = page.getByRole('list', { name: 'Out of use' });
    await list.getByText('New floor').waitFor();
    await expectAccessible(page);
    const absences = async () => (await api.call('absences', {}, practice.staffKey)).body;
    expect(await absences()).toMatchObject([
      { resource_id: theatre.id, from_date: dayFromNow(1), until_date: dayFromNow(3), kind: 'maintenance' },
    ]);
    await page.goto('/app/admin/rota');
    await page.getByRole('list', { name: 'Absences' }).getByText('Theatre').waitFor();
    await page.getByRole('list', { name: 'Appointments that need attention' }).waitFor();
    await page.getByRole('button', { name: 'Add absence' }).click();
    const again = page.getByRole('dialog', { name: 'Add absence' });
    await again.getByLabel('Who or what').selectOption({ label: 'Theatre' });
    expect(await again.getByLabel('Reason').inputValue()).toBe('maintenance');
    await again.getByLabel('Who or what').selectOption({ label: staff.name });
    expect(await again.getByLabel('Reason').inputValue()).toBe('leave');
    await again.getByRole('button', { name: 'Cancel' }).click();
    await openSettings(page, 'resources');
    await list.getByRole('button', { name: /^Absence of Theatre/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No rooms or equipment are out of use').waitFor();
    expect(await absences()).toEqual([]);
  });

  it('an admin chooses who provides a service, what it needs and its online rules', async () => {
    const { practice, page } = await openDesk(screen);
    const { tenant, staff } = practice;
    const room = (name: string, display_order: number) => makeResource(db(), { tenant, name, display_order });
    const [first, second, theatre] = [
      await room('Consulting room 1', 1),
      await room('Consulting room 2', 2),
      await room('Theatre', 3),
    ];
    const dialog = await openService(page, 'Consultation');
    await dialog.getByRole('radio', { name: 'Only these people' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Choose at least one person.').waitFor();
    await dialog.getByRole('checkbox', { name: staff.name }).check();
    await dialog.getByRole('spinbutton', { name: `Duration (minutes) for ${staff.name}` }).fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a multiple of 15 minutes, up to 24 hours.').waitFor();
    await dialog.getByRole('spinbutton', { name: `Duration (minutes) for ${staff.name}` }).fill('45');
    const choose = async (button: string, name: string) => {
      await dialog.getByRole('button', { name: button, exact: true }).last().click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Add a room or equipment', 'Consulting room 1');
    await choose('Or', 'Consulting room 2');
    await choose('And also', 'Theatre');
    await dialog.getByRole('spinbutton', { name: 'Minutes before' }).fill('10');
    await dialog.getByRole('spinbutton', { name: 'Notice (hours)' }).fill('24');
    await dialog.getByRole('spinbutton', { name: 'How far ahead (days)' }).fill('90');
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Service saved').waitFor();
    expect(await serviceOf(practice)).toMatchObject({
      staff: [{ user_id: staff.id, duration_minutes: 45, price: null }],
      needs: [[first.id, second.id], [theatre.id]],
      before_minutes: 10,
      after_minutes: 0,
      min_notice_hours: 24,
      max_days_ahead: 90,
    });

    const again = await openService(page, 'Consultation');
    expect(await again.getByRole('checkbox', { name: staff.name }).isChecked()).toBe(true);
    const need = again.getByRole('listitem', { name: 'Need 1' });
    await need.getByText('One of these').waitFor();
    await need.getByRole('button', { name: 'Remove Consulting room 2 from need 1' }).click();
    await need.getByText('This one').waitFor();
    await again.getByRole('radio', { name: 'Everyone who takes appointments' }).check();
    await again.getByRole('spinbutton', { name: 'How far ahead (days)' }).fill('');
    await again.getByRole('button', { name: 'Save' }).click();
    await again.waitFor({ state: 'hidden' });
    expect(await serviceOf(practice)).toMatchObject({
      staff: [],
      needs: [[first.id], [theatre.id]],
      max_days_ahead: null,
    });
  });
});

it('a service gets its room by keyboard alone', async () => {
  const { practice, page } = await openDesk(desktop);
  const theatre = await makeResource(db(), { tenant: practice.tenant, name: 'Theatre' });
  await openSettings(page, 'services');
  await page.getByRole('button', { name: 'Actions for Consultation' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit service' });
  await focusIsOn(dialog.getByRole('textbox', { name: 'Name' }));
  await dialog.getByRole('checkbox', { name: 'Bookable online' }).focus();
  await page.keyboard.press('Tab');
  await focusIsOn(dialog.locator('summary'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await focusIsOn(dialog.getByRole('radio', { name: 'Everyone who takes appointments' }));
  await page.keyboard.press('Tab');
  const add = dialog.getByRole('button', { name: 'Add a room or equipment' });
  await focusIsOn(add);
  await page.keyboard.press('Enter');
  await focusIsOn(page.getByRole('menuitem', { name: 'Theatre' }));
  await page.keyboard.press('Enter');
  const remove = dialog.getByRole('button', { name: 'Remove Theatre from need 1' });
  await remove.waitFor();
  // Removing the only choice removes the need, and the focus moves to the button that adds one.
  await remove.focus();
  await page.keyboard.press('Enter');
  await focusIsOn(add);
  await page.keyboard.press('Enter');
  await focusIsOn(page.getByRole('menuitem', { name: 'Theatre' }));
  await page.keyboard.press('Enter');
  await remove.waitFor();
  // The focus returns from the closed menu a moment later.
  await remove.focus();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(await serviceOf(practice)).toMatchObject({ needs: [[theatre.id]] });
});

it('a room is archived only once it is known which services need it', async () => {
  const { practice, page } = await openDesk(desktop);
  const theatre = await makeResource(db(), { tenant: practice.tenant, name: 'Theatre' });
  await makeServiceNeed(db(), practice.checkUp, [theatre]);
  const letGo = await holdBack(page, 'booking_types*');
  await openSettings(page, 'resources');
  await page.getByRole('button', { name: 'Actions for Theatre' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const question = page.getByRole('alertdialog');
  const confirm = question.getByRole('button', { name: 'Archive' });
  expect(await confirm.isDisabled()).toBe(true);
  letGo();
  await question.getByText('These services need it and have no alternative: Consultation.').waitFor();
  await confirm.click();
  await page.getByText('Archived (1)').waitFor();
});

it('a new service is added once, also when its people are refused at first', async () => {
  expectConsole(/Failed to load resource.*404/);
  const { practice, page } = await openDesk(desktop);
  const { tenant, staffKey } = practice;
  const leaver = await makeUser(db(), { tenant, name: 'Lee Leaver' });
  await openSettings(page, 'services');
  await page.getByRole('button', { name: 'Add service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add service' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dental');
  await dialog.getByLabel(/^Price/).fill('120');
  await dialog.getByText('Staff, rooms and online rules').click();
  await dialog.getByRole('radio', { name: 'Only these people' }).check();
  await dialog.getByRole('checkbox', { name: leaver.name }).check();
  await db().query({
    text: 'update users set disabled_at = now() where tenant_id = $1 and id = $2',
    values: [tenant.id, leaver.id],
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Staff member not found.').waitFor();
  await dialog.getByRole('radio', { name: 'Everyone who takes appointments' }).check();
  await dialog
    .getByLabel(/^Price/)
    .first()
    .fill('130');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { body } = await api.call('booking_types', {}, staffKey);
  expect(body.filter(({ name }) => name === 'Dental')).toMatchObject([{ base_price: '130.00', staff: [] }]);
});
