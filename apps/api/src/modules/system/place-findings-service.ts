import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../config/env.ts';
import { newStorageKey, type FileStorage } from '../../integrations/storage/storage.ts';
import { AppError } from '../../lib/app-error.ts';
import { messageOf } from './database-findings-service.ts';
import type { Finding } from './finding.ts';

/**
 * Puts a small file where the files go, reads it and takes it away. Does nothing where they go into the database.
 * @throws AppError `storage_unavailable`
 */
export async function tryStorage({ target, ...storage }: FileStorage): Promise<void> {
  if (target === 'database') return;
  // Of no practice.
  const key = newStorageKey(0);
  const content = Buffer.from('doctor');
  await storage.put(target, key, content);
  const found = await storage.get(target, key).finally(() => storage.remove(target, key));
  if (found.equals(content)) return;
  const cause = Object.assign(new Error('what is read is not what was written'), { code: 'content_differs' });
  throw new AppError('storage_unavailable', {}, { cause });
}

/** Whether files can be kept where they go. */
export async function storageFinding(storage: FileStorage): Promise<Finding> {
  const what = 'file storage';
  const { target } = storage;
  if (target === 'database') return { what, state: 'ok', said: 'in the database' };
  try {
    await tryStorage(storage);
    return { what, state: 'ok', said: `${target}: can be written, read and deleted` };
  } catch (error) {
    return { what, state: 'wrong', said: `${target}: ${messageOf(error)}` };
  }
}

/** Uploads wait here while they arrive. */
export async function temporaryFolderFinding(): Promise<Finding> {
  const what = 'temporary folder';
  try {
    const folder = await mkdtemp(join(tmpdir(), 'burrow-doctor-'));
    await writeFile(join(folder, 'file'), 'doctor');
    await rm(folder, { recursive: true });
    const { bavail, bsize } = await statfs(tmpdir());
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const isTight = free < 500;
    const said = `${free} MB free${isTight ? ': sixty uploads at once may need 2,500' : ''}`;
    return { what, state: isTight ? 'note' : 'ok', said };
  } catch (error) {
    return { what, state: 'wrong', said: `cannot be written: ${messageOf(error)}` };
  }
}

export function webFinding({ WEB_ROOT: root }: Env): Finding {
  const what = 'web app';
  if (!root) return { what, state: 'note', said: 'not served: WEB_ROOT is not given' };
  const isBuilt = existsSync(join(root, 'index.html'));
  return {
    what,
    state: isBuilt ? 'ok' : 'wrong',
    said: isBuilt ? 'is built' : 'WEB_ROOT has no index.html: it is not built',
  };
}
