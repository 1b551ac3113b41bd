import type { Page, Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { pushDevices, pushSettings, type PushPayload } from '../apps/api/src/testing/push-devices.ts';
import { sendDueMessages } from '../apps/api/src/modules/message/sender.ts';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeClientLink, makeSessionKey } from '../packages/dev/src/factory-people.ts';
import type { AnimalRow, ServiceRow } from '../packages/dev/src/factory-rows.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import { alwaysOpen, dayFromNow, expectAccessible, phone, useBrowser } from './browser.ts';
import { signInClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser(pushSettings);
const { browser, shownOn, subscribed } = pushDevices(api);
const { longDay, month } = formatsFor(defaultPracticeLocale);
const db = () => api.testDatabase.owner;

/** A client's phone. This Chromium has no push service, so its PushManager hands out a subscription at the stand-in. */
async function openPhone() {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    business_hours: alwaysOpen,
  });
  const { client, tenant } = practice;
  const page = await openPage(phone, { newDevice: true, serviceWorkers: 'allow' });
  await page.context().grantPermissions(['notifications']);
  const { subscription, label } = browser();
  await page.addInitScript((made) => {
    const given = {
      endpoint: made.endpoint,
      toJSON: () => made,
      unsubscribe: () => Promise.resolve(localStorage.removeItem('subscribed')),
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => {
      localStorage.setItem('subscribed', '1');
      return Promise.resolve(given);
    };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(localStorage.getItem('subscribed') === null ? null : given);
    Notification.requestPermission = () => Promise.resolve('granted');
    // A headless browser denies it to every site.
    Object.defineProperty(Notification, 'permission', { value: 'default' });
  }, subscription);
  await signInClient(page, await makeSessionKey(db(), { client }));
  return {
    ...practice,
    page,
    label,
    subscription,
    query: `?tenant=${tenant.id}`,
  };
}

/** Requests an appointment tomorrow at 14:00. */
async function request(page: Page, query: string, animal: AnimalRow, service: ServiceRow) {
  const tomorrow = dayFromNow(1);
  await page.goto(`/app/cp/booking/create${query}`);
  await page.getByLabel('Select Pet').selectOption(String(animal.id));
  await page.getByLabel('Service Required').selectOption(String(service.id));
  await page.getByRole('grid').waitFor();
  const caption = page.getByText(month(tomorrow.slice(0, 7)), { exact: true });
  if (!(await caption.isVisible())) await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: longDay(tomorrow) }).click();
  await page.locator('label', { has: page.getByRole('radio', { name: /^14:00/ }) }).click();
  await page.getByRole('button', { name: 'Request Appointment' }).click();
  await page.getByRole('link', { name: 'View My Appointments' }).click();
}

/** Hands the service worker a message as the browser's push service does, and records the notification that it shows. */
async function deliver(page: Page, worker: Worker, payload: Omit<PushPayload, 'tag'>) {
  await worker.evaluate(() => {
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
      Object.assign(globalThis, {
        shown: { title, ...options, close: () => undefined },
      });
      return Promise.resolve();
    };
  });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const data = JSON.stringify(payload);
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data,
  });
}

/** Taps the notification that was shown. @returns the windows that it opens and focuses, which only a real tap may do */
const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    const windows: { opened?: string; focused?: string }[] = [];
    type Stubbed = Record<'Clients' | 'WindowClient', { prototype: object }>;
    const { Clients, WindowClient } = globalThis as unknown as Stubbed;
    Object.assign(Clients.prototype, {
      openWindow: (opened: string) => Promise.resolve(windows.push({ opened })),
    });
    Object.assign(WindowClient.prototype, {
      focus(this: { url: string }) {
        return Promise.resolve(windows.push({ focused: this.url }));
      },
    });
    const work: Promise<unknown>[] = [];
    const event = Object.assign(new Event('notificationclick'), {
      notification: (globalThis as unknown as { shown: Notification }).shown,
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
    });
    globalThis.dispatchEvent(event);
    await Promise.all(work);
    return windows;
  });

const offer = (page: Page) => page.getByRole('region', { name: 'Get replies on this device' });

/** As after a request was sent. */
const offered = (page: Page, tenantId: number, clientId: number) =>
  page.evaluate((key) => localStorage.setItem(key, 'open'), `push_offer:${tenantId}:${clientId}`);

const devices = async (clientId: number) =>
  (await db().query('select name from push_subscriptions where client_id = $1', [clientId])).rows;

it('are offered once a request was sent, never before, and replace the text', async () => {
  const { page, query, label, tenant, client, staffKey, animal, checkUp } = await openPhone();
  await page.goto(`/app/cp/bookings${query}`);
  await page.getByRole('heading', { name: 'My Appointments' }).waitFor();
  expect(await offer(page).count()).toBe(0);
  await request(page, query, animal, checkUp);
  await offer(page).waitFor();
  await expectAccessible(page);
  await offer(page).getByRole('button', { name: 'Turn on notifications' }).click();
  await page.getByText('Notifications are on.', { exact: false }).waitFor();
  expect(await devices(client.id)).toHaveLength(1);

  const { rows } = await db().query<{ id: string }>('select id from bookings where client_id = $1', [
    client.id,
  ]);
  const bookingId = Number(rows[0]?.id);
  await db().query("update tenants set quiet_from = '00:00', quiet_until = '00:00' where id = $1", [
    tenant.id,
  ]);
  // The receipt of the request; a message about the same appointment would wait for it.
  while ((await sendDueMessages(api.deps)) > 0);
  const accept = {
    booking_id: bookingId,
    is_provisional: '0',
    status: 'pending',
    staff_accepted: '1',
  } as const;
  expect((await api.call('booking_update', accept, staffKey)).status).toBe(200);
  while ((await sendDueMessages(api.deps)) > 0);
  const payload = shownOn(label).find(({ booking_id: id }) => id === bookingId);
  if (!payload) throw new Error('The device got no message.');
  expect(payload.title).toBe('Willow Lane Vets');
  expect(api.smsTo(client.phone ?? '')).toEqual([]);
});

