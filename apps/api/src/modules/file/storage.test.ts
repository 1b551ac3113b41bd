import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { backupLock } from '../../db/backup-lock.ts';
import { s3Store } from '../../integrations/storage/s3.ts';
import { createFileStorage } from '../../integrations/storage/storage.ts';
import { createLogger } from '../../lib/logger.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type TestApi } from '../../testing/harness.ts';
import { S3StandIn } from '../../testing/s3-stand-in.ts';
import { samplePdf, samplePicture } from '../../testing/sample-files.ts';
import { sendParts } from '../../testing/uploads.ts';
import { removeForgottenFiles } from './clear-up.ts';

const folder = mkdtempSync(join(tmpdir(), 'burrow-files-'));
const s3 = new S3StandIn();
const s3Url = await s3.start();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await s3.stop();
});

const s3Env = {
  S3_ENDPOINT: s3Url,
  S3_BUCKET: 'burrow',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  S3_FORCE_PATH_STYLE: 'on',
};

const namesNone = (): Promise<string[]> => Promise.resolve([]);

/** The requirements of every store. */
function storesFiles(api: TestApi, store: 'disk' | 's3', stored: () => Buffer[]) {
  const db = () => api.testDatabase.owner;
  let practice: Practice;
  beforeAll(async () => {
    practice = await makePractice(db());
  });

  const owner = () => ({ entity_type: 'animal', entity_id: practice.animal.id });
  const upload = (name: string, content: Uint8Array, more: Record<string, string> = {}) =>
    sendParts(api, 'file/upload', { ...owner(), ...more }, { name, content }, practice.staffKey);

  const rows = async (table: string): Promise<number> => {
    const { rowCount } = await db().query(`select 1 from ${table}`);
    return rowCount ?? 0;
  };
  /** Deletions in the store are not awaited. */
  const nothingLeft = () =>
    vi.waitFor(
      async () =>
        expect([stored().length, await rows('files'), await rows('file_removals')]).toEqual([0, 0, 0]),
      10_000,
    );

  it('keeps the bytes outside the database, under a meaningless key', async () => {
    const pdf = samplePdf(3_000_000);
    const { file_id = 0, status } = await upload('../Rex scan.pdf', pdf);
    expect(status).toBe(200);
    const kept = await db().query<{ storage: string; storage_key: string }>(
      'select storage, storage_key from files',
    );
    expect(kept.rows[0]?.storage).toBe(store);
    expect(kept.rows[0]?.storage_key).toMatch(new RegExp(`^${practice.tenant.id}/[0-9a-f]{48}$`));
    expect(await rows('file_contents')).toBe(0);
    expect(stored().map((content) => content.equals(pdf))).toEqual([true]);
    const { body } = await api.call('file/get', { file_id }, practice.staffKey);
    expect(Buffer.from(body.file_data, 'base64').equals(pdf)).toBe(true);
    expect(await rows('file_removals')).toBe(0);
  });

  it('leaves nothing behind of deleted or replaced files', async () => {
    const { body: files } = await api.call('files/by_entity', owner() as never, practice.staffKey);
    for (const { id } of files) await api.call('file/delete', { file_id: id }, practice.staffKey);
    await vi.waitFor(() => expect(stored()).toHaveLength(0), 10_000);
    const portrait = { file_type: 'profile_picture' };
    await upload('one.png', await samplePicture('png', 20, 20), portrait);
    const { file_id = 0 } = await upload('two.png', await samplePicture('png', 20, 20), portrait);
    await vi.waitFor(() => expect(stored()).toHaveLength(1), 10_000);
    await api.call('file/delete', { file_id }, practice.staffKey);
    await nothingLeft();
  });

  it('keeps nothing of an upload whose transaction fails', async () => {
    await db().query('alter table files add constraint test_refuses check (filename <> $$no.txt$$)');
    api.expectLoggedErrors();
    expect((await upload('no.txt', Buffer.from('Rex'))).status).toBe(500);
    await db().query('alter table files drop constraint test_refuses');
    await nothingLeft();
  });

  it('deletes, in time, the leftovers of a process that died between storing and recording', async () => {
    const key = `${practice.tenant.id}/${'ab'.repeat(24)}`;
    const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl, FILE_STORAGE_PATH: folder, ...s3Env });
    const storage = createFileStorage(env, namesNone);
    await storage.put(store, key, Buffer.from('left behind'));
    await db().query(
      `insert into file_removals (tenant_id, storage_key, storage, due_at) values ($1, $2, $3, '2026-01-14T10:00:00Z')`,
      [practice.tenant.id, key, store],
    );
    const deps = { database: api.database, clock: api.clock, log: createLogger('silent'), storage };
    await removeForgottenFiles(deps);
    expect(stored()).toHaveLength(1);
    api.clock.set('2026-01-14T10:00:01Z');
    await removeForgottenFiles(deps);
    expect([stored().length, await rows('file_removals')]).toEqual([0, 0]);
  });

  it("keeps the practice's logo in the database, where its documents read it", async () => {
    const content = await samplePicture('png', 50, 50);
    const answer = await sendParts(
      api,
      'tenant/logo_upload',
      {},
      { name: 'logo.png', content },
      practice.adminKey,
    );
    expect([answer.status, stored().length, await rows('file_contents')]).toEqual([200, 0, 1]);
    await api.call('tenant/logo_remove', {}, practice.adminKey);
  });
}

