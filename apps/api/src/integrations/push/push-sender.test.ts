import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@burrow/sandbox/sandbox';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createPushSender } from './push-sender.ts';

const settings = {
  WEB_PUSH: true,
  WEB_PUSH_TO_PRIVATE_NETWORKS: true,
  CODE_SECRET: 'a secret of the installation, kept',
  PUBLIC_URL: 'https://burrow.example',
};
const push = createPushSender(settings);
const sandbox = createSandbox({
  twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' },
  stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', price: 'price' },
  mail: { user: 'user', password: 'password' },
});
beforeEach(() => sandbox.reset());

async function subscribed(senderKey = push.publicKey ?? '') {
  const server = createServer(sandbox.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const subscription = sandbox.push.subscribe(origin, senderKey, 'Pixel');
  return { subscription, target: { endpoint: subscription.endpoint, ...subscription.keys } };
}

const answered = (status: string) => ({ kind: 'failed', reason: `It responded with ${status}.` });
const shown = () => sandbox.inbox.messages().map(({ channel, to, body }) => ({ channel, to, body }));

describe('a push', () => {
  it('is signed, encrypted, and read by the browser alone', async () => {
    const { target } = await subscribed();
    const text = `Biscuit’s appointment is on Tuesday 3 March. ${'é'.repeat(1500)}`;
    expect(await push.send(target, text, 60)).toEqual({ kind: 'accepted' });
    expect(shown()).toEqual([{ channel: 'push', to: 'pixel', body: text }]);
  });

  it('is refused from a sender with another key, or for a browser with other keys', async () => {
    const { target } = await subscribed();
    const stranger = createPushSender({ ...settings, CODE_SECRET: 'the secret of another installation' });
    expect(await stranger.send(target, 'Hello', 60)).toEqual(answered('403 Forbidden'));
    const other = { ...target, auth: randomBytes(16).toString('base64url') };
    expect(await push.send(other, 'Hello', 60)).toEqual(answered('400 Bad Request'));
    expect(shown()).toEqual([]);
  });

  it('finds out that a subscription has ended, or was never one', async () => {
    const { target, subscription } = await subscribed();
    expect(await push.send({ ...target, endpoint: `${target.endpoint}x` }, 'Hello', 60)).toEqual({
      kind: 'gone',
    });
    expect(await push.send({ ...target, p256dh: 'AAAA' }, 'Hello', 60)).toEqual({ kind: 'gone' });
    sandbox.push.expire(subscription);
    expect(await push.send(target, 'Hello', 60)).toEqual({ kind: 'gone' });
  });

  it.each(['down', 'busy'] as const)('fails while the push service is %s', async (mood) => {
    const { target } = await subscribed();
    sandbox.push.mood = mood;
    expect(await push.send(target, 'Hello', 60)).toMatchObject({ kind: 'failed' });
  });

  it('is not sent to an address that is not public, or over plain HTTP', async () => {
    const { target } = await subscribed();
    const outside = createPushSender({ ...settings, WEB_PUSH_TO_PRIVATE_NETWORKS: false });
    for (const endpoint of [
      target.endpoint,
      'https://127.0.0.1/push',
      'https://169.254.169.254/latest',
      'https://[::1]/push',
      'https://localhost/push',
    ]) {
      expect(outside.refusalOf(endpoint)).not.toBeNull();
      expect(await outside.send({ ...target, endpoint }, 'Hello', 60)).toMatchObject({ kind: 'failed' });
    }
    expect(outside.refusalOf('https://fcm.googleapis.com/fcm/send/abc')).toBeNull();
    expect(shown()).toEqual([]);
  });

  it.each([{ WEB_PUSH: false }, { CODE_SECRET: undefined }, { PUBLIC_URL: undefined }])(
    'is not sent with %o',
    async (without) => {
      const { target } = await subscribed();
      const none = createPushSender({ ...settings, ...without });
      expect([none.isConfigured, none.publicKey]).toEqual([false, null]);
      expect(await none.send(target, 'Hello', 60)).toMatchObject({ kind: 'failed' });
      expect(shown()).toEqual([]);
    },
  );

  it('is signed with the same key by every process, on a trial without TLS too', async () => {
    const { target } = await subscribed();
    const other = createPushSender({ ...settings, PUBLIC_URL: 'http://127.0.0.1:8080' });
    expect(other.publicKey).toBe(push.publicKey);
    expect(await other.send(target, 'Hello', 60)).toEqual({ kind: 'accepted' });
  });
});
