import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makeComms } from '../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { makeAnimal } from '../../../../packages/dev/src/factory-records.ts';
import type { BookingRow, ClientRow } from '../../../../packages/dev/src/factory-rows.ts';
import { migrate } from '../db/migrate.ts';
import { sendDueMessages } from '../modules/message/sender.ts';
import { useTestApi } from '../testing/harness.ts';
import { deliver, keptFrom, mailOfParts, rawMail, replySettings, replyTo } from '../testing/incoming-mail.ts';
import { samplePdf, samplePicture } from '../testing/sample-files.ts';

const api = useTestApi(replySettings);
const db = () => api.testDatabase.owner;

let practice: Practice;
let client: ClientRow;
async function makeClientOfPractice(): Promise<void> {
  practice = await makePractice(db(), { tenant_name: 'Willow Vets', email: 'desk@willow.example' });
  client = await makeClient(db(), {
    tenant: practice.tenant,
    name: 'Ann Miller',
    email: 'Ann@Example.com',
  });
}
beforeEach(makeClientOfPractice);

/** Delivers a message to the client's reply address and returns what was kept of it. */
async function received(raw: string | Buffer): Promise<{ subject: string | null; body: string }> {
  const answer = await deliver(api, raw, { to: replyTo(client) });
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
  const [kept, ...more] = await keptFrom(api, client);
  expect(more).toEqual([]);
  return { subject: kept!.subject, body: kept!.body };
}

const bodyOf = async (raw: string | Buffer): Promise<string> => (await received(raw)).body;

const bell = async (): Promise<unknown[]> =>
  (await api.call('notifications', {}, practice.staffKey)).body.notifications;

const filesOf = async ({ id }: ClientRow = client) =>
  (await api.call('files/by_entity', { entity_type: 'client', entity_id: id }, practice.staffKey)).body;

