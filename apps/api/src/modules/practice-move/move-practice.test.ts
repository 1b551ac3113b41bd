import { hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { scopeOf } from '@burrow/contracts/scopes';
import pg from 'pg';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { inPractice } from '../../context/in-practice.ts';
import { bytesOf } from '../../testing/derived/call.ts';
import { tenantTables, digest, practiceDigest } from '../../testing/derived/tenant-rows.ts';
import { validInput } from '../../testing/derived/valid-input.ts';
import { whileServed } from '../../testing/served-copy.ts';
import { jobsIn, storageOf, useTwoInstallations } from '../../testing/two-installations.ts';
import {
  defaultPassword,
  makeAccount,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeCalendarFeed } from '../../../../../packages/dev/src/factory-records.ts';
import type { UserRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { readMoveManifest } from './move-manifest.ts';
import { stayingAccountTables, stayingTables, readMovedTables } from './moved-tables.ts';
import { finishMove, moveIn, moveOut } from './public.ts';

const two = useTwoInstallations();
const { api } = two;
const db = () => api.testDatabase.owner;
const newAddress = 'https://b.example.test';

/** Has every scope. */
let program: SessionKey;
let superadmin: SessionKey;
let feedPath: string;

beforeAll(async () => {
  const { practice, staff } = two.scene;
  program = await makeSessionKey(db(), { user: practice.admin, kind: 'integration', label: 'Website' });
  await db().query(
    `insert into account_factors (account_id, kind, state, name, credential_id, public_key, rp_id, counter, created_at, confirmed_at)
     values ($1, 'passkey', 'active', 'Phone', 'credential', 'key', 'old.example.test', 0, now(), now())`,
    [practice.admin.account_id],
  );
  // With reminders to catch up on already, a move changes nothing in the row of the practice.
  await db().query(
    `update tenants set subdomain = 'riverside-moves', booking_page_published_at = now(), reminders_from = now()
     where id = $1`,
    [practice.tenant.id],
  );
  ({ path: feedPath } = await makeCalendarFeed(db(), { maker: practice.admin, staff }));
  superadmin = await makeSessionKey(db(), { account: await makeAccount(db(), { is_superadmin: true }) });
});

/** The rows of the moved practice that move, by table, without what a move changes deliberately. */
async function movedDigest(pool: pg.Pool): Promise<Record<string, string>> {
  const tables = (await tenantTables(pool)).filter(
    ({ name }) => !(name in stayingTables) && name !== 'users',
  );
  const whole = await digest(
    pool,
    two.scene.practice.tenant.id,
    tables.map(({ name, column }) => [
      name,
      `t.${column} = $1${name === 'api_keys' ? " and t.kind = 'integration'" : ''}`,
    ]),
  );
  const { rows: users } = await pool.query(
    `select u.id, u.name, u.role, u.accepted_at, a.email, a.password_hash from users u join accounts a on a.id = u.account_id
     where u.tenant_id = $1 and a.email <> $2 order by 1`,
    [two.scene.practice.tenant.id, 'joins@example.test'],
  );
  return { ...whole, users: JSON.stringify(users) };
}

/** What a program with every scope reads, byte for byte. */
async function readings(url: string): Promise<string[]> {
  const asked = actionNames.filter((name) => {
    const action = actionNamed(name) as { kind: 'query' | 'command'; returns?: string; scope: null };
    return action.kind === 'query' && action.returns !== 'events' && scopeOf(action) !== null;
  });
  const said: string[] = [];
  for (const name of asked) {
    const response = await post(url, name, validInput(name, two.scene), program);
    const text = Buffer.from(await bytesOf(response)).toString('latin1');
    // Devices with notifications stay: people allow them again.
    const same = text.replace(/"request_id":"[^"]*"/, '').replace(/"push_devices":\d+/, '');
    said.push(`${name} ${response.status} ${hash('sha256', same)}`);
  }
  return said;
}

const post = (url: string, name: ActionName, input: unknown, caller?: SessionKey): Promise<Response> =>
  fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(caller && { Authorization: `Bearer ${caller.apiKey}` }),
    },
    body: JSON.stringify(input),
  });

const emailOf = async ({ account_id }: UserRow): Promise<string> => {
  const { rows } = await db().query<{ email: string }>('select email from accounts where id = $1', [
    account_id,
  ]);
  return rows[0]?.email ?? '';
};

/** A job that waits; each test's jobs are deleted after it. */
const enqueueRefund = (): Promise<unknown> =>
  db().query(
    `insert into pgboss.job (name, policy, data, singleton_key)
     values ('refund', 'short', json_build_object('tenantId', $1::bigint, 'refundId', 2), 'refund-1-2')`,
    [two.scene.practice.tenant.id],
  );

describe('what moves', () => {
  it('is every table of a practice and of its people, but for those with a reason to stay', async () => {
    const client = new pg.Client({ connectionString: two.there.ownerUrl });
    await client.connect();
    const moved = (await readMovedTables(client)).map(({ name }) => name);
    await client.end();
    const { rows } = await two.thereDb.query<{ name: string }>(
      `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and a.attname in ('tenant_id', 'account_id') and not a.attisdropped`,
    );
    const staying = Object.keys({ ...stayingTables, ...stayingAccountTables });
    expect([...moved, ...staying].toSorted()).toEqual(
      [...rows.map(({ name }) => name), 'accounts', 'tenants'].toSorted(),
    );
  });
});

