import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { someKeysOnDisk } from '../../db/files-on-disk.ts';
import { createFileStorage } from '../../integrations/storage/storage.ts';
import { newStorageKey, type FileStorage } from '../../lib/ports/file-storage.ts';
import { copyFiles } from '../../modules/backup/file-copies.ts';
import { removeForgottenFiles } from '../../modules/file/clear-up.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';
import { canMount, mountDisk, remountDisk, unmountDisk } from '../small-disk.ts';
import { sendParts } from '../uploads.ts';

// The disk of the file store is unavailable: not mounted, which leaves an empty folder, moved, or read-only. Nothing
// may be written into the folder in its place, no file be reported lost, and no deletion be forgotten.

const place = mkdtempSync(join(tmpdir(), 'burrow-storage-away-'));
const folder = join(place, 'files');
const elsewhere = join(place, 'unmounted');
const marker = join(folder, '.burrow-files');
const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: folder });
const db = () => api.testDatabase.owner;
afterAll(() => rmSync(place, { recursive: true }));

const cannotBeStored = {
  status: 503,
  code: 'storage_unavailable',
  message: 'Couldn’t save the file. Nothing was changed. Please try again in a moment.',
};
const cannotBeOpened =
  'Couldn’t open the file. Try again in a moment. If it keeps happening, tell your system administrator.';

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const upload = (text = 'Rex is well') =>
  sendParts(
    api,
    'file/upload',
    { entity_type: 'client', entity_id: practice.client.id },
    { name: 'a.txt', content: Buffer.from(text) },
    practice.staffKey,
  );
const open = async (file_id: number) => {
  const { status, body, error } = await api.call('file/get', { file_id }, practice.staffKey);
  if (status === 200) return Buffer.from(body.file_data, 'base64').toString();
  return { status, code: error.code, message: error.message };
};
/** The state of a server that has just started. */
const freshStorage = (): FileStorage =>
  createFileStorage(api.deps.env, () => someKeysOnDisk(api.database.control));
const clearUp = () => removeForgottenFiles({ ...api.deps, storage: freshStorage() });
const count = async (table: 'files' | 'file_removals'): Promise<number> =>
  (await db().query(`select 1 from ${table} where tenant_id = $1`, [practice.tenant.id])).rowCount ?? 0;
const kept = (): string[] => readdirSync(join(folder, String(practice.tenant.id)));

interface Away {
  how: string;
  leave: () => void;
  bringBack: () => void;
}
const aways: Away[] = [
  {
    how: 'is not mounted and leaves an empty folder',
    leave: () => {
      renameSync(folder, elsewhere);
      mkdirSync(folder);
    },
    bringBack: () => {
      // Rejects a folder that anything was written into.
      expect(readdirSync(folder)).toEqual([]);
      rmSync(folder, { recursive: true });
      renameSync(elsewhere, folder);
    },
  },
  {
    how: 'has gone with its folder',
    leave: () => renameSync(folder, elsewhere),
    bringBack: () => {
      expect(existsSync(folder)).toBe(false);
      renameSync(elsewhere, folder);
    },
  },
];

describe.each(aways)('a disk that $how', ({ leave, bringBack }) => {
  it('accepts no upload, loses no file, forgets no deletion, and is used again once it returns', async () => {
    api.expectLoggedErrors();
    const [{ file_id: staying = 0 }, { file_id: deleted = 0 }] = [await upload(), await upload('Ida is not')];
    leave();
    try {
      expect(await upload()).toMatchObject(cannotBeStored);
      expect(await open(staying)).toEqual({
        status: 503,
        code: 'storage_unavailable',
        message: cannotBeOpened,
      });
      expect((await api.call('file/delete', { file_id: deleted }, practice.staffKey)).status).toBe(200);
      await clearUp();
      // One for the upload, which may have left something, and one for the deleted file.
      expect([await count('files'), await count('file_removals')]).toEqual([1, 2]);
      const started = freshStorage().put('disk', newStorageKey(practice.tenant.id), Buffer.from('Rex'));
      await expect(started).rejects.toMatchObject({
        code: 'storage_unavailable',
        cause: { code: 'store_away' },
      });
    } finally {
      bringBack();
    }
    expect(await open(staying)).toBe('Rex is well');
    await clearUp();
    expect([kept().length, await count('file_removals')]).toEqual([1, 0]);
    expect((await upload()).status).toBe(200);
    expect([kept().length, await count('files')]).toEqual([2, 2]);
  });

  it('is not backed up as if its files were lost', async () => {
    await upload();
    const [name = ''] = kept();
    const file = { store: 'disk', key: `${practice.tenant.id}/${name}`, bytes: 11 } as const;
    const sha256 = hash('sha256', 'Rex is well');
    const into = mkdtempSync(join(place, 'backup-'));
    const copy = () =>
      copyFiles([{ ...file, sha256 }], { storage: freshStorage(), into, previous: undefined });
    leave();
    try {
      await expect(copy()).rejects.toMatchObject({ code: 'storage_unavailable' });
    } finally {
      bringBack();
    }
    expect(await copy()).toEqual([]);
  });
});

describe('the folder of files', () => {
  it('of an older release, or moved without its mark, is recognised by its files and marked', async () => {
    await upload();
    rmSync(marker);
    await freshStorage().put('disk', newStorageKey(practice.tenant.id), Buffer.from('Ida'));
    expect(existsSync(marker)).toBe(true);
  });

  it('that has lost a file reports it, and stays in use', async () => {
    api.expectLoggedErrors();
    const { file_id = 0 } = await upload();
    for (const name of kept()) rmSync(join(folder, String(practice.tenant.id), name));
    expect(await open(file_id)).toMatchObject({ status: 503, message: cannotBeOpened });
    const lost = freshStorage().get('disk', newStorageKey(practice.tenant.id));
    await expect(lost).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
    expect((await upload()).status).toBe(200);
    expect((await api.call('file/delete', { file_id }, practice.staffKey)).status).toBe(200);
    await expect.poll(() => count('file_removals')).toBe(0);
  });
});

// Root ignores permissions, so use a disk mounted read-only instead.
const isRoot = process.getuid?.() === 0;

describe.runIf(!isRoot || canMount())('a read-only folder', () => {
  it('accepts no upload, still opens files, and forgets no deletion', async () => {
    api.expectLoggedErrors();
    if (isRoot) {
      renameSync(folder, elsewhere);
      mountDisk(folder, 4);
      writeFileSync(marker, '');
    }
    const { file_id: staying = 0 } = await upload();
    const { file_id: deleted = 0 } = await upload('Ida is not');
    const its = join(folder, String(practice.tenant.id));
    const allow = (isAllowed: boolean): void => {
      if (isRoot) remountDisk(folder, isAllowed ? 'rw' : 'ro');
      else chmodSync(its, isAllowed ? 0o700 : 0o500);
    };
    allow(false);
    try {
      expect(await upload()).toMatchObject(cannotBeStored);
      expect(await open(staying)).toBe('Rex is well');
      expect((await api.call('file/delete', { file_id: deleted }, practice.staffKey)).status).toBe(200);
      await clearUp();
      expect([kept().length, await count('files')]).toEqual([2, 1]);
      expect(await count('file_removals')).toBeGreaterThan(0);
    } finally {
      allow(true);
    }
    await clearUp();
    expect([kept().length, await count('file_removals')]).toEqual([1, 0]);
    if (isRoot) {
      unmountDisk(folder);
      rmSync(folder, { recursive: true });
      renameSync(elsewhere, folder);
    }
  });
});
