import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv, type Env } from '../../config/env.ts';
import { migrate } from '../../db/migrate.ts';
import { createFileStorage } from '../../integrations/storage/storage.ts';
import { asApp } from '../../testing/derived/as-app.ts';
import { bytesOf, mayCall } from '../../testing/derived/call.ts';
import { validInput } from '../../testing/derived/valid-input.ts';
import { makeFullPractice, type Scene } from '../../testing/derived/world.ts';
import { whileServed } from '../../testing/served-copy.ts';
import {
  makeAccount,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { createRestoreTarget, type RestoreTarget } from '../../testing/restore-target.ts';
import { samplePdf } from '../../testing/sample-files.ts';
import { sendParts } from '../../testing/uploads.ts';
import { backUp, type MadeBackup } from './backup.ts';
import { restore, type Restored } from './restore.ts';
import { notKept } from './schema.ts';

// The operator's steps after the loss of everything, and the users' requests afterwards.

const folder = mkdtempSync(join(tmpdir(), 'burrow-drill-'));
const filesBefore = join(folder, 'files');
const filesAfter = join(folder, 'restored-files');
const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: filesBefore });
const db = () => api.testDatabase.owner;
const loginOf = (url: string, username: string): string =>
  Object.assign(new URL(url), { username, password: 'drill' }).href;

const targets: RestoreTarget[] = [];
async function newTarget(): Promise<RestoreTarget> {
  const target = await createRestoreTarget();
  targets.push(target);
  return target;
}

afterAll(async () => {
  for (const target of targets) await target.drop();
  rmSync(folder, { recursive: true });
});

let scenes: [Scene, Scene];
let superadmin: SessionKey;
let uploaded: number;

beforeAll(async () => {
  const { ownerUrl, appUrl } = api.testDatabase;
  await migrate({ ownerUrl, appUrl, backupUrl: loginOf(ownerUrl, 'burrow_backup') });
  scenes = [await makeFullPractice(db()), await makeFullPractice(db())];
  const [{ practice }] = scenes;
  const root = await makeAccount(db(), { is_superadmin: true });
  superadmin = await makeSessionKey(db(), { account: root });
  await db().query(
    "insert into account_links (account_id, token_hash, created_at, expires_at) select id, sha256('link'), now(), now() from accounts limit 1",
  );
  await db().query(
    `insert into known_devices (account_id, token_hash, network, created_at, last_used_at)
     select id, sha256('device'), '203.0.113.1', now(), now() from accounts limit 1`,
  );
  await db().query(
    `insert into security_events (at, event, network, request_id, last_at)
     values (now(), 'sign_in_failed', '203.0.113.1', 'request', now())`,
  );
  await db().query('insert into practice_moves (tenant_id, started_at) select max(id), now() from tenants');
  await db().query("insert into work_marks (name, at) values ('clear_up', now())");
  await db().query(
    "insert into provider_outcomes (provider, hour, worked) values ('sms', date_trunc('hour', now()), 1)",
  );
  await db().query(
    "insert into pgboss.job (name, policy, data, singleton_key) values ('refund', 'short', '{\"tenantId\": 1, \"refundId\": 2}', 'refund-1-2')",
  );
  const content = samplePdf(300_000);
  const owner = { entity_type: 'animal', entity_id: practice.animal.id };
  const answer = await sendParts(
    api,
    'file/upload',
    owner,
    { name: 'x-ray.pdf', content },
    practice.staffKey,
  );
  uploaded = answer.file_id ?? 0;
});

const tables = async (): Promise<string[]> => {
  const { rows } = await db().query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
       and c.relname <> all($1) order by 1`,
    [notKept],
  );
  return rows.map(({ name }) => name);
};

/** Every row of every table, as `table → "<rows> <hash>"`, by queries that share nothing with the backup's code. */
async function digest(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found: Record<string, string> = {};
  for (const table of await tables()) {
    const { rows } = await client.query<{ said: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)), '') as said from ${table} t`,
    );
    found[table] = rows[0]?.said ?? '';
  }
  await client.end();
  return found;
}

interface Question {
  name: ActionName;
  input: object;
  caller: SessionKey | undefined;
  who: string;
}

/** Every query without effects, by everyone who may call it. */
function questions(): Question[] {
  const [scene] = scenes;
  const { practice } = scene;
  const callers = { admin: practice.adminKey, staff: practice.staffKey, superadmin };
  const asked = actionNames.filter((name) => {
    const { kind, returns } = actionNamed(name) as { kind: string; returns?: string };
    // The installation page describes the answering process too, not only stored data.
    return kind === 'query' && returns !== 'events' && name !== 'superadmin/installation';
  });
  const all = asked.flatMap((name) =>
    Object.entries(callers)
      .filter(([role]) => mayCall(name, role as 'admin'))
      .map(([who, caller]) => ({ name, input: validInput(name, scene), caller, who })),
  );
  const staff = { caller: practice.staffKey, who: 'staff' };
  const file: Question = { name: 'file/get', input: { file_id: uploaded }, ...staff };
  return [...all, file];
}

/** Its PDF, which is made from a snapshot. Called separately: the audit log has an entry about it. */
const invoice = (): Question[] => {
  const [{ practice, booking }] = scenes;
  return [
    { name: 'booking_invoice', input: { booking_id: booking.id }, caller: practice.staffKey, who: 'staff' },
  ];
};

