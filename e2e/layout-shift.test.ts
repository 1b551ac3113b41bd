import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { samplePicture } from '../apps/api/src/testing/sample-files.ts';
import { sendParts } from '../apps/api/src/testing/uploads.ts';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, desktop, phone, useBrowser } from './browser.ts';
import { signedInAsClient, signInAsStaff } from './sign-in.ts';

// Layout shift while a page loads, with answers one after the other as over a slow connection.

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

/** Web Vitals rates up to 0.1 as good. */
const maxShift = 0.05;

async function makeBusyPractice(): Promise<{ practice: Practice; bookingId: number }> {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Veterinary Practice',
    business_hours: alwaysOpen,
  });
  const { tenant, client, checkUp: service, dog } = practice;
  const pet = await makeAnimal(db(), { client, name: 'Bella', species: dog, allergies: 'Chicken' });
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'];
  const bookings = [];
  for (const day of [-30, -8, 0, 2])
    for (const booking_time of times)
      bookings.push(
        await makeBooking(db(), {
          tenant,
          animal: pet,
          service,
          booking_date: dayFromNow(day),
          booking_time,
          status: day < 0 ? 'completed' : 'confirmed',
        }),
      );
  await makeBooking(db(), {
    tenant,
    animal: pet,
    service,
    booking_date: dayFromNow(4),
    is_provisional: true,
  });
  return { practice, bookingId: bookings.at(-1)?.id ?? 0 };
}

/** Delays each request longer than the one before. */
async function answerOneByOne(page: Page): Promise<void> {
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    if (!route.request().url().includes('/stream')) {
      const late = 60 * (asked += 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(late, 600)));
    }
    await route.continue();
  });
}

/** Records layout shifts from the start of each page. */
const noteShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        const what = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 30)} ${Math.round(previousRect.y)}→${Math.round(currentRect.y)}`,
        );
        shifts.push({ value, what: what.join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Opens a page and returns its layout shifts if they exceed the limit. */
async function shiftsOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.waitForLoadState('domcontentloaded');
  const isFilled = () =>
    document.querySelector('h1, h2') !== null &&
    document.querySelector('.animate-pulse') === null &&
    !/Loading\.\.\.|Validating/.test(document.body.textContent);
  await page.waitForFunction(isFilled, undefined, { timeout: 10_000 });
  const shifts = await page.evaluate(
    () =>
      new Promise<{ value: number; what: string }[]>((done) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => done((window as unknown as { shifts: [] }).shifts)),
        );
      }),
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  if (sum < maxShift) return [];
  return [`${path}: ${sum.toFixed(3)} (${shifts.map(({ what }) => what).join(' | ')})`];
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('no page of the practice shifts while it loads', async () => {
    const { practice, bookingId } = await makeBusyPractice();
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
    const page = await openPage(screen);
    await signInAsStaff(page, account.email);
    await answerOneByOne(page);
    await noteShifts(page);
    const found: string[] = [];
    for (const path of [
      '/app/admin',
      '/app/admin/messages',
      `/app/admin/messages?client=${practice.client.id}`,
      '/app/admin/clients',
      `/app/admin/client/${practice.client.id}`,
      '/app/admin/animals',
      `/app/admin/animal/${practice.animal.id}`,
      `/app/admin/booking/${bookingId}`,
      '/app/admin/booking/create',
      '/app/admin/reports',
      '/app/admin/analytics',
      '/app/admin/settings',
      '/app/admin/settings?category=services',
      '/app/admin/settings?category=team',
    ])
      found.push(...(await shiftsOn(page, path)));
    expect(found).toEqual([]);
  });

  it('no page of the portal shifts while it loads', async () => {
    const { practice } = await makeBusyPractice();
    const logo = { name: 'logo.png', content: await samplePicture('png', 200, 200) };
    expect((await sendParts(api, 'tenant/logo_upload', {}, logo, practice.adminKey)).status).toBe(200);
    const page = await openPage(screen);
    await answerOneByOne(page);
    await noteShifts(page);
    const found: string[] = [];
    for (const path of ['/app/cp/login', '/app/cp/signup'])
      found.push(...(await shiftsOn(page, `${path}?tenant=${practice.tenant.id}`)));
    await signedInAsClient(page, practice.clientKey);
    for (const path of ['/app/cp', '/app/cp/animals', '/app/cp/bookings', '/app/cp/booking/create'])
      found.push(...(await shiftsOn(page, path)));
    expect(found).toEqual([]);
  });
});
