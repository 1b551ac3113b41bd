import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { backUp, type MadeBackup } from '../modules/backup/backup.ts';
import { restore, type Restored } from '../modules/backup/restore.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi, type TestApi } from './harness.ts';
import { createRestoreTarget, type RestoreTarget } from './restore-target.ts';
import { samplePdf } from './sample-files.ts';
import { sendParts } from './uploads.ts';

export interface Backups {
  api: TestApi;
  /** Folder of the backups; removed after each test. */
  to: string;
  /** The login for making backups. */
  readonly url: string;
  /** Its only file is on the disk. */
  readonly practice: Practice;
  /** A database to restore into, empty until the first test fills it. */
  readonly target: RestoreTarget;
  make: (options?: { keep?: number; withoutLostFiles?: boolean }) => Promise<MadeBackup>;
  bringBack: (place: string, options?: Partial<Parameters<typeof restore>[0]>) => Promise<Restored>;
  /** Runs work in the database to restore into, as the superuser. */
  inTarget: <Row extends object>(text: string) => Promise<Row[]>;
  /** Settings of processes that back up this installation, or restore into the target. */
  cliSettings: () => Record<string, string>;
  /** The only file in the stores. */
  storedFile: () => string;
  /** Its path in a backup. */
  fileIn: (place: string) => string;
}

/** A numbered installation with a file on its disk, and functions to back it up and to restore it. */
export function useBackups(): Backups {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-backup-'));
  const files = join(folder, 'files');
  const to = join(folder, 'backups');
  const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: files });
  let url = '';
  let practice: Practice;
  let target: RestoreTarget;
  beforeAll(async () => {
    const { ownerUrl, appUrl, owner } = api.testDatabase;
    // Always the same password: all tests share the server.
    url = Object.assign(new URL(ownerUrl), { username: 'burrow_backup', password: 'drill' }).href;
    await migrate({ ownerUrl, appUrl, backupUrl: url, installationNumber: 2 });
    practice = await makePractice(owner);
    target = await createRestoreTarget();
    const of = { entity_type: 'animal', entity_id: practice.animal.id };
    const file = { name: 'x-ray.pdf', content: samplePdf(50_000) };
    expect((await sendParts(api, 'file/upload', of, file, practice.staffKey)).status).toBe(200);
  });
  afterEach(async () => {
    rmSync(to, { recursive: true, force: true });
    await api.testDatabase.owner.query('delete from backups');
  });
  afterAll(async () => {
    await target.drop();
    rmSync(folder, { recursive: true });
  });
  const onlyFile = (of: string): string => {
    const folderOfPractice = join(of, String(practice.tenant.id));
    return join(folderOfPractice, readdirSync(folderOfPractice)[0] ?? '');
  };
  return {
    api,
    to,
    get url() {
      return url;
    },
    get practice() {
      return practice;
    },
    get target() {
      return target;
    },
    make: (options = {}) => backUp({ url, to, storage: api.deps.storage, clock: api.clock, ...options }),
    bringBack: (place, options = {}) =>
      restore({
        folder: place,
        ownerUrl: target.ownerUrl,
        appUrl: target.appUrl,
        replace: false,
        keepSessions: false,
        storage: api.deps.storage,
        stores: new Set(['disk']),
        clock: api.clock,
        say: () => undefined,
        ...options,
      }),
    inTarget: async <Row extends object>(text: string) => {
      const client = new pg.Client({ connectionString: target.superuserUrl });
      await client.connect();
      const { rows } = await client.query<Row>(text);
      await client.end();
      return rows;
    },
    cliSettings: () => ({
      DATABASE_URL: api.testDatabase.appUrl,
      DATABASE_OWNER_URL: target.ownerUrl,
      BACKUP_DATABASE_URL: url,
      FILE_STORAGE: 'disk',
      FILE_STORAGE_PATH: files,
    }),
    storedFile: () => onlyFile(files),
    fileIn: (place) => onlyFile(join(place, 'files/disk')),
  };
}
