import { hash } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Env } from '../../config/env.ts';
import type { Clock } from '../../lib/clock.ts';
import { newStorageKey, type FileStorage } from '../../lib/ports/file-storage.ts';
import { syncFolder } from '../../lib/synced-files.ts';
import { version } from '../../lib/version.ts';
import {
  BackupError,
  checkReadsEverything,
  copyFiles,
  copyTables,
  lockTables,
  withOwner,
  writeManifest,
  type KeptFile,
} from '../backup/public.ts';
import { closePractice, inMovedPractice, openMoveOf } from './closing.ts';
import { movedJobs, moveFormat, readMoveManifest, secretMark, type MoveManifest } from './move-manifest.ts';
import { readMovedTables, rowsToMove, setMovedPractice } from './moved-tables.ts';

interface MoveOutOptions {
  env: Env;
  ownerUrl: string;
  practiceId: number;
  /** The folder in which the practice's own folder is made. */
  to: string;
  storage: FileStorage;
  clock: Clock;
  /** How long work under way may take until the practice is closed. */
  patienceMs?: number;
  say: (what: string) => void;
}

const defaultPatienceMs = 180_000;

/**
 * Closes a practice and writes all of it, as of one moment, into a new folder. A failure leaves no folder, and the
 * practice closed: it may be repeated.
 * @returns the folder and its manifest
 * @throws BackupError whose message is ready to print
 */
export const moveOut = (options: MoveOutOptions): Promise<{ place: string; manifest: MoveManifest }> =>
  withOwner(options.ownerUrl, async (client) => {
    const { env, practiceId, patienceMs = defaultPatienceMs, clock, say } = options;
    const appRole = decodeURIComponent(new URL(env.DATABASE_URL).username);
    await closePractice(client, { practiceId, appRole, patienceMs, say });
    say('The practice is closed. Copying it.');
    const to = resolve(options.to);
    const stamp = clock
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '');
    const place = join(to, `practice-${practiceId}-${stamp}`);
    const partial = `${place}.partial`;
    await mkdir(to, { recursive: true, mode: 0o700 });
    await mkdir(partial, { mode: 0o700 });
    try {
      const manifest = await write(client, partial, options);
      await rename(partial, place);
      await syncFolder(to);
      const { receipt } = await readMoveManifest(place);
      await inMovedPractice(client, practiceId, () =>
        client.query('update practice_moves set receipt = $2 where tenant_id = $1', [practiceId, receipt]),
      );
      return { place, manifest };
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
  });

async function write(
  client: pg.Client,
  folder: string,
  { env, practiceId, storage, clock }: MoveOutOptions,
): Promise<MoveManifest> {
  const { files, ...snapshot } = await writeRows(client, folder, practiceId);
  const [lost] = await copyFiles(files, { storage, into: folder, previous: undefined });
  if (lost) {
    throw new BackupError(
      `The file ${lost.store}/${lost.key} is missing from its store or damaged. Restore it, or delete it in the practice after move-cancel.`,
    );
  }
  const manifest: MoveManifest = {
    format: moveFormat,
    kind: 'practice',
    version,
    created_at: clock.now().toISOString(),
    ...snapshot,
    files,
    probes: await storeProbes(client, files, { practiceId, storage }),
    sealed: { ...snapshot.sealed, mark: secretMark(env, practiceId) },
  };
  await writeManifest(folder, manifest);
  await syncFolder(folder);
  return manifest;
}

type Snapshot = Pick<MoveManifest, 'practice' | 'migrations' | 'tables' | 'jobs' | 'sealed' | 'files'>;

async function writeRows(client: pg.Client, folder: string, practiceId: number): Promise<Snapshot> {
  const tables = await readMovedTables(client);
  await checkReadsEverything(client, tables);
  await inMovedPractice(client, practiceId, () => openMoveOf(client, practiceId));
  await client.query('begin isolation level repeatable read, read only');
  await setMovedPractice(client, practiceId);
  await lockTables(client, tables);
  const written = await copyTables(client, folder, tables, rowsToMove);
  const { rows } = await client.query<Omit<Snapshot, 'tables' | 'files'>>(
    `select json_build_object('id', t.id, 'name', t.tenant_name, 'subdomain', t.subdomain, 'custom_host', t.custom_host)
              as practice,
            (select json_agg(m.name order by m.name) from migrations m) as migrations, m.jobs,
            json_build_object(
              'authenticators', (select count(*) from account_factors f join users u on u.account_id = f.account_id
                                 where u.tenant_id = t.id and f.state = 'active' and f.totp_secret is not null),
              'sign_in_providers', (select count(*) from identity_providers p where p.tenant_id = t.id)) as sealed
     from tenants t join practice_moves m on m.tenant_id = t.id where t.id = $1`,
    [practiceId],
  );
  const { rows: files } = await client.query<KeptFile>(
    `select f.storage as store, f.storage_key as key, f.file_size as bytes, encode(f.sha256, 'hex') as sha256
     from files f where f.tenant_id = $1 and f.storage <> 'database' order by f.storage, f.storage_key`,
    [practiceId],
  );
  await client.query('commit');
  const [found] = rows;
  if (!found) throw new BackupError(`Practice ${practiceId} was opened again meanwhile.`);
  return { ...found, jobs: movedJobs.parse(found.jobs), tables: written, files };
}

const probeText = 'A practice is being moved.\n';

/** Stores a file that tells a shared store; the clean-up job deletes it. */
async function storeProbes(
  client: pg.Client,
  files: readonly KeptFile[],
  { practiceId, storage }: Pick<MoveOutOptions, 'practiceId' | 'storage'>,
): Promise<KeptFile[]> {
  const probes: KeptFile[] = [];
  for (const store of new Set(files.map((file) => file.store))) {
    const key = newStorageKey(practiceId);
    await inMovedPractice(client, practiceId, () =>
      client.query(
        `insert into file_removals (tenant_id, storage_key, storage, due_at) values ($1, $2, $3, now() + interval '30 days')`,
        [practiceId, key, store],
      ),
    );
    await storage.put(store, key, Buffer.from(probeText));
    probes.push({ store, key, bytes: probeText.length, sha256: hash('sha256', probeText) });
  }
  return probes;
}
