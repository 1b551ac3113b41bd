import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../packages/contracts/src/calendar-day.ts';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeMedicine, makeNoteTemplate } from '../packages/dev/src/factory-health.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import type { AccountRow, BookingRow, TenantRow } from '../packages/dev/src/factory-rows.ts';
import {
  dayFromNow,
  desktop,
  expectAccessible,
  focusIsOn,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { openAsStaff, openSwitchTenant, switchTenant } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

interface Visit {
  practice: Practice;
  account: AccountRow;
  booking: BookingRow;
  page: Page;
}

/** A vet in front of today's appointment, with a vaccine and note templates. */
async function openVisit(
  screen: Screen,
  columns: Partial<TenantRow> = {},
  role: 'staff' | 'admin' = 'staff',
): Promise<Visit> {
  const practice = await makePractice(db(), columns);
  const { tenant, animal, checkUp } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role, name: 'Vera Vetford' });
  await makeMedicine(db(), {
    tenant,
    name: 'Nobivac L4',
    manufacturer: 'MSD',
    last_batch: 'A123',
    last_expiry: dayFromNow(300),
  });
  await makeMedicine(db(), {
    tenant,
    kind: 'medicine',
    name: 'Metacam',
    dose_per_kg: 0.2,
    dose_unit: 'mg',
  });
  await makeNoteTemplate(db(), {
    tenant,
    name: 'Booster',
    body: 'Heart and lungs: ',
    service_id: checkUp.id,
  });
  await makeNoteTemplate(db(), { tenant, kind: 'quick_text', name: 'Bright', body: 'Bright and alert.' });
  const booking = await makeBooking(db(), { animal, service: checkUp, booking_date: dayFromNow(0) });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, `/app/admin/booking/${booking.id}`);
  return { practice, account, booking, page };
}

const card = (page: Page, name = 'Visit notes') => page.getByRole('region', { name });
const isSaved = (page: Page) =>
  card(page)
    .getByText(/^Saved at /)
    .waitFor();
const stored = async ({ practice, booking }: Visit) =>
  (await api.call('visit_notes', { booking_id: booking.id }, practice.staffKey)).body;

