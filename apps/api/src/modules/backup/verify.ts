import { BackupError } from './backup-error.ts';
import { measureFile } from './copied-text.ts';
import { findDamagedFiles } from './file-copies.ts';
import { jobsPath, readManifest, tablePath, type Content, type KeptFile, type Manifest } from './manifest.ts';

/**
 * Reads a whole backup and compares it with its manifest, and that with its own checksum. This detects missing,
 * truncated or damaged parts; a person with write access to the folder can forge both.
 * @param withoutLostFiles whether files that are missing or damaged are noted as lost instead of failing: backups share
 * their files, so a damaged one may be damaged in all of them
 * @returns the manifest
 * @throws BackupError that names the first invalid part
 */
export async function verifyBackup(folder: string, { withoutLostFiles = false } = {}): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) {
    await checkPart(`The table ${table.name}`, tablePath(folder, table.name), table);
  }
  await checkPart('The list of jobs', jobsPath(folder), manifest.jobs);
  const damaged = new Set(await findDamagedFiles(folder, manifest.files));
  if (damaged.size === 0) return manifest;
  if (!withoutLostFiles) throw damagedFiles([...damaged]);
  const files = manifest.files.filter((file) => !damaged.has(file));
  return { ...manifest, files, lost: [...manifest.lost, ...damaged] };
}

function damagedFiles([first, ...others]: KeptFile[]): BackupError {
  const more = others.length === 0 ? 'is' : `and ${others.length} more are`;
  return new BackupError(
    `The file ${first?.store}/${first?.key} ${more} missing or damaged; the database is intact. An older backup may have ` +
      'what is missing; restore --without-lost-files restores everything else.',
  );
}

/** Compares a part of a backup with its manifest. @throws BackupError */
export async function checkPart(what: string, path: string, said: Content): Promise<void> {
  const found = await measureFile(path).catch((error: unknown) => {
    const { code } = error as { code?: string };
    throw new BackupError(
      `${what} ${code === 'ENOENT' ? 'is missing' : 'is damaged or cut short'} (${path}).`,
      {
        cause: error,
      },
    );
  });
  if (!isSame(found, said)) {
    throw new BackupError(
      `${what} doesn’t match the manifest: ${described(found)} instead of ${described(said)}.`,
    );
  }
}

export const isSame = (one: Content, other: Content): boolean =>
  one.rows === other.rows && one.bytes === other.bytes && one.sha256 === other.sha256;

export const described = ({ rows, sha256 }: Content): string => `${rows} rows, ${sha256.slice(0, 12)}…`;
