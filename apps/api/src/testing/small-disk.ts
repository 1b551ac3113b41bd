import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let mayMount: boolean | undefined;

/** Whether disks can be mounted: only root on Linux can, and a container may forbid it. */
export function canMount(): boolean {
  return (mayMount ??= process.platform === 'linux' && process.getuid?.() === 0 && tryMounting());
}

function tryMounting(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-small-disk-'));
  try {
    mountDisk(folder, 1);
  } catch {
    return false;
  }
  unmountDisk(folder);
  rmSync(folder, { recursive: true });
  return true;
}

/** Mounts an empty disk of so many megabytes on a folder, which is created if missing. */
export function mountDisk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
}

/** Unmounts a disk and deletes its content; the folder stays. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', [folder]);
}

/** Makes a disk read-only, or writable. */
export function remountDisk(folder: string, may: 'rw' | 'ro'): void {
  execFileSync('mount', ['-o', `remount,${may}`, folder]);
}

/** Unmounts a disk that a killed run has left on a folder, if any. */
export function unmountLeftDisk(folder: string): void {
  const mounts = existsSync('/proc/self/mounts') ? readFileSync('/proc/self/mounts', 'utf8') : '';
  // A process that is being killed may still have a file open there.
  if (mounts.includes(` ${folder} `)) execFileSync('umount', ['--lazy', folder]);
}

/** Bytes that are free on the disk under a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Fills the disk under a folder to its last page; returns a function that frees the space. */
export function fillDisk(folder: string): () => void {
  const filler = join(folder, 'filler');
  writeFileSync(filler, '');
  for (let free = freeBytes(folder); free > 0; free = freeBytes(folder)) {
    try {
      writeFileSync(filler, Buffer.alloc(Math.min(free, 2 ** 22)), { flag: 'a' });
    } catch (error) {
      // Another process took the last page.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return () => rmSync(filler, { force: true });
}
