import type { Env } from '../config/env.ts';
import { createDatabase } from '../db/database.ts';
import { countFilesIn } from '../db/files-in-stores.ts';
import { someKeysOnDisk } from '../db/files-on-disk.ts';
import { superadminState } from '../db/superadmins.ts';
import { createFileStorage } from '../integrations/storage/storage.ts';
import { createLogger } from '../lib/logger.ts';
import type { StoreName } from '../lib/ports/file-storage.ts';
import { version } from '../lib/version.ts';
import {
  backupFindingOf,
  databaseFindings,
  messageOf,
  backupFolderFinding,
  missingStoreFinding,
  storageFinding,
  temporaryFolderFinding,
  webFinding,
  providerFindings,
  type Finding,
} from '../modules/installation/public.ts';
import { storesOf } from './backup.ts';

/**
 * Checks everything that an installation needs, without lasting changes, and reports the findings. It prints no value of
 * a setting.
 * @param read reads the settings, or throws their errors
 */
export async function inspect(read: () => Env): Promise<Finding[]> {
  let env: Env;
  try {
    env = read();
  } catch (error) {
    return [{ what: 'settings', state: 'wrong', said: messageOf(error) }];
  }
  return [
    { what: 'build', state: 'ok', said: env.BURROW_TAG ?? version },
    { what: 'settings', state: 'ok', said: 'all valid' },
    ...(await findingsOfDatabase(env)),
    await temporaryFolderFinding(),
    webFinding(env),
    ...providerFindings(env),
  ];
}

/** Checks the database, and the files, whose folder is recognised by the files that the database names. */
async function findingsOfDatabase(env: Env): Promise<Finding[]> {
  const log = createLogger('silent');
  const database = createDatabase({
    url: env.DATABASE_URL,
    poolSize: 2,
    prepared: false,
    log,
    replicaUrl: env.DATABASE_REPLICA_URL,
  });
  try {
    const storage = createFileStorage(env, () => someKeysOnDisk(database.control));
    return [
      ...(await databaseFindings(database)),
      ...(await ownerFindings(env)),
      await backupFindingOf(database.control),
      await backupFolderFinding(env),
      await storageFinding(storage),
      ...(await missingStoreFindings(env)),
    ];
  } finally {
    await database.close();
  }
}

/** Whether there is a superadmin, and whether the first password is still in the settings. */
async function ownerFindings({ DATABASE_OWNER_URL: ownerUrl, ...env }: Env): Promise<Finding[]> {
  const what = 'superadmin';
  if (!ownerUrl) return [{ what, state: 'note', said: 'not checked: DATABASE_OWNER_URL is not set here' }];
  try {
    const { exists, hasOwnPassword } = await superadminState(ownerUrl);
    if (!exists) return [{ what, state: 'note', said: 'none yet: run create-superadmin' }];
    const isLeft = hasOwnPassword && env.FIRST_SUPERADMIN_PASSWORD !== undefined;
    return [{ what, state: 'ok', said: 'exists' }, ...(isLeft ? [leftPassword] : [])];
  } catch (error) {
    return [{ what, state: 'wrong', said: `as the schema’s owner: ${messageOf(error)}` }];
  }
}

const leftPassword: Finding = {
  what: 'first password',
  state: 'note',
  said: 'FIRST_SUPERADMIN_PASSWORD is still set but no longer needed',
  todo: 'Remove it. With Docker Compose: clear it in .env, then run `docker compose up -d`.',
};

/** Files in a store that the settings lack, which can't be opened. Only the schema's owner can count them. */
async function missingStoreFindings(env: Env): Promise<Finding[]> {
  if (!env.DATABASE_OWNER_URL) return [];
  const configured = storesOf(env);
  const stores: StoreName[] = ['disk', 's3'];
  try {
    const missing = stores.filter((store) => !configured.has(store));
    return (await countFilesIn(env.DATABASE_OWNER_URL, missing)).map(missingStoreFinding);
  } catch (error) {
    return [{ what: 'file storage', state: 'wrong', said: `files can’t be counted: ${messageOf(error)}` }];
  }
}
