import { beforeEach, describe, expect, it } from 'vitest';
import { maxMailBytes } from '../../lib/ports/mail-reader.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { ClientRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../harness.ts';
import { deliver, keptFrom, mailOfParts, rawMail, replySettings, replyTo } from '../incoming-mail.ts';

// Hostile emails to a client's reply address, and callers of the mail server's callback who are not the mail server.

const api = useTestApi(replySettings);
const db = () => api.testDatabase.owner;

let practice: Practice;
let client: ClientRow;
beforeEach(async () => {
  practice = await makePractice(db());
  client = await makeClient(db(), { tenant: practice.tenant, email: 'ann@example.com' });
});

const statusOf = async (raw: string | Buffer, to = replyTo(client)): Promise<number> =>
  (await deliver(api, raw, { to })).status;

const kept = async (): Promise<string[]> => (await keptFrom(api, client)).map(({ body }) => body);

describe('a caller other than the mail server', () => {
  it('is refused with a wrong secret or none, and nothing is kept', async () => {
    const path = `/api/webhooks/mail?to=${encodeURIComponent(replyTo(client))}`;
    const secret = replySettings.INBOUND_MAIL_SECRET;
    const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${secret}x`,
      `Bearer ${secret.slice(1)}`,
      secret,
      basic(`${secret}:`),
      basic('burrow:wrong'),
      'Basic ???',
    ];
    for (const authorization of wrong) {
      const headers = {
        'Content-Type': 'message/rfc822',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      };
      expect([authorization, (await api.post(path, rawMail('Hello'), headers)).status]).toEqual([
        authorization,
        403,
      ]);
    }
    expect((await fetch(`${api.url}${path}`)).status).toBe(404);
    expect(await kept()).toEqual([]);
  });
});

describe('a recipient that was made up', () => {
  it('is refused for good, whichever letter was changed, and nothing is kept', async () => {
    const [local = '', domain = ''] = replyTo(client).split('@');
    const other = await makePractice(db());
    // The signature of the one with the ids of the other.
    const theirs = replyTo(other.client).split('@')[0] ?? '';
    const spliced = `${theirs.slice(0, 20)}${local.slice(20)}@${domain}`;
    const forged = [
      spliced,
      `${local.slice(0, -1)}${local.endsWith('a') ? 'b' : 'a'}@${domain}`,
      `${local}@evil.example`,
      `r-${'a'.repeat(40)}@${domain}`,
      `r-@${domain}`,
      'desk@willow.example',
      '\u0000',
    ];
    for (const to of forged) expect([to, await statusOf(rawMail('Hello'), to)]).toEqual([to, 406]);
    for (const to of forged) expect((await deliver(api, rawMail('Hello', { to }))).status).toBe(406);
    expect(await kept()).toEqual([]);
    expect(await keptFrom(api, other.client)).toEqual([]);
  });

  it('in the message does not replace that of the envelope', async () => {
    const other = await makeClient(db(), { tenant: practice.tenant });
    expect(await statusOf(rawMail('Hello', { to: replyTo(other) }))).toBe(200);
    expect([(await kept()).length, (await keptFrom(api, other)).length]).toEqual([1, 0]);
  });
});

describe('a message that is made to exhaust the server', () => {
  const head = ['From: ann@example.com', 'Message-ID: <1@example.com>', 'MIME-Version: 1.0', ''].join('\r\n');
  const multipart = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';

  /** Delivers it while a health probe is answered, and returns the status. */
  async function besideOthers(raw: string | Buffer): Promise<number> {
    const progress = { isDone: false };
    const sent = statusOf(raw).finally(() => (progress.isDone = true));
    while (!progress.isDone) expect((await fetch(`${api.url}/api/health`)).status).toBe(200);
    return sent;
  }

  it.each([
    [
      '1,000 levels of parts',
      () =>
        head +
        Array.from(
          { length: 1000 },
          (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
        ).join(''),
    ],
    ['headers of a megabyte', () => `${head}X-Long: ${'y'.repeat(1e6)}\r\n\r\nHi`],
    ['100,000 headers', () => `${head}${'X: y\r\n'.repeat(1e5)}\r\nHi`],
    ['two million parts', () => head + multipart + '--b\r\n\r\nx\r\n'.repeat(2e6)],
  ])('is refused for good: %s', { timeout: 120_000 }, async (_what, raw) => {
    expect(await besideOthers(raw())).toBe(406);
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['10,000 parts', () => head + multipart + '--b\r\n\r\nx\r\n'.repeat(1e4)],
    ['10,000 attachments', () => head + multipart + '--b\r\nContent-Type: a/b\r\n\r\nx\r\n'.repeat(1e4)],
    ['unclosed tags', () => `${head}Content-Type: text/html\r\n\r\nHi${'<a '.repeat(3e6)}`],
    ['unclosed comments', () => `${head}Content-Type: text/html\r\n\r\nHi${'<!--'.repeat(3e6)}`],
    [
      'quotations in quotations',
      () => `${head}Content-Type: text/html\r\n\r\nHi${'<blockquote>x'.repeat(5e5)}`,
    ],
    ['open tags', () => `${head}Content-Type: text/html\r\n\r\nHi${'<b>'.repeat(1e6)}`],
    ['entities', () => `${head}Content-Type: text/html\r\n\r\n${'&amp;'.repeat(2e6)}`],
    ['empty lines', () => `${head}\r\nHi${'\r\n'.repeat(1e5)}x`],
    ['marks on a letter', () => `${head}\r\nHi ${'e\u0301'.repeat(1e5)}`],
    [
      'lines that begin like a boundary',
      () => `${head}${multipart}--b\r\n\r\nHi\r\n${'--bb\r\n'.repeat(1e5)}`,
    ],
  ])('is kept within the limits: %s', { timeout: 60_000 }, async (_what, raw) => {
    expect(await besideOthers(raw())).toBe(200);
    const [body = ''] = await kept();
    expect(Array.from(body).length).toBeLessThanOrEqual(20_000);
  });

  it('is refused for good when it is larger than 25 MB, told or not', async () => {
    const large = Buffer.alloc(maxMailBytes + 1, 'x');
    const answer = await deliver(api, large, { to: replyTo(client) });
    expect([answer.status, await answer.text()]).toEqual([
      406,
      'This email is larger than 25 MB. Please send it without large attachments.\n',
    ]);
    const untold = await fetch(`${api.url}/api/webhooks/mail?to=${encodeURIComponent(replyTo(client))}`, {
      method: 'POST',
      body: new Blob([large]).stream(),
      duplex: 'half',
      headers: {
        Authorization: `Bearer ${replySettings.INBOUND_MAIL_SECRET}`,
        'Content-Type': 'message/rfc822',
      },
    } as RequestInit);
    expect(untold.status).toBe(406);
    expect(await kept()).toEqual([]);
  });

  it('is refused when it is compressed', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await deliver(api, rawMail('Hello'), { to: replyTo(client), headers })).status).toBe(415);
  });
});

describe('a message with broken or hostile text', () => {
  it('is kept as plain text', async () => {
    const raw = mailOfParts(
      [{ type: 'text/plain; charset=utf-8', content: 'a\u0000b\u0007\u001b[31m <script>alert(1)</script>' }],
      { From: '"<b>x</b>" <evil\u0000@example.com>', Subject: '=?utf-8?B?AAd4Cnk=?=' },
    );
    expect(await statusOf(raw)).toBe(200);
    const [email] = await keptFrom(api, client);
    expect(email).toMatchObject({ subject: 'x y' });
    expect(email!.body).toMatch(/^ab\[31m <script>alert\(1\)<\/script>\n\nSent from .+\.$/);
  });

  it.each([
    ['nothing', ''],
    ['no headers', 'Hello'],
    ['bytes', Buffer.from([0, 255, 254, 13, 10, 13, 10, 0, 128])],
    ['an unknown charset', rawMail('Hello', { 'Content-Type': 'text/plain; charset=x-nothing' })],
    ['broken base64', rawMail('????', { 'Content-Transfer-Encoding': 'base64' })],
    ['names of built-in things', rawMail('x', { constructor: 'x', __proto__: 'y', toString: 'z' })],
  ])('is answered without an error: %s', async (_what, raw) => {
    expect([200, 400, 406]).toContain(await statusOf(raw));
  });
});

describe('a flood', () => {
  it('of one client is cut at 20 an hour, and is welcome again later', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 25 }, (_, number) => statusOf(rawMail(`Flood ${number}`))),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const other = await makeClient(db(), { tenant: practice.tenant });
    expect(await statusOf(rawMail('Not me'), replyTo(other))).toBe(200);
    api.clock.set('2026-01-14T10:00:01Z');
    expect(await statusOf(rawMail('Later'))).toBe(200);
  }, 60_000);
});
