import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newSigningSecret, signedHeaders } from '../../modules/webhook-out/sign.ts';
import { isPublicAddress } from './public-address.ts';
import { createWebhookPost } from './webhook-post.ts';

const inside = createWebhookPost({ WEBHOOKS_TO_PRIVATE_NETWORKS: true }, { patienceMs: 1000 });
const outside = createWebhookPost({ WEBHOOKS_TO_PRIVATE_NETWORKS: false });

describe('a public address', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::1',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'example.com',
    '',
  ])('excludes %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('includes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a forbidden address', () => {
  it.each([
    ['http://example.com/hook', 'starts with https'],
    ['ftp://example.com/hook', 'starts with https'],
    ['https://ann:secret@example.com/', 'username and password'],
    ['https://example.com/#part', 'after #'],
    ['https://example.com:25/', 'port 443'],
    ['https://localhost/', 'isn’t on the internet'],
    ['https://localhost./', 'isn’t on the internet'],
    ['https://app.localhost/', 'isn’t on the internet'],
    ['https://127.0.0.1/', 'isn’t on the internet'],
    ['https://127.1/', 'isn’t on the internet'],
    ['https://0x7f000001/', 'isn’t on the internet'],
    ['https://2130706433/', 'isn’t on the internet'],
    ['https://[::1]/', 'isn’t on the internet'],
    ['https://[::ffff:a00:1]/', 'isn’t on the internet'],
    ['https://169.254.169.254/latest/', 'isn’t on the internet'],
  ])('is %s', async (url, words) => {
    expect(outside.refusalOf(url)).toContain(words);
    expect(await outside.post(url, '{}', {})).toMatchObject({
      kind: 'unreachable',
      status: null,
      answer: null,
    });
  });

  it('does not include one on the internet, at any allowed port', () => {
    for (const url of [
      'https://example.com/hook?of=1',
      'https://example.com:8443/',
      'https://[2606:4700::1111]/',
    ])
      expect(outside.refusalOf(url)).toBe(null);
  });

  it('includes a name that resolves to a private address when connecting', async () => {
    const { url, requests } = await listening((_req, res) => res.end());
    const { port } = new URL(url);
    const answers = [['10.0.0.1', '127.0.0.1', '::ffff:127.0.0.1'], []];
    const asked: string[] = [];
    const post = createWebhookPost(
      { WEBHOOKS_TO_PRIVATE_NETWORKS: false },
      {
        addressesOf: async (name) => {
          asked.push(name);
          return answers[asked.length - 1] ?? [];
        },
      },
    );
    const target = `https://hooks.example.test:${port}/`;
    expect((await post.post(target, '{}', {})).error).toContain('isn’t on the internet');
    expect((await post.post(target, '{}', {})).error).toMatch(/^No server has this name/);
    // Resolved again each time: an earlier result does not count.
    expect(asked).toEqual(['hooks.example.test', 'hooks.example.test']);
    expect(requests()).toBe(0);
    expect(post.activity()).toEqual({ accepted: 0, refused: 0, unreachable: 2 });
  });
});

