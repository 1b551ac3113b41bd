import { describe, expect, it } from 'vitest';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';

const browser = useBrowser();

const send = (to: string, body: string) =>
  browser.api.sandbox.inbox.add({ channel: 'sms', to, body, at: new Date().toISOString() });

describe.each([phone, desktop])('the inbox of the sandbox on a $name', (screen) => {
  it('shows new messages without a reload, and finds them by number', async () => {
    const page = await browser.openPage(screen);
    await page.goto(browser.api.sandbox.url);
    await page.getByText('No messages yet.').waitFor();
    await expectAccessible(page);

    send('+447700900001', '314159 is your code.');
    await page.getByText('314159', { exact: true }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe('1 message');
    send('+447700900002', `A long one: ${'abcdefghij'.repeat(30)} <b>not bold</b>`);
    await page.getByRole('listitem').nth(1).waitFor();
    expect(await page.getByRole('listitem').first().textContent()).toContain('<b>not bold</b>');
    await expectAccessible(page);

    await page.getByLabel('Phone number').fill('+44 7700 900001');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 message to +44 7700 900001').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(1);
    await page.getByLabel('Phone number').fill('07700900003');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing has been sent to 07700900003.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show all messages' }).click();
    await page.getByText('2 messages').waitFor();
  });
});
