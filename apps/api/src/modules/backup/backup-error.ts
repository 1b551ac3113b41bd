/** A failed backup or restore, explained to the operator. Its message is ready to print. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** There is one backup at a time. */
export class BackupUnderWay extends BackupError {
  constructor() {
    super('Another backup is in progress.');
  }
}
