import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { makeReplyTemplate } from '../packages/dev/src/factory-records.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

async function openTemplates(
  screen: Screen,
  prepare: (practice: Practice) => Promise<unknown> = async () => undefined,
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
  await prepare(practice);
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, '/app/admin/settings?category=reply-templates');
  return { practice, page };
}

const add = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Add reply template' }).click();
  return page.getByRole('dialog', { name: 'Add reply template' });
};

const choose = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe.each([desktop, phone])('on a $name', (screen) => {
  it('an admin adds, edits, archives and restores a reply template', async () => {
    const { practice, page } = await openTemplates(screen);
    await page.getByText('No reply templates yet').waitFor();
    await expectAccessible(page);
    const dialog = await add(page);
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByText('Your text will appear here.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Running late');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Sorry, we are running late. ');
    await dialog.getByRole('button', { name: 'Practice', exact: true }).click();
    await preview.getByText('Sorry, we are running late. Willow Lane Vets').waitFor();
    await preview.getByText('About 44 characters, sent as 1 message.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('About ');
    await dialog.getByRole('button', { name: 'Animal' }).click();
    await preview.getByText('About Biscuit').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const list = page.getByRole('list', { name: 'Reply templates' });
    await list.getByText('About Biscuit · Sorry, we are running late. Willow Lane Vets').waitFor();
    await expectAccessible(page);
    await choose(page, 'Running late', 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit Running late' });
    await edit.getByRole('textbox', { name: 'Subject' }).fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await list.getByText('Sorry, we are running late. Willow Lane Vets', { exact: true }).waitFor();
    const { body } = await api.call('reply_templates', {}, practice.staffKey);
    expect(body).toMatchObject([
      { name: 'Running late', subject: null, body: 'Sorry, we are running late. {{practice_name}}' },
    ]);
    await choose(page, 'Running late', 'Archive');
    await page.getByText('Archived (1)').click();
    await page.getByRole('button', { name: 'Restore Running late' }).click();
    await list.getByText('Running late', { exact: true }).waitFor();
  });

  it('an admin loads the starter templates of a trade', async () => {
    const { page } = await openTemplates(screen);
    await page.getByRole('button', { name: 'Load starter templates' }).click();
    await page.getByRole('menuitem', { name: 'For groomers' }).click();
    const list = page.getByRole('list', { name: 'Reply templates' });
    await list.getByText('Photo of the groom').waitFor();
    await expectAccessible(page);
  });
});

it('refuses unknown variables and a name that is taken', async () => {
  const { practice, page } = await openTemplates(desktop, ({ tenant }) =>
    makeReplyTemplate(db(), { tenant, name: 'Please call us' }),
  );
  expectConsole(/Failed to load resource.*409/);
  const dialog = await add(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('please CALL us');
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.fill('See you on {{date}}.');
  await dialog.getByText('{{date}} can’t be used in a reply template.').waitFor();
  await dialog.getByRole('region', { name: 'Preview' }).getByText('{{date}}').waitFor();
  await expectAccessible(page);
  await text.fill('Dear {{client_name},');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Put two braces on each side of a variable').waitFor();
  await text.fill('Dear {{client_name}},');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This name is already in use.').waitFor();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid'))
    .toBe('true');
  const { body } = await api.call('reply_templates', {}, practice.staffKey);
  expect(body).toHaveLength(1);
});
