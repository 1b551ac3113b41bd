import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiEnvironment } from '../../../../../scripts/api-node-flags.ts';
import { backupLock } from '../../db/backup-lock.ts';
import { backUpWhenDue } from '../../modules/backup/scheduled-backup.ts';
import { readBackups } from '../../modules/installation/backup-read-model.ts';
import { readFigures } from '../../modules/installation/read-model.ts';
import { useBackups } from '../backups.ts';
import { canMount, mountDisk, unmountDisk } from '../small-disk.ts';

const backups = useBackups();
const { api, cliSettings } = backups;
const db = () => api.testDatabase.owner;
const newest = () => readBackups(api.database.control, 5);

/** How many connections the backup holds in the database. */
const connections = async (): Promise<number> => {
  const { rows } = await db().query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity a
     where a.application_name = 'burrow-backup' and a.datname = current_database()`,
  );
  return rows[0]?.count ?? -1;
};

describe.runIf(canMount())('a disk that fills up while a table larger than it is backed up', () => {
  const disk = mkdtempSync(join(tmpdir(), 'burrow-small-disk-'));

  beforeAll(async () => {
    mountDisk(disk, 1);
    // Ten times the size of the disk even compressed, so that the remaining data fills every buffer on the way.
    await db().query(
      `insert into clients (tenant_id, name, notes)
       select $1, 'Large ' || n, (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 150) m)
       from generate_series(1, 4000) n`,
      [backups.practice.tenant.id],
    );
  });
  afterAll(() => {
    unmountDisk(disk);
    rmSync(disk, { recursive: true });
  });

  it('fails the daily backup, logs it, and leaves no folder and no connection', async () => {
    const env = { ...api.deps.env, BACKUP_PATH: disk, BACKUP_DATABASE_URL: backups.url };
    api.expectLoggedErrors();
    await backUpWhenDue({ ...api.deps, env });
    expect(await newest()).toMatchObject([
      { state: 'failed', failure: `${disk} can’t be written: the disk is full (ENOSPC).` },
    ]);
    expect(api.logLines.join()).toContain('the backup failed');
    expect(readdirSync(disk)).toEqual([]);
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 });
  });

  it('fails the command with exit code 1 and the reason', { timeout: 120_000 }, async () => {
    const cli = join(import.meta.dirname, '../../cli.ts');
    const run = promisify(execFile)(process.execPath, [cli, 'backup', '--to', disk], {
      env: { PATH: process.env['PATH'], ...apiEnvironment, ...cliSettings() },
    });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: `${disk} can’t be written: the disk is full (ENOSPC).\n`,
    });
    expect(readdirSync(disk)).toEqual([]);
    expect(await newest()).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a backup whose process has died', () => {
  const begin = (): Promise<unknown> =>
    db().query("insert into backups (started_at, place) values (now() - interval '1 hour', '/srv/backups')");

  it('is marked as failed and logged, also by a process that makes no backups', async () => {
    await begin();
    api.expectLoggedErrors();
    await backUpWhenDue(api.deps);
    expect(await newest()).toMatchObject([
      { state: 'failed', failure: 'It was cut off: the process that made it is gone.' },
    ]);
    expect(api.logLines.join()).toContain('a backup was cut off');
  });

  it('is not confused with a running backup, whose duration is measured', async () => {
    await begin();
    const other = await db().connect();
    await other.query('select pg_advisory_lock($1)', [backupLock]);
    await backUpWhenDue(api.deps);
    expect(await newest()).toMatchObject([{ state: 'running', failure: null }]);
    const { backups: figures } = await readFigures(api.database.control, new Date());
    expect(figures.runningSeconds).toBeGreaterThan(3590);
    await other.query('select pg_advisory_unlock($1)', [backupLock]);
    other.release();
  });
});
