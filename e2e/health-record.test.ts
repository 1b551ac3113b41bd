import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../packages/contracts/src/calendar-day.ts';
import { insertRows } from '../packages/dev/src/factory-insert.ts';
import { makeBooking, makeComms, makeFile } from '../packages/dev/src/factory-bookings.ts';
import { makeEntry, makeMedicine } from '../packages/dev/src/factory-health.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** A vet in front of an animal's page. */
async function openAnimal(
  screen: Screen,
  prepare: (practice: Practice) => Promise<unknown> = () => Promise.resolve(),
  role: 'staff' | 'admin' = 'staff',
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role, name: 'Vera Vetford' });
  await prepare(practice);
  const page = await openPage(screen);
  await openAsStaff(page, account.email, `/app/admin/animal/${practice.animal.id}`);
  return { practice, page };
}

const record = (page: Page) => page.getByRole('list', { name: 'Health record' });

async function add(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Add to the health record' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  return page.getByRole('dialog', { name: `Add ${kind.toLowerCase()}` });
}

async function choose(page: Page, entry: string, action: string) {
  await page.getByRole('button', { name: new RegExp(`^Actions for ${entry}`) }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('a vet adds a note, a vaccination, a treatment and a prescription', async () => {
    const { practice, page } = await openAnimal(screen, ({ tenant }) =>
      makeMedicine(db(), {
        tenant,
        name: 'Nobivac L4',
        manufacturer: 'MSD',
        last_batch: 'A123',
        last_expiry: dayFromNow(300),
      }),
    );
    await page.getByText('No entries yet').waitFor();
    await expectAccessible(page);
    const note = await add(page, 'Note');
    await note.getByRole('button', { name: 'Save' }).click();
    await note.getByText('Enter the note.').waitFor();
    await note.getByRole('textbox', { name: 'Note' }).fill('Coughing for a week.');
    await note.getByRole('textbox', { name: 'Temperature' }).fill('38.9');
    await note.getByRole('checkbox', { name: 'Share with the client' }).check();
    await expectAccessible(page);
    await note.getByRole('button', { name: 'Save' }).click();
    await record(page).getByText('Coughing for a week.').waitFor();
    await record(page).getByText('Shared with client').waitFor();
    await record(page).getByText('38.9 °C').waitFor();

    const vaccination = await add(page, 'Vaccination');
    await vaccination.getByRole('combobox', { name: 'Product' }).fill('nobi');
    await page.getByRole('option', { name: /Nobivac L4/ }).click();
    expect(await vaccination.getByRole('textbox', { name: 'Batch' }).inputValue()).toBe('A123');
    expect(await vaccination.getByRole('textbox', { name: 'Manufacturer' }).inputValue()).toBe('MSD');
    expect(await vaccination.getByLabel('Expiry').inputValue()).toBe(dayFromNow(300));
    await expectAccessible(page);
    await vaccination.getByRole('button', { name: 'Save' }).click();
    await record(page).getByText('Nobivac L4').waitFor();
    await record(page).getByText('Next due').waitFor();

    const treatment = await add(page, 'Treatment');
    await treatment.getByRole('combobox', { name: 'Product' }).fill('Ear cleaner');
    await page.keyboard.press('Tab');
    await treatment.getByRole('textbox', { name: 'Quantity' }).fill('0.25');
    await treatment.getByRole('textbox', { name: 'Unit' }).fill('ml');
    await treatment.getByRole('button', { name: 'Save' }).click();
    await record(page).getByText('0.25 ml').waitFor();

    const prescription = await add(page, 'Prescription');
    await prescription.getByRole('combobox', { name: 'Product' }).fill('Metacam');
    await page.keyboard.press('Tab');
    await prescription.getByRole('textbox', { name: 'Quantity' }).fill('32');
    await prescription.getByRole('textbox', { name: 'Unit' }).fill('ml');
    await prescription.getByRole('button', { name: 'Save' }).click();
    await prescription.getByText('Enter the directions.').waitFor();
    await prescription.getByRole('textbox', { name: 'Directions' }).fill('Once a day with food');
    await prescription.getByRole('button', { name: 'Save' }).click();
    await record(page).getByText('Once a day with food').waitFor();
    await choose(page, 'Metacam', 'Add addendum');
    const addendum = page.getByRole('dialog', { name: 'Add addendum' });
    await addendum.getByRole('textbox', { name: 'Addendum' }).fill('Shake the bottle.');
    await addendum.getByRole('button', { name: 'Add addendum' }).click();
    await record(page).getByText('Shake the bottle.').waitFor();
    await choose(page, 'Metacam', 'Share remarks with the client');
    await record(page).getByText('Remarks shared with client').waitFor();
    await expectAccessible(page);

    const { body } = await api.call('entries', { animal_id: practice.animal.id }, practice.staffKey);
    const entries = body.items.flatMap(({ entry }) => entry ?? []);
    expect(entries.map(({ kind, product }) => [kind, product])).toEqual([
      ['prescription', 'Metacam'],
      ['treatment', 'Ear cleaner'],
      ['vaccination', 'Nobivac L4'],
      ['note', null],
    ]);
    expect(entries[2]?.medicine_id).not.toBeNull();
    expect(entries[2]?.next_due_on).not.toBeNull();
  });

  it('a locked entry takes an addendum, is shared, and is struck through with a reason', async () => {
    const { page } = await openAnimal(screen, async ({ animal, staff }) => {
      const begun = { at: `${dayFromNow(-3)}T10:00:00Z`, begun_at: `${dayFromNow(-3)}T10:00:00Z` };
      await makeEntry(db(), { animal, author: staff, body: 'Ears are clean.', ...begun });
    });
    await record(page).getByText('Locked after 24 hours. Add an addendum.').waitFor();
    await page.getByRole('button', { name: /^Actions for Note/ }).click();
    expect(await page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Add addendum' }).click();
    const addendum = page.getByRole('dialog', { name: 'Add addendum' });
    await addendum.getByRole('textbox', { name: 'Addendum' }).fill('The left one was red.');
    await addendum.getByRole('button', { name: 'Add addendum' }).click();
    await record(page).getByText('The left one was red.').waitFor();
    await choose(page, 'Note', 'Share with the client');
    await record(page).getByText('Shared with client').waitFor();
    await choose(page, 'Note', 'Strike through…');
    const strike = page.getByRole('dialog', { name: 'Strike through this entry?' });
    await strike.getByRole('button', { name: 'Strike through' }).click();
    await strike.getByText('Enter a reason.').waitFor();
    await strike.getByRole('textbox', { name: 'Reason' }).fill('Wrong dog');
    await expectAccessible(page);
    await strike.getByRole('button', { name: 'Strike through' }).click();
    await record(page)
      .getByText(/Struck through .*: Wrong dog/)
      .waitFor();
    expect(await record(page).getByText('Shared with client').count()).toBe(0);
    await expectAccessible(page);
  });
});

it('dates that follow from the day of an entry move with it, until they are typed', async () => {
  const { practice, page } = await openAnimal(desktop, async ({ tenant }) => {
    await makeMedicine(db(), { tenant, name: 'Nobivac L4', interval_count: 12, interval_unit: 'month' });
  });
  const date = (dialog: Locator) => dialog.getByLabel('Date');
  const due = (dialog: Locator) => dialog.getByLabel('Next due');
  const saved = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { body } = await api.call('entries', { animal_id: practice.animal.id }, practice.staffKey);
    return body.items.flatMap(({ entry }) => (entry ? [entry.next_due_on ?? entry.valid_until] : []));
  };
  const vaccination = await add(page, 'Vaccination');
  await vaccination.getByRole('combobox', { name: 'Product' }).fill('nobi');
  await page.getByRole('option', { name: /Nobivac L4/ }).click();
  expect(await due(vaccination).inputValue()).toBe(addMonths(dayFromNow(0), 12));
  await date(vaccination).fill('');
  await date(vaccination).fill(dayFromNow(-300));
  expect(await due(vaccination).inputValue()).toBe(addMonths(dayFromNow(-300), 12));
  expect(await saved(vaccination)).toEqual([addMonths(dayFromNow(-300), 12)]);

  await choose(page, 'Nobivac L4', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit vaccination' });
  await date(edit).fill(dayFromNow(-200));
  expect(await due(edit).inputValue()).toBe(addMonths(dayFromNow(-200), 12));
  await due(edit).fill(dayFromNow(90));
  await date(edit).fill(dayFromNow(-100));
  expect(await saved(edit)).toEqual([dayFromNow(90)]);

  const prescription = await add(page, 'Prescription');
  await prescription.getByRole('combobox', { name: 'Product' }).fill('Metacam');
  await page.keyboard.press('Tab');
  await prescription.getByRole('textbox', { name: 'Quantity' }).fill('32');
  await prescription.getByRole('textbox', { name: 'Unit' }).fill('ml');
  await prescription.getByRole('textbox', { name: 'Directions' }).fill('Once a day with food');
  await date(prescription).fill(dayFromNow(-10));
  expect(await saved(prescription)).toContain(addMonths(dayFromNow(-10), 6));
  await choose(page, 'Metacam', 'Edit');
  const again = page.getByRole('dialog', { name: 'Edit prescription' });
  await date(again).fill(dayFromNow(-20));
  expect(await again.getByLabel('Valid until').inputValue()).toBe(addMonths(dayFromNow(-20), 6));
  expect(await saved(again)).toContain(addMonths(dayFromNow(-20), 6));
});

it.each([desktop, phone])(
  'staff go from a batch to all animals that were given it on a $name',
  async (screen) => {
    const { practice, page } = await openAnimal(screen, async ({ tenant, animal, client, dog }) => {
      const medicine = await makeMedicine(db(), { tenant, name: 'Nobivac L4' });
      await makeEntry(db(), { animal, medicine, kind: 'vaccination', batch: 'AB 77' });
      const rex = await makeAnimal(db(), { client, species: dog, name: 'Rex' });
      await makeEntry(db(), { animal: rex, medicine, kind: 'vaccination', batch: 'ab77' });
    });
    await record(page).getByRole('link', { name: 'AB 77' }).click();
    const dialog = page.getByRole('dialog', { name: 'Batch AB 77' });
    await dialog.getByText('All animals that were given Nobivac L4 of this batch').waitFor();
    for (const name of ['Rex', practice.animal.name])
      await dialog.getByRole('link', { name, exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Rex', exact: true }).click();
    await page.getByRole('heading', { name: 'Rex', level: 1 }).waitFor();
    await page.goBack();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Batches', level: 1 }).waitFor();
    await page.getByText('Nobivac L4 · 2 animals', { exact: false }).waitFor();
    await page.goto('/app/admin/recalls');
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByRole('button', { name: /^Animals given batch/ }).waitFor();
    await expectAccessible(page);
  },
);

it('an entry begun before midnight and saved after it has the day that its form shows', async () => {
  const { practice, page } = await openAnimal(desktop);
  const yesterday = dayFromNow(-1);
  await page.clock.setFixedTime(new Date(`${yesterday}T12:00:00Z`));
  const note = await add(page, 'Note');
  expect(await note.getByLabel('Date').inputValue()).toBe(yesterday);
  await page.clock.setFixedTime(new Date());
  await note.getByRole('textbox', { name: 'Note' }).fill('Coughing for a week.');
  await note.getByRole('button', { name: 'Save' }).click();
  await record(page).getByText('Coughing for a week.').waitFor();
  const { body } = await api.call('entries', { animal_id: practice.animal.id }, practice.staffKey);
  expect(body.items.map(({ entry }) => entry?.at.slice(0, 10))).toEqual([yesterday]);
});

it('the record shows at once what was changed beside it, and what a colleague changes', async () => {
  const seen = { booking_date: dayFromNow(-1), status: 'in-progress' } as const;
  let visit = 0;
  const { practice, page } = await openAnimal(desktop, async ({ animal, checkUp }) => {
    await makeFile(db(), { animal, filename: 'x-ray.txt' });
    visit = (await makeBooking(db(), { animal, service: checkUp, ...seen })).id;
  });
  await record(page).getByText('In progress').waitFor();
  const weights = page.getByRole('form', { name: 'Add weight' });
  await weights.getByLabel('Weight').fill('12.4');
  await weights.getByRole('button', { name: 'Add Weight' }).click();
  await record(page).getByText('12.4 kg').waitFor();
  await record(page).getByText('x-ray.txt').waitFor();
  await page.getByRole('button', { name: 'Delete x-ray.txt', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await record(page).getByText('x-ray.txt').waitFor({ state: 'detached' });
  const input = { booking_id: visit, status: 'completed' } as const;
  expect((await api.call('booking_status_update', input, practice.staffKey)).status).toBe(200);
  await record(page).getByText('Completed').waitFor();
});

it('an edited entry that a colleague changed is not overwritten unseen, and nothing typed is lost', async () => {
  let [entry_id, booking_id] = [0, 0];
  const { practice, page } = await openAnimal(
    desktop,
    async ({ animal, staff }) => {
      entry_id = (await makeEntry(db(), { animal, author: staff, body: 'Coughs.' })).id;
      booking_id = (await makeBooking(db(), { animal, booking_date: dayFromNow(-1), status: 'confirmed' }))
        .id;
    },
    'admin',
  );
  const stored = async () => (await api.call('entry', { entry_id }, practice.staffKey)).body;
  const amend = async (input: { body?: string; temperature?: string }) => {
    const { version } = await stored();
    const { status } = await api.call('entry_amend', { entry_id, version, ...input }, practice.staffKey);
    expect(status).toBe(200);
  };
  await choose(page, 'Note', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit note' });
  const text = dialog.getByRole('textbox', { name: 'Note' });
  await text.fill('Coughs at night.');
  await amend({ body: 'Coughs since Monday.' });
  await amend({ temperature: '38.9' });
  expectConsole(/Failed to load resource.*409/);
  const save = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/entry_amend'),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ]);
    return answer.status();
  };
  expect(await save()).toBe(409);
  await dialog.getByText('Someone else changed this note.').waitFor();
  await dialog.getByText('Coughs since Monday.').waitFor();
  await expectAccessible(page);
  expect(await save()).toBe(409);
  expect(await text.inputValue()).toBe('Coughs at night.');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  expect(await save()).toBe(200);
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored()).toMatchObject({ body: 'Coughs at night.', temperature: '38.9' });

  await choose(page, 'Note', 'Edit');
  await text.fill('Sneezes.');
  await amend({ body: 'No longer coughs.' });
  // The appointment refreshes the record behind the dialog.
  await api.call('booking_status_update', { booking_id, status: 'in-progress' }, practice.staffKey);
  await dialog.getByText('No longer coughs.').waitFor();
  expect(await text.inputValue()).toBe('Sneezes.');
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => text.inputValue()).toBe('No longer coughs.');
});

it('a long record is filtered, searched, loaded page by page, printed and saved as a PDF', async () => {
  const { practice, page } = await openAnimal(desktop, async ({ tenant, animal, checkUp }) => {
    const booking = await makeBooking(db(), {
      animal,
      service: checkUp,
      booking_date: dayFromNow(-1),
      status: 'completed',
    });
    await makeComms(db(), { booking, kind: 'booking_reminder', status: 'confirmed' });
    const { id: animal_id, client_id } = animal;
    const notes = Array.from({ length: 40 }, (_, index) => ({
      tenant_id: tenant.id,
      animal_id,
      client_id,
      kind: 'note' as const,
      at: `${dayFromNow(-10 - index)}T10:00:00Z`,
      body: index === 35 ? 'Ate a sock.' : `Visit ${index}`,
    }));
    await insertRows(db(), 'entries', notes);
    await makeEntry(db(), {
      animal,
      kind: 'vaccination',
      product: 'Nobivac DHP',
      at: `${dayFromNow(-9)}T10:00:00Z`,
    });
  });
  const items = record(page).getByRole('listitem');
  await expect.poll(() => items.count()).toBe(30);
  await record(page).getByRole('link', { name: 'Consultation' }).waitFor();
  await page.getByRole('button', { name: 'Load More (30)' }).click();
  await expect.poll(() => items.count()).toBe(43);
  await page.getByRole('button', { name: 'Messages', pressed: false }).click();
  await record(page).getByText('To the client · Delivered').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Vaccinations', pressed: false }).click();
  await expect.poll(() => items.count()).toBe(1);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search the health record' }).fill('sock');
  await record(page).getByText('Ate a sock.').waitFor();
  await expect.poll(() => items.count()).toBe(1);
  await page.getByRole('button', { name: 'Documents' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await page.waitForURL(`**/app/admin/animal/${practice.animal.id}/record?q=sock`);
  await page.getByText('All entries with “sock”').waitFor();
  await expect.poll(() => items.count()).toBe(1);
  await expectAccessible(page);
  await page.goto(`/app/admin/animal/${practice.animal.id}/record`);
  await expect.poll(() => items.count()).toBe(43);
  await page.getByRole('link', { name: 'Back to the animal' }).click();

  const savesAs = async (press: () => Promise<unknown>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    return download.suggestedFilename();
  };
  await page.getByRole('button', { name: 'Documents' }).click();
  expect(
    await savesAs(() => page.getByRole('menuitem', { name: 'Vaccination certificate' }).click()),
  ).toMatch(/\.pdf$/);
  await page.getByRole('button', { name: 'Documents' }).click();
  await page.getByRole('menuitem', { name: 'Save as PDF…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as PDF' });
  await dialog.getByRole('radio', { name: 'Chosen entries' }).check();
  await dialog.getByRole('button', { name: 'Save PDF' }).click();
  await dialog.getByText('Choose at least one entry.').waitFor();
  await dialog.getByRole('checkbox', { name: /Vaccination: Nobivac DHP/ }).check();
  await dialog.getByRole('textbox', { name: 'Refer to' }).fill('Northside Referrals');
  await expectAccessible(page);
  expect(await savesAs(() => dialog.getByRole('button', { name: 'Save PDF' }).click())).toMatch(/\.pdf$/);
  await dialog.waitFor({ state: 'hidden' });
});
