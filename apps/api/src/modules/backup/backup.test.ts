import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiEnvironment } from '../../../../../scripts/api-node-flags.ts';
import { migrate } from '../../db/migrate.ts';
import { makePractice, type Practice } from '../../testing/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { startProcess } from '../../testing/node-process.ts';
import { createRestoreTarget, type RestoreTarget } from '../../testing/restore-target.ts';
import { samplePdf } from '../../testing/sample-files.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { sendParts } from '../../testing/uploads.ts';
import { readBackups } from '../system/backup-read-model.ts';
import { backUp, type MadeBackup } from './backup-service.ts';
import { restore } from './restore-service.ts';
import { backUpWhenDue, isBackupDue } from './scheduled-backup-service.ts';
import { verifyBackup } from './verify-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'burrow-backup-'));
const files = join(folder, 'files');
const to = join(folder, 'backups');
const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: files });
const db = () => api.testDatabase.owner;

let url: string;
let practice: Practice;
let target: RestoreTarget;
beforeAll(async () => {
  const { ownerUrl, appUrl } = api.testDatabase;
  // The same password wherever this is done: the server is shared by all tests.
  url = Object.assign(new URL(ownerUrl), { username: 'burrow_backup', password: 'drill' }).href;
  await migrate({ ownerUrl, appUrl, backupUrl: url });
  practice = await makePractice(db());
  target = await createRestoreTarget();
  await upload();
});
afterEach(async () => {
  rmSync(to, { recursive: true, force: true });
  await db().query('delete from backups');
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true });
});

async function upload(): Promise<void> {
  const owner = { entity_type: 'animal', entity_id: practice.animal.id };
  const file = { name: 'x-ray.pdf', content: samplePdf(50_000) };
  expect((await sendParts(api, 'file/upload', owner, file, practice.staffKey)).status).toBe(200);
}

const make = (options: { keep?: number; withoutLostFiles?: boolean } = {}): Promise<MadeBackup> =>
  backUp({ url, to, storage: api.deps.storage, clock: api.clock, ...options });

const bringBack = (place: string, options: { replace?: boolean; stores?: Set<'disk'> } = {}) =>
  restore({
    folder: place,
    ownerUrl: target.ownerUrl,
    appUrl: target.appUrl,
    replace: false,
    keepSessions: false,
    storage: api.deps.storage,
    stores: new Set(['disk']),
    say: () => undefined,
    ...options,
  });

async function inTarget<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: target.superuserUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

const cliSettings = (): Record<string, string> => ({
  DATABASE_URL: api.testDatabase.appUrl,
  DATABASE_OWNER_URL: target.ownerUrl,
  BACKUP_DATABASE_URL: url,
  FILE_STORAGE: 'disk',
  FILE_STORAGE_PATH: files,
});

/** The only file that the stores have. */
const storedFile = (): string => {
  const of = join(files, String(practice.tenant.id));
  return join(of, readdirSync(of)[0] ?? '');
};