describe('an email to a client’s reply address', () => {
  it('is kept with its subject and words, and the practice is notified', async () => {
    const kept = await received(rawMail('Could Biscuit come at 10?\n\nThanks, Ann'));
    expect(kept).toEqual({
      subject: 'Re: Your appointment',
      body: 'Could Biscuit come at 10?\n\nThanks, Ann',
    });
    expect(await bell()).toMatchObject([
      {
        kind: 'client_text',
        client_id: client.id,
        client_name: 'Ann Miller',
        text: 'Could Biscuit come at 10? Thanks, Ann',
      },
    ]);
  });

  it('is the latest message of the conversation, unread, with its files', async () => {
    const raw = mailOfParts([
      { type: 'text/plain', content: 'See attached' },
      { type: 'application/pdf', content: samplePdf(700), filename: 'b.pdf' },
      { type: 'application/pdf', content: samplePdf(600), filename: 'a.pdf' },
    ]);
    await received(raw);
    const { body: list } = await api.call('conversations', {}, practice.staffKey);
    expect(list).toMatchObject({
      unread: 1,
      conversations: [{ client_id: client.id, unread: '1', last_direction: 'in', last_channel: 'email' }],
    });
    const { body } = await api.call('conversation', { client_id: client.id }, practice.staffKey);
    expect(body).toMatchObject({
      unread: '1',
      email_replies: '1',
      messages: [
        {
          direction: 'in',
          channel: 'email',
          status: 'received',
          automatic: '0',
          subject: 'Re: Your appointment',
          body: 'See attached',
          files: [
            { filename: 'b.pdf', file_size: 700 },
            { filename: 'a.pdf', file_size: 600 },
          ],
        },
      ],
    });
  });

  it('is read in quoted-printable UTF-8, with an encoded subject', async () => {
    const raw = rawMail('Caf=C3=A9 =F0=9F=90=B6 costs =C2=A35 =\nor more', {
      Subject: '=?utf-8?Q?Re=3A_caf=C3=A9?=',
      'Content-Transfer-Encoding': 'quoted-printable',
    });
    expect(await received(raw)).toEqual({ subject: 'Re: café', body: 'Café 🐶 costs £5 or more' });
  });

  it('is read in ISO-8859-1, byte for byte', async () => {
    const raw = rawMail('José pays £5', { 'Content-Type': 'text/plain; charset=iso-8859-1' });
    expect(await bodyOf(Buffer.from(raw, 'latin1'))).toBe('José pays £5');
  });

  it('is turned into text if there is only HTML, and nothing of the page survives', async () => {
    const html =
      '<html><head><title>x</title><style>p{color:red}</style></head><body><script>alert(1)</script>' +
      '<p>Hello&nbsp;&amp; <b>thanks</b></p><div>Line one<br>Line two</div><ul><li>Rex</ul>' +
      '<img src=x onerror=alert(1)><!-- <p>hidden --></body></html>';
    const raw = rawMail(html, { 'Content-Type': 'text/html; charset=utf-8' });
    expect(await bodyOf(raw)).toBe('Hello & thanks\n\nLine one\nLine two\n\n• Rex');
  });

  it('prefers its plain text to its HTML', async () => {
    const raw = mailOfParts(
      [
        { type: 'text/plain; charset=utf-8', content: 'The plain words' },
        { type: 'text/html; charset=utf-8', content: '<p>The page</p>' },
      ],
      {},
      'alternative',
    );
    expect(await bodyOf(raw)).toBe('The plain words');
  });

  it('is kept without what Gmail and Outlook quote below it', async () => {
    const gmail = [
      'Yes please.',
      '',
      'On Tue, 13 Jan 2026 at 08:00, Willow Vets <r-abc@reply.burrow.example>',
      'wrote:',
      '',
      '> Your appointment is tomorrow.',
      '> Willow Vets',
    ];
    expect(await bodyOf(rawMail(gmail))).toBe('Yes please.');
    client = await makeClient(db(), { tenant: practice.tenant, email: 'ann@example.com' });
    const outlook = [
      'Yes please.',
      '',
      '________________________________',
      'From: Willow Vets <burrow@burrow.example>',
      'Sent: 13 January 2026 08:00',
      'To: Ann Miller <ann@example.com>',
      'Subject: Your appointment',
      '',
      'Your appointment is tomorrow.',
    ];
    expect(await bodyOf(rawMail(outlook))).toBe('Yes please.');
  });

  it('names its sender if that is not the client’s address', async () => {
    expect(await bodyOf(rawMail('Hello', { From: 'Bob <bob@work.example>' }))).toBe(
      'Hello\n\nSent from bob@work.example.',
    );
    client = await makeClient(db(), { tenant: practice.tenant, email: null });
    expect(await bodyOf(rawMail('Hello'))).toBe('Hello\n\nSent from ann@example.com.');
  });

  it('has at most 20,000 characters, and says so', async () => {
    const body = await bodyOf(rawMail('🐶'.repeat(30_000)));
    expect(Array.from(body)).toHaveLength(20_000);
    expect(body).toMatch(/🐶\n\nThe end of this email wasn’t kept: it’s longer than 20,000 characters\.$/u);
  });

  it('is kept once, however often it comes', async () => {
    const raw = mailOfParts([
      { type: 'text/plain', content: 'Once' },
      { type: 'application/pdf', content: samplePdf(2000), filename: 'once.pdf' },
    ]);
    const answers = await Promise.all([1, 2, 3].map(() => deliver(api, raw, { to: replyTo(client) })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await keptFrom(api, client)).toHaveLength(1);
    expect([(await bell()).length, (await filesOf()).length]).toEqual([1, 1]);
  });

  it('is kept with each client that it goes to', async () => {
    const other = await makeClient(db(), { tenant: practice.tenant });
    const raw = rawMail('To both of you');
    for (const one of [client, other]) await deliver(api, raw, { to: replyTo(one) });
    expect([(await keptFrom(api, client)).length, (await keptFrom(api, other)).length]).toEqual([1, 1]);
  });

  it('is kept, but marks nothing as unread and notifies no one, if a program sent it', async () => {
    const marks: Record<string, string>[] = [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'X-Autoreply': 'yes' },
      { 'Return-Path': '<>' },
    ];
    for (const mark of marks) await deliver(api, rawMail('Out of office', mark), { to: replyTo(client) });
    expect(await keptFrom(api, client)).toHaveLength(4);
    expect(await bell()).toEqual([]);
    const { body: thread } = await api.call('conversation', { client_id: client.id }, practice.staffKey);
    expect(thread).toMatchObject({ unread: '0', messages: marks.map(() => ({ automatic: '1' })) });
    await deliver(api, rawMail('By hand', { 'Auto-Submitted': 'no' }), { to: replyTo(client) });
    expect(await bell()).toHaveLength(1);
    expect((await api.call('conversations', {}, practice.staffKey)).body.unread).toBe(1);
    // Nothing answers an email.
    expect(api.sandbox.inbox.messages()).toEqual([]);
  });
});

