import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeAll, afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { logOptions } from '../../lib/logger.ts';
import { MailUnavailable, type Mail } from '../../lib/ports/mail.ts';
import { startSandbox, type RunningSandbox } from '../../testing/running-sandbox.ts';
import { createMailSender } from './mail-sender.ts';
import { smtpSender } from './smtp.ts';

const mail: Mail = {
  to: 'ann@example.com',
  subject: 'A reminder: Biscuit',
  text: 'Dear Ann,\n\nWe look forward to seeing you.',
  fromName: 'Willow Vets',
  replyTo: { name: '', address: 'desk@willow.example' },
  messageId: 'm-1-42@burrow.example',
};
const databaseUrl = { DATABASE_URL: 'postgres://burrow_app@localhost/burrow' };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const senderWith = (settings: Record<string, string> = {}) =>
  createMailSender(readEnv({ ...databaseUrl, ...sandbox.settings, ...settings }));

interface Failure {
  isFinal: boolean;
  mayArrive: boolean;
  /** The log's description. */
  logged: string;
}

async function failureOf(sending: Promise<unknown>): Promise<Failure> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MailUnavailable);
  const { isFinal, mayArrive, cause } = error as MailUnavailable;
  return { isFinal, mayArrive, logged: JSON.stringify(logOptions.serializers.err(cause as Error)) };
}

/** A mail server with configurable answers that records what it receives. */
async function serverSaying(
  answer: (line: string) => string | null,
  greeting = '220 ready',
): Promise<{ url: string; received: () => string }> {
  let received = '';
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting) socket.write(`${greeting}\r\n`);
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      received += text;
      for (const line of text.split('\r\n').slice(0, -1)) {
        const said = answer(line);
        if (said) socket.write(`${said}\r\n`);
      }
    });
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received: () => received };
}

/** The answers of a working server, except for one. */
const answering =
  (refused: RegExp, answer: string | null) =>
  (line: string): string | null => {
    if (refused.test(line)) return answer;
    if (line.startsWith('EHLO')) return '250 hello';
    if (/^(?:MAIL|RCPT|RSET)/.test(line)) return '250 ok';
    if (line.startsWith('DATA')) return '354 go on';
    if (line.startsWith('STARTTLS')) return '454 4.7.0 Not now';
    return line === '.' ? '250 taken' : null;
  };

