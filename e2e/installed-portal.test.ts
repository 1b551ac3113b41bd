import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { defaultPassword, makeClient, makeSessionKey } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signInClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** A client with an appointment, on a device with a service worker. */
async function openPortal(screen: Screen) {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    colour: '#7a2f5c',
    phone: '020 7946 0000',
  });
  const { tenant, client, animal, checkUp } = practice;
  await makeBooking(db(), {
    animal,
    service: checkUp,
    status: 'confirmed',
    booking_date: dayFromNow(3),
    booking_time: '09:30',
  });
  const page = await openPage(screen, { newDevice: true, serviceWorkers: 'allow' });
  await signInClient(page, await makeSessionKey(db(), { client }));
  return { ...practice, page, home: `/app/cp?tenant=${tenant.id}` };
}

/** Waits until the service worker answers for this page. */
const controlled = (page: Page) =>
  page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  });

async function goOffline(page: Page) {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
  await page.context().setOffline(true);
}

const keptIn = (page: Page) => page.evaluate(() => localStorage.getItem('next_appointments'));

describe.each([desktop, phone])('the portal on a $name', (screen) => {
  it('can be installed as the practice’s app', async () => {
    const { page, home, tenant } = await openPortal(screen);
    await page.goto(home);
    await page.getByRole('heading', { name: 'Next appointment' }).waitFor();
    await controlled(page);
    const devtools = await page.context().newCDPSession(page);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(new URL(url).pathname).toBe(`/app/cp/practice/${tenant.id}/manifest.webmanifest`);
    const manifest = JSON.parse(data ?? '') as { name: string; icons: { src: string; sizes: string }[] };
    expect(manifest.name).toBe('Willow Lane Vets');
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const icon = new Image();
            icon.src = src;
            await icon.decode();
            return `${icon.naturalWidth}x${icon.naturalHeight}`;
          }),
        ),
      manifest.icons,
    );
    expect(sizes).toEqual(manifest.icons.map((icon) => icon.sizes));
    expect(await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')).toBe(
      `/app/cp/practice/${tenant.id}/apple-touch-icon.png`,
    );
    const title = page.locator('meta[name="apple-mobile-web-app-title"]');
    expect(await title.getAttribute('content')).toBe('Willow Lane Vets');
  });

  it('shows the next appointments while it is offline, and opens again afterwards', async () => {
    const { page, home, animal } = await openPortal(screen);
    await page.goto(home);
    await page.getByRole('link', { name: /09:30/ }).waitFor();
    await controlled(page);
    await goOffline(page);
    await page.reload();
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
    const section = page.getByRole('region', { name: 'Your next appointments' });
    await section.getByText(/, 09:30$/).waitFor();
    await section.getByText(animal.name).waitFor();
    await section.getByText(/^Last checked on \d+ \w+ 20\d\d, \d\d:\d\d\./).waitFor();
    await page.getByText('Willow Lane Vets').waitFor();
    expect(await page.getByRole('link', { name: 'Call 020 7946 0000' }).getAttribute('href')).toBe(
      'tel:02079460000',
    );
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Next appointment' }).waitFor();
  });
});

/** Makes the browser offer to install the page. @returns whether the page shows the offer itself */
const offerToInstall = (page: Page) =>
  page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = () => {
      document.documentElement.dataset['asked'] = '1';
      return Promise.resolve({ outcome: 'accepted' });
    };
    return !window.dispatchEvent(Object.assign(offer, { prompt }));
  });

/** Makes the page see Safari's own property of an iPhone. */
const asIphone = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
  });

