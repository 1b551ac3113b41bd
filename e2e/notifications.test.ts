import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeNotification } from '../packages/dev/src/factory-bookings.ts';
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

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const makeDesk = () => makePractice(db(), { business_hours: alwaysOpen });

/** Opens the dashboard as a person of the practice. */
async function openDesk({ tenant }: Practice, screen: Screen, before?: (page: Page) => Promise<void>) {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Dora Desk' });
  const page = await openPage(screen);
  await before?.(page);
  await openAsStaff(page, account.email, '/app/admin');
  return page;
}

/** Resolves once the page receives live updates of its practice. */
async function openListeningDesk(practice: Practice, screen: Screen): Promise<Page> {
  const listening = Promise.withResolvers<void>();
  const page = await openDesk(practice, screen, async (opened) => {
    opened.on('response', (response) => {
      if (response.url().endsWith('/notifications/stream') && response.ok()) listening.resolve();
    });
  });
  await listening.promise;
  await page.getByText('No pending booking requests').waitFor();
  return page;
}

/** A request of the practice's client, as sent by the portal. Returns the appointment's id. */
async function request({ animal, vaccination, clientKey }: Practice, time = '10:00'): Promise<number> {
  const { status, body } = await api.call(
    'cp/booking_create',
    {
      animal_id: animal.id,
      service_id: vaccination.id,
      booking_date: dayFromNow(3),
      booking_time: time,
    },
    clientKey,
  );
  expect(status).toBe(200);
  return body.booking_id;
}

const bell = (page: Page, name: string | RegExp = /^Notifications/) => page.getByRole('button', { name });