describe('attachments', () => {
  const words = { type: 'text/plain', content: 'See attached' };

  it('become files of the client', async () => {
    const [pdf, photo] = [samplePdf(5000), await samplePicture('jpeg', 60, 40)];
    const raw = mailOfParts([
      words,
      { type: 'application/pdf', content: pdf, filename: 'lab report.pdf' },
      { type: 'application/octet-stream', content: photo, filename: 'Rex.jpg' },
    ]);
    expect(await bodyOf(raw)).toBe('See attached');
    expect(await filesOf()).toMatchObject([
      { filename: 'Rex.jpg', mime_type: 'image/jpeg', uploaded_by: 'Ann Miller' },
      { filename: 'lab report.pdf', mime_type: 'application/pdf', file_size: 5000 },
    ]);
    const { rows } = await db().query<{ user: number | null }>(
      'select distinct uploaded_by_user_id as user from files where client_id = $1',
      [client.id],
    );
    expect(rows).toEqual([{ user: null }]);
  });

  it('that may not be stored are named', async () => {
    const raw = mailOfParts([
      words,
      { type: 'text/html', content: '<script>alert(1)</script>', filename: 'page.html' },
      { type: 'application/pdf', content: samplePdf(900), filename: 'kept.pdf' },
      { type: 'application/x-msdownload', content: randomBytes(300), filename: '..\\..\\run\u202Efdp.exe' },
    ]);
    expect(await bodyOf(raw)).toBe(
      'See attached\n\n2 attachments weren’t kept because only images, PDF, Word and text files are accepted: ' +
        'page.html, runfdp.exe.',
    );
    expect((await filesOf()).map(({ filename }) => filename)).toEqual(['kept.pdf']);
  });

  it('are at most five, and 10 MB together', async () => {
    const pdf = (filename: string, bytes = 800) => ({
      type: 'application/pdf',
      content: samplePdf(bytes),
      filename,
    });
    const many = mailOfParts([words, ...'abcdefg'.split('').map((name) => pdf(`${name}.pdf`))]);
    const why =
      'because only the first 5 attachments of an email are kept, up to 10 MB in total, and empty ones aren’t';
    expect(await bodyOf(many)).toContain(`\n\n2 attachments weren’t kept ${why}: f.pdf, g.pdf.`);
    client = await makeClient(db(), { tenant: practice.tenant, email: 'ann@example.com' });
    const large = mailOfParts([words, pdf('a.pdf', 8e6), pdf('b.pdf', 3e6), pdf('c.pdf')]);
    expect(await bodyOf(large)).toContain(`\n\n1 attachment wasn’t kept ${why}: b.pdf.`);
    expect((await filesOf()).map(({ filename }) => filename)).toEqual(['c.pdf', 'a.pdf']);
  });

  it('do not include the small pictures of a signature', async () => {
    const logo = await samplePicture('png', 16, 16);
    const raw = mailOfParts(
      [
        { type: 'text/html', content: '<p>Hello</p><img src="cid:logo">' },
        { type: 'image/png; name="logo.png"', content: logo, headers: ['Content-ID: <logo>'] },
      ],
      {},
      'related',
    );
    expect(await bodyOf(raw)).toBe('Hello');
    expect(await filesOf()).toEqual([]);
  });

  it('are left out beyond the space that a client has, and the words are kept', async () => {
    await db().query(
      `insert into files (tenant_id, client_id, uploaded_by_client_id, filename, file_size, mime_type, sha256)
       select $1, $2, $2, 'old.pdf', size, 'application/pdf', sha256('')
       from unnest(array_append(array_fill(10485760, array[9]), 10484760)) size`,
      [practice.tenant.id, client.id],
    );
    const pdf = (filename: string) => ({ type: 'application/pdf', content: samplePdf(900), filename });
    // Either fits, and both do not.
    const page = { type: 'text/html', content: '<p>Hi</p>', filename: 'page.html' };
    const body = await bodyOf(mailOfParts([words, pdf('lab.pdf'), pdf('bill.pdf'), page]));
    expect(body).toBe(
      'See attached\n\n2 attachments weren’t kept because this client can’t have any more files: lab.pdf, bill.pdf.\n' +
        '1 attachment wasn’t kept because only images, PDF, Word and text files are accepted: page.html.',
    );
    expect(await filesOf()).toHaveLength(10);
  });
});