describe('the offer to install the portal', () => {
  const offer = (page: Page) => page.getByRole('region', { name: 'Keep Willow Lane Vets on your phone' });
  const ready = (page: Page) => page.getByRole('link', { name: '020 7946 0000' }).waitFor();

  it('lets the browser ask, once', async () => {
    const { page, home } = await openPortal(phone);
    await page.goto(home);
    await ready(page);
    expect(await offer(page).isVisible()).toBe(false);
    expect(await offerToInstall(page)).toBe(true);
    await offer(page).waitFor();
    await expectAccessible(page);
    await offer(page).getByRole('button', { name: 'Install' }).click();
    await offer(page).waitFor({ state: 'hidden' });
    expect(await page.locator('html').getAttribute('data-asked')).toBe('1');
    await page.reload();
    await ready(page);
    expect(await offerToInstall(page)).toBe(true);
    expect(await offer(page).isVisible()).toBe(false);
  });

  it('is not repeated once it was declined', async () => {
    const { page, home } = await openPortal(phone);
    await page.goto(home);
    await ready(page);
    await offerToInstall(page);
    await offer(page).getByRole('button', { name: 'No, thanks' }).click();
    await offer(page).waitFor({ state: 'hidden' });
    expect(await page.locator('html').getAttribute('data-asked')).toBeNull();
    await page.reload();
    await ready(page);
    expect(await offerToInstall(page)).toBe(true);
    expect(await offer(page).isVisible()).toBe(false);
  });

  it('says how to add it in Safari on an iPhone', async () => {
    const { page, home } = await openPortal(phone);
    await asIphone(page);
    await page.goto(home);
    await offer(page).getByText('Add to Home Screen').waitFor();
    expect(await offer(page).getByRole('button').allTextContents()).toEqual(['No, thanks']);
    await expectAccessible(page);
    await offer(page).getByRole('button', { name: 'No, thanks' }).click();
    await page.reload();
    await ready(page);
    expect(await offer(page).isVisible()).toBe(false);
  });
});

it('keeps no answer of the API, no page and nothing of the desk in a cache', async () => {
  const { page, home } = await openPortal(phone);
  await page.goto(home);
  await page.getByRole('heading', { name: 'Next appointment' }).waitFor();
  await controlled(page);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return files.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !path.startsWith('/app/assets/'))).toEqual(['/app/cp/offline.html']);
  expect(kept.filter((path) => !/^\/app\/assets\/(?:index-|offline-|figtree)/.test(path))).toEqual([
    '/app/cp/offline.html',
  ]);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(new URL(scope).pathname).toBe('/app/cp');
  await page.goto('/app/login');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

it('shows no appointment offline after signing out', async () => {
  const { page, home, animal } = await openPortal(phone);
  await page.goto(home);
  await page.getByRole('link', { name: /09:30/ }).waitFor();
  await controlled(page);
  expect(await keptIn(page)).toContain(animal.name);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/app/cp/login?*');
  expect(await keptIn(page)).toBeNull();
  await goOffline(page);
  await page.goto(home);
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByText(animal.name).count()).toBe(0);
  expect(await page.getByText('Willow Lane Vets').count()).toBe(0);
  await expectAccessible(page);
});

it('removes what it kept when another client signs in, or the session ends elsewhere', async () => {
  const { page, home, tenant, client, animal } = await openPortal(phone);
  await page.goto(home);
  await page.getByRole('link', { name: /09:30/ }).waitFor();
  expect(await keptIn(page)).toContain(animal.name);
  const other = await makeClient(db(), { tenant, password: defaultPassword });
  await signInClient(page, await makeSessionKey(db(), { client: other }));
  await page.goto(home);
  await page.getByText('You have no upcoming appointments.').waitFor();
  await expect.poll(() => keptIn(page)).toContain(`"owner":"${tenant.id}:${other.id}"`);
  expect(await keptIn(page)).not.toContain(animal.name);
  await signInClient(page, await makeSessionKey(db(), { client }));
  await page.goto(home);
  await expect.poll(() => keptIn(page)).toContain(animal.name);
  expectConsole(/Failed to load resource.*401/);
  await db().query('update api_keys set revoked_at = now() where client_id = $1', [client.id]);
  await page.reload();
  await page.waitForURL('**/app/cp/login?*');
  expect(await keptIn(page)).toBeNull();
});

it('shows nothing at the address of another practice', async () => {
  const { page, home, animal } = await openPortal(phone);
  await page.goto(home);
  await page.getByRole('link', { name: /09:30/ }).waitFor();
  await controlled(page);
  await goOffline(page);
  await page.goto('/app/cp?tenant=999999');
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
  expect(await page.getByText(animal.name).count()).toBe(0);
});

it('replaces a former version at once', async () => {
  const { page, home } = await openPortal(phone);
  await page.evaluate(async () => {
    await (await caches.open('portal-offline-former')).put('/app/cp/offline.html', new Response('Former'));
  });
  await page.goto(home);
  await controlled(page);
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('portal-offline-former');
  const answer = await page.request.get('/app/cp/sw.js');
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'service-worker-allowed': '/app/cp',
  });
});
