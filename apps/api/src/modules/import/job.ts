import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import type { JobPayloads } from '../../lib/job-payloads.ts';
import { checkRows } from './check.ts';
import { findImport } from './repository.ts';
import { runRows } from './run.ts';
import { undoRows } from './undo.ts';

/** Runs the pending step of an import: a check, the import itself, or undoing it. No effect without a pending one. */
export async function workOnImport(
  deps: Dependencies,
  { tenantId, importId }: JobPayloads['import'],
  requestId: string,
): Promise<void> {
  const work = { tenantId, importId, requestId };
  const found = await inPractice(deps, { ...work, action: 'import/run' }, ({ tx }) =>
    findImport(tx, tenantId, importId),
  );
  if (found?.status === 'checking') await checkRows(deps, work);
  else if (found?.status === 'running') await runRows(deps, work);
  else if (found?.status === 'undoing') await undoRows(deps, work);
}

/** How many are deleted at a time; the next call deletes more. */
const mostAtOnce = 20;

const forget = statement<{ forgotten: number }>(
  'forget_imports',
  'select forget_imports($1, $2) as forgotten',
);

/** Deletes, for all practices, the expired content of imports. Safe to run in several processes at once. */
export async function forgetExpiredImports({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.control.row(forget, [clock.now(), mostAtOnce]);
}
