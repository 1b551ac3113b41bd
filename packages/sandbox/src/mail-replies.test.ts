import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from './sandbox.ts';

// The product is a server of the test's own, which keeps what it is sent.

interface Delivered {
  url: string;
  headers: IncomingHttpHeaders;
  raw: string;
}

let sandbox: Sandbox;
let servers: Server[] = [];
let delivered: Delivered[];
let status: number;

async function serve(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startSandbox(replySecret?: string): Promise<string> {
  sandbox = createSandbox({
    twilio: { accountSid: 'AC1', authToken: 'token' },
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', price: 'price_1' },
    mail: { user: 'sandbox', password: 'secret', replySecret },
  });
  sandbox.appUrl = await serve(
    createServer((req, res) => {
      void text(req).then((raw) => {
        delivered.push({ url: req.url ?? '', headers: req.headers, raw });
        res.writeHead(status).end();
      });
    }),
  );
  sandbox.inbox.add({
    channel: 'email',
    to: 'Ann@example.com',
    subject: 'Café at 10 🐶',
    body: 'Hello',
    replyTo: 'r-abc@reply.burrow.example',
    at: '2026-01-14T09:00:00Z',
  });
  return serve(createServer(sandbox.app));
}

beforeEach(() => {
  delivered = [];
  status = 200;
});
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

const reply = (url: string, body: string): Promise<Response> =>
  fetch(`${url}/reply`, {
    method: 'POST',
    body: new URLSearchParams({ from: 'ann@example.com', body }),
    redirect: 'manual',
  });

describe('a reply to an email', () => {
  it('reaches the product as a message of the mail server', async () => {
    const url = await startSandbox('the-secret');
    expect(await (await fetch(url)).text()).toContain('Reply from ann@example.com');
    const answer = await reply(url, 'Thank you, “Ann” 🐶');
    expect(answer.headers.get('location')).toBe('/?to=ann%40example.com&reply=taken');
    const [mail, ...more] = delivered;
    expect(more).toEqual([]);
    expect(mail!.url).toBe('/api/webhooks/mail?to=r-abc%40reply.burrow.example');
    expect(mail!.headers).toMatchObject({
      authorization: 'Bearer the-secret',
      'content-type': 'message/rfc822',
    });
    expect(await PostalMime.parse(mail!.raw)).toMatchObject({
      from: { address: 'ann@example.com' },
      to: [{ address: 'r-abc@reply.burrow.example' }],
      subject: 'Re: Café at 10 🐶',
      text: 'Thank you, “Ann” 🐶',
    });
  });

  it('says when the product rejects it', async () => {
    status = 406;
    const answer = await reply(await startSandbox('the-secret'), 'Hello');
    expect(answer.headers.get('location')).toBe('/?to=ann%40example.com&reply=refused');
  });

  it('is not offered where the product receives none', async () => {
    const url = await startSandbox();
    expect(await (await fetch(url)).text()).not.toContain('Reply from');
    expect((await reply(url, 'Hello')).status).toBe(400);
    expect(delivered).toEqual([]);
  });
});
