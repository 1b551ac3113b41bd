import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** burrow-20260114T100000Z; those of one second are told apart by a number. */
const namePattern = /^burrow-\d{8}T\d{6}Z(?:-\d+)?$/;
const partialPattern = /^burrow-\d{8}T\d{6}Z(?:-\d+)?\.partial$/;

const stampLength = 'burrow-20260114T100000Z'.length;

/** The folder of a backup that is being made, or taken away. */
export const partialOf = (name: string): string => `${name}.partial`;

const stampOf = (at: Date): string => `burrow-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** A name that nothing in the folder has yet. */
export async function newBackupName(folder: string, at: Date): Promise<string> {
  const taken = new Set((await readdir(folder)).map((name) => name.replace(/\.partial$/, '')));
  const stamp = stampOf(at);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stamp : `${stamp}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** The finished backups in a folder, the newest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => namePattern.test(name));
  const order = (name: string): [string, number] => [
    name.slice(0, stampLength),
    Number(name.slice(stampLength + 1) || 1),
  ];
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
 * Takes the oldest backups away, so many that `keep` are left. What has a name of the future was made while the clock was
 * wrong, so before all others: were it taken for the newest, each new backup would be the first to go.
 * @param madeAt when the newest was made
 * @returns their names
 */
export async function removeOldest(folder: string, keep: number, madeAt: Date): Promise<string[]> {
  const names = await backupsIn(folder);
  const isOfFuture = (name: string): boolean => name.slice(0, stampLength) > stampOf(madeAt);
  const newestFirst = [...names.filter((name) => !isOfFuture(name)), ...names.filter(isOfFuture)];
  const old = newestFirst.slice(keep);
  for (const name of old) {
    // Half of one must not look like a whole one.
    await rename(join(folder, name), join(folder, partialOf(name)));
    await rm(join(folder, partialOf(name)), { recursive: true });
  }
  return old;
}
