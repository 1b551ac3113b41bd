import { execFile } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { apiEnvironment } from '../../../../../scripts/api-node-flags.ts';
import { checkout } from '../../../../../scripts/source-files.ts';
import { backupLock } from '../../db/backup-lock.ts';
import { useBackups } from '../../testing/backups.ts';
import { startProcess } from '../../testing/node-process.ts';
import { readBackups } from '../installation/backup-read-model.ts';
import { backUp } from './backup.ts';
import { backUpWhenDue, isBackupDue } from './scheduled-backup.ts';
import { verifyBackup } from './verify.ts';

const backups = useBackups();
const { api, to, make, bringBack, inTarget, cliSettings, storedFile, fileIn } = backups;
const db = () => api.testDatabase.owner;

describe('a backup', { timeout: 120_000 }, () => {
  it("is readable by its user only, is recorded, and contains a file's original content", async () => {
    const first = await make();
    api.clock.set('2026-01-15T09:00:00Z');
    const second = await make();
    for (const entry of readdirSync(second.place, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect(statSync(to).mode & 0o777).toBe(0o700);
    expect(statSync(fileIn(second.place)).ino).toBe(statSync(fileIn(first.place)).ino);
    const [newest] = await readBackups(api.database.control, 5);
    const { place, bytes, tables, rows } = second;
    expect(newest).toMatchObject({ state: 'done', place, bytes, tables, rows, files: 1, failure: null });
  });

  it('is consistent as of one moment, whatever is written meanwhile', async () => {
    const progress = { isMade: false };
    let pairs = 0;
    const writing = (async () => {
      while (!progress.isMade) {
        await db().query(
          `with c as (insert into clients (tenant_id, name) values ($1, 'Pair') returning tenant_id, id)
           insert into animals (tenant_id, client_id, name) select c.tenant_id, c.id, 'Pair' from c`,
          [backups.practice.tenant.id],
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

  it('keeps the configured number, the newest', async () => {
    const names: string[] = [];
    for (const day of ['14', '15', '16']) {
      api.clock.set(`2026-01-${day}T09:00:00Z`);
      names.push((await make({ keep: 2 })).place);
    }
    expect(names.map((name) => existsSync(name))).toEqual([false, true, true]);
  });

  it('never deletes itself, though the clock was ahead when the others were made', async () => {
    const names: string[] = [];
    for (const day of ['2030-03-01', '2030-03-02', '2026-01-14', '2026-01-15', '2026-01-16']) {
      api.clock.set(`${day}T09:00:00Z`);
      const { place, removed } = await make({ keep: 2 });
      names.push(place);
      expect(removed).not.toContain(place.slice(to.length + 1));
    }
    expect(names.map((name) => existsSync(name))).toEqual([false, false, false, true, true]);
    const [newest] = await readBackups(api.database.control, 1);
    expect(newest?.place).toBe(names.at(-1));
  });

  it('is reported as made when an older one cannot be deleted', async () => {
    const older = await make();
    api.clock.set('2026-01-17T09:00:00Z');
    const { storage } = api.deps;
    rmSync(fileIn(older.place));
    const inTheWay = {
      ...storage,
      get: async (...asked: Parameters<typeof storage.get>) => {
        writeFileSync(`${older.place}.partial`, '');
        return storage.get(...asked);
      },
    };
    const made = backUp({ url: backups.url, to, keep: 1, storage: inTheWay, clock: api.clock });
    await expect(made).rejects.toThrow(/^Backup \S+ is complete, but older ones couldn’t be removed: /);
    const [newest] = await readBackups(api.database.control, 1);
    expect(newest?.state).toBe('done');
    await expect(verifyBackup(newest?.place ?? '')).resolves.toBeDefined();
  });

  it('gets no name when the connection that holds its lock was lost while files were copied', async () => {
    const { storage } = api.deps;
    const cutOff = {
      ...storage,
      get: async (...asked: Parameters<typeof storage.get>) => {
        await db().query(
          "select pg_terminate_backend(a.pid, 5000) from pg_stat_activity a where a.application_name = 'burrow-backup' and a.datname = current_database()",
        );
        return storage.get(...asked);
      },
    };
    await expect(backUp({ url: backups.url, to, storage: cutOff, clock: api.clock })).rejects.toThrow(
      'The connection to the database was lost while files were copied.',
    );
    expect(readdirSync(to)).toEqual([]);
    const [noted] = await readBackups(api.database.control, 1);
    expect(noted?.failure).toContain('was lost while files were copied');
  });

  it('holds its lock until the reason of its failure is recorded, so that no other process records another', async () => {
    await db().query(`
      create function check_backup_lock() returns trigger language plpgsql as $$ begin
        if pg_try_advisory_xact_lock_shared(${backupLock}) then raise exception 'The lock is free.'; end if;
        return new;
      end $$;
      create trigger check_backup_lock before update on backups
        for each row when (new.state = 'failed') execute function check_backup_lock()`);
    const { storage } = api.deps;
    const failing = { ...storage, get: () => Promise.reject(new Error('The store is away.')) };
    try {
      await expect(backUp({ url: backups.url, to, storage: failing, clock: api.clock })).rejects.toThrow(
        'The store is away.',
      );
      expect((await readBackups(api.database.control, 1))[0]?.state).toBe('failed');
    } finally {
      await db().query('drop trigger check_backup_lock on backups; drop function check_backup_lock');
    }
  });

  it('copies a file from its store again when the earlier backup has lost a part of it', async () => {
    const first = await make();
    truncateSync(fileIn(first.place), 10);
    const second = await make();
    await expect(verifyBackup(second.place)).resolves.toMatchObject({ lost: [] });
  });

  it('is not made without a file that its store has lost, unless that is allowed', async () => {
    const stored = storedFile();
    const content = readFileSync(stored);
    rmSync(stored);
    await expect(make()).rejects.toThrow(/^disk\/.* is missing or damaged/);
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

describe('the daily backup', () => {
  it.each([
    ['when none was ever made', [], true],
    ['when one is there since the time for it', [['2026-01-14T02:30:00Z', 'done']], false],
    ['when the last is from before it', [['2026-01-14T02:29:59Z', 'done']], true],
    ['not right after one that failed', [['2026-01-14T08:30:00Z', 'failed']], false],
    ['an hour after one that failed', [['2026-01-14T07:59:00Z', 'failed']], true],
    ['when one was cut off long ago', [['2026-01-14T02:30:00Z', 'running']], true],
    ['when those that were made had a clock that was ahead', [['2030-03-01T02:30:00Z', 'done']], true],
    ['when one failed by a clock that was ahead', [['2026-01-14T12:00:00Z', 'failed']], true],
    [
      'not twice when the clock steps back over the time for it',
      [
        ['2026-01-14T09:00:01Z', 'done'],
        ['2026-01-14T02:30:00Z', 'done'],
      ],
      false,
    ],
  ] as [string, [string, 'done' | 'failed' | 'running'][], boolean][])('is due %s', (_when, found, due) => {
    const newest = found.map(([started_at, state]) => ({ started_at, state }));
    expect(isBackupDue(new Date('2026-01-14T09:00:00Z'), '02:30', newest)).toBe(due);
  });

  it('is made once, by whichever process comes first, and failures are logged', async () => {
    const env = { ...api.deps.env, BACKUP_PATH: to, BACKUP_DATABASE_URL: backups.url };
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

  it('is recorded as failed, once an hour, when its login is refused', async () => {
    const refused = Object.assign(new URL(backups.url), { password: 'another' }).href;
    const env = { ...api.deps.env, BACKUP_PATH: to, BACKUP_DATABASE_URL: refused };
    api.expectLoggedErrors();
    await backUpWhenDue({ ...api.deps, env });
    await backUpWhenDue({ ...api.deps, env });
    expect(await readBackups(api.database.control, 5)).toMatchObject([
      { state: 'failed', failure: expect.stringContaining('password authentication failed') },
    ]);
  });
});

describe('the processes', { timeout: 180_000 }, () => {
  it('report a full disk, and keep the existing backups', async () => {
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
      stderr: expect.stringMatching(/can’t be written: .*\(EFBIG\)/),
    });
    expect(readdirSync(to)).toEqual([place.slice(to.length + 1)]);
    await expect(verifyBackup(place)).resolves.toBeDefined();
  });

  it('delete the oldest backups with the command that the guide has for a full disk', async () => {
    const places: string[] = [];
    for (const day of [13, 14, 15, 16]) {
      api.clock.set(`2026-01-${day}T09:00:00Z`);
      places.push((await make()).place);
    }
    const guide = readFileSync(join(checkout, 'docs/operating/troubleshooting.md'), 'utf8');
    const [section = ''] = /^## Disk full$[\s\S]*?^## /m.exec(guide) ?? [];
    const [, args = ''] = /cli\.ts (backup [^`]+)`/.exec(section) ?? [];
    const ran = startProcess('cli.ts', { env: { ...cliSettings(), BACKUP_PATH: to }, args: args.split(' ') });
    expect(await ran.exited).toBe(0);
    expect(readdirSync(to)).toHaveLength(3);
    expect(places.map((place) => existsSync(place))).toEqual([false, false, true, true]);
  });

  it('that are killed during a backup leave nothing that looks finished', async () => {
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
});
