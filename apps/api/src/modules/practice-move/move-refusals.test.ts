import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileStorage } from '../../lib/ports/file-storage.ts';
import { digest } from '../../testing/derived/tenant-rows.ts';
import { jobsIn, onceAs, storageOf, useTwoInstallations } from '../../testing/two-installations.ts';
import type { MoveManifest } from './public.ts';

const two = useTwoInstallations();
const { api, folder } = two;
const db = () => api.testDatabase.owner;

/** Every row of an installation as `table → digest`, to see that nothing has changed. */
async function wholeDigest(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1`,
  );
  return digest(
    pool,
    0,
    rows.map(({ name }) => [name, '$1::bigint = 0'] as const),
  );
}

describe('a copy', { timeout: 120_000 }, () => {
  let place: string;
  let untouched: Record<string, string>;
  beforeAll(async () => {
    ({ place } = await two.moveScene());
    await two.cancel();
    untouched = await wholeDigest(two.thereDb);
  });

  const altered = (change: (copy: string) => void): string => {
    const copy = mkdtempSync(join(folder, 'altered-'));
    cpSync(place, copy, { recursive: true });
    change(copy);
    return copy;
  };
  /** Changes a manifest as someone with a text editor and sha256sum could. */
  const withManifest = (change: (manifest: MoveManifest) => void): string =>
    altered((copy) => {
      const path = join(copy, 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as MoveManifest;
      change(manifest);
      const text = JSON.stringify(manifest);
      writeFileSync(path, text);
      writeFileSync(join(copy, 'manifest.sha256'), `${hash('sha256', text)}  manifest.json\n`);
    });

  const attempt = async (copy: string, options?: Parameters<typeof two.takeOver>[1]) => {
    const why = await two.takeOver(copy, options).then(
      () => 'It was accepted.',
      (error: unknown) => (error as Error).message,
    );
    const jobs = await jobsIn(two.thereDb);
    return { why, rows: await wholeDigest(two.thereDb), jobs };
  };
  const refused = (why: string): object => ({
    why: expect.stringContaining(why) as string,
    rows: untouched,
    jobs: [],
  });

  it('is refused if a file, a row or the manifest is damaged', async () => {
    const [file] = readdirSync(join(place, 'files/disk', String(two.scene.practice.tenant.id)));
    const fileIn = (copy: string): string =>
      join(copy, 'files/disk', String(two.scene.practice.tenant.id), file ?? '');
    expect(await attempt(altered((copy) => writeFileSync(fileIn(copy), 'x')))).toEqual(
      refused('missing or damaged'),
    );
    const payments = (copy: string): string => join(copy, 'tables/payments.copy.gz');
    const changeRow = (copy: string): void => {
      const text = gunzipSync(readFileSync(payments(copy))).toString();
      writeFileSync(payments(copy), gzipSync(text.replace('100', '900')));
    };
    expect(await attempt(altered(changeRow))).toEqual(
      refused('The table payments doesn’t match the manifest'),
    );
    expect(await attempt(altered((copy) => rmSync(payments(copy))))).toEqual(
      refused('The table payments is missing'),
    );
    const note = (copy: string): void => writeFileSync(join(copy, 'manifest.json'), '{}');
    expect(await attempt(altered(note))).toEqual(refused('manifest.json is damaged'));
    expect(await attempt(folder)).toEqual(refused('isn’t a moved practice'));
  });

  it('is refused by another release, other secrets, and without its store', async () => {
    const newer = withManifest(({ migrations }) => migrations.push('9999_later.sql'));
    expect(await attempt(newer)).toEqual(refused('Upgrade both installations to the same build'));
    const env = { ...two.envThere(), CODE_SECRET: 'another secret of thirty-two characters' };
    expect(await attempt(place, { env })).toEqual(refused('Use the same CODE_SECRET'));
    expect(await attempt(place, { stores: new Set() })).toEqual(refused('FILE_STORAGE_PATH'));
    expect(await attempt(place, { storage: api.deps.storage })).toEqual(
      refused('store files in the same place'),
    );
  });

  it('is refused if its id, its host or the next ids are taken', async () => {
    const { id } = two.scene.practice.tenant;
    const takes = async (name: string, value: string | number, why: string): Promise<void> => {
      await two.thereDb.query(`insert into tenants (tenant_name, ${name}) values ('Taken', $1)`, [value]);
      untouched = await wholeDigest(two.thereDb);
      expect(await attempt(place)).toEqual(refused(why));
      await two.thereDb.query("delete from tenants where tenant_name = 'Taken'");
      untouched = await wholeDigest(two.thereDb);
    };
    await takes('id', id, `tenants.id ${id} is already taken here`);
    await db().query(
      "update tenants set subdomain = 'riverside-moves', booking_page_published_at = now() where id = $1",
      [id],
    );
    ({ place } = await two.moveScene());
    await two.cancel();
    await takes('subdomain', 'riverside-moves', 'tenants.subdomain riverside-moves is already taken here');
    const unnumbered = await two.createTarget(0);
    await expect(two.takeOver(place, { ownerUrl: unnumbered.ownerUrl })).rejects.toThrow(
      'INSTALLATION_NUMBER',
    );
    expect(await onceAs(unnumbered.superuserUrl, 'select from tenants')).toEqual([]);
  });

  it('is refused without the right to skip triggers, which is named', async () => {
    const owner = `owner_of_${two.there.name}`;
    await onceAs(two.there.superuserUrl, `revoke set on parameter session_replication_role from ${owner}`);
    expect(await attempt(place)).toEqual(refused('grant set on parameter session_replication_role'));
    await onceAs(two.there.superuserUrl, `grant set on parameter session_replication_role to ${owner}`);
  });

  it('leaves nothing when move-in is killed', async () => {
    const storage = storageOf(two.envThere());
    const killed: FileStorage = {
      ...storage,
      put: async (...file) => {
        await storage.put(...file);
        await two.thereDb.query(
          'select pg_terminate_backend(a.pid) from pg_stat_activity a where a.datname = $1 and a.usename = $2',
          [two.there.name, `owner_of_${two.there.name}`],
        );
      },
    };
    await expect(two.takeOver(place, { storage: killed })).rejects.toThrow(/terminat|not queryable/);
    expect(await wholeDigest(two.thereDb)).toEqual(untouched);
  });
});