/** A server for one test, and its number of requests. */
async function listening(
  answer: Parameters<typeof createServer>[1],
): Promise<{ url: string; requests: () => number; server: Server }> {
  let count = 0;
  const server = createServer((req, res) => {
    count += 1;
    (answer as (...args: [typeof req, typeof res]) => void)(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => count,
    server,
  };
}

/** A listener for one test that sends this to every connection. */
async function saying(text: string): Promise<string> {
  const server = createTcpServer((socket) => socket.once('data', () => socket.end(text)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('the result of a post', () => {
  it('contains the answer, up to the stored length', async () => {
    const { url } = await listening((_req, res) => res.writeHead(418).end(`no \u0000 ${'x'.repeat(2000)}`));
    const outcome = await inside.post(url, '{}', {});
    expect(outcome).toMatchObject({
      kind: 'refused',
      status: 418,
      error: "It responded with 418 I'm a Teapot.",
    });
    expect(outcome.answer).toHaveLength(1023);
    expect(outcome.answer).toMatch(/^no {2}x+$/);
  });

  it('follows no redirect', async () => {
    const target = await listening((_req, res) => res.end());
    const { url } = await listening((_req, res) => res.writeHead(307, { location: target.url }).end());
    const outcome = await inside.post(url, '{}', {});
    expect([outcome.kind, outcome.status, target.requests()]).toEqual(['refused', 307, 0]);
    expect(outcome.error).toContain('Redirects aren’t followed');
  });

  it('contains only the beginning of an endless answer', async () => {
    const { url } = await listening((_req, res) => {
      const more = (): void => void (res.destroyed || res.write('x'.repeat(4096), more));
      more();
    });
    const outcome = await inside.post(url, '{}', {});
    expect([outcome.kind, outcome.status, outcome.answer?.length]).toEqual(['accepted', 200, 1024]);
  });

  it('has the status of an answer that stalls in the middle', async () => {
    const { url } = await listening((_req, res) => void res.writeHead(200).write('partial'));
    expect(await inside.post(url, '{}', {})).toMatchObject({
      kind: 'accepted',
      status: 200,
      answer: 'partial',
    });
  });

  it('is a timeout for an endpoint that does not answer', async () => {
    const { url } = await listening(() => undefined);
    const outcome = await inside.post(url, '{}', {});
    expect(outcome).toMatchObject({ kind: 'unreachable', error: 'It didn’t respond within ten seconds.' });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(990);
  });

  it('distinguishes a refused connection, a closed one, and a failed TLS handshake', async () => {
    const { url, server } = await listening((req) => req.socket.destroy());
    expect((await inside.post(url, '{}', {})).error).toContain('closed before');
    expect((await inside.post(url.replace('http', 'https'), '{}', {})).error).toContain('secure');
    await new Promise((resolve) => server.close(resolve));
    expect((await inside.post(url, '{}', {})).error).toContain('nothing is listening');
  });

  it('reports an answer that is not HTTP', async () => {
    const url = await saying('220 mail.example.test ESMTP\r\n');
    expect((await inside.post(url, '{}', {})).error).toBe('Its response isn’t HTTP.');
  });

  it('accepts a few interim responses (1xx), but not any number of them', async () => {
    const wait = 'HTTP/1.1 102 Processing\r\n\r\n';
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    expect(await inside.post(await saying(wait.repeat(10) + answer), '{}', {})).toMatchObject({
      kind: 'accepted',
      answer: 'ok',
    });
    expect(await inside.post(await saying(wait.repeat(11) + answer), '{}', {})).toMatchObject({
      kind: 'unreachable',
      error: 'It sent interim responses but never a final one.',
    });
  });

  it.each([
    ['wants to speak something else', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
    ['says so without saying what', ''],
  ])('is complete with an answer that %s', async (_name, header) => {
    const url = await saying(`HTTP/1.1 101 Switching Protocols\r\n${header}\r\nmore`);
    expect(await inside.post(url, '{}', {})).toMatchObject({
      kind: 'refused',
      status: 101,
      error: 'It responded with 101 Switching Protocols.',
    });
  });
});

describe('a signature', () => {
  it('matches the specification’s own example', () => {
    const headers = signedHeaders(
      {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        body: '{"test": 2432232314}',
        at: new Date(1_614_265_330_000),
      },
      [['whsec', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'].join('_')],
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is made with each secret, all of them new and of 256 bits', () => {
    const secrets = [newSigningSecret(), newSigningSecret()];
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    const headers = signedHeaders({ id: 'one', body: '{"a":"é"}', at: new Date() }, secrets);
    for (const secret of secrets)
      expect(new Webhook(secret).verify('{"a":"é"}', headers)).toEqual({ a: 'é' });
    expect(() => new Webhook(newSigningSecret()).verify('{"a":"é"}', headers)).toThrow('No matching');
  });
});
