import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';

const account = { accountSid: `AC${'7'.repeat(32)}`, authToken: 'right' };
const phone = '+447700900001';
const valid = { To: phone, From: '+441632960144', Body: 'A reminder. Reply YES to confirm.' };
const address = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`;

interface Heard {
  path: string;
  signature: string | undefined;
  form: Record<string, string>;
}

let sandbox: Sandbox;
let servers: Server[];
let url: string;
/** The callbacks the product received, and its answers. */
let heard: Heard[];
let answers: { status: number; body: string }[];

const listening = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeEach(async () => {
  [servers, heard, answers] = [[], [], []];
  sandbox = createSandbox({
    twilio: account,
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', price: 'price_1' },
    mail: { user: 'burrow', password: 'secret' },
  });
  url = await listening(createServer(sandbox.app));
  sandbox.appUrl = await listening(
    createServer((req, res) => {
      let body = '';
      req.on('data', (chunk: Buffer) => (body += chunk.toString()));
      req.on('end', () => {
        const signature = req.headers['x-twilio-signature'];
        const form = Object.fromEntries(new URLSearchParams(body));
        heard.push({ path: req.url ?? '', signature: String(signature), form });
        const answer = answers.shift() ?? { status: 204, body: '' };
        res.writeHead(answer.status).end(answer.body);
      });
    }),
  );
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`;

/** Twilio's description of a message, of a page of them, or of a refusal. */
interface Answer {
  sid: string;
  code?: number;
  messages: { sid: string; body: string; status: string }[];
  next_page_uri: string | null;
}

