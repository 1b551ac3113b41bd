import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Writes a new file that only this user can read, and waits until it is on the disk. */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The same with the content of a stream, piece by piece. */
export async function streamSynced(
  path: string,
  ...streams: [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline([...streams, file.createWriteStream({ flush: true })]);
  } finally {
    // The stream has closed it, unless it failed before.
    await file.close().catch(() => undefined);
  }
}

/** Waits until the names of the files in a folder are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
