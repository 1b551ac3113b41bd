import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutputOf } from '@burrow/contracts/actions';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  makeAccount,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { canariesIn, plantCanaries } from '../../testing/derived/canaries.ts';
import { makeFullPractice } from '../../testing/derived/world.ts';

// The clock runs: the database's own is compared with it.
const api = useTestApi({}, 'system');
const db = () => api.testDatabase.owner;

type Installation = OutputOf<'superadmin/installation'>;
type Provider = Installation['providers'][number];

let root: SessionKey;
beforeAll(async () => {
  root = await makeSessionKey(db(), { account: await makeAccount(db(), { is_superadmin: true }) });
});
beforeEach(async () => {
  await api.deps.providerRecord.flush();
  await db().query('truncate provider_outcomes, rate_limits, backups');
});

const look = async (): Promise<Installation> => {
  const { status, body } = await api.call('superadmin/installation', {}, root);
  expect(status).toBe(200);
  return body;
};
const findingOf = ({ findings }: Installation, what: string) =>
  findings.find((finding) => finding.what === what);
const providerOf = ({ providers }: Installation, name: Provider['provider']): Provider | undefined =>
  providers.find(({ provider }) => provider === name);
const test = async (provider: Provider['provider'], to?: string) => {
  const input = { provider, ...(to === undefined ? {} : { to }) };
  const { status, body } = await api.call('superadmin/provider_test', input, root);
  expect(status).toBe(200);
  return body;
};