/** In every folder that contains files. */
const marker = '.burrow-files';

describe('the store on a disk', () => {
  const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: folder });
  const paths = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== marker)
      .map((entry) => join(entry.parentPath, entry.name));
  storesFiles(api, 'disk', () => paths().map((path) => readFileSync(path)));

  it('is readable by its own user only, and detects altered files', async () => {
    const practice = await makePractice(api.testDatabase.owner);
    const owner = { entity_type: 'client', entity_id: practice.client.id };
    const file = { name: 'a.txt', content: Buffer.from('Rex is well') };
    const { file_id = 0 } = await sendParts(api, 'file/upload', owner, file, practice.staffKey);
    const [path = ''] = paths();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'Rex is ill');
    api.expectLoggedErrors();
    const answer = await api.call('file/get', { file_id }, practice.staffKey);
    expect([answer.status, answer.error.code]).toEqual([503, 'storage_unavailable']);
  });
});

describe('the store in S3', () => {
  const api = useTestApi({ FILE_STORAGE: 's3', ...s3Env });
  storesFiles(api, 's3', () => [...s3.objects.values()]);

  let practice: Practice;
  beforeEach(async () => {
    practice = await makePractice(api.testDatabase.owner);
    s3.objects.clear();
  });
  afterEach(() => {
    s3.failing = null;
  });
  const upload = () => {
    const owner = { entity_type: 'animal', entity_id: practice.animal.id };
    const file = { name: 'a.txt', content: Buffer.from('Rex') };
    return sendParts(api, 'file/upload', owner, file, practice.staffKey);
  };
  const left = async () => {
    const { rows } = await api.testDatabase.owner.query<{ files: number; removals: number }>(
      `select (select count(*)::int from files where tenant_id = $1) as files,
              (select count(*)::int from file_removals where tenant_id = $1) as removals`,
      [practice.tenant.id],
    );
    return { ...rows[0], objects: s3.objects.size };
  };

  it.each([{ afterStoring: false }, { afterStoring: true }])(
    'that is unavailable answers 503 and keeps nothing (%o)',
    async ({ afterStoring }) => {
      api.expectLoggedErrors();
      s3.failing = { method: 'PUT', afterStoring };
      const { status, code, message } = await upload();
      expect({ status, code, message }).toEqual({
        status: 503,
        code: 'storage_unavailable',
        message: 'Couldn’t save the file. Nothing was changed. Please try again in a moment.',
      });
      await expect.poll(left).toEqual({ files: 0, removals: 0, objects: 0 });
    },
  );

  it('that cannot delete does not prevent deleting a file, and is retried later', async () => {
    const { file_id = 0 } = await upload();
    s3.failing = { method: 'DELETE' };
    expect((await api.call('file/delete', { file_id }, practice.staffKey)).status).toBe(200);
    expect(await left()).toEqual({ files: 0, removals: 1, objects: 1 });
    const { owner } = api.testDatabase;
    const noted = async () => (await owner.query("select at from work_marks where name = 'clear_up'")).rows;
    await owner.query('delete from work_marks');
    const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl, ...s3Env });
    const deps = {
      database: api.database,
      clock: api.clock,
      log: createLogger('silent'),
      storage: createFileStorage(env, namesNone),
    };
    await removeForgottenFiles(deps);
    expect(await noted()).toEqual([]);
    s3.failing = null;
    await removeForgottenFiles(deps);
    expect(await left()).toEqual({ files: 0, removals: 0, objects: 0 });
    expect(await noted()).toEqual([{ at: api.clock.now() }]);
  });

  it('keeps deleted files during a backup, which does not stop the clean-up', async () => {
    const { owner } = api.testDatabase;
    const { file_id = 0 } = await upload();
    const backup = await owner.connect();
    await backup.query('select pg_advisory_lock($1)', [backupLock]);
    await api.call('file/delete', { file_id }, practice.staffKey);
    await owner.query('delete from work_marks');
    await removeForgottenFiles(api.deps);
    expect(await left()).toEqual({ files: 0, removals: 1, objects: 1 });
    await backup.query('select pg_advisory_unlock($1)', [backupLock]);
    backup.release();
    const marks = await owner.query("select at from work_marks where name = 'clear_up'");
    expect(marks.rows).toEqual([{ at: api.clock.now() }]);
    await removeForgottenFiles(api.deps);
    expect(await left()).toEqual({ files: 0, removals: 0, objects: 0 });
  });

  it('that does not answer delays no deletion', async () => {
    const { file_id = 0 } = await upload();
    s3.failing = { method: 'DELETE', silent: true };
    expect((await api.call('file/delete', { file_id }, practice.staffKey)).status).toBe(200);
    expect(await left()).toEqual({ files: 0, removals: 1, objects: 1 });
  });

  it('that completes an upload after it was aborted keeps nothing of it in the end', async () => {
    api.expectLoggedErrors();
    s3.failing = { method: 'PUT', cut: true };
    expect(await upload()).toMatchObject({ status: 503, code: 'storage_unavailable' });
    s3.failing = null;
    const clearUp = () => removeForgottenFiles(api.deps);
    await clearUp();
    s3.doLate();
    expect(await left()).toEqual({ files: 0, removals: 1, objects: 1 });
    api.clock.set('2026-01-14T10:00:00Z');
    await clearUp();
    expect(await left()).toEqual({ files: 0, removals: 0, objects: 0 });
  });

  it.each([
    { method: 'PUT', silent: true },
    { method: 'GET', silent: true },
    { method: 'GET', half: true },
    { method: 'DELETE', silent: true },
  ] as const)('is awaited no longer than the timeout (%o)', async (failing) => {
    const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = s3Env;
    const keys = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1', forcePathStyle: true };
    const store = s3Store({ endpoint, bucket, ...keys, answerMs: 200 });
    const key = `1/${'ef'.repeat(24)}`;
    await store.put(key, Buffer.from('Rex'));
    s3.failing = failing;
    const asked = {
      PUT: () => store.put(key, Buffer.from('Ida')),
      GET: () => store.get(key),
      DELETE: () => store.remove(key),
    };
    // Twice, and on a busy machine; without a limit it would never end.
    const began = performance.now();
    await expect(asked[failing.method]()).rejects.toBeInstanceOf(Error);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('that cannot be read answers 503', async () => {
    const { file_id = 0 } = await upload();
    api.expectLoggedErrors();
    s3.failing = { method: 'GET' };
    const answer = await api.call('file/get', { file_id }, practice.staffKey);
    expect([answer.status, answer.error.code]).toEqual([503, 'storage_unavailable']);
  });
});

describe('a store that is no longer the target', () => {
  const api = useTestApi({ FILE_STORAGE: 'database', FILE_STORAGE_PATH: folder });
  it('is still read', async () => {
    const practice = await makePractice(api.testDatabase.owner);
    const key = `${practice.tenant.id}/${'cd'.repeat(24)}`;
    const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl, FILE_STORAGE_PATH: folder });
    await createFileStorage(env, namesNone).put('disk', key, Buffer.from('Rex'));
    const { rows } = await api.testDatabase.owner.query<{ id: string }>(
      `insert into files (tenant_id, animal_id, filename, file_size, mime_type, sha256, storage, storage_key)
       values ($1, $2, 'a.txt', 3, 'text/plain', sha256('Rex'), 'disk', $3) returning id`,
      [practice.tenant.id, practice.animal.id, key],
    );
    const { body } = await api.call('file/get', { file_id: Number(rows[0]?.id) }, practice.staffKey);
    expect(Buffer.from(body.file_data, 'base64').toString()).toBe('Rex');
  });
});
