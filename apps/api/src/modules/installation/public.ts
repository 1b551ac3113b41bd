export { backupFindingOf } from './backup-findings.ts';
export { readBackups, type Backup } from './backup-read-model.ts';
export { databaseFindings, messageOf } from './database-findings.ts';
export type { Finding } from './finding.ts';
export {
  backupFolderFinding,
  missingStoreFinding,
  readDisks,
  storageFinding,
  temporaryFolderFinding,
  webFinding,
  type Disk,
} from './place-findings.ts';
export { providerFindings } from './provider-findings.ts';
export { createProviderRecord, forgetOldOutcomes } from './provider-record.ts';
export { readFigures, type InstallationFigures } from './read-model.ts';