async function twilio(
  query: string,
  form?: Record<string, string>,
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${url}${address}${query}`, {
    headers: { Authorization: authorization },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

const send = (change: Record<string, string> = {}) => twilio('', { ...valid, ...change });

describe('the sent messages', () => {
  it('are listed by recipient and by page, newest first', async () => {
    for (const body of ['1', '2', '3']) await send({ Body: body });
    await send({ To: '+447700900002', Body: 'Another' });
    const { body: first } = await twilio(`?To=%2B447700900001&PageSize=2`);
    expect(first.messages.map(({ body }) => body)).toEqual(['3', '2']);
    const { body: second } = await twilio((first.next_page_uri ?? '').replace(address, ''));
    expect(second).toMatchObject({ messages: [{ body: '1' }], next_page_uri: null });
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await twilio(`?DateSent%3E=${later}`)).body.messages).toEqual([]);
    expect((await fetch(`${url}${address}`)).status).toBe(401);
  });

  it('are answered after a configured delay', async () => {
    sandbox.texting.answerMs = 150;
    const began = performance.now();
    expect((await send()).status).toBe(201);
    expect(performance.now() - began).toBeGreaterThan(140);
    sandbox.reset();
    expect(sandbox.texting.answerMs).toBe(0);
  });

  it('are limited per second if configured, and counted', async () => {
    sandbox.texting.perSecond = 3;
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await send()).status);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    expect((await send()).body.code).toBe(20_429);
    expect(sandbox.texting.busiestSecond).toBe(3);
    sandbox.reset();
    expect((await send()).status).toBe(201);
    expect(sandbox.texting.busiestSecond).toBe(1);
  });
});

describe('the status of a message', () => {
  const statusUrl = (): string => `${sandbox.appUrl}/status?tenant=1&message=2`;

  it('is reported step by step, signed', async () => {
    const { body } = await send({ StatusCallback: statusUrl() });
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(3);
    expect(heard.map(({ form }) => form['MessageStatus'])).toEqual(['queued', 'sent', 'delivered']);
    const [{ path, signature, form } = heard[0]!] = heard;
    expect([path, form['MessageSid'], form['To']]).toEqual(['/status?tenant=1&message=2', body.sid, phone]);
    const signed = Object.keys(form)
      .toSorted()
      .reduce((text, name) => `${text}${name}${form[name]}`, statusUrl());
    expect(signature).toBe(createHmac('sha1', account.authToken).update(signed).digest('base64'));
    await expect.poll(async () => (await twilio('')).body.messages[0]?.status).toBe('delivered');
  });

  it('is reported again after the product was unavailable', async () => {
    answers.push({ status: 503, body: '' }, { status: 204, body: '' }, { status: 400, body: '' });
    await send({ StatusCallback: statusUrl() });
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(4);
    expect(heard.map(({ form }) => form['MessageStatus'])).toEqual(['queued', 'queued', 'sent', 'delivered']);
  });

  it('is a failure for some numbers', async () => {
    sandbox.texting.reports.isHeld = true;
    await send({ To: '+447700900993', StatusCallback: statusUrl() });
    await send({ To: '+447700900995', StatusCallback: statusUrl() });
    const ends = sandbox.texting.reports.held.filter(({ fields }) => 'ErrorCode' in fields);
    expect(ends.map(({ fields }) => [fields['MessageStatus'], fields['ErrorCode']])).toEqual([
      ['undelivered', '30003'],
      ['failed', '30005'],
    ]);
  });

  it('can be held back, and reported in any order', async () => {
    sandbox.texting.reports.isHeld = true;
    await send({ StatusCallback: statusUrl() });
    const { reports } = sandbox.texting;
    expect(heard).toEqual([]);
    for (const report of reports.held.toReversed()) expect(await reports.tell(report)).toBe(204);
    expect(heard.map(({ form }) => form['MessageStatus'])).toEqual(['delivered', 'sent', 'queued']);
    sandbox.reset();
    expect(reports.held).toEqual([]);
  });
});

describe('a reply from a phone', () => {
  const twiml = (text: string): string =>
    `<?xml version="1.0"?><Response><Message>${text}</Message></Response>`;

  it('is sent to the product, whose answer is sent to the phone', async () => {
    await send();
    answers.push({ status: 200, body: twiml('Thank you. Biscuit &amp; Bo &lt;3') });
    expect(await sandbox.texting.reply('07700 900001', 'Yes')).toEqual({
      status: 200,
      answer: 'Thank you. Biscuit & Bo <3',
    });
    expect(heard).toMatchObject([
      { path: '/api/webhooks/twilio/incoming', form: { From: phone, To: valid.From, Body: 'Yes' } },
    ]);
    expect(sandbox.inbox.messages(phone)[0]).toMatchObject({ body: 'Thank you. Biscuit & Bo <3' });
  });

  it('stops the messages to a phone that replies STOP, until it replies START', async () => {
    await send();
    answers.push({ status: 200, body: twiml('Never heard.') });
    await sandbox.texting.reply(phone, ' Stop ');
    expect(await send()).toMatchObject({ status: 400, body: { code: 21_610 } });
    expect(sandbox.inbox.messages(phone)).toHaveLength(1);
    await sandbox.texting.reply(phone, 'START');
    expect((await send()).status).toBe(201);
  });

  it('is written on the inbox page', async () => {
    await send();
    await send({ To: '+447700900002', From: 'Burrow' });
    const html = await (await fetch(url)).text();
    expect(html.match(/action="\/reply"/g)).toHaveLength(1);
    const post = (origin: string, body: Record<string, string>) =>
      fetch(`${url}/reply`, {
        method: 'POST',
        headers: { Origin: origin },
        body: new URLSearchParams(body),
        redirect: 'manual',
      });
    answers.push(
      { status: 200, body: twiml('Thank you.') },
      { status: 200, body: '<Response/>' },
      { status: 403, body: '' },
    );
    const outcomes = [];
    for (const body of ['YES', 'Hello', 'Hm']) {
      outcomes.push((await post(url, { from: '07700900001', body })).headers.get('location'));
    }
    expect(outcomes).toEqual(
      ['answered', 'taken', 'refused'].map((outcome) => `/?to=07700900001&reply=${outcome}`),
    );
    expect(await (await fetch(`${url}/?to=07700900001&reply=answered`)).text()).toContain(
      'Burrow has answered',
    );
    expect((await post('https://elsewhere.example', { from: '07700900001', body: 'YES' })).status).toBe(403);
    expect((await post(url, { from: '07700900002', body: 'YES' })).status).toBe(400);
    sandbox.appUrl = 'http://127.0.0.1:1';
    expect((await post(url, { from: '07700900001', body: 'YES' })).headers.get('location')).toContain('away');
  });
});

describe('an email in the inbox', () => {
  it('shows its subject, on the page and in the JSON', async () => {
    sandbox.inbox.add({
      channel: 'email',
      to: 'Ann@Example.com',
      subject: 'Biscuit <b>is booked in</b>',
      body: 'Dear Ann,',
      at: new Date().toISOString(),
    });
    expect(await (await fetch(`${url}/inbox.json?to=ann@example.com`)).json()).toMatchObject([
      { channel: 'email', subject: 'Biscuit <b>is booked in</b>' },
    ]);
    const html = await (await fetch(url)).text();
    expect(html).toContain('<p class="subject">Biscuit &lt;b&gt;is booked in&lt;/b&gt;</p>');
    expect(html).not.toContain('/reply');
  });
});
