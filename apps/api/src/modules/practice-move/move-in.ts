import type pg from 'pg';
import type { Env } from '../../config/env.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FileStorage, StoreName } from '../../lib/ports/file-storage.ts';
import {
  BackupError,
  checkPart,
  checkReadsEverything,
  checkStores,
  findDamagedFiles,
  findLostFiles,
  restoreFiles,
  tablePath,
  withOwner,
} from '../backup/public.ts';
import { moveOf, putMovedJobs } from './closing.ts';
import { readMoveManifest, secretMark, type MoveManifest } from './move-manifest.ts';
import { readMovedTables, setMovedPractice } from './moved-tables.ts';
import { checkIdsApart, checkNothingTaken, checkReferences, compareRows } from './move-checks.ts';
import { insertRows, joinAccounts, stageRows, type MovedAccounts } from './staged-rows.ts';

interface MoveInOptions {
  env: Env;
  ownerUrl: string;
  folder: string;
  storage: FileStorage;
  stores: ReadonlySet<StoreName>;
  clock: Clock;
  say: (what: string) => void;
}

export interface MovedIn extends MovedAccounts {
  manifest: MoveManifest;
  /** What move-done needs on the old installation. */
  receipt: string;
}

/**
 * Takes over a practice that `moveOut` wrote. The whole folder is read and compared with its manifest first. All rows are
 * inserted in one transaction, which commits only when the checksums of the inserted rows and of the stored files are
 * those of the manifest: interrupted anywhere, nothing changed in the database.
 * @throws BackupError whose message is ready to print
 */
export async function moveIn(options: MoveInOptions): Promise<MovedIn> {
  const { folder, ownerUrl, say } = options;
  say('Reading the folder.');
  const { manifest, receipt } = await readMoveManifest(folder);
  await verify(folder, manifest);
  await checkSettings(manifest, options);
  return withOwner(ownerUrl, async (client) => {
    await checkMigrations(client, manifest);
    const accounts = await takeOver(client, manifest, options);
    return { manifest, receipt, ...accounts };
  });
}

async function verify(folder: string, { tables, files }: MoveManifest): Promise<void> {
  for (const table of tables)
    await checkPart(`The table ${table.name}`, tablePath(folder, table.name), table);
  const [damaged] = await findDamagedFiles(folder, files);
  if (damaged) throw new BackupError(`The file ${damaged.store}/${damaged.key} is missing or damaged.`);
}

/** Refuses a practice that these settings could not serve. */
async function checkSettings(
  { files, probes, sealed, practice }: MoveManifest,
  { env, stores, storage }: MoveInOptions,
): Promise<void> {
  checkStores('The practice', files, stores);
  const unshared = await findLostFiles(probes, storage);
  if (unshared.length < probes.length) {
    throw new BackupError(
      'Both installations store files in the same place. Give each a folder or bucket of its own: move-done deletes the practice’s files from the old one.',
    );
  }
  const { authenticators, sign_in_providers: providers, mark } = sealed;
  if (authenticators + providers === 0 || mark === secretMark(env, practice.id)) return;
  throw new BackupError(
    `The practice has ${authenticators} authenticator apps and ${providers} client secrets of single sign-on, encrypted with ` +
      'the CODE_SECRET of the old installation. Use the same CODE_SECRET on both, or remove them there and run move-out again.',
  );
}

async function checkMigrations(client: pg.Client, { migrations, version }: MoveManifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select m.name from migrations m order by m.name');
  const here = rows.map(({ name }) => name);
  const differing =
    here.find((name) => !migrations.includes(name)) ?? migrations.find((name) => !here.includes(name));
  if (differing === undefined) return;
  throw new BackupError(
    `The practice comes from release ${version}, whose database differs from this one (${differing}). Upgrade both installations to the same build.`,
  );
}

async function takeOver(
  client: pg.Client,
  manifest: MoveManifest,
  { env, folder, storage, clock, say }: MoveInOptions,
): Promise<MovedAccounts> {
  const { practice, files } = manifest;
  const tables = await readMovedTables(client);
  await checkReadsEverything(client, tables);
  await client.query('begin');
  await skipTriggers(client);
  await setMovedPractice(client, practice.id);
  say('Reading the rows.');
  await stageRows(client, { folder, tables, manifest });
  const accounts = await joinAccounts(client, env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : null);
  await removeForwarding(client, practice.id);
  await checkNothingTaken(client, tables);
  await checkIdsApart(client, tables);
  say('Inserting the rows.');
  await insertRows(client, tables);
  say('Comparing the rows.');
  await checkReferences(client, tables);
  await compareRows(client, tables, manifest);
  await putMovedJobs(client, manifest.jobs, clock.now());
  if (files.length > 0) say(`Copying ${files.length} files.`);
  try {
    await restoreFiles(folder, files, storage);
    const [lost] = await findLostFiles(files, storage);
    if (lost) throw new BackupError(`The file ${lost.store}/${lost.key} was not stored correctly.`);
  } catch (error) {
    for (const { store, key } of files) await storage.remove(store, key).catch(() => undefined);
    throw error;
  }
  // If it fails, the rows may be there nevertheless: their files stay.
  await client.query('commit');
  return accounts;
}

const insufficientPrivilege = '42501';

/**
 * Has the transaction run no triggers, which would repeat what they did on the old installation, such as enqueue webhooks.
 * Nothing is locked, so the other practices are not kept waiting.
 */
export async function skipTriggers(client: pg.Client): Promise<void> {
  await client.query('set local session_replication_role = replica').catch((error: unknown) => {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
    throw new BackupError(
      'The login of DATABASE_OWNER_URL may not skip triggers. Run once as a superuser of PostgreSQL: ' +
        'grant set on parameter session_replication_role to <the login of DATABASE_OWNER_URL>;',
      { cause: error },
    );
  });
}

/** Forgets that the practice had moved away from here. Its files are no longer to be deleted. */
async function removeForwarding(client: pg.Client, practiceId: number): Promise<void> {
  const moved = await moveOf(client, practiceId);
  if (!moved?.moved_to) return;
  await client.query(
    'delete from file_removals where storage_key in (select f.storage_key from pg_temp.moved_files f)',
  );
  await client.query('delete from practice_moves where tenant_id = $1', [practiceId]);
  await client.query('delete from tenants where id = $1', [practiceId]);
}
