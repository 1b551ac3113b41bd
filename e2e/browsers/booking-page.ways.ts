import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../apps/web/src/lib/format.ts';
import { makePractice, type Practice } from '../../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow } from '../browser.ts';
import { codeTo } from './sign-in.ts';
import { button, field, heading, link, text, type Tab } from './tab.ts';
import { browsers, useBrowsers } from './use-browsers.ts';

const { api, openTab } = useBrowsers();
const db = () => api.testDatabase.owner;
const { longDay, month } = formatsFor(defaultPracticeLocale);
const tomorrow = dayFromNow(1);

let numbers = 700;
/** A mobile number that no other way uses. */
const newNumber = (): string => `07700900${(numbers += 1)}`;

/** The practice's own website, on another origin, with the widget of a practice. */
let site: Server;
let content = '';
const siteUrl = () => `http://localhost:${(site.address() as AddressInfo).port}`;
beforeAll(async () => {
  site = createServer((_request, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
    answer.end(
      `<!doctype html><html lang="en">${viewport}<title>Willow Lane</title><h1>Welcome</h1>${content}`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const makeShown = (columns: Parameters<typeof makePractice>[1] = {}): Promise<Practice> =>
  makePractice(db(), {
    business_hours: alwaysOpen,
    booking_page: true,
    booking_page_published_at: '2026-01-02T09:00:00Z',
    tenant_name: 'Willow Lane Vets',
    ...columns,
  });

/** From the service to the details of a new dog, with the proof of the number. */
async function fillIn(tab: Tab, number: string): Promise<void> {
  await tab.click(link(/^Consultation/));
  await tab.see(button('Next month'));
  if (!(await tab.sees(text(month(tomorrow.slice(0, 7)))))) await tab.click(button('Next month'));
  await tab.click(button(longDay(tomorrow)));
  await tab.click(button('10:00'));
  await tab.type('UK Mobile Number', number);
  await tab.click(button('Text me a code'));
  await tab.see(field('Verification code'));
  await tab.type('Verification code', codeTo(api, number));
  await tab.click(button('Continue'));
  await tab.type('Your name', 'Jo Petlover');
  await tab.type('Pet’s name', 'Biscuit');
  await tab.choose('Species', 'Dog');
}

const daysBooked = async ({ tenant }: Practice): Promise<string[]> =>
  (
    await db().query<{ day: string }>('select booking_date::text as day from bookings where tenant_id = $1', [
      tenant.id,
    ])
  ).rows.map(({ day }) => day);

describe.each(browsers)('%s', (browser) => {
  it('sends a request from the booking page, with the proof of the phone', async () => {
    const practice = await makeShown();
    const tab = await openTab(browser);
    await tab.goto(`/book/${practice.tenant.subdomain}`);
    await fillIn(tab, newNumber());
    await tab.click(button('Request appointment'));
    await tab.see(heading('Request sent'));
    await tab.see(text('Consultation for Biscuit'));
    expect(await daysBooked(practice)).toEqual([tomorrow]);
  });

  it('sends a request from the widget, which is as high as its content', async () => {
    const practice = await makeShown({ widget_sites: [siteUrl()] });
    content = `<script src="${api.url}/widget.js" data-practice="${practice.tenant.subdomain}" async></script>`;
    const tab = await openTab(browser, siteUrl());
    const frameHeight = () => tab.run(() => document.querySelector('iframe')?.clientHeight ?? 0);
    /** Goes on in the frame once it is as high as its content, and answers that height. */
    const fitted = async (): Promise<number> => {
      await tab.engine.enterFrame();
      const height = await tab.run(() =>
        Math.ceil(document.querySelector('#book')?.getBoundingClientRect().height ?? -1),
      );
      await tab.engine.leaveFrame();
      await expect.poll(frameHeight, { message: `${browser}: the height of the frame` }).toBe(height);
      await tab.engine.enterFrame();
      return height;
    };
    await tab.goto('/');
    await tab.until('the widget’s frame', () => document.querySelector('iframe') !== null);
    await tab.engine.enterFrame();
    await tab.see(link(/^Consultation/));
    await tab.engine.leaveFrame();
    const first = await fitted();
    await fillIn(tab, newNumber());
    await tab.engine.leaveFrame();
    expect(await fitted()).not.toBe(first);
    await tab.click(button('Request appointment'));
    await tab.see(text('Consultation for Biscuit'));
    expect(await daysBooked(practice)).toEqual([tomorrow]);
  });
});