describe('the state of the installation', () => {
  it('is for superadmins only', async () => {
    const practice = await makePractice(db());
    const customer = await makeSessionKey(db(), { client: practice.client });
    for (const caller of [practice.adminKey, practice.staffKey, customer]) {
      expect((await api.call('superadmin/installation', {}, caller)).error.code).toBe('forbidden');
      const tried = await api.call('superadmin/provider_test', { provider: 'storage' }, caller);
      expect(tried.error.code).toBe('forbidden');
    }
    expect((await api.call('superadmin/installation', {})).status).toBe(401);
  });

  it('is complete, and without findings, when all is well', async () => {
    const seen = await look();
    expect(seen.findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(findingOf(seen, 'row-level security')).toMatchObject({ state: 'ok' });
    expect(findingOf(seen, 'backups')).toMatchObject({ state: 'note', said: 'no backup yet' });
    expect(seen.work?.queues.map(({ name }) => name)).toContain('refund');
    expect(seen.database).toMatchObject({ version: expect.stringMatching(/^1\d/) as string });
    expect(Math.abs(seen.database?.clock_ahead_ms ?? NaN)).toBeLessThan(1000);
    expect(seen.database?.connected.map(({ name }) => name)).toContain('burrow-control');
    expect(seen.database?.connections.used).toBeGreaterThan(0);
    expect(seen.database?.largest).toHaveLength(6);
    expect(seen.server.node).toBe(process.version);
    expect(seen.server.disks[0]?.free_bytes).toBeGreaterThan(0);
    expect([seen.failed, seen.backups]).toEqual([[], []]);
  });

  it('reveals no practice and no person, however full the database is', async () => {
    const { practice } = await makeFullPractice(db());
    await plantCanaries(db(), practice.tenant.id);
    const { headers } = await api.call('superadmin/installation', {}, root);
    expect(headers.get('content-type')).toContain('json');
    expect(canariesIn(JSON.stringify(await look()))).toEqual([]);
  });

  it('counts failures by their reason, over all practices', async () => {
    await db().query('delete from refunds');
    await db().query('delete from comms');
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    const message = (tenantId: number, reason: string) =>
      db().query(
        `insert into comms (tenant_id, type, status, recipient, kind, due_at, last_error, created_at, updated_at)
         values ($1, 'sms', 'failed', '+447700900123', 'ready_for_collection', now(), $2, now(), now())`,
        [tenantId, reason],
      );
    await message(one.tenant.id, 'Twilio refused a message: HTTP 401, code 20003');
    await message(two.tenant.id, 'Twilio refused a message: HTTP 401, code 20003');
    await message(two.tenant.id, 'Twilio could not be reached: ask Fay First at fay@example.test');
    await db().query(
      `insert into pgboss.job (name, state, policy, singleton_key, output, completed_on)
       values ('deposit_check', 'failed', 'short', 'one', '{"failed": "payments_unavailable"}', now()),
              ('deposit_check', 'failed', 'short', 'two', '{"value": {"message": "job timed out"}}', now())`,
    );
    await db().query("update pgboss.queue set monitor_claim_on = monitor_claim_on - interval '1 hour'");
    await (await api.deps.jobs.boss()).supervise();
    const { failed } = await look();
    const shown = failed?.map(({ kind, part, reason, count }) => [kind, part, reason, count]);
    expect(shown).toEqual([
      ['job', 'deposit_check', 'cut off, or too slow', 1],
      ['job', 'deposit_check', 'payments_unavailable', 1],
      ['message', 'sms', 'Twilio refused a message: HTTP 401, code 20003', 2],
      ['message', 'sms', 'a reason of its own, which the practice sees', 1],
    ]);
    await db().query('delete from comms');
  });

  it('leaves out a part that cannot be read, and names it', async () => {
    await db().query('alter schema pgboss rename to away');
    const seen = await look();
    await db().query('alter schema away rename to pgboss');
    expect([seen.work, seen.failed]).toEqual([null, null]);
    expect(findingOf(seen, 'work')?.state).toBe('wrong');
    expect(findingOf(seen, 'job queue')?.state).toBe('wrong');
    expect(seen.database?.largest.length).toBeGreaterThan(0);
    expect(seen.providers).toHaveLength(4);
  });

  it('is answered in time, also while a table is locked', async () => {
    const locker = await db().connect();
    await locker.query('begin');
    await locker.query('lock table provider_outcomes, backups, comms in access exclusive mode');
    const began = performance.now();
    const seen = await look();
    await locker.query('rollback');
    locker.release();
    expect(performance.now() - began).toBeLessThan(8000);
    expect([seen.work, seen.backups]).toEqual([null, null]);
    expect(seen.server.version).toMatch(/^\d/);
    expect(findingOf(seen, 'backups')?.said).toMatch(/^couldn’t be read/);
  });

  it('warns when jobs stand still, and when the clocks differ', async () => {
    await db().query(
      "insert into work_marks values ('reminders', now() - interval '15 minutes') on conflict (name) do update set at = excluded.at",
    );
    const practice = await makePractice(db());
    await db().query(
      `insert into comms (tenant_id, type, status, recipient, kind, due_at, created_at, updated_at)
       values ($1, 'email', 'pending', 'a@b.test', 'ready_for_collection', now() - interval '20 minutes', now(), now())`,
      [practice.tenant.id],
    );
    const seen = await look();
    expect(findingOf(seen, 'reminders')).toMatchObject({ state: 'wrong' });
    expect(seen.findings.find(({ said }) => said.startsWith('1 queued'))).toMatchObject({
      what: 'email',
      state: 'wrong',
      said: '1 queued, the oldest for 20 minutes',
    });
    await db().query('delete from comms');
    await db().query('delete from work_marks');
    api.clock.set(new Date(Date.now() - 70_000).toISOString());
    const late = await look();
    expect(late.database?.clock_ahead_ms).toBeGreaterThan(60_000);
    expect(findingOf(late, 'clocks')).toMatchObject({ state: 'wrong' });
  });

  it.each([
    ['is done and young', 'done', '3 hours', 'ok', 'the last backup is less than a day old'],
    ['is done and old', 'done', '27 hours', 'wrong', 'the last backup is 27 hours old'],
    ['failed', 'failed', '1 hour', 'wrong', 'the last backup failed: The disk is full.'],
  ])('has a finding about backups when the last %s', async (_what, state, age, weight, said) => {
    const backup = (is: string, ago: string) =>
      db().query(
        `insert into backups (started_at, finished_at, state, bytes, tables, rows, files, place, failure)
         values (now() - $2::interval, now(), $1, 10, 1, 1, 0, '/backups/one', case $1 when 'failed' then 'The disk is full.' end)`,
        [is, ago],
      );
    if (state === 'failed') await backup('done', '2 hours');
    await backup(state, age);
    const seen = await look();
    expect(findingOf(seen, 'backups')).toMatchObject({ state: weight, said });
    expect(seen.backups?.[0]).toMatchObject({ state, place: '/backups/one' });
  });
});

describe('a provider', () => {
  it('that is tested and works is reported so, with its last success', async () => {
    expect(await test('sms', '07700 900077')).toMatchObject({ worked: true, code: null });
    expect(api.smsTo('07700900077')).toHaveLength(1);
    expect(await test('mail', 'operator@example.test')).toMatchObject({ worked: true });
    expect(api.mailTo('operator@example.test')).toMatchObject([{ subject: 'Burrow: this is a test' }]);
    expect(await test('payments')).toMatchObject({
      worked: true,
      said: 'Stripe recognises the account and the price.',
    });
    expect(await test('storage')).toMatchObject({ worked: true });
    const { providers } = await look();
    expect(
      providers.map(({ provider, state, calls }) => [provider, state, calls?.last_worked_at !== null]),
    ).toEqual([
      ['sms', 'simulated', true],
      ['mail', 'real', true],
      ['payments', 'simulated', true],
      // In the database: nothing left the process.
      ['storage', 'real', false],
    ]);
  });

  it('that is unavailable is reported in words, with advice, and is a finding until it works again', async () => {
    api.sandbox.mood.twilio = 'outage';
    expect(await test('sms', '07700900078')).toMatchObject({
      worked: false,
      said: 'Twilio has a problem.',
      todo: expect.stringContaining('status.twilio.com') as string,
    });
    const down = await look();
    const words = { state: 'wrong', said: 'Twilio has a problem.' };
    expect(down.findings.filter(({ state }) => state === 'wrong')).toMatchObject([
      { what: 'text messages', ...words },
    ]);
    expect(providerOf(down, 'sms')?.calls).toMatchObject({ last_worked_at: null, failed_last_day: 1 });
    api.sandbox.mood.twilio = 'well';
    await test('sms', '07700900078');
    const up = await look();
    expect(up.findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(up.findings).toContainEqual({
      what: 'text messages',
      state: 'note',
      said: 'working again, but failed once in the last day: Twilio has a problem.',
      todo: null,
    });
  });

  it('of mail, or of cards, that is unavailable is reported as well', async () => {
    api.sandbox.mood.mail = 'outage';
    expect(await test('mail', 'operator@example.test')).toMatchObject({
      worked: false,
      code: expect.stringMatching(/^4(?:21|51)$/) as string,
      said: 'The mail server has a problem.',
    });
    api.sandbox.stripe.mood = 'outage';
    expect(await test('payments')).toMatchObject({
      worked: false,
      code: 'HTTP_503',
      said: 'Stripe has a problem.',
    });
    const wrong = (await look()).findings.filter(({ state }) => state === 'wrong');
    expect(wrong.map(({ what }) => what)).toEqual(['email', 'card payments']);
  });

  it('that does not answer times out after five seconds', { timeout: 20_000 }, async () => {
    api.sandbox.stripe.mood = 'silence';
    const tried = await test('payments');
    expect(tried).toMatchObject({ worked: false, said: 'Stripe didn’t respond in time.' });
    expect(tried.ms).toBeLessThan(7000);
  });

  it('that refuses one number works, and the test shows why', async () => {
    expect(await test('sms', '+15005550001')).toMatchObject({
      worked: false,
      code: '21211',
      said: 'Twilio can’t text this number.',
    });
    expect(providerOf(await look(), 'sms')?.calls).toMatchObject({ failed_last_day: 0 });
  });

  it('is not called with an invalid number or address', async () => {
    for (const [provider, to] of [
      ['sms', 'nobody'],
      ['sms', undefined],
      ['mail', 'nobody'],
      ['mail', 'a@b.test\nBcc: c@d.test'],
      ['mail', undefined],
    ] as const) {
      const { error } = await api.call('superadmin/provider_test', { provider, ...(to ? { to } : {}) }, root);
      expect(error).toMatchObject({ code: 'invalid_input', fields: { to: expect.any(String) as string } });
      await db().query('truncate rate_limits');
    }
  });

  it('is tested at most six times a minute, and each test is logged without its recipient', async () => {
    for (let turn = 0; turn < 6; turn += 1) await test('sms', '07700900079');
    const seventh = await api.call('superadmin/provider_test', { provider: 'storage' }, root);
    expect(seventh.error.code).toBe('rate_limited');
    const lines = api.logLines.filter((line) => line.includes('a superadmin tried a provider'));
    expect(lines).toHaveLength(6);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ provider: 'sms', code: null });
    expect(api.logLines.join()).not.toContain('900079');
  });

  it('is recorded for all processes together, the latest failure last', async () => {
    const { sms } = api.deps;
    const send = () => sms.send({ to: '+447700900080', body: 'x' }).catch(() => undefined);
    await send();
    api.sandbox.mood.twilio = 'outage';
    await Promise.all([send(), send()]);
    await api.deps.providerRecord.flush();
    await send();
    await api.deps.providerRecord.flush();
    const { rows } = await db().query('select worked, failed, last_failure from provider_outcomes');
    expect(rows).toEqual([{ worked: 1, failed: 3, last_failure: '20503' }]);
  });

  it('that cannot be recorded is recorded later', async () => {
    await db().query('alter table provider_outcomes rename to away');
    await test('payments');
    await api.deps.providerRecord.flush();
    await db().query('alter table away rename to provider_outcomes');
    await api.deps.providerRecord.flush();
    const { rows } = await db().query("select worked from provider_outcomes where provider = 'payments'");
    expect(rows).toEqual([{ worked: 1 }]);
    expect(api.logLines.join()).toContain('the results of provider calls could not be recorded yet');
  });

  it('with only old answers is forgotten', async () => {
    await db().query(
      "insert into provider_outcomes (provider, hour, worked) values ('sms', now() - interval '36 days', 1), ('sms', now(), 1)",
    );
    await (await api.deps.jobs.boss()).send('clear_up', null);
    await api.runJobs();
    expect((await db().query('select from provider_outcomes')).rowCount).toBe(1);
  });
});