async function answers(url: string, asked: readonly Question[] = questions()): Promise<string[]> {
  const said: string[] = [];
  for (const { name, input, caller, who } of asked) {
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(caller && { Authorization: `Bearer ${caller.apiKey}` }),
      },
      body: JSON.stringify(input),
    });
    const bytes = await bytesOf(response);
    const text = Buffer.from(bytes)
      .toString('latin1')
      .replace(/"request_id":"[^"]*"/, '');
    said.push(`${name} ${who} ${response.status} ${hash('sha256', text)}`);
  }
  return said;
}

/** The settings of a server on a restored database. */
const envAfter = ({ appUrl }: RestoreTarget): Env =>
  readEnv({
    ...(api.sandbox.settings as Record<string, string>),
    DATABASE_URL: appUrl,
    PUBLIC_URL: api.url,
    BCRYPT_COST: '4',
    FILE_STORAGE: 'disk',
    SUPERADMIN_SECOND_FACTOR: 'optional',
    FILE_STORAGE_PATH: filesAfter,
    WORKER: 'off',
  });

const makeBackup = (): Promise<MadeBackup> =>
  backUp({
    url: loginOf(api.testDatabase.ownerUrl, 'burrow_backup'),
    to: join(folder, 'backups'),
    storage: api.deps.storage,
    clock: api.clock,
  });

const bringBack = (
  made: MadeBackup,
  target: RestoreTarget,
  options: { keepSessions?: boolean } = {},
): Promise<Restored> =>
  restore({
    folder: made.place,
    ownerUrl: target.ownerUrl,
    appUrl: target.appUrl,
    replace: false,
    keepSessions: false,
    storage: createFileStorage(
      readEnv({ DATABASE_URL: target.appUrl, FILE_STORAGE: 'disk', FILE_STORAGE_PATH: filesAfter }),
      () => Promise.resolve([]),
    ),
    stores: new Set(['disk']),
    clock: api.clock,
    say: () => undefined,
    ...options,
  });

async function select<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

/** The state of the schema: constraints that a restore removes and must put back. */
const guards = (url: string): Promise<object[]> =>
  select(
    url,
    `select c.relname, c.relrowsecurity, c.relforcerowsecurity,
            (select array_agg(k.conname || ' ' || pg_get_constraintdef(k.oid) || k.convalidated order by k.conname)
             from pg_constraint k where k.conrelid = c.oid) as constraints,
            (select array_agg(t.tgname || ' ' || t.tgenabled::text order by t.tgname) from pg_trigger t
             where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
            (select array_agg(p.polname || ' ' || coalesce(pg_get_expr(p.polqual, p.polrelid), '') order by p.polname)
             from pg_policy p where p.polrelid = c.oid) as policies,
            (select array_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text) from pg_index i where i.indrelid = c.oid) as indexes
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );

describe('a lost installation', { timeout: 120_000 }, () => {
  it('is restored with every row of every table, and answers as before', async () => {
    const empty = Object.entries(await digest(api.testDatabase.ownerUrl)).filter(([, said]) => said === '0 ');
    expect(empty).toEqual([]);
    const target = await newTarget();
    const paper = await answers(api.url, invoice());
    expect(paper).toEqual([expect.stringContaining(' 200 ')]);
    const said = await answers(api.url);
    const before = await digest(api.testDatabase.ownerUrl);
    expect(said.filter((line) => / 200 /.test(line)).length).toBeGreaterThan(60);
    const schema = await guards(api.testDatabase.ownerUrl);
    const numbers = await select(
      api.testDatabase.ownerUrl,
      'select sequencename, last_value from pg_sequences where schemaname = $1 order by 1',
      ['public'],
    );
    const made = await makeBackup();
    expect(made).toMatchObject({ tables: Object.keys(before).length, files: 1, lost: 0 });

    await db().query(`truncate ${(await tables()).join(', ')}`);
    rmSync(filesBefore, { recursive: true });

    expect(await bringBack(made, target, { keepSessions: true })).toMatchObject({
      endedSessions: 0,
      unknownJobs: 0,
      migrated: [],
    });
    expect(await digest(target.superuserUrl)).toEqual(before);
    expect(await guards(target.superuserUrl)).toEqual(schema);
    const after = await select(
      target.superuserUrl,
      "select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename <> 'backups_id_seq' order by 1",
    );
    expect(after).toEqual(
      numbers.filter((row) => (row as { sequencename: string }).sequencename !== 'backups_id_seq'),
    );
    await db().query('truncate rate_limits');
    await whileServed(envAfter(target), api, async (url) => {
      expect(await answers(url)).toEqual(said);
      expect(await answers(url, invoice())).toEqual(paper);
    });
    expect(
      await select(
        target.superuserUrl,
        'select j.name, j.data, j.singleton_key, j.state::text, j.dead_letter from pgboss.job j where j.data is not null',
      ),
    ).toEqual([
      {
        name: 'refund',
        data: { tenantId: 1, refundId: 2 },
        singleton_key: 'refund-1-2',
        state: 'created',
        dead_letter: 'refund_given_up',
      },
    ]);
    // Practices are isolated as before.
    for (const { practice } of scenes) {
      const seen = await asApp(target.appUrl, practice.tenant.id, async (client) => {
        const { rows } = await client.query<{ tenant_id: string }>(
          'select distinct c.tenant_id from clients c',
        );
        return rows.map((row) => Number(row.tenant_id));
      });
      expect(seen).toEqual([practice.tenant.id]);
    }
  });
});
