import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from './app-error.ts';
import type { Logger } from './logger.ts';

/** This process' own folder, readable by its user alone. The name tells which process a folder is left from. */
const folder = join(tmpdir(), `burrow-${process.pid}-${randomBytes(8).toString('hex')}`);
const folderPattern = /^burrow-(\d+)-[0-9a-f]{16}$/;

let cleansUp = false;

/** Opens a new file of a random name for writing and reading, readable by this user alone. */
export async function openTemporary(): Promise<{ path: string; file: FileHandle }> {
  if (!cleansUp) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cleansUp = true;
  // Each time: systems clear away what lies in their temporary folder for long.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  return { path, file: await open(path, 'wx+', 0o600) };
}

/** Opens a new file without a name: it goes with the last who reads it, whatever becomes of this process. */
export async function openNameless(): Promise<FileHandle> {
  const { path, file } = await openTemporary();
  try {
    await rm(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Awaits something of the disk. @throws AppError `unavailable` when the disk does not do it */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw temporaryFolderError(error);
  }
}

/** Writes what arrives to a new file and answers its path; nothing is left of what does not come to its end. */
export async function writeTemporary(
  content: NodeJS.ReadableStream | AsyncIterable<Buffer>,
): Promise<string> {
  const { path, file } = await openTemporary();
  try {
    await pipeline(content, file.createWriteStream());
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

const fullDisk = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** What a caller is told when the temporary folder does not do its work. */
export function temporaryFolderError(cause: unknown): AppError {
  const isFull = cause instanceof Error && 'code' in cause && fullDisk.has(cause.code);
  const message =
    'The server is out of space. Nothing was changed. Try again later. If it keeps happening, tell your system administrator.';
  return new AppError('unavailable', isFull ? { message } : {}, { cause });
}

/** Removes the folders of processes that died. To be called at the start, before this one opens a file. */
export async function removeLeftFolders(log: Logger): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(folderPattern.exec(name)?.[1]);
    // Of this process' number is what it left in an earlier life: in a container it is always the same.
    if (!pid || (pid !== process.pid && isAlive(pid))) continue;
    const path = join(tmpdir(), name);
    try {
      const { uid } = await lstat(path);
      if (uid === (process.getuid?.() ?? uid)) await rm(path, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error }, 'a temporary folder that was left behind could not be removed');
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user's may not be asked, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
