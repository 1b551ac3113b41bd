import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  makeBooking,
  makeBookingField,
  makeBookingFieldValue,
} from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  desktop,
  expectAccessible,
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
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page };
}

const openSettings = (page: Page, category: string) => page.goto(`/app/admin/settings?category=${category}`);

interface NewQuestion {
  label: string;
  type: string;
  required?: boolean;
  more?: Record<string, string>;
}

const questions: readonly NewQuestion[] = [
  { label: 'Last eaten', type: 'Short text' },
  { label: 'Reason for visit', type: 'Long text', required: true },
  { label: 'Weight at home', type: 'Number', more: { Smallest: '0', Largest: '100', 'Steps of': '0.1' } },
  { label: 'Pain', type: 'Slider', more: { Largest: '5' } },
  { label: 'Coat', type: 'Choice from a list', more: { Options: 'Short\nLong' } },
  { label: 'Fasted', type: 'Tick box' },
  { label: 'Symptoms since', type: 'Date' },
];

async function addQuestion(page: Page, { label, type, required = false, more = {} }: NewQuestion) {
  await page.getByRole('button', { name: 'Add custom field' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add custom field', exact: true });
  await dialog.getByRole('textbox', { name: 'Label', exact: true }).fill(label);
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).selectOption({ label: type });
  const form = dialog.locator('form');
  for (const [name, value] of Object.entries(more)) await form.getByLabel(name).fill(value);
  if (required) await form.getByLabel('Required').check();
  await dialog.getByRole('region', { name: 'Preview' }).getByText(label).first().waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function answerAll(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Additional Custom Fields' });
  await card.getByRole('button', { name: /^Edit/ }).click();
  await card.getByLabel('Last eaten').fill('Seven this morning');
  await card.getByLabel('Reason for visit').fill('Limping');
  await card.getByLabel('Weight at home').fill('12.4');
  await card.getByLabel('Pain', { exact: true }).press('End');
  await card.getByLabel('Coat').selectOption('Long');
  await card.getByLabel('Fasted').check();
  await card.getByLabel('Symptoms since').fill('2026-01-12');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByRole('button', { name: /^Edit/ }).waitFor();
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('an admin adds every type of custom field, answers them and archives one', async () => {
    const { practice, page } = await openDesk(screen);
    const booking = await makeBooking(db(), { animal: practice.animal });
    await openSettings(page, 'fields');
    await page.getByText('No custom fields yet').waitFor();
    for (const question of questions) await addQuestion(page, question);
    const list = page.getByRole('list', { name: /^Custom fields/ });
    await list.getByRole('button', { name: 'Move Symptoms since up' }).click();
    await page.getByText('Symptoms since is now 6 of 7.').waitFor({ state: 'attached' });
    await expectAccessible(page);

    await page.goto(`/app/admin/booking/${booking.id}`);
    await answerAll(page);
    const card = page.getByRole('region', { name: 'Additional Custom Fields' });
    for (const text of ['Seven this morning', 'Limping', '12.4', '5', 'Long', 'Yes']) {
      await card.getByText(text, { exact: true }).waitFor();
    }

    await openSettings(page, 'fields');
    await list.getByRole('button', { name: 'Actions for Coat' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive custom field' }).click();
    await page.getByText('Archived custom fields (1)').waitFor();
    await page.goto(`/app/admin/booking/${booking.id}`);
    await card.getByText('No longer used').waitFor();
    await card.getByText('Long', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('an invalid answer is marked at its field, and nothing is lost', async () => {
    expectConsole(/Failed to load resource.*400/);
    const { practice, page } = await openDesk(screen);
    const { tenant, animal } = practice;
    const booking = await makeBooking(db(), { animal });
    const needed = await makeBookingField(db(), {
      tenant,
      field_label: 'Reason',
      required: true,
      display_order: 1,
    });
    await makeBookingField(db(), {
      tenant,
      field_label: 'Weight',
      field_type: 'number',
      field_options: { max: 50 },
      display_order: 2,
    });
    await makeBookingFieldValue(db(), { booking, field: needed, value: 'Limping' });
    await page.goto(`/app/admin/booking/${booking.id}`);
    const card = page.getByRole('region', { name: 'Additional Custom Fields' });
    await card.getByRole('button', { name: /^Edit/ }).click();
    await card.getByLabel('Weight').fill('51');
    await card.getByLabel('Reason').fill('');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('This is required.').waitFor();
    const isFocused = (label: string) =>
      card.getByLabel(label).evaluate((input) => input === document.activeElement);
    await expect.poll(() => isFocused('Reason')).toBe(true);
    await expectAccessible(page);
    await card.getByLabel('Reason').fill('Limping less');
    await card.getByText('This is required.').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText(/^Failed to update custom fields/).waitFor();
    await card.getByText('Enter 50 or less.').waitFor();
    await expect.poll(() => isFocused('Weight')).toBe(true);
    expect(await card.getByLabel('Weight').inputValue()).toBe('51');
    await expectAccessible(page);
    await card.getByLabel('Weight').fill('49.5');
    await card.getByLabel('Reason').press('Control+Enter');
    await card.getByText('49.5', { exact: true }).waitFor();
  });
});

it('a practice starts with a template', async () => {
  const { page } = await openDesk(desktop);
  await openSettings(page, 'fields');
  await page.getByRole('button', { name: 'Start from a template' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Start from a template', exact: true });
  await dialog.getByRole('radio', { name: 'Grooming salon' }).check();
  await dialog.getByRole('list', { name: 'Fields in Grooming salon' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add fields' }).click();
  const rows = page.getByRole('list', { name: /^Custom fields/ }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(12);
});

/** Drags the row of one to the place of another. */
async function drag(page: Page, name: string, onto: string): Promise<void> {
  const handle = (text: string) =>
    page.getByRole('listitem').filter({ hasText: text }).getByTitle('Drag to move').boundingBox();
  const [from, to] = [await handle(name), await handle(onto)];
  if (from === null || to === null) throw new Error('There is nothing to drag.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.move(to.x + to.width / 2, to.y);
  await page.mouse.up();
}

describe.each([desktop, phone])('the services on a $name', (screen) => {
  it('are added, named once, reordered and archived', async () => {
    expectConsole(/Failed to load resource.*409/);
    const { page } = await openDesk(screen);
    await openSettings(page, 'services');
    const list = page.getByRole('list', { name: /^Services/ });
    await list.getByText('Consultation').waitFor();
    await page.getByRole('button', { name: 'Add service' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add service', exact: true });
    await dialog.getByLabel('Name').fill('consulTATION');
    await dialog.getByLabel(/^Price/).fill('120.50');
    await dialog.getByRole('radio', { name: 'Lagoon' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This name is already in use.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Dental');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await list.getByText('£120.50 · 1 h').waitFor();
    const up = list.getByRole('button', { name: 'Move Dental up' });
    await up.press('Enter');
    await up.press('Enter');
    // The top row cannot move up: the focus stays in the row.
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Move Dental down',
    );
    await page.reload();
    await expect.poll(() => list.getByRole('listitem').first().textContent()).toContain('Dental');
    await drag(page, 'Vaccination', 'Dental');
    await page.getByText('Vaccination is now 1 of 3.').waitFor({ state: 'attached' });
    await page.reload();
    await expect.poll(() => list.getByRole('listitem').first().textContent()).toContain('Vaccination');
    await list.getByRole('button', { name: 'Actions for Consultation' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive service' }).press('Enter');
    await page.getByText('Archived services (1)').waitFor();
    // The button that opened the menu is gone; the focus stays in the panel.
    await page.waitForFunction(() => document.activeElement !== document.body);
    await page.getByText('Archived services (1)').click();
    await page.getByRole('button', { name: 'Restore Consultation' }).click();
    await list.getByText('Consultation').waitFor();
    await expectAccessible(page);
  });

  it('and the species are those that the practice treats', async () => {
    const { page } = await openDesk(screen);
    await openSettings(page, 'species');
    const card = page.getByRole('region', { name: 'Animal species' });
    await card.getByRole('button', { name: 'Rename Dog', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add species' }).click();
    await page.getByText('Please select at least one species').waitFor();
    await page.getByRole('checkbox', { name: 'Turtle/Tortoise' }).check();
    await page.getByLabel('Other').fill('alpaca, Llama');
    // Typed while the first ones are saved.
    const letGo = await holdBack(page, 'animal_species_insert_multi');
    await page.getByRole('button', { name: 'Add species' }).click();
    await page.getByLabel('Other').fill('Emu');
    letGo();
    await page.getByText('3 species added').first().waitFor();
    await card.getByRole('button', { name: 'Rename alpaca', exact: true }).waitFor();
    expect(await page.getByLabel('Other').inputValue()).toBe('Emu');
    await page.getByLabel('Other').fill('');
    await card.getByRole('button', { name: 'Rename Turtle', exact: true }).waitFor();
    await card.getByRole('button', { name: 'Rename alpaca', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename alpaca', exact: true });
    await dialog.getByLabel('Name').fill('Alpaca');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByRole('button', { name: 'Rename Alpaca', exact: true }).waitFor();
    await card.getByRole('button', { name: /^Archive Llama$/ }).click();
    await card.getByText('Archived (1)').click();
    await card.getByRole('button', { name: 'Restore Llama' }).click();
    await card.getByText('Archived (1)').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });
});
