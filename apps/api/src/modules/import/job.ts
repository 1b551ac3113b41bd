import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import type { JobPayloads } from '../../lib/job-payloads.ts';
import { checkRows, type ImportWork } from './check.ts';
import { deleteMade, emptyFilled, nextRecords } from './record-repository.ts';
import { findImport, lockImport, planForGrowth, updateImport } from './repository.ts';
import { continueLater, runRows } from './run.ts';

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

const batchSize = 250;
const turnMs = 20_000;

/** In this order: an animal must be deleted before its owner. */
const undoSteps = [
  { kind: 'animal', created: true },
  { kind: 'client', created: true },
  { kind: 'animal', created: false },
  { kind: 'client', created: false },
] as const;

/**
 * Undoes an import, one batch per transaction; undone records are deleted from its list with it, so that the next job
 * continues with the rest.
 */
async function undoRows(deps: Dependencies, work: ImportWork): Promise<void> {
  const endOfTurn = performance.now() + turnMs;
  for (;;) {
    const isMore = await inPractice(deps, { ...work, action: 'import/undo' }, async (ctx) => {
      const { tx, tenantId, now } = ctx;
      const found = await lockImport(tx, tenantId, work.importId);
      if (found?.status !== 'undoing') return false;
      await planForGrowth(tx);
      for (const step of undoSteps) {
        const ids = await nextRecords(tx, tenantId, found.id, { ...step, most: batchSize });
        if (ids.length === 0) continue;
        if (step.created) await deleteMade(ctx, found.id, step.kind, ids);
        else await emptyFilled(ctx, found.id, step.kind, ids);
        return true;
      }
      await updateImport(tx, tenantId, found.id, { status: 'undone', finished_at: now });
      return false;
    });
    if (!isMore) return;
    if (performance.now() > endOfTurn) return continueLater(deps, work);
  }
}

/** How many are deleted at a time; the next call deletes more. */
const maxBatch = 20;

const forget = statement<{ forgotten: number }>(
  'forget_imports',
  'select forget_imports($1, $2) as forgotten',
);

/** Deletes, for all practices, the expired content of imports. Safe to run in several processes at once. */
export async function forgetExpiredImports({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.control.row(forget, [clock.now(), maxBatch]);
}
