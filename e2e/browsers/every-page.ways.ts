import { describe, expect, it, onTestFinished } from 'vitest';
import { formatsFor, defaultPracticeLocale } from '../../apps/web/src/lib/format.ts';
import { makeBooking } from '../../packages/dev/src/factory-bookings.ts';
import { makePractice } from '../../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow } from '../browser.ts';
import { signedIn } from './sign-in.ts';
import { StoppableOrigin } from './stoppable-origin.ts';
import { button, heading, keys, text, type Tab } from './tab.ts';
import { browsers, useBrowsers } from './use-browsers.ts';

const { api, openTab } = useBrowsers();
const db = () => api.testDatabase.owner;
const { longDay } = formatsFor(defaultPracticeLocale);
const soon = dayFromNow(3);

/** A practice with an appointment of its client, whose names are long. */
async function makeBooked() {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Veterinary Surgery and Referrals of Upper Ambleton',
    phone: '020 7946 0000',
    business_hours: alwaysOpen,
    booking_page: true,
    booking_page_published_at: '2026-01-02T09:00:00Z',
    waitlist_mode: 'automatic',
  });
  const { animal, checkUp: service } = practice;
  const booking = await makeBooking(db(), {
    animal,
    service,
    booking_date: soon,
    booking_time: '09:30',
    status: 'confirmed',
  });
  return { ...practice, booking };
}

/** Leads to the next part of a date or time. Firefox and Chromium go there once a part is complete. */
const next = (browser: string) => (browser === 'WebKit' ? keys.right : '');

/** The keys for a date in the order of the browser's own language. */
async function dateKeys(tab: Tab, browser: string, day: string): Promise<string> {
  const order = await tab.run(() =>
    new Intl.DateTimeFormat(navigator.language).formatToParts().map(({ type }) => type as string),
  );
  const [year = '', monthOfYear = '', dayOfMonth = ''] = day.split('-');
  const parts: Record<string, string> = { year, month: monthOfYear, day: dayOfMonth };
  return order.flatMap((type) => parts[type] ?? []).join(next(browser));
}