describe('an email', () => {
  it('arrives as it was written, from the practice by name', async () => {
    const text = 'Grüße,\n.\n.. From here on & <b>50%</b>\n' + 'long '.repeat(400) + '\n🐶';
    const { reference } = await senderWith().send({ ...mail, text, subject: 'Für Biscuit 🐶 – 50 %' });
    expect(reference).toBe('<m-1-42@burrow.example>');
    expect(sandbox.inbox.messages('Ann@example.com')).toEqual([
      {
        channel: 'email',
        to: mail.to,
        subject: 'Für Biscuit 🐶 – 50 %',
        body: text,
        replyTo: 'desk@willow.example',
        at: expect.any(String),
      },
    ]);
  });

  it('names its sender and its Reply-To, and is marked as automatic', async () => {
    const { url, received } = await serverSaying(answering(/^$/, null));
    const sender = smtpSender({ url, from: 'burrow@burrow.example' });
    await sender.send({ ...mail, fromName: 'Müller, "Tom" <x@y.example>' });
    await sender.send({ ...mail, replyTo: null, to: 'bob@example.com' });
    const [first = '', second = ''] = received().split('RCPT TO').slice(1);
    expect(first).toContain('To: ann@example.com\r\n');
    expect(first).toMatch(/^From: =\?UTF-8\?[^<>]*\?= <burrow@burrow\.example>\r$/m);
    expect(first).toContain('Reply-To: desk@willow.example\r\n');
    expect(first).toContain('Message-ID: <m-1-42@burrow.example>\r\n');
    expect(first).toContain('Auto-Submitted: auto-generated\r\n');
    expect(first).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(second).not.toContain('Reply-To');
    // Over the same connection.
    expect(received().match(/EHLO/g)).toHaveLength(1);
  });

  it('has a short sender’s name that does not look like an address', async () => {
    const { url, received } = await serverSaying(answering(/^$/, null));
    const sender = smtpSender({ url, from: 'burrow@burrow.example' });
    await sender.send({ ...mail, fromName: 'Bank <help@bank.example>\u202E "\0' });
    await sender.send({ ...mail, fromName: `Vets ${'of Oakham '.repeat(20)}` });
    const names = received().match(/^From: .*(?:\r\n .*)*/gm) ?? [];
    expect(names).toEqual([
      'From: "Bank help bank.example" <burrow@burrow.example>',
      `From: Vets ${'of Oakham '.repeat(20).slice(0, 55).trim()}\r\n <burrow@burrow.example>`,
    ]);
  });

  it('keeps headers and recipients safe from injection', async () => {
    const { url, received } = await serverSaying(answering(/^$/, null));
    const evil = 'x\r\nBcc: evil@example.net\r\n\r\nBody\u2028\0';
    await smtpSender({ url, from: 'burrow@burrow.example' }).send({
      ...mail,
      subject: evil,
      fromName: evil,
      replyTo: { name: evil, address: `a@b.example\r\nBcc: evil@example.net` },
      messageId: `<1@b.example>\r\nBcc: evil@example.net`,
    });
    const replyTo = { name: `${evil}<a@b.example>`, address: 'r-x@reply.burrow.example' };
    await smtpSender({ url, from: 'burrow@burrow.example' }).send({ ...mail, replyTo });
    expect(received()).not.toMatch(/^(?:Bcc|Body)/m);
    expect(received()).toMatch(
      /^Reply-To: "x Bcc: evil example\.net Body a b\.example"\s+<r-x@reply\.burrow\.example>\r$/m,
    );
    expect(received().match(/^RCPT TO:.*$/gm)).toEqual([
      'RCPT TO:<ann@example.com>',
      'RCPT TO:<ann@example.com>',
    ]);
    for (const to of [
      'a@b.example, evil@example.net',
      'A <a@b.example>',
      'a@b.example\r\nRCPT TO:<e@x>',
      'ann',
      '',
    ]) {
      expect(await failureOf(senderWith().send({ ...mail, to }))).toMatchObject({
        isFinal: true,
        mayArrive: false,
      });
    }
    expect(sandbox.inbox.messages()).toEqual([]);
  });

  it.each([
    ['unknown@example.com', true, '550'],
    ['full@example.com', false, '452'],
  ])('to %s is refused, and the log does not contain the address', async (to, isFinal, reason) => {
    const failure = await failureOf(senderWith().send({ ...mail, to, text: 'secret-314159' }));
    expect(failure).toMatchObject({ isFinal, mayArrive: false });
    expect(failure.logged).toContain(reason);
    expect(failure.logged).not.toMatch(/example\.com|314159/);
  });

  it.each([
    ['who may not send', /^MAIL/, '550 5.1.0 Sender unknown', false],
    ['a relay that is denied', /^RCPT/, '554 5.7.1 Relay access denied', false],
    ['an unknown mailbox', /^RCPT/, '550 5.1.1 Unknown', true],
    ['greylisting', /^RCPT/, '451 4.7.1 Later', false],
    ['a text that is too long', /^\.$/, '552 5.3.4 Too large', true],
    ['a busy server', /^DATA/, '421 4.3.2 Going down', false],
  ])('is retried or not depending on the answer: %s', async (_what, at, answer, isFinal) => {
    const { url } = await serverSaying(answering(at, answer));
    const failure = await failureOf(smtpSender({ url, from: 'burrow@burrow.example' }).send(mail));
    expect(failure).toMatchObject({ isFinal, mayArrive: false });
    expect(failure.logged).toContain(answer.slice(0, 3));
  });

  it('is not sent while the server is unavailable, and is once it is back', async () => {
    const sender = senderWith();
    sandbox.mood.mail = 'outage';
    expect(await failureOf(sender.send(mail))).toMatchObject({ isFinal: false, mayArrive: false });
    sandbox.mood.mail = 'well';
    await expect(sender.send(mail)).resolves.toHaveProperty('reference');
    expect(sandbox.inbox.messages(mail.to)).toHaveLength(1);
  });

  it('may have arrived when the connection was lost before the server answered', async () => {
    sandbox.mood.mail = 'lost';
    const failure = await failureOf(senderWith().send(mail));
    expect(failure).toMatchObject({ isFinal: false, mayArrive: true });
    expect(failure.logged).not.toContain('ann@');
    expect(sandbox.inbox.messages(mail.to)).toHaveLength(1);
  });

  it.each([
    ['a wrong password', { SMTP_URL: '' }, '535'],
    ['an address where nothing listens', { SMTP_URL: 'smtp://127.0.0.1:1' }, 'ECONNREFUSED'],
    ['an invalid host', { SMTP_URL: 'smtp://mail.invalid' }, 'EDNS|ENOTFOUND|EAI_AGAIN'],
  ])('is not sent with %s', async (_what, settings, reason) => {
    const wrong = sandbox.settings.SMTP_URL.replace(/:[^:@]+@/, ':wrong@');
    const failure = await failureOf(senderWith({ SMTP_URL: settings.SMTP_URL || wrong }).send(mail));
    expect(failure).toMatchObject({ isFinal: false, mayArrive: false });
    expect(failure.logged).toMatch(new RegExp(reason));
  });

  it('sends no password unencrypted to another machine', async () => {
    const { url, received } = await serverSaying(answering(/^$/, null));
    const elsewhere = url.replace('smtp://127.0.0.1', 'smtp://user:secret@0.0.0.0');
    const failure = await failureOf(smtpSender({ url: elsewhere, from: 'burrow@burrow.example' }).send(mail));
    expect(failure).toMatchObject({ isFinal: false, mayArrive: false });
    expect(received()).toContain('STARTTLS');
    expect(received()).not.toContain('AUTH');
  });

  it('is aborted when the server never finishes', async () => {
    const { url } = await serverSaying(answering(/^\.$/, null));
    const sender = smtpSender({ url, from: 'burrow@burrow.example', limitMs: 200 });
    expect(await failureOf(sender.send(mail))).toMatchObject({ isFinal: false, mayArrive: true });
  });

  it('is sent by the next attempt when the library could not be loaded once', async () => {
    let isBroken = true;
    const sender = smtpSender(
      { url: sandbox.settings.SMTP_URL, from: sandbox.settings.MAIL_FROM },
      async () => {
        if (isBroken) throw new Error('too many open files');
        return import('nodemailer');
      },
    );
    expect((await failureOf(sender.send(mail))).logged).toContain('could not be loaded');
    isBroken = false;
    await expect(sender.send(mail)).resolves.toHaveProperty('reference');
  });

  it('is refused where no server is configured', async () => {
    const sender = createMailSender(readEnv(databaseUrl));
    expect(sender.isConfigured).toBe(false);
    expect((await failureOf(sender.send(mail))).logged).toContain('No mail server');
  });
});