describe('a practice that is being moved', { timeout: 120_000 }, () => {
  it('is closed to everyone, with the reason, until the move is cancelled', async () => {
    const { tenant, staffKey, clientKey } = two.scene.practice;
    const before = await practiceDigest(db(), tenant.id);
    const neighbours = await practiceDigest(db(), two.neighbour.practice.tenant.id);
    await enqueueRefund();
    const { place } = await two.moveScene();
    expect(statSync(place).mode & 0o077).toBe(0);
    for (const name of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
      expect(statSync(join(place, name)).mode & 0o077).toBe(0);
    }
    const email = await emailOf(two.scene.staff);
    const refused = [
      await api.call('animal_species', {}, staffKey),
      await api.call('animal_species', {}, program),
      await api.call('cp/care', validInput('cp/care', two.scene) as never, clientKey),
      await api.call('auth', { email, password: defaultPassword }),
      await api.call('tenant_public', { tenant_id: tenant.id }),
    ];
    expect(refused.map(({ status, error }) => [status, error.code, error.message])).toEqual(
      refused.map(() => [
        503,
        'practice_moving',
        'This practice is being moved to another server. Please try again later.',
      ]),
    );
    expect(refused[0]?.headers.get('retry-after')).toBe('300');
    expect((await fetch(`${api.url}${feedPath}`)).status).toBe(503);
    const work = inPractice(
      api.deps,
      { tenantId: tenant.id, action: 'message_resend', requestId: 'callback' },
      () => Promise.resolve(),
    );
    await expect(work).rejects.toMatchObject({ code: 'practice_moving' });
    expect(await jobsIn(db())).toEqual([]);
    const resumed = await api.call('superadmin/practice_resume', { practice_id: tenant.id }, superadmin);
    expect(resumed.error.code).toBe('practice_moving');
    expect((await api.call('animal_species', {}, two.neighbour.practice.staffKey)).status).toBe(200);

    await two.cancel();
    expect((await api.call('animal_species', {}, staffKey)).status).toBe(200);
    // The clean-up job deletes the file by which a shared store is recognised.
    const after = await practiceDigest(db(), tenant.id);
    expect(after).toEqual({ ...before, file_removals: after['file_removals'] });
    expect(await practiceDigest(db(), two.neighbour.practice.tenant.id)).toEqual(neighbours);
    expect(await jobsIn(db())).toMatchObject([{ name: 'refund', singleton_key: 'refund-1-2' }]);
    await expect(two.cancel()).rejects.toThrow('isn’t being moved');
  });

  it('waits for a request under way, and for a message that is being sent', async () => {
    const { tenant } = two.scene.practice;
    const slow = new pg.Client({ connectionString: api.testDatabase.appUrl });
    await slow.connect();
    await slow.query('begin');
    await expect(two.moveScene(600)).rejects.toThrow('requests under way');
    await slow.query('commit');
    await slow.end();
    await two.cancel();
    const lease =
      "update comms set locked_until = now() + interval '1 hour' where tenant_id = $1 and status = 'pending'";
    await db().query(lease, [tenant.id]);
    await expect(two.moveScene(600)).rejects.toThrow('messages, webhooks and jobs under way');
    await db().query('update comms set locked_until = null where tenant_id = $1', [tenant.id]);
    await two.cancel();
  });

  it('waits for a job that begins while it is being closed, and takes it along once it has failed', async () => {
    await enqueueRefund();
    await db().query(`
      create function begin_job() returns trigger language plpgsql security definer as
        $$ begin update pgboss.job set state = 'active', started_on = now() where name = 'refund'; return new; end $$;
      create trigger begin_job before update on practice_moves
        for each row when (old.closed_at is null and new.closed_at is not null) execute function begin_job()`);
    await expect(two.moveScene(600)).rejects.toThrow('messages, webhooks and jobs under way');
    await db().query(
      "drop function begin_job cascade; update pgboss.job set state = 'retry' where name = 'refund'",
    );
    const { manifest } = await two.moveScene();
    expect(manifest.jobs).toMatchObject([{ name: 'refund', singletonKey: 'refund-1-2' }]);
    expect(await jobsIn(db())).toEqual([]);
    await two.cancel();
  });
});

