import { appendFileSync, cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { useBackups } from '../../testing/backups.ts';
import { startProcess } from '../../testing/node-process.ts';
import { createRestoreTarget } from '../../testing/restore-target.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { backUp } from './backup.ts';
import { verifyBackup } from './verify.ts';

const backups = useBackups();
const { api, to, make, bringBack, inTarget, cliSettings, fileIn } = backups;
const db = () => api.testDatabase.owner;

describe('a backup', { timeout: 120_000 }, () => {
  it('is not restored over existing data, unless that is confirmed twice', async () => {
    const { place } = await make();
    await bringBack(place);
    await expect(bringBack(place)).rejects.toThrow(`The database ${backups.target.name} is not empty.`);
    const said = startProcess('cli.ts', {
      env: cliSettings(),
      args: ['restore', place, '--into', backups.target.name, '--replace', 'burrow'],
    });
    expect([await said.exited, said.output()]).toEqual([
      2,
      expect.stringContaining(`again: ${backups.target.name}`),
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
      /The table tenants doesn’t match the manifest/,
      (at) => cpSync(join(at, 'tables/species.copy.gz'), join(at, 'tables/tenants.copy.gz')),
    ],
    [
      'with another manifest',
      /manifest\.json is damaged/,
      (at) => appendFileSync(join(at, 'manifest.json'), ' '),
    ],
    [
      'without a manifest',
      /isn’t a backup: manifest\.json can’t be read/,
      (at) => rmSync(join(at, 'manifest.json')),
    ],
    [
      'with an altered file',
      /The file disk\/\S+ is missing or damaged/,
      (at) => writeFileSync(fileIn(at), 'x'),
    ],
  ])('that is %s is refused before anything is changed', async (_how, message, damage) => {
    const { place } = await make();
    damage(place);
    await expect(verifyBackup(place)).rejects.toThrow(message);
    await inTarget('drop table if exists untouched; create table untouched ()');
    await expect(bringBack(place, { replace: true })).rejects.toThrow(message);
    expect(await inTarget("select to_regclass('untouched') is not null as there")).toEqual([{ there: true }]);
  });

  it('of an older release is migrated to this one', async () => {
    const older = await createEmptyDatabase();
    const upTo = '0017_backups.sql';
    await migrate({ ownerUrl: older.ownerUrl, appUrl: older.appUrl, backupUrl: backups.url, upTo });
    await older.owner.query("insert into tenants (tenant_name) values ('Of an older release')");
    const login = Object.assign(new URL(backups.url), { pathname: new URL(older.ownerUrl).pathname }).href;
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

  it('is restored without its damaged files, if that is allowed', async () => {
    const { place } = await make();
    writeFileSync(fileIn(place), 'x');
    await expect(bringBack(place, { replace: true })).rejects.toThrow('--without-lost-files');
    const restored = await bringBack(place, { replace: true, withoutLostFiles: true });
    expect(restored.manifest).toMatchObject({ files: [], lost: [{ store: 'disk' }] });
    expect(await inTarget('select 1 as there from files')).toEqual([{ there: 1 }]);
  });

  it('is not restored into a database that has come into use, even while its files were restored', async () => {
    const { place } = await make();
    const used = await createRestoreTarget();
    await migrate({ ownerUrl: used.ownerUrl, appUrl: used.appUrl });
    const { storage } = api.deps;
    const write = async (text: string): Promise<void> => {
      const client = new pg.Client({ connectionString: used.superuserUrl });
      await client.connect();
      await client.query(text);
      await client.end();
    };
    const into = { ownerUrl: used.ownerUrl, appUrl: used.appUrl };
    const meanwhile = {
      ...storage,
      get: async (...asked: Parameters<typeof storage.get>) => {
        await write("insert into tenants (tenant_name) values ('Quick')");
        return storage.get(...asked);
      },
    };
    await expect(bringBack(place, { ...into, storage: meanwhile })).rejects.toThrow(
      'Something connected to the database',
    );
    await expect(bringBack(place, into)).rejects.toThrow(`The database ${used.name} is not empty.`);
    await used.drop();
  });
});

describe('the processes', { timeout: 180_000 }, () => {
  it('that are killed during a restore are simply started again', async () => {
    const { place } = await make();
    const fresh = await createRestoreTarget();
    const env = { ...cliSettings(), DATABASE_OWNER_URL: fresh.ownerUrl };
    const start = () => startProcess('cli.ts', { env, args: ['restore', place, '--into', fresh.name] });
    const killed = start();
    const watcher = new pg.Client({ connectionString: fresh.superuserUrl });
    await vi.waitFor(() => expect(killed.output()).toContain('Creating tables.'), { timeout: 60_000 });
    await watcher.connect();
    // Of a table that no later migration touches.
    await vi.waitFor(
      () =>
        watcher
          .query('begin; lock table public.invoice_counters in access exclusive mode')
          .catch(async (error: unknown) => {
            await watcher.query('rollback');
            throw error;
          }),
      { timeout: 60_000 },
    );
    await vi.waitFor(() => expect(killed.output()).toContain('Restoring tables.'), { timeout: 60_000 });
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
