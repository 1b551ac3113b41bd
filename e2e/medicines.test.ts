import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCareType } from '../packages/dev/src/factory-care.ts';
import { makeEntry, makeMedicine } from '../packages/dev/src/factory-health.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

async function openSettings(screen: Screen, category: string): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, `/app/admin/settings?category=${category}`);
  return { practice, page };
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('an admin adds, edits, archives and restores a medicine, and loads the starter list', async () => {
    const { practice, page } = await openSettings(screen, 'medicines');
    await page.getByText('No medicines yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add vaccine or medicine' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add vaccine or medicine' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Metacam');
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Medicine');
    await dialog.getByRole('textbox', { name: 'Dose per kg' }).fill('0.2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter the unit of the dose, such as mg.').waitFor();
    await dialog.getByRole('textbox', { name: 'Unit of the dose' }).fill('mg');
    await dialog.getByRole('textbox', { name: 'Due again after' }).fill('3');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const list = page.getByRole('list', { name: 'Vaccines and medicines' });
    await list.getByText('Medicine · due again after 3 months · 0.2 mg per kg').waitFor();
    await list.getByRole('button', { name: 'Actions for Metacam' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Metacam' });
    await edit.getByRole('textbox', { name: 'Due again after' }).fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await list.getByText('Medicine · 0.2 mg per kg').waitFor();
    await list.getByRole('button', { name: 'Actions for Metacam' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByText('Archived (1)').click();
    await page.getByRole('button', { name: 'Restore Metacam' }).click();
    await list.getByText('Metacam').waitFor();
    await page.getByRole('button', { name: 'Load starter list' }).click();
    await page.getByRole('menuitem', { name: 'For vets' }).click();
    const without = page.getByRole('dialog', { name: 'Vaccines without a recall type' });
    await expect.poll(() => without.getByRole('listitem').count()).toBe(11);
    await expectAccessible(page);
    await without.getByRole('button', { name: 'Edit Cat: rabies' }).click();
    await page
      .getByRole('dialog', { name: 'Edit Cat: rabies' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await without.getByRole('button', { name: 'Done' }).click();
    await list.getByText('Dog: rabies').waitFor();
    await page.getByRole('searchbox', { name: 'Search medicines' }).fill('rabies');
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    await expectAccessible(page);
    const { body } = await api.call('medicines', { q: 'Metacam' }, practice.staffKey);
    expect(body).toMatchObject([{ dose_per_kg: '0.2', interval_count: null, archived: '0' }]);
  });

  it('the starter list takes the recall types of the practice, and names the vaccines without one', async () => {
    const { practice, page } = await openSettings(screen, 'medicines');
    const { tenant } = practice;
    const rabies = await makeCareType(db(), { tenant, name: 'Rabies' });
    const others = ['Dog distemper', 'Lepto', 'Kennel cough', 'Cat flu', 'Myxomatosis', 'Ferret distemper'];
    for (const name of [...others, 'Horse flu', 'Tetanus']) await makeCareType(db(), { tenant, name });
    await page.getByRole('button', { name: 'Load starter list' }).click();
    await page.getByRole('menuitem', { name: 'For vets' }).click();
    await page.getByText(/medicines added, 10 vaccines linked to a recall type/).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Vaccines without a recall type' });
    await dialog.getByRole('button', { name: 'Edit Cat: leukaemia (FeLV)' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Cat: leukaemia (FeLV)' });
    await edit.getByLabel('Recall type').selectOption('Cat flu');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Cat: leukaemia (FeLV) saved').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await api.call('medicines', { q: 'rabies' }, practice.staffKey);
    expect(body).toMatchObject([{ care_type_id: rabies.id }, { care_type_id: rabies.id }]);
  });

  it('an admin chooses the recall type that a vaccine counts as', async () => {
    const { practice, page } = await openSettings(screen, 'medicines');
    const { tenant } = practice;
    const booster = await makeCareType(db(), { tenant, name: 'Booster' });
    await makeCareType(db(), { tenant, name: 'Former', archived_at: new Date() });
    await makeMedicine(db(), { tenant, name: 'Nobivac L4' });
    await page.reload();
    const edit = async () => {
      await page.getByRole('button', { name: 'Actions for Nobivac L4' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      return page.getByRole('dialog', { name: 'Edit Nobivac L4' }).getByLabel('Recall type');
    };
    const choice = await edit();
    expect(await choice.locator('option').allTextContents()).toEqual(['None', 'Booster']);
    await choice.selectOption('Booster');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nobivac L4 saved').waitFor();
    const { body } = await api.call('medicines', {}, practice.staffKey);
    expect(body).toMatchObject([{ name: 'Nobivac L4', care_type_id: booster.id }]);
    expect(await (await edit()).inputValue()).toBe(String(booster.id));
  });

  it('a batch recall lists every animal that was given the batch', async () => {
    const { practice, page } = await openSettings(screen, 'medicines');
    const { tenant, animal, client } = practice;
    const medicine = await makeMedicine(db(), { tenant, name: 'Nobivac L4' });
    await makeEntry(db(), { animal, medicine, batch: 'AB 77' });
    await page.reload();
    await page.getByRole('button', { name: 'Animals given batch AB 77' }).click();
    const dialog = page.getByRole('dialog', { name: 'Batch AB 77' });
    await dialog.getByRole('link', { name: animal.name }).waitFor();
    await dialog.getByRole('link', { name: client.name ?? '' }).waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  });

  it('an admin writes note templates and quick texts', async () => {
    const { practice, page } = await openSettings(screen, 'note-templates');
    await page.getByText('No note templates yet').waitFor();
    await page.getByRole('button', { name: 'Add note template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add note template' });
    await dialog.getByRole('radio', { name: /Quick text/ }).check();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bright');
    await dialog.getByRole('combobox', { name: 'Service' }).selectOption('Consultation');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Bright and alert.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Consultation · Bright and alert.').waitFor();
    const archived = { service_id: practice.checkUp.id };
    expect((await api.call('booking_type_retire', archived, practice.adminKey)).status).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Actions for Bright' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Bright' });
    const service = edit.getByRole('combobox', { name: 'Service' });
    expect(await service.locator('option:checked').textContent()).toBe('Consultation (no longer offered)');
    await service.selectOption('All services');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Bright and alert.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Load starter templates' }).click();
    await page.getByRole('menuitem', { name: 'For groomers' }).click();
    await page.getByText('Hand strip').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Actions for Bright' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByText('Archived (1)').waitFor();
    const { body } = await api.call('note_templates', { status: 'archived' }, practice.staffKey);
    expect(body).toMatchObject([{ kind: 'quick_text', name: 'Bright', service: null }]);
  });
});
