import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** burrow-20260114T100000Z; a number distinguishes those of one second. */
const namePattern = /^burrow-\d{8}T\d{6}Z(?:-\d+)?$/;
const partialPattern = /^burrow-\d{8}T\d{6}Z(?:-\d+)?\.partial$/;

const stampLength = 'burrow-20260114T100000Z'.length;

/** The folder of a backup that is being made or deleted. */
export const partialOf = (name: string): string => `${name}.partial`;

const stampOf = (at: Date): string => `burrow-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** An unused name in the folder. */
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

/** Deletes the leftovers of interrupted backups. No other backup may be running in this folder. */
export async function removePartials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (partialPattern.test(name)) await rm(join(folder, name), { recursive: true });
  }
}

/**
 * Deletes the oldest backups, so that `keep` remain. One dated in the future was made while the clock was wrong, so it
 * counts as the oldest: as the newest it would make each new backup the first to be deleted.
 * @param madeAt when the newest was made
 * @returns their names
 */
export async function removeOldest(folder: string, keep: number, madeAt: Date): Promise<string[]> {
  const names = await backupsIn(folder);
  const isOfFuture = (name: string): boolean => name.slice(0, stampLength) > stampOf(madeAt);
  const newestFirst = [...names.filter((name) => !isOfFuture(name)), ...names.filter(isOfFuture)];
  const old = newestFirst.slice(keep);
  for (const name of old) {
    // Rename first, so that a partly deleted one does not look complete.
    await rename(join(folder, name), join(folder, partialOf(name)));
    await rm(join(folder, partialOf(name)), { recursive: true });
  }
  return old;
}
