import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { logOptions } from '../../lib/logger.ts';
import { SmsUnavailable } from '../../lib/ports/sms.ts';
import { startSandbox, type RunningSandbox } from '../../testing/running-sandbox.ts';
import { createSmsSender } from './sms-sender.ts';
import { twilioSender } from './twilio.ts';

const message = { to: '+447700900001', body: 'Your code is 314159.' };
const databaseUrl = { DATABASE_URL: 'postgres://burrow_app@localhost/burrow' };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const senderWith = (settings: Record<string, string>) =>
  createSmsSender(readEnv({ ...databaseUrl, ...sandbox.settings, ...settings }));

/** The log's description of a message that could not be sent, or whose delivery is unknown. */
async function causeOf(sending: Promise<unknown>, { mayArrive } = { mayArrive: false }): Promise<string> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SmsUnavailable);
  expect(error).toMatchObject({ code: 'sms_unavailable', cause: expect.any(Error), mayArrive });
  return JSON.stringify(logOptions.serializers.err((error as SmsUnavailable).cause as Error));
}

describe('a text message', () => {
  it('is sent to Twilio and arrives unchanged', async () => {
    const body = 'Grüße & <b>50%</b> off + more\nfor Biscuit 🐶';
    const { reference } = await senderWith({}).send({ ...message, body });
    expect(reference).toMatch(/^SM[0-9a-f]{32}$/);
    expect(sandbox.inbox.messages('07700900001')).toMatchObject([{ channel: 'sms', body }]);
  });

  it.each([`MG${'0'.repeat(32)}`, 'Burrow'])('may come from %s', async (from) => {
    await expect(senderWith({ TWILIO_FROM: from }).send(message)).resolves.toHaveProperty('reference');
  });

  it.each([
    ['an impossible number', {}, '+15005550001', '21211'],
    ['a wrong password', { TWILIO_AUTH_TOKEN: 'wrong' }, message.to, '20003'],
    [
      'an address where nothing listens',
      { TWILIO_API_URL: 'http://127.0.0.1:1' },
      message.to,
      'ECONNREFUSED',
    ],
  ])(
    'is not sent with %s, and the log contains neither number nor text',
    async (_what, settings, to, reason) => {
      const logged = await causeOf(senderWith(settings).send({ ...message, to }));
      expect(logged).toContain(reason);
      expect(logged).not.toMatch(/314159|00900001|5005550001/);
    },
  );

  it('is aborted when Twilio accepts it and does not answer, or never finishes its answer', async () => {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, ...rest } = sandbox.settings;
    const account = { accountSid, authToken, from: rest.TWILIO_FROM, limitMs: 200 };
    sandbox.mood.twilio = 'silence';
    const silent = twilioSender({ ...account, apiUrl: rest.TWILIO_API_URL });
    expect(await causeOf(silent.send(message), { mayArrive: true })).toContain('did not respond in time');
    sandbox.mood.twilio = 'well';

    const trickling = createServer((_req, res) => {
      res.writeHead(201, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => trickling.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      trickling.closeAllConnections();
      trickling.close();
    });
    const apiUrl = `http://127.0.0.1:${(trickling.address() as AddressInfo).port}`;
    const endless = twilioSender({ ...account, apiUrl });
    expect(await causeOf(endless.send(message), { mayArrive: true })).toContain('did not respond');
  });

  it('may have arrived when the connection was lost before Twilio answered', async () => {
    sandbox.mood.twilio = 'lost';
    const to = '+447700900017';
    const logged = await causeOf(senderWith({}).send({ ...message, to }), { mayArrive: true });
    sandbox.mood.twilio = 'well';
    expect(logged).toContain('ECONNRESET');
    expect(sandbox.inbox.messages(to)).toHaveLength(1);
  });

  it('is sent by the next attempt when the SDK could not be loaded once', async () => {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, ...rest } = sandbox.settings;
    let isBroken = true;
    const settings = { accountSid, authToken, from: rest.TWILIO_FROM, apiUrl: rest.TWILIO_API_URL };
    const sender = twilioSender(settings, async () => {
      if (isBroken) throw new Error('too many open files');
      return import('twilio');
    });
    expect(await causeOf(sender.send(message))).toContain('could not be loaded');
    isBroken = false;
    await expect(sender.send(message)).resolves.toHaveProperty('reference');
  });

  it.each([
    ['+15005550001', { isFinal: true, isOptedOut: false }],
    ['+15005550002', { isFinal: true, isOptedOut: false }],
    ['+15005550004', { isFinal: true, isOptedOut: true }],
    ['+15005550009', { isFinal: true, isOptedOut: false }],
  ])('to %s is not retried', async (to, expected) => {
    await expect(senderWith({}).send({ ...message, to })).rejects.toMatchObject({
      mayArrive: false,
      ...expected,
    });
  });

  it('is retried when Twilio is unavailable, or when there were too many in this second', async () => {
    const later = { mayArrive: false, isFinal: false, isOptedOut: false };
    sandbox.mood.twilio = 'outage';
    await expect(senderWith({}).send(message)).rejects.toMatchObject(later);
    sandbox.reset();
    sandbox.texting.perSecond = 1;
    await senderWith({}).send(message);
    await expect(senderWith({}).send(message)).rejects.toMatchObject(later);
    expect(await causeOf(senderWith({}).send(message))).toContain('20429');
    expect(sandbox.texting.busiestSecond).toBe(1);
  });

  it('gives Twilio the address for status callbacks', async () => {
    const statusCallback = 'https://burrow.example/api/webhooks/twilio/status?tenant=1&message=2';
    await senderWith({}).send({ ...message, statusCallback });
    expect(sandbox.texting.reports.held.map(({ url, fields }) => [url, fields['MessageStatus']])).toEqual(
      ['queued', 'sent', 'delivered'].map((status) => [statusCallback, status]),
    );
  });

  it('is found later if it is unknown whether Twilio accepted it', async () => {
    const before = new Date();
    const sender = senderWith({});
    sandbox.mood.twilio = 'lost';
    await causeOf(sender.send(message), { mayArrive: true });
    sandbox.mood.twilio = 'well';
    await sender.send({ ...message, body: 'Another.' });
    const found = await sender.find(message, before);
    expect(found).toEqual({ reference: expect.stringMatching(/^SM[0-9a-f]{32}$/) });
    expect(await sender.find({ ...message, body: 'Never sent.' }, before)).toBeNull();
    expect(await sender.find({ ...message, to: '+447700900018' }, before)).toBeNull();
    expect(await sender.find(message, new Date(Date.now() + 60_000))).toBeNull();
  });

  it('cannot be looked up while Twilio is unavailable', async () => {
    sandbox.mood.twilio = 'outage';
    const logged = await causeOf(senderWith({}).find(message, new Date()));
    expect(logged).toContain('503');
    expect(logged).not.toMatch(/314159|00900001/);
  });

  it('is refused where no provider is configured', async () => {
    const sending = createSmsSender(readEnv(databaseUrl)).send(message);
    expect(await causeOf(sending)).toContain('No SMS provider');
  });
});