describe('the bell', () => {
  it('leaves the key for Undo to the move that it undoes', async () => {
    const practice = await makeDesk();
    await makeBooking(db(), {
      animal: practice.animal,
      service: practice.checkUp,
      staff: practice.staff,
      status: 'confirmed',
      booking_date: dayFromNow(2),
    });
    const page = await openListeningDesk(practice, desktop);
    await page.getByRole('link', { name: 'Diary', exact: true }).click();
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.getByRole('button', { name: 'Next day' }).click();
    const card = page.locator('[data-card]:visible');
    await card.focus();
    for (const key of ['m', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    const moved = page.getByText(`${practice.animal.name} moved`);
    await moved.waitFor();
    await request(practice);
    await page.getByRole('dialog', { name: 'New request' }).waitFor();
    await page.keyboard.press('u');
    await page.getByText(`${practice.animal.name} moved back`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/admin/diary');
  });

  it('rings at every desk when a client requests an appointment, and the dashboard shows it', async () => {
    const practice = await makeDesk();
    const pages = [await openListeningDesk(practice, desktop), await openListeningDesk(practice, phone)];
    const bookingId = await request(practice);
    for (const page of pages) {
      await bell(page, 'Notifications: 1 unread').waitFor();
      await expect.poll(() => page.title()).toMatch(/^\(1\) Dashboard/);
      await page.getByRole('dialog', { name: 'New request' }).waitFor();
      await page
        .getByRole('button', { name: /^Accept/ })
        .first()
        .waitFor();
      await expectAccessible(page);
    }
    const [page] = pages;
    if (!page) throw new Error('No page is open.');
    await bell(page).click();
    // The list shows it now: the toast disappears, and none appears while the list is open.
    const message = page.getByRole('dialog', { name: 'New request' });
    await message.waitFor({ state: 'hidden' });
    const list = page.getByRole('dialog', { name: 'Notifications' });
    const row = list.getByRole('link', { name: /requested Vaccination/ });
    await row.getByText('Unread').waitFor();
    await list.getByText('1 request is waiting for an answer').waitFor();
    await expectAccessible(page);
    // Opened notifications are read: at once in the bell, and in the list when it opens again.
    await expect.poll(() => page.title()).toMatch(/^Dashboard/);
    await request(practice, '12:00');
    await list.getByText('2 requests are waiting for an answer').waitFor();
    await expect.poll(() => row.count()).toBe(2);
    expect(await message.count()).toBe(0);
    await page.keyboard.press('Escape');
    await bell(page, 'Notifications').click();
    await row.first().waitFor();
    expect(await row.getByText('Unread').count()).toBe(0);
    await row.last().click();
    await page.waitForURL(`**/app/admin/booking/${bookingId}`);
    await list.waitFor({ state: 'hidden' });
  });

  it('rings and marks as read whatever the ids since the practice moved', async () => {
    const practice = await makeDesk();
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    // Written at another installation, which had counted further.
    const further = { id: 9_000_000_000, created_at: new Date().toISOString() };
    const details = { client_name: 'Ann Miller', animal_name: 'Rex', amount_pence: 1000 };
    await makeNotification(db(), { booking, kind: 'payment', details, ...further });
    const page = await openListeningDesk(practice, desktop);
    const list = page.getByRole('dialog', { name: 'Notifications' });
    const isRead = page.getByRole('button', { name: 'Notifications', exact: true });
    await bell(page, 'Notifications: 1 unread').click();
    await list.getByText('£10.00').waitFor();
    await page.keyboard.press('Escape');
    await isRead.waitFor();
    await request(practice);
    await page.getByRole('dialog', { name: 'New request' }).waitFor();
    await bell(page, 'Notifications: 1 unread').click();
    const dots = list.getByText('Unread', { exact: true });
    await expect.poll(() => dots.count()).toBe(1);
    await request(practice, '12:00');
    await expect.poll(() => dots.count()).toBe(2);
    await page.keyboard.press('Escape');
    await isRead.waitFor();
    await page.reload();
    await isRead.waitFor();
  });

  it("stays quiet about the person's own actions", async () => {
    const practice = await makeDesk();
    const page = await openListeningDesk(practice, desktop);
    const booking = await makeBooking(db(), {
      animal: practice.animal,
      service: practice.checkUp,
      status: 'confirmed',
      booking_date: dayFromNow(1),
    });
    await page.goto(`/app/admin/booking/${booking.id}`);
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    const listening = page.waitForResponse('**/api/notifications');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Cancel booking/i })
      .click();
    await page.getByText('Cancelled').first().waitFor();
    await listening;
    await bell(page, 'Notifications').click();
    await page.getByText('No notifications yet').waitFor();
    await expectAccessible(page);
  });

  it('pages through older notifications, and shows an error when it cannot', async () => {
    expectConsole(/Failed to load resource.*503/);
    const practice = await makeDesk();
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    for (let count = 0; count < 25; count += 1) {
      const details = { client_name: `Client ${count}`, animal_name: 'Rex', amount_pence: 1000 + count };
      await makeNotification(db(), {
        booking,
        kind: 'payment',
        details,
        created_at: new Date().toISOString(),
      });
    }
    const page = await openListeningDesk(practice, phone);
    await bell(page, 'Notifications: 25 unread').click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await list.getByText('£10.24').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(20);
    await list.getByRole('button', { name: 'Load More (20)' }).click();
    await list.getByText('£10.00').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(25);
    await expectAccessible(page);
    const refuse = {
      status: 503,
      contentType: 'application/json',
      body: '{"code":"unavailable","message":"Busy."}',
    };
    await page.route('**/api/notifications', (route) => route.fulfill(refuse));
    await page.reload();
    await bell(page).click();
    await list.getByText('Couldn’t load notifications').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/notifications');
    await list.getByRole('button', { name: /Retry|Try again/ }).click();
    await list.getByText('£10.24').waitFor();
  });

  it('polls within a minute when there are no live updates', async () => {
    expectConsole(/ERR_FAILED/);
    const practice = await makeDesk();
    const page = await openDesk(practice, desktop, async (opened) => {
      await opened.clock.install();
      await opened.route('**/api/notifications/stream', (route) => route.abort());
    });
    await page.getByText('No pending booking requests').waitFor();
    await request(practice);
    await page.clock.fastForward(61_000);
    await bell(page, 'Notifications: 1 unread').waitFor();
    await page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .waitFor();
  });
});