describe('a backup', { timeout: 120_000 }, () => {
  it('is for its user alone, is written down, and holds what a file was once', async () => {
    const first = await make();
    api.clock.set('2026-01-15T09:00:00Z');
    const second = await make();
    for (const entry of readdirSync(second.place, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect(statSync(to).mode & 0o777).toBe(0o700);
    const [kept = ''] = readdirSync(join(second.place, 'files/disk', String(practice.tenant.id)));
    const copies = [first, second].map(({ place }) =>
      statSync(join(place, 'files/disk', String(practice.tenant.id), kept)),
    );
    expect(copies[0]?.ino).toBe(copies[1]?.ino);
    const [newest] = await readBackups(api.database.control, 5);
    const { place, bytes, tables, rows } = second;
    expect(newest).toMatchObject({ state: 'done', place, bytes, tables, rows, files: 1, failure: null });
  });

  it('is one moment, whatever is written meanwhile', async () => {
    const progress = { isMade: false };
    let pairs = 0;
    const writing = (async () => {
      while (!progress.isMade) {
        await db().query(
          `with c as (insert into clients (tenant_id, name) values ($1, 'Pair') returning tenant_id, id)
           insert into animals (tenant_id, client_id, name) select c.tenant_id, c.id, 'Pair' from c`,
          [practice.tenant.id],
        );
        pairs += 1;
      }
    })();
    await vi.waitFor(() => expect(pairs).toBeGreaterThan(20), { timeout: 20_000 });
    const before = pairs;
    const made = await make();
    progress.isMade = true;
    await writing;
    await bringBack(made.place);
    const [kept] = await inTarget<{ clients: number; animals: number; next: boolean; sessions: number }>(
      `select (select count(*)::int from clients c where c.name = 'Pair') as clients,
              (select count(*)::int from animals a where a.name = 'Pair') as animals,
              nextval('clients_id_seq') > (select max(c.id) from clients c) as next,
              (select count(*)::int from api_keys k where k.kind = 'session' and k.revoked_at is null) as sessions`,
    );
    expect(kept?.clients).toBe(kept?.animals);
    expect(kept?.clients).toBeGreaterThanOrEqual(before);
    expect(kept?.clients).toBeLessThan(pairs);
    expect(kept).toMatchObject({ next: true, sessions: 0 });
  });

  it('is not restored over anything, unless that is said twice', async () => {
    const { place } = await make();
    await expect(bringBack(place)).rejects.toThrow(`The database ${target.name} is not empty.`);
    const said = startProcess('cli.ts', {
      env: cliSettings(),
      args: ['restore', place, '--into', target.name, '--replace', 'burrow'],
    });
    expect([await said.exited, said.output()]).toEqual([
      2,
      expect.stringContaining(`once more: ${target.name}`),
    ]);
    const marked = "update tenants set tenant_name = 'Written since'";
    await inTarget(marked);
    await bringBack(place, { replace: true });
    expect(await inTarget("select 1 from tenants where tenant_name = 'Written since'")).toEqual([]);
  });

  it.each<[string, RegExp, (place: string) => void]>([
    [
      'cut',
      /The table clients is damaged or cut short/,
      (at) => truncateSync(join(at, 'tables/clients.copy.gz'), 40),
    ],
    ['without a table', /The table bookings is missing/, (at) => rmSync(join(at, 'tables/bookings.copy.gz'))],
    [
      'of another table',
      /The table tenants is not what the manifest says/,
      (at) => cpSync(join(at, 'tables/species.copy.gz'), join(at, 'tables/tenants.copy.gz')),
    ],
    [
      'with another manifest',
      /manifest\.json is damaged/,
      (at) => appendFileSync(join(at, 'manifest.json'), ' '),
    ],
    [
      'without a manifest',
      /is no backup: manifest\.json cannot be read/,
      (at) => rmSync(join(at, 'manifest.json')),
    ],
    [
      'with an altered file',
      /The file disk\/.* is damaged/,
      (at) =>
        writeFileSync(
          join(
            at,
            'files/disk',
            String(practice.tenant.id),
            readdirSync(join(at, 'files/disk', String(practice.tenant.id)))[0] ?? '',
          ),
          'x',
        ),
    ],
  ])('that is %s is refused before anything is touched', async (_how, message, damage) => {
    const { place } = await make();
    damage(place);
    await expect(verifyBackup(place)).rejects.toThrow(message);
    await inTarget('drop table if exists untouched; create table untouched ()');
    await expect(bringBack(place, { replace: true })).rejects.toThrow(message);
    expect(await inTarget("select to_regclass('untouched') is not null as there")).toEqual([{ there: true }]);
  });

  it('of an older release is brought up to this one', async () => {
    const older = await createEmptyDatabase();
    const upTo = '0017_backups.sql';
    await migrate({ ownerUrl: older.ownerUrl, appUrl: older.appUrl, backupUrl: url, upTo });
    await older.owner.query("insert into tenants (tenant_name) values ('Of an older release')");
    const login = Object.assign(new URL(url), { pathname: new URL(older.ownerUrl).pathname }).href;
    const { place } = await backUp({ url: login, to, storage: api.deps.storage, clock: api.clock });
    await older.drop();
    const restored = await bringBack(place, { replace: true });
    expect(await inTarget('select t.tenant_name from tenants t')).toEqual([
      { tenant_name: 'Of an older release' },
    ]);
    const { rows } = await db().query<{ name: string }>(
      'select m.name from migrations m where m.name > $1 order by 1',
      [upTo],
    );
    expect(restored.migrated).toEqual(rows.map(({ name }) => name));
  });

  it('keeps as many as it is told to, the newest', async () => {
    const names: string[] = [];
    for (const day of ['14', '15', '16']) {
      api.clock.set(`2026-01-${day}T09:00:00Z`);
      names.push((await make({ keep: 2 })).place);
    }
    expect(names.map((name) => existsSync(name))).toEqual([false, true, true]);
  });

  it('is not made without a file that its store has lost, unless that is known', async () => {
    const stored = storedFile();
    const content = readFileSync(stored);
    rmSync(stored);
    await expect(make()).rejects.toThrow(/^disk\/.* cannot be read as it was stored/);
    expect(readdirSync(to)).toEqual([]);
    expect((await readBackups(api.database.control, 1))[0]).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('--without-lost-files'),
    });
    const made = await make({ withoutLostFiles: true });
    expect(made).toMatchObject({ files: 0, lost: 1 });
    writeFileSync(stored, content);
  });
});