it('report that they were shown, and a tap opens the appointment in the open portal, or beside what is being typed', async () => {
  const { page, query, label, subscription, tenant, client, clientKey, staffKey, animal, checkUp } =
    await openPhone();
  const input = { endpoint: subscription.endpoint, ...subscription.keys };
  expect((await api.call('cp/push/subscribe', input, clientKey)).status).toBe(200);
  await page.goto(`/app/cp${query}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  const booking = await makeBooking(db(), {
    animal,
    service: checkUp,
    status: 'confirmed',
    booking_date: dayFromNow(3),
  });
  const call = await api.call('booking_ready_collect', { booking_id: booking.id }, staffKey);
  expect(call.status).toBe(200);
  while ((await sendDueMessages(api.deps)) > 0);
  const payload = shownOn(label)[0];
  if (!payload) throw new Error('The device got no message.');
  await deliver(page, worker, payload);
  const sent = async () =>
    (
      await db().query(
        "select provider from comms where client_id = $1 and type = 'sms' and status = 'sent'",
        [client.id],
      )
    ).rows;
  await expect.poll(sent).toEqual([{ provider: 'push' }]);
  const tag = () =>
    worker.evaluate(() => (globalThis as unknown as { shown?: NotificationOptions }).shown?.tag);
  expect(await tag()).toBe(payload.tag);
  // As from a server before tags.
  const { tag: _, ...older } = payload;
  await deliver(page, worker, older);
  await expect.poll(tag).toBe(payload.receipt);
  await page.goto(`/app/cp/animal/create${query}`);
  const name = page.getByLabel('Name');
  await name.fill('Biscuit');
  const address = `${api.url}/app/cp/booking/${booking.id}?tenant=${tenant.id}`;
  expect(await tap(worker)).toEqual([{ opened: address }]);
  expect(await name.inputValue()).toBe('Biscuit');
  await page.goto(`/app/cp/profile${query}`);
  await page.getByRole('heading', { name: 'My Profile' }).waitFor();
  expect(await tap(worker)).toEqual([{ focused: `${api.url}/app/cp/profile${query}` }]);
  await page.getByRole('heading', { name: `Appointment #${booking.id}` }).waitFor();
  expect(page.url()).toBe(address);
  await page.goto(address);
  await page.getByRole('heading', { name: `Appointment #${booking.id}` }).waitFor();
  expect(await tap(worker)).toEqual([{ focused: address }]);
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
  await card.getByRole('button', { name: 'Resume notifications' }).waitFor();
  await card.getByRole('button', { name: /^Turn off on / }).click();
  await card.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  expect(await devices(client.id)).toEqual([]);
  await card.getByRole('button', { name: 'Turn on notifications' }).click();
  await card.getByText('(this device)').waitFor();
  const lost = await makeSessionKey(db(), { client, label: 'Lost phone' });
  await subscribed(lost);
  await page.reload();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(2);
  await page.getByRole('button', { name: 'Sign out: Lost phone' }).click();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(1);
  await card.getByText('(this device)').waitFor();
  // The session has ended without use, and the client signs in again.
  await signInClient(page, await makeSessionKey(db(), { client }));
  await page.goto(`/app/cp/profile${query}`);
  await card.getByText('(this device)').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/app/cp/login?*');
  await expect.poll(() => devices(client.id)).toEqual([]);
});

it('stay on when a link from a message signs the client in again', async () => {
  const { page, query, client, animal, checkUp: service } = await openPhone();
  await page.goto(`/app/cp/profile${query}`);
  const card = page.getByRole('region', { name: 'Notifications' });
  await card.getByRole('button', { name: 'Turn on notifications' }).click();
  await card.getByText('(this device)').waitFor();
  const booking = await makeBooking(db(), { animal, service, booking_date: dayFromNow(3) });
  const { token } = await makeClientLink(db(), { client, record_id: booking.id });
  // The link leads no one on who is signed in: it can't tell now that it is theirs.
  expectConsole(/Failed to load resource.*429/);
  const json = { code: 'rate_limited', message: 'Too many requests.' };
  await page.route('**/api/cp/link/open', (route) => route.fulfill({ status: 429, json }));
  await page.goto(`/app/cp/link/${token}`);
  await page.getByRole('button', { name: 'Send Code' }).click();
  const field = page.getByLabel('Verification Code');
  await field.waitFor();
  await field.fill(/\b\d{6}\b/.exec(api.smsTo(client.phone ?? '')[0]?.body ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.getByRole('heading', { name: `Appointment #${booking.id}` }).waitFor();
  const ended = async () =>
    (await db().query('select 1 from api_keys where client_id = $1 and revoked_at is not null', [client.id]))
      .rows;
  await expect.poll(ended).toHaveLength(1);
  expect(await devices(client.id)).toHaveLength(1);
  await page.goto(`/app/cp/profile${query}`);
  await card.getByText('(this device)').waitFor();
});
