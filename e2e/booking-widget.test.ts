import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, phone, useBrowser, zoneAt } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const { longDay, month } = formatsFor(defaultPracticeLocale);
const tomorrow = dayFromNow(1);

beforeEach(() => {
  api.sandbox.stripe.webhooks = 'hold';
});

/** The practice's own website: another origin, whose page has what a test puts there. */
let site: Server;
let content = '';
const siteUrl = () => `http://localhost:${(site.address() as AddressInfo).port}`;
beforeAll(async () => {
  site = createServer((_request, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer.end(
      `<!doctype html><html lang="en"><title>Willow Lane</title><main><h1>Welcome</h1>${content}</main>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => site.close(resolve)));

const makeShown = (columns: Parameters<typeof makePractice>[1] = {}): Promise<Practice> =>
  makePractice(db(), {
    business_hours: alwaysOpen,
    booking_page: true,
    booking_page_published_at: '2026-01-02T09:00:00Z',
    ...columns,
  });

const snippet = ({ tenant }: Practice) =>
  `<script src="${api.url}/widget.js" data-practice="${tenant.subdomain}" async></script>`;

/** Opens the practice's website with the widget. */
async function openSite(practice: Practice): Promise<{ page: Page; frame: FrameLocator }> {
  content = snippet(practice);
  const page = await openPage(phone);
  await page.goto(siteUrl());
  return { page, frame: page.frameLocator('iframe[title="Book an appointment"]') };
}

const codeTo = (number: string): string => /\b\d{6}\b/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '';

async function requestIn(frame: FrameLocator, number: string): Promise<void> {
  await frame.getByRole('link', { name: /^Consultation/ }).click();
  await frame.getByRole('table').waitFor();
  if (
    !(await frame
      .getByText(month(tomorrow.slice(0, 7)), { exact: true })
      .first()
      .isVisible())
  ) {
    await frame.getByRole('button', { name: 'Next month' }).click();
  }
  await frame.getByRole('button', { name: longDay(tomorrow) }).click();
  await frame
    .getByRole('list', { name: /Free times/ })
    .getByRole('button', { name: '10:00' })
    .click();
  await frame.getByLabel('UK Mobile Number').fill(number);
  await frame.getByRole('button', { name: 'Text me a code' }).click();
  await frame.getByLabel('Verification code').waitFor();
  await frame.getByLabel('Verification code').fill(codeTo(number));
  await frame.getByRole('button', { name: 'Continue' }).click();
  await frame.getByLabel('Your name').fill('Jo Petlover');
  await frame.getByLabel('Pet’s name').fill('Biscuit');
  await frame.getByLabel('Species').selectOption({ label: 'Dog' });
}

describe('the widget in the practice’s website', () => {
  it('books there: as high as its content, without a cookie, and with no session in storage', async () => {
    const practice = await makeShown({ widget_sites: [siteUrl()] });
    const { page, frame } = await openSite(practice);
    const element = page.locator('iframe');
    const heights = async () => ({
      frame: await element.evaluate((one) => one.clientHeight),
      page: await frame.locator('#book').evaluate((one) => Math.ceil(one.getBoundingClientRect().height)),
    });
    await frame.getByRole('link', { name: /^Consultation/ }).waitFor();
    await expect.poll(async () => (await heights()).frame - (await heights()).page).toBe(0);
    await requestIn(frame, '07700900601');
    await expect.poll(async () => (await heights()).frame - (await heights()).page).toBe(0);
    await frame.getByRole('button', { name: 'Request appointment' }).click();
    await frame.getByText('Consultation for Biscuit').waitFor();
    const { rows } = await db().query('select booking_date::text as day from bookings where tenant_id = $1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([{ day: tomorrow }]);
    expect(await page.context().cookies()).toEqual([]);
    const stored = await frame
      .locator('body')
      .evaluate(() => JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)]));
    expect(stored).not.toMatch(/apiKey|session/);
  });

  it('goes into the element of data-target, also one that follows the script', async () => {
    const practice = await makeShown({ widget_sites: [siteUrl()] });
    const tag = (target: string) =>
      `<script src="${api.url}/widget.js" data-practice="${practice.tenant.subdomain}" data-target="${target}"></script>`;
    content = `<div id="above"></div>${tag('above')}${tag('below')}${tag('nowhere')}<div id="below"></div>`;
    const page = await openPage(phone);
    await page.goto(siteUrl());
    await page
      .frameLocator('#below > iframe')
      .getByRole('link', { name: /^Consultation/ })
      .waitFor();
    expect(await page.locator('#above > iframe').count()).toBe(1);
    expect(await page.locator('[data-target="nowhere"] + iframe').count()).toBe(1);
  });

  it('is accessible', async () => {
    // On the last evening of a month, it would show a month without free times.
    const practice = await makeShown({ time_zone: zoneAt(12) });
    const page = await openPage(phone);
    // On its own: axe can't look into the frame of another site.
    await page.goto(`/book/${practice.tenant.subdomain}?embed=1`);
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Consultation/ }).click();
    await page.getByRole('list', { name: /Free times/ }).waitFor();
    await expectAccessible(page);
  });

  /** A widget whose visitor has the payment page open in another tab. */
  async function payElsewhere(number: string) {
    const practice = await makeShown({
      widget_sites: [siteUrl()],
      deposit_required: true,
      deposit_pence: 1000,
    });
    const { page, frame } = await openSite(practice);
    await requestIn(frame, number);
    const openCheckout = async (): Promise<Page> => {
      await frame.getByRole('button', { name: 'Pay £10.00 deposit' }).click();
      const opened = page.context().waitForEvent('page');
      await frame.getByRole('link', { name: /^Pay £10.00 deposit/ }).click();
      const checkout = await opened;
      await checkout.waitForURL(`${api.sandbox.url}/c/pay/**`);
      return checkout;
    };
    return { practice, frame, openCheckout, checkout: await openCheckout() };
  }

  const pay = (checkout: Page) => checkout.getByRole('button', { name: 'Pay £10.00', exact: true }).click();

  it('pays a deposit in another tab, and shows the appointment in the frame', async () => {
    const { practice, frame, checkout } = await payElsewhere('07700900602');
    await pay(checkout);
    await checkout.getByRole('heading', { name: 'Request sent' }).waitFor();
    await frame.getByText('Your deposit of £10.00 has been paid.').waitFor();
    const { rows } = await db().query(
      'select p.kind, p.amount_pence from payments p where p.tenant_id = $1 and p.booking_id is not null',
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ kind: 'deposit', amount_pence: 1000 }]);
  });

  it('shows the appointment of a visitor whose session has ended before they paid', async () => {
    expectConsole(/Failed to load resource.*401/);
    const { practice, frame, checkout } = await payElsewhere('07700900605');
    const refused = frame
      .owner()
      .page()
      .waitForResponse((answer) => answer.status() === 401);
    await db().query('update api_keys set revoked_at = now() where tenant_id = $1', [practice.tenant.id]);
    await refused;
    await pay(checkout);
    await frame.getByText('Your deposit of £10.00 has been paid.').waitFor();
  });

  it('shows that a card was declined, and then the appointment that another card paid for', async () => {
    const { frame, checkout } = await payElsewhere('07700900603');
    await checkout.getByRole('button', { name: /declined card/ }).click();
    await checkout.getByText('Your card was declined.').waitFor();
    await frame.getByRole('alert').getByText('Your card was declined. Please try another card.').waitFor();
    await pay(checkout);
    await frame.getByText('Your deposit of £10.00 has been paid.').waitFor();
  });

  it('offers another payment when the payment page has ended', async () => {
    const { frame, checkout, openCheckout } = await payElsewhere('07700900604');
    api.sandbox.stripe.expire(checkout.url().split('/').at(-1) ?? '');
    await frame.getByRole('alert').getByText('Payment failed. Please try again.').waitFor();
    const another = await openCheckout();
    expect(another.url()).not.toBe(checkout.url());
    await pay(another);
    await frame.getByText('Your deposit of £10.00 has been paid.').waitFor();
  });

  it('is refused by the browser in a website that is not the practice’s', async () => {
    const practice = await makeShown({ widget_sites: ['https://www.willow-lane.example'] });
    expectConsole(
      /frame-ancestors|refused to connect|Framing|does not match the recipient window's origin \('null'\)/i,
    );
    const complaint = (page: Page) =>
      page.waitForEvent('console', {
        predicate: (message) => /frame-ancestors|Framing/.test(message.text()),
      });
    content = snippet(practice);
    const page = await openPage(phone);
    const [message] = await Promise.all([complaint(page), page.goto(siteUrl())]);
    expect(message.text()).toContain('https://www.willow-lane.example');
    expect(
      await page
        .frameLocator('iframe')
        .getByRole('link', { name: /^Consultation/ })
        .count(),
    ).toBe(0);
  });
});

describe('Settings → Online booking', () => {
  it('switches the page on, and gives the snippet and a preview', async () => {
    const practice = await makePractice(db(), { business_hours: alwaysOpen });
    const account = await makeAccount(db(), { password: defaultPassword });
    await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
    expectConsole(/Failed to load resource.*400/);
    const page = await openPage(desktop);
    await openAsStaff(page, account.email, '/app/admin/settings?category=online-booking');
    await page.getByRole('heading', { level: 1, name: 'Online booking' }).waitFor();
    await expectAccessible(page);
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Show the booking page' }).check();
    await page.getByLabel('Websites that may show the booking page').fill('http://www.willow.example');
    await save();
    await page.getByText('isn’t the address of a website').waitFor();
    await page.getByLabel('Websites that may show the booking page').fill('www.willow.example');
    await save();
    const preview = page.frameLocator('iframe[title="Preview of the booking page"]');
    await preview.getByRole('link', { name: /^Consultation/ }).waitFor();
    await preview.getByText('£45.00').first().waitFor();
    expect(await page.getByLabel('Snippet').inputValue()).toBe(
      `<script src="${api.url}/widget.js" data-practice="${practice.tenant.subdomain}" async></script>`,
    );
    expect(await page.getByLabel('Websites that may show the booking page').inputValue()).toBe(
      'https://www.willow.example',
    );
    await expectAccessible(page);
    await page.getByLabel('Show prices').uncheck();
    await save();
    await expect.poll(() => preview.getByText('£45.00').count()).toBe(0);
  });
});
