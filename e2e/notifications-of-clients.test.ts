import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sendDueMessages } from '../apps/api/src/modules/message/sender.ts';
import { makeBooking, makeComms } from '../packages/dev/src/factory-bookings.ts';
import { makeSessionKey } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, expectAccessible, phone, useBrowser } from './browser.ts';
import { signInClient } from './sign-in.ts';

// The pair of the private key 1.
const publicKey = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const { api, openPage } = useBrowser({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE',
  VAPID_SUBJECT: 'mailto:it@burrow.example',
  WEBHOOKS_TO_PRIVATE_NETWORKS: 'on',
});
const db = () => api.testDatabase.owner;

/** A client's phone. This Chromium has no push service, so its PushManager hands out a subscription at the stand-in. */
async function openPhone() {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    business_hours: alwaysOpen,
  });
  const { client, tenant } = practice;
  const page = await openPage(phone, { serviceWorkers: 'allow' });
  await page.context().grantPermissions(['notifications']);
  const subscription = api.sandbox.push.subscribe(api.sandbox.url, publicKey, 'phone');
  await page.addInitScript((made) => {
    const given = { toJSON: () => made, unsubscribe: () => Promise.resolve(true) };
    PushManager.prototype.subscribe = () => Promise.resolve(given as unknown as PushSubscription);
    PushManager.prototype.getSubscription = () => Promise.resolve(null);
    Notification.requestPermission = () => Promise.resolve('granted');
  }, subscription);
  await signInClient(page, await makeSessionKey(db(), { client }));
  return { ...practice, page, query: `?tenant=${tenant.id}` };
}

const offer = (page: Page) => page.getByRole('region', { name: 'Hear back on this device' });

/** As after a request was sent. */
const offered = (page: Page, tenantId: number, clientId: number) =>
  page.evaluate((key) => localStorage.setItem(key, 'open'), `push_offer:${tenantId}:${clientId}`);

const devices = async (clientId: number) =>
  (await db().query('select name from push_subscriptions where client_id = $1', [clientId])).rows;

it('are offered once a request was sent, never before, and replace the text', async () => {
  const { page, query, tenant, client, animal, checkUp } = await openPhone();
  await page.goto(`/app/cp/bookings${query}`);
  await page.getByRole('heading', { name: 'My Appointments' }).waitFor();
  expect(await offer(page).count()).toBe(0);
  await offered(page, tenant.id, client.id);
  await page.reload();
  await offer(page).waitFor();
  await expectAccessible(page);
  await offer(page).getByRole('button', { name: 'Turn on notifications' }).click();
  await page.getByText('Notifications are on.', { exact: false }).waitFor();
  expect(await devices(client.id)).toHaveLength(1);
  const booking = await makeBooking(db(), {
    animal,
    service: checkUp,
    status: 'confirmed',
    booking_date: dayFromNow(3),
  });
  await makeComms(db(), {
    booking,
    type: 'sms',
    status: 'pending',
    body: null,
    recipient: client.phone ?? '',
    kind: 'booking_confirmation',
    due_at: new Date(),
  });
  await db().query("update tenants set quiet_from = '00:00', quiet_until = '00:00' where id = $1", [
    tenant.id,
  ]);
  while ((await sendDueMessages(api.deps)) > 0);
  const [message] = api.sandbox.inbox.messages('phone');
  expect(message?.body).toContain('Willow Lane Vets');
  expect(api.smsTo(client.phone ?? '')).toEqual([]);
});

it('that are declined are not offered again', async () => {
  const { page, query, tenant, client } = await openPhone();
  await offered(page, tenant.id, client.id);
  await page.goto(`/app/cp/bookings${query}`);
  await offer(page).getByRole('button', { name: 'Not now' }).click();
  await offer(page).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('heading', { name: 'My Appointments' }).waitFor();
  expect(await offer(page).count()).toBe(0);
  expect(await devices(client.id)).toEqual([]);
});

it('are turned on and off in the profile, and end with signing out', async () => {
  const { page, query, client } = await openPhone();
  await page.goto(`/app/cp/profile${query}`);
  const card = page.getByRole('region', { name: 'Notifications' });
  await card.getByRole('button', { name: 'Turn on notifications' }).click();
  await card.getByText('(this device)').waitFor();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Pause: send me texts instead' }).click();
  await card.getByRole('button', { name: 'Send notifications instead of texts' }).waitFor();
  await card.getByRole('button', { name: /^Turn off on / }).click();
  await card.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  expect(await devices(client.id)).toEqual([]);
  await card.getByRole('button', { name: 'Turn on notifications' }).click();
  await card.getByText('(this device)').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/app/cp/login?*');
  await expect.poll(() => devices(client.id)).toEqual([]);
});
