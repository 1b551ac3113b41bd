import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from './app-error.ts';
import type { Logger } from './logger.ts';

/** This process' own folder, readable by its user only. The name contains the process id, to recognise leftovers. */
const folder = join(tmpdir(), `burrow-${process.pid}-${randomBytes(8).toString('hex')}`);
const folderPattern = /^burrow-(\d+)-[0-9a-f]{16}$/;

let cleansUp = false;

/** Opens a new file with a random name for writing and reading, readable by this user only. */
export async function openTemporary(): Promise<{ path: string; file: FileHandle }> {
  if (!cleansUp) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cleansUp = true;
  // Each time: systems delete old files in their temporary folder.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  return { path, file: await open(path, 'wx+', 0o600) };
}

/** Opens a new unlinked file: it disappears with its last reader, even if this process dies. */
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

/** Awaits a disk operation. @throws AppError `unavailable` when it fails */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw temporaryFolderError(error);
  }
}

/** Writes incoming data to a new file and returns its path; an incomplete file is removed. */
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

/** The message to a caller when the temporary folder fails. */
export function temporaryFolderError(cause: unknown): AppError {
  const isFull = cause instanceof Error && 'code' in cause && fullDisk.has(cause.code);
  const message =
    'The server is out of space. Nothing was changed. Try again later. If it keeps happening, tell your system administrator.';
  return new AppError('unavailable', isFull ? { message } : {}, { cause });
}

/** Removes the folders of dead processes. Call it at the start, before this process opens a file. */
export async function removeLeftFolders(log: Logger): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(folderPattern.exec(name)?.[1]);
    // A folder of this process' id is from an earlier run: in a container the id is always the same.
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
    // A process of another user may not be signalled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