describe('the recipient', () => {
  it('is taken from a header, or else from the message itself', async () => {
    const to = replyTo(client);
    const answers = [
      await deliver(api, rawMail('By header'), { headers: { 'X-Envelope-To': to } }),
      await deliver(api, rawMail('By To', { to: `Willow Vets <${to.toUpperCase()}>` })),
      await deliver(api, rawMail('By Cc', { Cc: `x@example.com, ${to}` })),
      await deliver(api, rawMail('By Delivered-To', { 'Delivered-To': to })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await keptFrom(api, client)).map(({ body }) => body)).toEqual([
      'By header',
      'By To',
      'By Cc',
      'By Delivered-To',
    ]);
  });

  it('may be a client who is archived, or of a suspended practice', async () => {
    await db().query('update clients set archived_at = now() where id = $1', [client.id]);
    await db().query('update tenants set suspended_at = now() where id = $1', [practice.tenant.id]);
    expect(await bodyOf(rawMail('Still here'))).toBe('Still here');
  });

  it('is refused for good after the client was erased, and for an unknown one', async () => {
    const { adminKey } = practice;
    expect(
      (await api.call('client_erase', { client_id: client.id, name: client.name }, adminKey)).status,
    ).toBe(200);
    const gone = [
      client,
      { tenant_id: practice.tenant.id, id: 999_999 },
      { tenant_id: 999_999, id: client.id },
    ];
    for (const one of gone) {
      const answer = await deliver(api, rawMail('Hello?'), { to: replyTo(one) });
      expect(answer.status).toBe(406);
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(await answer.text()).toBe(
        'This address doesn’t exist or is no longer in use. Please contact the practice another way.\n',
      );
    }
    expect(await keptFrom(api, client)).toEqual([]);
  });
});

describe('the forms of mail hosts', () => {
  const credentials = {
    Authorization: `Basic ${Buffer.from(`burrow:${replySettings.INBOUND_MAIL_SECRET}`).toString('base64')}`,
  };

  it('are accepted from Mailgun, in either encoding', async () => {
    const fields = (word: string) => ({
      recipient: replyTo(client),
      sender: 'ann@example.com',
      'body-mime': rawMail(`${word} café`),
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields('First'))) form.append(name, value);
    const answers = [
      await api.post('/api/webhooks/mail/mime', form, credentials),
      await api.post('/api/webhooks/mail/mime', new URLSearchParams(fields('Second')), credentials),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await keptFrom(api, client)).map(({ body }) => body)).toEqual(['First café', 'Second café']);
  });

  it('are accepted from SendGrid, with every byte of the message', async () => {
    const raw = Buffer.from(rawMail('José', { 'Content-Type': 'text/plain; charset=iso-8859-1' }), 'latin1');
    const field = (name: string, value: Buffer | string) => [
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`,
      value,
      '\r\n',
    ];
    const envelope = JSON.stringify({ to: [replyTo(client)], from: 'ann@example.com' });
    const parts = [...field('envelope', envelope), ...field('email', raw), '--x--\r\n'];
    const answer = await api.post(
      '/api/webhooks/mail',
      Buffer.concat(parts.map((part) => Buffer.from(part))),
      {
        ...credentials,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    );
    expect(answer.status).toBe(200);
    expect((await keptFrom(api, client)).map(({ body }) => body)).toEqual(['José']);
  });

  it('are refused without a message', async () => {
    const answer = await api.post('/api/webhooks/mail', new URLSearchParams({ to: 'x' }), credentials);
    expect(answer.status).toBe(400);
    const json = { ...credentials, 'Content-Type': 'application/json' };
    expect((await api.post('/api/webhooks/mail', '{}', json)).status).toBe(415);
  });
});

describe('an email to a client', () => {
  it.each([0, 2])(
    'of installation %i names their reply address, and a reply to it arrives',
    async (number) => {
      const { ownerUrl, appUrl } = api.testDatabase;
      await migrate({ ownerUrl, appUrl, installationNumber: number });
      await makeClientOfPractice();
      const { booking } = await bookedFor(client);
      const email = await sent(booking);
      expect(email.replyTo).toBe(replyTo(client));
      expect((await deliver(api, rawMail('Thank you', { to: email.replyTo! }))).status).toBe(200);
      expect((await keptFrom(api, client)).map(({ body }) => body)).toEqual(['Thank you']);
    },
  );
});

async function bookedFor(owner: ClientRow) {
  const animal = await makeAnimal(db(), { client: owner, species: practice.dog });
  return { booking: await makeBooking(db(), { animal, service: practice.checkUp, status: 'confirmed' }) };
}

/** Sends the confirmation of an appointment by email. */
async function sent(booking: BookingRow) {
  await makeComms(db(), {
    booking,
    type: 'email',
    status: 'pending',
    body: null,
    recipient: 'ann@example.com',
    kind: 'booking_confirmation',
    due_at: api.clock.now(),
    created_at: api.clock.now(),
  });
  await sendDueMessages(api.deps);
  const [email] = api.mailTo('ann@example.com');
  return email!;
}
