export { BackupError } from './backup-error.ts';
export { backUp, type MadeBackup } from './backup.ts';
export { copyFromFile, measureQuery } from './copied-text.ts';
export { copyFiles, findDamagedFiles, findLostFiles, restoreFiles } from './file-copies.ts';
export {
  fileInManifest,
  migrationList,
  readSaid,
  tableContent,
  tablePath,
  writeManifest,
  type KeptFile,
  type Manifest,
  type TableContent,
} from './manifest.ts';
export { checkStores, restore, withOwner, type Restored } from './restore.ts';
export { backUpWhenDue, noteCutOffBackups } from './scheduled-backup.ts';
export { checkReadsEverything, readKeptTables, tableNamed, type KeptTable } from './schema.ts';
export { copyTables, lockTables } from './snapshot.ts';
export { checkPart, described, isSame, verifyBackup } from './verify.ts';
