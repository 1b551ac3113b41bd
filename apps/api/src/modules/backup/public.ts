export { backUp, type MadeBackup } from './backup.ts';
export type { Manifest } from './manifest.ts';
export { restore, type Restored } from './restore.ts';
export { backUpWhenDue, noteCutOffBackups } from './scheduled-backup.ts';
export { verifyBackup } from './verify.ts';
