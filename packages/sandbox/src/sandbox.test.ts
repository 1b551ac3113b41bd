import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inboxLimit, type InboxMessage } from './inbox.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

const account = { accountSid: `AC${'7'.repeat(8)}${'a'.repeat(24)}`, authToken: 'right' };
const stripeAccount = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', price: 'price_1' };
const mailAccount = { user: 'burrow', password: 'secret' };
const valid = { To: '+447700900001', From: '+441632960144', Body: 'Your code is 314159.' };

let sandbox: Sandbox;
let server: Server;
let url: string;

beforeEach(async () => {
  sandbox = createSandbox({ twilio: account, mail: mailAccount, stripe: stripeAccount });
  server = createServer(sandbox.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface TwilioAnswer {
  status: number;
  body: Record<string, unknown>;
}

async function send(
  form: Record<string, string>,
  login = `${account.accountSid}:${account.authToken}`,
  sid = account.accountSid,
): Promise<TwilioAnswer> {
  const response = await fetch(`${url}/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const inbox = async (query = ''): Promise<InboxMessage[]> =>
  (await fetch(`${url}/inbox.json${query}`)).json() as Promise<InboxMessage[]>;

const page = async (query = ''): Promise<string> => (await fetch(`${url}/${query}`)).text();

describe('the stand-in for Twilio', () => {
  it('takes a message and describes it as Twilio does', async () => {
    const { status, body } = await send(valid);
    expect(status).toBe(201);
    const uri = `/2010-04-01/Accounts/${account.accountSid}/Messages/${String(body['sid'])}`;
    expect(body).toEqual({
      account_sid: account.accountSid,
      api_version: '2010-04-01',
      body: valid.Body,
      date_created: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      date_sent: null,
      date_updated: body['date_created'],
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: valid.From,
      messaging_service_sid: null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: 'USD',
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
      status: 'queued',
      subresource_uris: { media: `${uri}/Media.json` },
      to: valid.To,
      uri: `${uri}.json`,
    });
  });

  it('lets a messaging service choose the number later', async () => {
    const service = `MG${'0'.repeat(32)}`;
    const { status, body } = await send({ To: valid.To, Body: valid.Body, MessagingServiceSid: service });
    expect(status).toBe(201);
    expect(body).toMatchObject({ from: null, messaging_service_sid: service, status: 'accepted' });
  });

  it.each([
    ['a'.repeat(160), '1'],
    ['a'.repeat(161), '2'],
    ['€'.repeat(81), '2'],
    ['ж'.repeat(70), '1'],
    ['ж'.repeat(135), '3'],
  ])('counts what %s costs', async (body, segments) => {
    expect((await send({ ...valid, Body: body })).body['num_segments']).toBe(segments);
  });

  it.each([
    ['nobody', ':', account.accountSid],
    ['a wrong token', `${account.accountSid}:wrong`, account.accountSid],
    ["another account's messages", `${account.accountSid}:right`, `AC${'b'.repeat(32)}`],
  ])('refuses %s', async (_who, login, sid) => {
    expect(await send(valid, login, sid)).toEqual({
      status: 401,
      body: {
        code: 20_003,
        message: 'Authenticate',
        more_info: 'https://www.twilio.com/docs/errors/20003',
        status: 401,
      },
    });
    expect(await inbox()).toEqual([]);
  });

  it.each([
    ['no recipient', { To: '' }, 21_604],
    ['a number as dialled at home', { To: '07700900001' }, 21_211],
    ['the number that is never valid', { To: '+15005550001' }, 21_211],
    ['a number that has opted out', { To: '+15005550004' }, 21_610],
    ['a number that is no mobile', { To: '+15005550009' }, 21_614],
    ['no sender', { From: '' }, 21_603],
    ['an invalid sender', { From: '+15005550001' }, 21_212],
    ['an unknown messaging service', { From: '', MessagingServiceSid: 'MG1' }, 21_701],
    ['no text', { Body: ' ' }, 21_602],
    ['a text that is too long', { Body: 'x'.repeat(1601) }, 21_617],
  ])('refuses %s', async (_what, change, code) => {
    const { status, body } = await send({ ...valid, ...change });
    expect([status, body['code'], body['status']]).toEqual([400, code, 400]);
    expect(await inbox()).toEqual([]);
  });

  it('can be unavailable', async () => {
    sandbox.mood.twilio = 'outage';
    expect(await send(valid)).toMatchObject({ status: 503, body: { code: 20_503 } });
  });
});

describe('the inbox', () => {
  it('answers programs with the newest first, whichever way the number is spelt', async () => {
    await send(valid);
    await send({ ...valid, To: '+33612345678', Body: 'Bonjour' });
    await send({ ...valid, Body: 'Second' });
    const [second, first, ...others] = await inbox('?to=07700900001');
    expect([first, second, others]).toEqual([
      { channel: 'sms', to: '07700900001', body: valid.Body, at: expect.any(String) },
      { channel: 'sms', to: '07700900001', body: 'Second', at: expect.any(String) },
      [],
    ]);
    expect(new Date(first?.at ?? '').toISOString()).toBe(first?.at);
    for (const spelling of [
      '+447700900001',
      '%2B447700900001',
      '447700900001',
      '0044 7700 900001',
      '07700 900-001',
      '%2B44 (0)7700 900001',
    ]) {
      expect(await inbox(`?to=${spelling}`)).toHaveLength(2);
    }
    expect((await inbox('?to=%2B33612345678')).map(({ to }) => to)).toEqual(['+33612345678']);
    expect(await inbox('?to=07700900002')).toEqual([]);
    expect((await inbox()).map(({ body }) => body)).toEqual(['Second', 'Bonjour', valid.Body]);
  });

  it('keeps the newest and deletes the rest', () => {
    for (let count = 1; count <= inboxLimit + 2; count++) {
      sandbox.inbox.add({ channel: 'sms', to: valid.To, body: String(count), at: new Date().toISOString() });
    }
    const kept = sandbox.inbox.messages();
    expect([kept.length, kept[0]?.body, kept.at(-1)?.body]).toEqual([
      inboxLimit,
      String(inboxLimit + 2),
      '3',
    ]);
  });

  it('shows a code, and escapes markup', async () => {
    await send({ ...valid, Body: 'Code 314159, or ring 01632 960144. <script>alert(1)</script> "quoted"' });
    const html = await page();
    expect(html.match(/<strong class="code">[^<]*<\/strong>/g)).toEqual([
      '<strong class="code">314159</strong>',
    ]);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot;');
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('searches by number, and shows when there is none', async () => {
    expect(await page()).toContain('No messages yet.');
    await send(valid);
    expect(await page('?to=07700+900001')).toContain('1 message to 07700 900001');
    const html = await page('?to=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(html).toContain('Nothing has been sent to');
    expect(html).not.toContain('<script>alert');
  });

  it('is served under a strict policy, with its own style and script', async () => {
    const { headers } = await fetch(url);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    for (const [file, type] of [
      ['inbox.css', 'text/css'],
      ['inbox.js', 'text/javascript'],
    ]) {
      const response = await fetch(`${url}/${file}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(type ?? ''),
      ]);
    }
  });
});
