import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverDueWebhooks } from '../apps/api/src/modules/webhook-out/delivery.ts';
import { webhookEvents, webhookEventTypes } from '../packages/contracts/src/webhook-event-types.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { addEndpoint } from '../apps/api/src/testing/webhook-endpoint.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, expectConsole, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

// Everything due is delivered, so remove the webhooks of earlier tests.
beforeEach(async () => {
  await db().query('truncate webhook_endpoints cascade');
});

/** A practice, and its admin at a page of it. */
async function open(
  screen: Screen,
  path: (practice: Practice) => Promise<string>,
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Olga Other' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, await path(practice));
  return { practice, page };
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const rows = (page: Page): Locator => card(page, 'Log').getByRole('list', { name: 'Events' }).locator('> li');

/** Delivers what is due to endpoints that answer with a status. */
const deliver = (status: number): Promise<number> =>
  deliverDueWebhooks({
    ...api.deps,
    webhooks: {
      ...api.deps.webhooks,
      post: async () => ({
        kind: status < 300 ? 'accepted' : 'refused',
        status,
        error: status < 300 ? null : `It responded with ${status}.`,
        answer: '{"said": "what it said"}',
        durationMs: 42,
      }),
    },
  });

describe.each([desktop, phone])('on a $name', (screen) => {
  it('adds a webhook, shows its secret once, sends a test, and resends failed deliveries', async () => {
    const { page } = await open(screen, async () => '/app/admin/settings?category=integrations');
    await card(page, 'Webhooks').getByText('No webhooks').waitFor();
    await card(page, 'Webhooks').getByRole('button', { name: 'Add webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add webhook' });
    await form.getByRole('button', { name: 'Add webhook' }).click();
    await form.getByText('Choose at least one event.').waitFor();
    expectConsole(/400/);
    await form.getByLabel('Address').fill('https://10.0.0.1/hook');
    await form.getByRole('checkbox', { name: 'Client added' }).check();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Add webhook' }).click();
    await form.getByText(/^This address isn’t on the internet/).waitFor();
    await form.getByLabel('Address').fill('https://hooks.example.test/burrow');
    await form.getByLabel('Name').fill('Accounts');
    await form.getByRole('button', { name: 'Add webhook' }).click();
    const secret = page.getByRole('dialog', { name: 'Your new webhook' });
    expect(await secret.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
    await expectAccessible(page);
    await secret.getByRole('button', { name: 'Done' }).click();
    await card(page, 'Webhooks')
      .getByRole('link', { name: /Accounts/ })
      .click();
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    await card(page, 'Log').getByText('No events sent yet').waitFor();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await rows(page).getByText('Waiting').waitFor();
    expect(await deliver(500)).toBe(1);
    await rows(page).getByText('It responded with 500.').waitFor();
    await rows(page).getByText('Details').click();
    await page.getByRole('region', { name: 'Request body' }).getByText('webhook.test').waitFor();
    await page.getByRole('region', { name: 'Response to attempt 1' }).waitFor();
    await expectAccessible(page);
    await rows(page)
      .getByRole('button', { name: /^Send now/ })
      .click();
    await page.getByText('Sending again').waitFor();
    expect(await deliver(204)).toBe(1);
    await rows(page).getByText('Delivered').waitFor();
    await page.getByText('Attempt 2').waitFor();
  });
});

it('offers every event once, and chooses those it shows', async () => {
  const { page } = await open(desktop, async () => '/app/admin/settings?category=integrations');
  await card(page, 'Webhooks').getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  for (const { label } of Object.values(webhookEvents))
    await form.getByRole('checkbox', { name: label, exact: true }).check();
  await form.getByRole('button', { name: 'Clear all' }).click();
  expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await form.getByRole('group', { name: 'Health records' }).getByLabel('Record entry added').check();
  await form.getByRole('group', { name: 'Messages' }).getByLabel('Message received').check();
  await form.getByRole('button', { name: 'Choose all' }).click();
  expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(webhookEventTypes.length);
});

it('rotates a secret, turns a webhook off and on, and deletes it', async () => {
  const url = 'https://hooks.example.test/burrow';
  const { page } = await open(desktop, async ({ adminKey }) => {
    const { id } = await addEndpoint(api, adminKey, { url });
    return `/app/admin/webhook/${id}`;
  });
  const choose = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('New secret');
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog', { name: 'The new secret' }).getByRole('button', { name: 'Done' }).click();
  await page.getByText(/The previous one works until/).waitFor();
  await choose('Turn off');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('It is turned off and receives no events.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Send test event' }).waitFor();
  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await card(page, 'Webhooks').getByText('No webhooks').waitFor();
});