describe.each([desktop, phone])('on a $name', (screen) => {
  it('the notes of a visit are saved while they are written', async () => {
    const visit = await openVisit(screen);
    const { page } = visit;
    const notes = card(page);
    await notes.getByRole('combobox', { name: 'Template' }).selectOption('Booster');
    await notes.getByRole('textbox', { name: 'Note', exact: true }).press('End');
    await page.keyboard.type('normal.');
    await notes.getByRole('button', { name: 'Bright' }).click();
    await notes.getByRole('textbox', { name: 'Weight' }).fill('12,4');
    await notes.getByRole('textbox', { name: 'Temperature' }).fill('38.5');
    await notes.getByRole('button', { name: 'Add treatment' }).click();
    await notes.getByRole('combobox', { name: 'Product' }).fill('meta');
    await page.getByRole('option', { name: /Metacam/ }).click();
    await notes.getByText('Dose for 12.4 kg: 2.48 mg').waitFor();
    await notes.getByRole('textbox', { name: 'Quantity' }).fill('0.25');
    await isSaved(page);
    await expectAccessible(page);
    await expect
      .poll(() => stored(visit))
      .toMatchObject({
        weight: '12.4',
        entries: [
          {
            kind: 'note',
            title: 'Booster',
            body: 'Heart and lungs: normal. Bright and alert.',
            temperature: '38.5',
          },
          { kind: 'treatment', product: 'Metacam', quantity: '0.25', unit: 'mg' },
        ],
      });
    await page.reload();
    await expect
      .poll(() => card(page).getByRole('textbox', { name: 'Note', exact: true }).inputValue())
      .toBe('Heart and lungs: normal. Bright and alert.');
    await notes.getByRole('button', { name: 'Remove treatment' }).click();
    await expect.poll(async () => (await stored(visit)).entries.map(({ kind }) => kind)).toEqual(['note']);
  });

  it('an unlikely weight gets a warning, and is saved', async () => {
    const visit = await openVisit(screen);
    const { page, practice } = visit;
    const weight = { animal_id: practice.animal.id, weight: '4.1', measured_on: dayFromNow(-20) };
    await api.call('animal_weight_add', weight, practice.staffKey);
    await page.reload();
    const field = card(page).getByRole('textbox', { name: 'Weight' });
    const warning = card(page).getByText(/^Last weight was 4\.1 kg on .*\. Check the weight\.$/);
    await card(page).getByText('Last 4.1 kg').waitFor();
    await field.fill('5');
    expect(await warning.count()).toBe(0);
    await field.fill('40');
    await warning.waitFor();
    await isSaved(page);
    await expect.poll(async () => (await stored(visit)).weight).toBe('40');
    await page.reload();
    await warning.waitFor();
    await expectAccessible(page);
  });

  it('what was typed without a connection survives a closed tab and the night', async () => {
    const visit = await openVisit(screen);
    const { page, booking } = visit;
    expectConsole(/Failed to load resource/);
    await page.clock.setSystemTime(Date.now() - 86_400_000);
    await page.route('**/api/visit_notes_save', (route) => route.abort());
    await card(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Limping on the left.');
    await card(page).getByText('Your notes are kept on this device.').waitFor();
    await expectAccessible(page);
    const context = page.context();
    await page.close();
    const again = await context.newPage();
    await again.clock.setSystemTime(Date.now());
    await again.goto(`/app/admin/booking/${booking.id}`);
    await expect
      .poll(() => card(again).getByRole('textbox', { name: 'Note', exact: true }).inputValue())
      .toBe('Limping on the left.');
    await expect
      .poll(async () => (await stored(visit)).entries.map(({ body }) => body))
      .toEqual(['Limping on the left.']);
  });
});

it('a prescription is written at the visit, beside the notes', async () => {
  const visit = await openVisit(desktop);
  const { page } = visit;
  await card(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Lame on the left.');
  await card(page).getByRole('button', { name: 'Add prescription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add prescription' });
  await dialog.getByRole('combobox', { name: 'Product' }).fill('meta');
  await page.getByRole('option', { name: /Metacam/ }).click();
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('32');
  await dialog.getByRole('textbox', { name: 'Unit' }).fill('ml');
  await dialog.getByRole('textbox', { name: 'Directions' }).fill('Once a day with food');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const entries = card(page).getByRole('list', { name: 'Entries of this visit' });
  await entries.getByText('Once a day with food').waitFor();
  expect(await card(page).getByRole('textbox', { name: 'Note', exact: true }).inputValue()).toBe(
    'Lame on the left.',
  );
  // In either order: the two are saved apart.
  const inAnyOrder = async () =>
    new Set((await stored(visit)).entries.map(({ kind, product, body }) => [kind, product, body]));
  await expect.poll(inAnyOrder).toEqual(
    new Set([
      ['note', null, 'Lame on the left.'],
      ['prescription', 'Metacam', ''],
    ]),
  );
});

it('a routine booster takes fifteen keys and a few seconds', async () => {
  const visit = await openVisit(desktop);
  const { page } = visit;
  const start = page.getByRole('button', { name: 'Visit notes' });
  await card(page).getByRole('button', { name: 'Add vaccination' }).waitFor();
  await start.focus();
  const pressed: string[] = [];
  const press = async (...names: string[]) => {
    for (const name of names) {
      await page.keyboard.press(name);
      pressed.push(name);
    }
  };
  const began = performance.now();
  await press('Enter');
  await focusIsOn(card(page).getByRole('textbox', { name: 'Note', exact: true }));
  const add = card(page).getByRole('button', { name: 'Add vaccination' });
  const isThere = () => add.evaluate((element) => element === document.activeElement);
  while (!(await isThere()) && pressed.length < 20) await press('Tab');
  await press('Enter');
  await focusIsOn(card(page).getByRole('combobox', { name: 'Vaccine' }));
  await press('n', 'o', 'b');
  await page.getByRole('option', { name: /Nobivac L4/ }).waitFor();
  await press('Enter');
  await isSaved(page);
  expect(pressed.length).toBeLessThanOrEqual(15);
  expect(performance.now() - began).toBeLessThan(20_000);
  await expect
    .poll(async () => (await stored(visit)).entries)
    .toMatchObject([
      {
        kind: 'vaccination',
        product: 'Nobivac L4',
        manufacturer: 'MSD',
        batch: 'A123',
        expiry: dayFromNow(300),
      },
    ]);
  const [entry] = (await stored(visit)).entries;
  expect(entry?.next_due_on).not.toBeNull();
});

it('notes that someone else changed are not overwritten unasked', async () => {
  const visit = await openVisit(desktop);
  const { page, booking, practice } = visit;
  const text = card(page).getByRole('textbox', { name: 'Note', exact: true });
  await text.fill('Mine.');
  await isSaved(page);
  const [entry] = (await stored(visit)).entries;
  await db().query("update entries set body = 'Theirs.', version = version + 1 where id = $1", [entry?.id]);
  expectConsole(/Failed to load resource.*409/);
  await text.fill('Mine, longer.');
  await card(page).getByText('Someone else changed these notes.').waitFor();
  await expectAccessible(page);
  expect((await stored(visit)).entries.map(({ body }) => body)).toEqual(['Theirs.']);
  await card(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(async () => (await stored(visit)).entries.map(({ body }) => body))
    .toEqual(['Mine, longer.']);
  expect(booking.tenant_id).toBe(practice.tenant.id);
});

it('a cleared weight leaves the record, and one that a colleague recorded meanwhile stays', async () => {
  const visit = await openVisit(desktop);
  const { page, practice, booking } = visit;
  const weight = card(page).getByRole('textbox', { name: 'Weight' });
  const weigh = (kilograms: string) =>
    api.call('visit_notes_save', { booking_id: booking.id, weight: kilograms }, practice.staffKey);
  await weigh('8');
  await page.reload();
  await expect.poll(() => weight.inputValue()).toBe('8');
  await weight.fill('12.4');
  await isSaved(page);
  expect(await stored(visit)).toMatchObject({ weight: '12.4', entries: [{ author: 'Stefan Staff' }] });
  await weight.fill('');
  await expect.poll(async () => (await stored(visit)).weight).toBeNull();
  await isSaved(page);
  expectConsole(/Failed to load resource/);
  await page.route('**/api/visit_notes_save', (route) => route.abort());
  await card(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Quiet.');
  await card(page).getByText('Your notes are kept on this device.').waitFor();
  await weigh('9');
  await page.unroute('**/api/visit_notes_save');
  await page.reload();
  await expect.poll(async () => (await stored(visit)).entries.map(({ body }) => body)).toContain('Quiet.');
  expect(await weight.inputValue()).toBe('9');
  expect((await stored(visit)).weight).toBe('9');
});

it('an open form shows what a colleague saves, and removes what was being saved', async () => {
  const visit = await openVisit(desktop, {}, 'admin');
  const { page, practice, booking } = visit;
  const jab = { client_key: 'jab', kind: 'vaccination', product: 'Nobivac DHP', batch: 'B77' } as const;
  const input = { booking_id: booking.id, entries: [jab], weight: '12.4' };
  await card(page).getByRole('textbox', { name: 'Note', exact: true }).waitFor();
  expect((await api.call('visit_notes_save', input, practice.staffKey)).status).toBe(200);
  await card(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Bright.');
  const entries = card(page).getByRole('list', { name: 'Entries of this visit' });
  await entries.getByText('Nobivac DHP').waitFor();
  await expect.poll(() => card(page).getByRole('textbox', { name: 'Weight' }).inputValue()).toBe('12.4');
  await expectAccessible(page);

  const { promise: isRemoved, resolve: answer } = Promise.withResolvers<void>();
  const answerLate = async (route: Route) => {
    const response = await route.fetch();
    await isRemoved;
    await route.fulfill({ response });
  };
  await page.route('**/api/visit_notes_save', answerLate, { times: 1 });
  await card(page).getByRole('button', { name: 'Add vaccination' }).click();
  await card(page).getByRole('combobox', { name: 'Vaccine' }).fill('Rabisin');
  await page.keyboard.press('Tab');
  const products = async () => (await stored(visit)).entries.flatMap(({ product }) => product ?? []);
  await expect.poll(products).toEqual(['Nobivac DHP', 'Rabisin']);
  await card(page).getByRole('button', { name: 'Remove vaccination' }).click();
  answer();
  await isSaved(page);
  await expect.poll(products).toEqual(['Nobivac DHP']);
  expect(await card(page).getByText('Rabisin').count()).toBe(0);
});

it('what was typed during a save is saved when the page is left', async () => {
  const visit = await openVisit(desktop);
  const { page } = visit;
  const { promise: isLeft, resolve: answer } = Promise.withResolvers<void>();
  const answerLate = async (route: Route) => {
    const response = await route.fetch();
    await isLeft;
    await route.fulfill({ response });
  };
  await page.route('**/api/visit_notes_save', answerLate, { times: 1 });
  const bodies = async () => (await stored(visit)).entries.map(({ body }) => body);
  const text = card(page).getByRole('textbox', { name: 'Note', exact: true });
  await text.fill('Limping.');
  await expect.poll(bodies).toEqual(['Limping.']);
  await text.fill('Limping on the left.');
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await text.waitFor({ state: 'detached' });
  answer();
  await expect.poll(bodies).toEqual(['Limping on the left.']);
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('visit notes')));
  await expect.poll(kept).toEqual([]);
  await page.goBack();
  await expect.poll(() => text.inputValue()).toBe('Limping on the left.');
});

it('an entry with half a date is not saved until the date is complete', async () => {
  const visit = await openVisit(desktop);
  const { page } = visit;
  await card(page).getByRole('button', { name: 'Add vaccination' }).click();
  await card(page).getByRole('combobox', { name: 'Vaccine' }).fill('nob');
  await page.getByRole('option', { name: /Nobivac L4/ }).click();
  await isSaved(page);
  const given = async () => (await stored(visit)).entries.map(({ batch, expiry }) => [batch, expiry]);
  await expect.poll(given).toEqual([['A123', dayFromNow(300)]]);
  const expiry = card(page).getByLabel('Expiry');
  await expiry.focus();
  await page.keyboard.press('Backspace');
  await card(page).getByText('Please complete this.').waitFor();
  await card(page).getByRole('textbox', { name: 'Batch' }).fill('B77');
  await card(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Bright.');
  await expect.poll(given).toContainEqual([null, null]);
  expect(await given()).toContainEqual(['A123', dayFromNow(300)]);
  await card(page).getByText('Not saved yet, kept on this device').waitFor();
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => expiry.inputValue()).toBe(dayFromNow(300));
  await expect.poll(given).toContainEqual(['B77', dayFromNow(300)]);
  await card(page).getByLabel('Next due').fill('');
  await card(page).getByLabel('Next due').pressSequentially('1');
  await page.keyboard.press('Shift+Tab');
  await card(page).getByText('Please complete this.').waitFor();
});

it('what is typed into a note after its lock becomes a new note, also after a reload', async () => {
  const visit = await openVisit(desktop);
  const { page } = visit;
  const text = card(page).getByRole('textbox', { name: 'Note', exact: true });
  await text.fill('On day one.');
  await isSaved(page);
  const lock = () =>
    db().query(
      `update entries set begun_at = begun_at - interval '25 hours'
       where booking_id = $1 and begun_at > now() - interval '24 hours'`,
      [visit.booking.id],
    );
  const bodies = async () => (await stored(visit)).entries.map(({ body }) => body);
  expectConsole(/Failed to load resource/);
  await lock();
  await text.fill('On day two.');
  await expect.poll(bodies).toEqual(['On day one.', 'On day two.']);
  const entries = card(page).getByRole('list', { name: 'Entries of this visit' });
  await entries.getByText('On day one.').waitFor();
  expect(await text.inputValue()).toBe('On day two.');
  await page.route('**/api/visit_notes_save', (route) => route.abort());
  await text.fill('On day three.');
  await card(page).getByText('Your notes are kept on this device.').waitFor();
  await lock();
  await page.unroute('**/api/visit_notes_save');
  await page.reload();
  await expect.poll(bodies).toEqual(['On day one.', 'On day two.', 'On day three.']);
});

it('notes are saved in their practice when the person switches to another, and what is incomplete is kept', async () => {
  const visit = await openVisit(desktop, { tenant_name: 'Ash Lane Vets' });
  const { page, booking, account } = visit;
  const { tenant: other } = await makePractice(db(), { tenant_name: 'Yew Tree Vets' });
  await makeUser(db(), { tenant: other, account });
  // The key of the other practice comes with the next sign-in.
  await openAsStaff(page, account.email, `/app/admin/booking/${booking.id}`);
  const batch = card(page).getByRole('textbox', { name: 'Batch' });
  await card(page).getByRole('button', { name: 'Add vaccination' }).click();
  await batch.fill('B77');
  // In another tab, so that no time passes between the last key and the switch.
  const tab = await page.context().newPage();
  await tab.goto('/app/admin/clients');
  const choice = await openSwitchTenant(tab);
  const practice = choice.getByRole('button', { name: 'Yew Tree Vets' });
  await practice.waitFor();
  await card(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Limping on the left.');
  await practice.click();
  await page.waitForURL('**/app/admin');
  await expect
    .poll(async () => (await stored(visit)).entries.map(({ body }) => body))
    .toEqual(['Limping on the left.']);
  await switchTenant(page, 'Ash Lane Vets');
  await page.goto(`/app/admin/booking/${booking.id}`);
  await expect.poll(() => batch.inputValue()).toBe('B77');
});

it('a vaccination that is written up the next day is due again from the day of the visit', async () => {
  const visit = await openVisit(desktop);
  const { animal, checkUp: service } = visit.practice;
  const yesterday = { booking_date: dayFromNow(-1), status: 'completed' } as const;
  const booking = await makeBooking(db(), { animal, service, ...yesterday });
  const { page } = visit;
  await page.goto(`/app/admin/booking/${booking.id}`);
  await card(page).getByRole('button', { name: 'Add vaccination' }).click();
  await card(page).getByRole('combobox', { name: 'Vaccine' }).fill('nob');
  await page.getByRole('option', { name: /Nobivac L4/ }).click();
  const due = addMonths(dayFromNow(-1), 12);
  expect(await card(page).getByLabel('Next due').inputValue()).toBe(due);
  await isSaved(page);
  const [entry] = (await stored({ ...visit, booking })).entries;
  expect([entry?.at.slice(0, 10), entry?.next_due_on]).toEqual([dayFromNow(-1), due]);
});

it('a groomer writes coat notes', async () => {
  const { page } = await openVisit(phone, { business_type: 'Grooming salon' });
  await card(page, 'Coat notes').getByRole('textbox', { name: 'Coat note' }).fill('Matted behind the ears.');
  await card(page, 'Coat notes')
    .getByText(/^Saved at /)
    .waitFor();
  expect(await page.getByText('Visit notes').count()).toBe(0);
  await expectAccessible(page);
});