describe('the backup of the day', () => {
  it.each([
    ['when none was ever made', [], true],
    ['when one is there since the time for it', [['2026-01-14T02:30:00Z', 'done']], false],
    ['when the last is from before it', [['2026-01-14T02:29:59Z', 'done']], true],
    ['not right after one that failed', [['2026-01-14T08:30:00Z', 'failed']], false],
    ['an hour after one that failed', [['2026-01-14T07:59:00Z', 'failed']], true],
    ['when one was cut off long ago', [['2026-01-14T02:30:00Z', 'running']], true],
  ] as [string, [string, 'done' | 'failed' | 'running'][], boolean][])('is due %s', (_when, found, due) => {
    const backups = found.map(([started_at, state]) => ({ started_at, state }));
    expect(isBackupDue(new Date('2026-01-14T09:00:00Z'), '02:30', backups)).toBe(due);
  });

  it('is made once, by whichever process comes first, and failures are told', async () => {
    const env = { ...api.deps.env, BACKUP_PATH: to, BACKUP_DATABASE_URL: url };
    await Promise.all([1, 2, 3].map(() => backUpWhenDue({ ...api.deps, env })));
    await backUpWhenDue({ ...api.deps, env });
    expect(readdirSync(to)).toHaveLength(1);
    api.clock.set('2026-01-15T09:00:00Z');
    api.expectLoggedErrors();
    const full = { ...env, BACKUP_PATH: join(storedFile(), 'not-a-folder') };
    await backUpWhenDue({ ...api.deps, env: full });
    const said = await readBackups(api.database.control, 5);
    expect(said.map(({ state }) => state)).toEqual(['failed', 'done']);
    expect(api.logLines.join()).toContain('the backup failed');
  });
});

describe('the processes', { timeout: 180_000 }, () => {
  it('say that the disk is full, and leave the backups that were there', async () => {
    const { place } = await make();
    const cli = join(import.meta.dirname, '../../cli.ts');
    const run = promisify(execFile)(
      'sh',
      ['-c', `ulimit -f 8; exec "${process.execPath}" "${cli}" backup --to "${to}"`],
      {
        env: { PATH: process.env['PATH'], ...apiEnvironment, ...cliSettings() },
      },
    );
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cannot be written: .*\(EFBIG\)/),
    });
    expect(readdirSync(to)).toEqual([place.slice(to.length + 1)]);
    await expect(verifyBackup(place)).resolves.toBeDefined();
  });

  it('that are killed while they back up leave nothing that looks finished', async () => {
    const blocker = await db().connect();
    await blocker.query('begin; lock table bookings in access exclusive mode');
    const killed = startProcess('cli.ts', { env: cliSettings(), args: ['backup', '--to', to] });
    await vi.waitFor(() => expect(readdirSync(to)).toEqual([expect.stringMatching(/\.partial$/)]), {
      timeout: 60_000,
    });
    killed.child.kill('SIGKILL');
    await killed.exited;
    await blocker.query('rollback');
    blocker.release();
    const [partial = ''] = readdirSync(to);
    await expect(verifyBackup(join(to, partial))).rejects.toThrow('was never finished');
    await vi.waitFor(make, { timeout: 20_000 });
    expect(readdirSync(to)).toEqual([expect.not.stringContaining('partial')]);
    const states = (await readBackups(api.database.control, 5)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['done', 'failed']);
  });

  it('that are killed while they restore are simply started again', async () => {
    const { place } = await make();
    const fresh = await createRestoreTarget();
    const env = { ...cliSettings(), DATABASE_OWNER_URL: fresh.ownerUrl };
    const start = () => startProcess('cli.ts', { env, args: ['restore', place, '--into', fresh.name] });
    const killed = start();
    const watcher = new pg.Client({ connectionString: fresh.superuserUrl });
    await vi.waitFor(() => expect(killed.output()).toContain('Making the tables.'), { timeout: 60_000 });
    await watcher.connect();
    await vi.waitFor(
      () =>
        watcher
          .query('begin; lock table public.work_marks in access exclusive mode')
          .catch(async (error: unknown) => {
            await watcher.query('rollback');
            throw error;
          }),
      { timeout: 60_000 },
    );
    await vi.waitFor(() => expect(killed.output()).toContain('Restoring the tables.'), { timeout: 60_000 });
    killed.child.kill('SIGKILL');
    await killed.exited;
    await watcher.query('rollback');
    expect((await watcher.query('select 1 from public.tenants')).rows).toEqual([]);
    await watcher.end();
    const again = start();
    expect([await again.exited, again.output()]).toEqual([
      0,
      expect.stringContaining(`Restored into ${fresh.name}`),
    ]);
    await fresh.drop();
  });
});
