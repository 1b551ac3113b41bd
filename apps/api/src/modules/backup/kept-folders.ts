import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** burrow-20260114T100000Z; those of one second are told apart by a number. */
const namePattern = /^burrow-\d{8}T\d{6}Z(?:-\d+)?$/;
const partialPattern = /^burrow-\d{8}T\d{6}Z(?:-\d+)?\.partial$/;

/** The folder of a backup that is being made, or taken away. */
export const partialOf = (name: string): string => `${name}.partial`;

/** A name that nothing in the folder has yet. */
export async function newBackupName(folder: string, at: Date): Promise<string> {
  const taken = new Set((await readdir(folder)).map((name) => name.replace(/\.partial$/, '')));
  const stamp = `burrow-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stamp : `${stamp}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** The finished backups in a folder, the newest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => namePattern.test(name));
  const order = (name: string): [string, number] => [name.slice(0, 23), Number(name.slice(24) || 1)];
  return names.toSorted((a, b) => {
    const [[first, one], [second, other]] = [order(b), order(a)];
    return first === second ? one - other : first < second ? -1 : 1;
  });
}

/** Takes away what backups left that did not come to their end. Nobody else may be making one in this folder. */
export async function removePartials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (partialPattern.test(name)) await rm(join(folder, name), { recursive: true });
  }
}

/**
 * Takes the oldest backups away, so many that `keep` are left.
 * @returns their names
 */
export async function removeOldest(folder: string, keep: number): Promise<string[]> {
  const old = (await backupsIn(folder)).slice(keep);
  for (const name of old) {
    // Half of one must not look like a whole one.
    await rename(join(folder, name), join(folder, partialOf(name)));
    await rm(join(folder, partialOf(name)), { recursive: true });
  }
  return old;
}