describe('a practice that moves', { timeout: 180_000 }, () => {
  it('is the same there, byte for byte, and leads its callers to the new address', async () => {
    const { tenant, staffKey } = two.scene.practice;
    const joins = await makeAccount(two.thereDb, { email: 'joins@example.test', name: 'There already' });
    await db().query("update accounts set email = 'joins@example.test' where id = $1", [
      two.scene.account.id,
    ]);
    const said = await readings(api.url);
    expect(said.filter((line) => / 200 /.test(line)).length).toBeGreaterThan(30);
    const before = await movedDigest(db());
    const empty = Object.entries(before).filter(([, rows]) => rows.startsWith('0 '));
    expect(empty).toEqual([]);
    const [here, other] = [two.neighbour, two.neighbourThere].map(({ practice }) => practice.tenant.id);
    const neighbours = await practiceDigest(db(), here ?? 0);
    const others = await practiceDigest(two.thereDb, other ?? 0);
    expect(other).toBeGreaterThan(7_000_000_000_000);

    await enqueueRefund();
    const { place, manifest } = await two.moveScene();
    expect(manifest.files).toHaveLength(2);
    const moved = await two.takeOver(place);
    expect(moved).toMatchObject({
      joined: ['joins@example.test'],
      withoutPasskeys: [await emailOf(two.scene.practice.admin)],
    });
    expect(await movedDigest(two.thereDb)).toEqual(before);
    expect(await practiceDigest(two.thereDb, other ?? 0)).toEqual(others);
    expect(await jobsIn(two.thereDb)).toMatchObject([{ name: 'refund', singleton_key: 'refund-1-2' }]);
    const { rows: joined } = await two.thereDb.query<{ id: string; name: string }>(
      `select a.id, a.name from users u join accounts a on a.id = u.account_id where u.tenant_id = $1 and u.id = $2`,
      [tenant.id, two.scene.staff.id],
    );
    expect(joined).toEqual([{ id: String(joins.id), name: 'There already' }]);

    await whileServed(two.envThere(), api, async (url) => {
      expect(await readings(url)).toEqual(said);
      expect((await post(url, 'animal_species', {}, staffKey)).status).toBe(401);
      const signedIn = await post(url, 'auth', {
        email: await emailOf(two.scene.practice.admin),
        password: defaultPassword,
      });
      expect(signedIn.status).toBe(200);
      const { api_key: apiKey } = (await signedIn.json()) as { api_key: string };
      const made = await post(
        url,
        'holiday_create',
        { holiday_name: 'Moving day', start_date: '2026-03-02' },
        { apiKey } as SessionKey,
      );
      expect(made.status).toBe(200);
    });
    const { rows: created } = await two.thereDb.query<{ id: string }>(
      "select id from holidays where tenant_id = $1 and name = 'Moving day'",
      [tenant.id],
    );
    expect(Number(created[0]?.id)).toBeGreaterThan(7_000_000_000_000);

    const done = (receipt: string): Promise<number> =>
      finishMove({
        ownerUrl: api.testDatabase.ownerUrl,
        practiceId: tenant.id,
        receipt,
        movedTo: newAddress,
      });
    await expect(done('another')).rejects.toThrow('isn’t the receipt');
    await db().query("update clients set notes = 'Too late' where tenant_id = $1", [tenant.id]);
    await expect(done(moved.receipt)).rejects.toThrow('A row of clients has changed since the copy');
    // The receipt of another copy, which has the change.
    const again = await two.moveScene();
    const { receipt } = await readMoveManifest(again.place);
    expect(await done(receipt)).toBeGreaterThan(100);

    const left = Object.entries(await practiceDigest(db(), tenant.id)).filter(
      ([, rows]) => !rows.startsWith('0 '),
    );
    expect(left.map(([name]) => name)).toEqual(['file_removals', 'practice_moves', 'tenants']);
    expect(await practiceDigest(db(), here ?? 0)).toEqual(neighbours);
    const refused = [
      await api.call('animal_species', {}, program),
      await api.call('tenant_public', { tenant_id: tenant.id }),
    ];
    for (const { status, error } of refused) {
      expect([status, error]).toEqual([
        410,
        expect.objectContaining({
          code: 'practice_moved',
          message: `This practice’s new web address is ${newAddress}.`,
          moved_to: newAddress,
        }),
      ]);
    }
    expect((await fetch(`${api.url}${feedPath}`)).status).toBe(410);
    const page = await fetch(`${api.url}/book/riverside-moves`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([302, `${newAddress}/book/riverside-moves`]);
    const portal = await request(api.url).post('/api/bootstrap').set('Host', 'riverside-moves.example.test');
    expect([portal.status, portal.body]).toEqual([410, expect.objectContaining({ moved_to: newAddress })]);
    const resumed = await api.call('superadmin/practice_resume', { practice_id: tenant.id }, superadmin);
    expect(resumed.error.code).toBe('practice_moved');
    await api.runJobs();
  });

  it('can move back', async () => {
    const { tenant } = two.scene.practice;
    const before = await movedDigest(two.thereDb);
    const back = await moveOut({
      env: two.envThere(),
      ownerUrl: two.there.ownerUrl,
      practiceId: tenant.id,
      to: join(two.folder, 'back'),
      storage: storageOf(two.envThere()),
      clock: api.clock,
      say: () => undefined,
    });
    await moveIn({
      env: api.deps.env,
      ownerUrl: api.testDatabase.ownerUrl,
      folder: back.place,
      storage: api.deps.storage,
      stores: new Set(['disk']),
      clock: api.clock,
      say: () => undefined,
    });
    expect(await movedDigest(db())).toEqual(before);
    expect((await api.call('animal_species', {}, program)).status).toBe(200);
  });
});