describe.each(browsers)('%s', (browser) => {
  it('scrolls no page sideways at the width of a phone', async () => {
    const practice = await makeBooked();
    const tab = await openTab(browser);
    const scrolled: string[] = [];
    const look = async (address: string) => {
      await tab.goto(address);
      await tab.until(`${address} is filled`, () => {
        const { textContent } = document.body;
        return document.querySelector('h1, h2') !== null && !/Loading\.\.\.|Validating/.test(textContent);
      });
      const { width, over } = await tab.run(() => ({
        width: innerWidth,
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      expect(width).toBe(390);
      if (over > 0) scrolled.push(`${address}: ${over} px`);
    };
    const book = `/book/${practice.tenant.subdomain}`;
    for (const address of [`/app/cp/login?tenant=${practice.tenant.id}`, book]) await look(address);
    await look(`${book}?service=${practice.checkUp.id}`);
    await signedIn(tab, practice);
    for (const page of [
      '',
      '/bookings',
      `/booking/${practice.booking.id}`,
      `/booking/${practice.booking.id}/move`,
      '/booking/create',
      '/animals',
      '/animal/create',
      `/animal/${practice.animal.id}`,
      '/profile',
    ]) {
      await look(`/app/cp${page}`);
    }
    expect(scrolled).toEqual([]);
  });

  it('shows where the keyboard is', async () => {
    const practice = await makeBooked();
    const tab = await openTab(browser);
    await tab.goto(`/app/cp/login?tenant=${practice.tenant.id}`);
    await tab.see(button('Sign in with a code by text'));
    const reached = new Set<string>();
    const unseen: string[] = [];
    for (let step = 0; step < 8; step += 1) {
      await tab.press(keys.tab);
      const { name, outline } = await tab.run(() => {
        const at = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
        const isShown = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        return { name: at.tagName === 'BODY' ? '' : at.outerHTML.slice(0, 80), outline: isShown };
      });
      // At the end of the page, the focus is in the browser's own bar.
      if (!outline && name !== '') unseen.push(name);
      reached.add(name);
    }
    expect(unseen).toEqual([]);
    expect(reached.size).toBeGreaterThan(4);
    // The dialog takes the focus, keeps it, and gives it back.
    await tab.click(button('Sign in with a code by text'));
    await tab.see(heading('Sign in with a code'));
    for (let step = 0; step < 4; step += 1) {
      await tab.press(keys.tab);
      const isBehind = await tab.run(() => {
        const at = document.activeElement;
        return at !== document.body && at?.closest('dialog') === null;
      });
      expect(isBehind).toBe(false);
    }
    await tab.press(keys.escape);
    await tab.until('the focus is back', () => {
      const isClosed = document.querySelector('dialog[open]') === null;
      return isClosed && document.activeElement?.textContent === 'Sign in with a code by text';
    });
  });

  it('takes a typed date and time', async () => {
    const practice = await makeBooked();
    const tab = await openTab(browser);
    await signedIn(tab, practice);
    await tab.goto(`/app/cp/animal/create?tenant=${practice.tenant.id}`);
    await tab.focus('Date of birth');
    await tab.press(await dateKeys(tab, browser, '2024-02-29'));
    expect(await tab.valueOf('Date of birth')).toBe('2024-02-29');

    await tab.goto(`/app/cp/booking/${practice.booking.id}`);
    await tab.click(button('Tell me if something earlier comes free'));
    const lastDay = dayFromNow(1);
    await tab.focus('Last day');
    await tab.press(await dateKeys(tab, browser, lastDay));
    expect(await tab.valueOf('Last day')).toBe(lastDay);
    await tab.focus('Earliest time (optional)');
    const isTwelveHours = await tab.run(
      () =>
        new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions().hour12 === true,
    );
    await tab.press(['09', '15', ...(isTwelveHours ? ['a'] : [])].join(next(browser)));
    expect(await tab.valueOf('Earliest time (optional)')).toBe('09:15');
    await tab.click(button('Join waitlist'));
    await tab.see(text(/^You’re on the waitlist/));
    const { rows } = await db().query(
      'select until_date::text as until, from_time::text as from from wants where tenant_id = $1',
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ until: lastDay, from: '09:15:00' }]);
  });

  // WebKit's driver has no command for it.
  it.skipIf(browser === 'WebKit')('prints an appointment', async () => {
    const practice = await makeBooked();
    const tab = await openTab(browser);
    await signedIn(tab, practice);
    await tab.goto(`/app/cp/booking/${practice.booking.id}`);
    await tab.see(text(new RegExp(longDay(soon))));
    expect((await tab.engine.print?.())?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('installs the portal, which has a page of its own without a connection', async () => {
    const practice = await makeBooked();
    const origin = new StoppableOrigin(api.url);
    await origin.start();
    onTestFinished(() => origin.stop());
    const tab = await openTab(browser, origin.url);
    await signedIn(tab, practice);
    await tab.until('the manifest', () => document.querySelector('link[rel="manifest"]') !== null);
    const installed = await tab.run(async () => {
      const at = (name: string) => document.querySelector<HTMLLinkElement>(`link[rel="${name}"]`)?.href ?? '';
      const manifest = (await (await fetch(at('manifest'))).json()) as { name: string; display: string };
      const icon = new Image();
      icon.src = at('apple-touch-icon');
      await icon.decode();
      return { name: manifest.name, display: manifest.display, icon: icon.naturalWidth };
    });
    expect(installed).toEqual({ name: practice.tenant.tenant_name, display: 'standalone', icon: 180 });
    await tab.until('the service worker answers', async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
    });
    await origin.stop();
    // Firefox reports its own request for the page, which failed, though the service worker answers.
    await tab.goto(`/app/cp?tenant=${practice.tenant.id}`).catch(() => undefined);
    await tab.see(heading('You’re offline'));
    await tab.see(text(/, 09:30$/));
    await origin.start();
    await tab.goto(`/app/cp?tenant=${practice.tenant.id}`);
    await tab.see(heading('Next appointment'));
  });
});