describe('files on a disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-installation-'));
  const onDisk = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: join(folder, 'files') }, 'system');

  it('are tested with a small file, which is deleted; a missing folder is reported in words', async () => {
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const account = await makeAccount(onDisk.testDatabase.owner, { is_superadmin: true });
    const key = await makeSessionKey(onDisk.testDatabase.owner, { account });
    const tried = () => onDisk.call('superadmin/provider_test', { provider: 'storage' }, key);
    expect((await tried()).body).toMatchObject({
      worked: true,
      said: 'A small file was written, read and deleted.',
    });
    const { body } = await onDisk.call('superadmin/installation', {}, key);
    expect(body.server.disks.map(({ what }) => what)).toEqual(['temporary folder', 'file storage']);
    expect(body.providers[3]).toMatchObject({ through: 'A folder', calls: { failed_last_day: 0 } });
    rmSync(join(folder, 'files'), { recursive: true });
    writeFileSync(join(folder, 'files'), 'a file where the folder should be');
    const { body: closed } = await tried();
    expect(closed).toMatchObject({
      worked: false,
      code: 'ENOTDIR',
      said: 'Part of the path is a file, not a folder.',
    });
    expect(JSON.stringify(closed)).not.toContain(folder);
  });
});

describe('an installation with nothing but a database', () => {
  const none = Object.fromEntries(
    [
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_FROM',
      'TWILIO_API_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE',
      'STRIPE_API_URL',
    ].map((name) => [name, '']),
  );
  const bare = useTestApi(none, 'system');

  it('is healthy, and lists what is not set up and how to', async () => {
    const account = await makeAccount(bare.testDatabase.owner, { is_superadmin: true });
    const key = await makeSessionKey(bare.testDatabase.owner, { account });
    const { body } = await bare.call('superadmin/installation', {}, key);
    expect(body.findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(body.providers.map(({ state }) => state)).toEqual(['off', 'off', 'off', 'real']);
    for (const provider of ['sms', 'mail', 'payments'] as const) {
      const tried = await bare.call('superadmin/provider_test', { provider, to: '07700900001' }, key);
      expect(tried.body).toMatchObject({ worked: false, todo: expect.stringContaining('Set ') as string });
    }
  });
});
