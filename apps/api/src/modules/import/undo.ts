import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import type { ImportWork } from './check.ts';
import { deleteMade, emptyFilled, nextRecords } from './record-repository.ts';
import { lockImport, planForGrowth, updateImport } from './repository.ts';
import { continueLater } from './run.ts';

const batchSize = 250;
const turnMs = 20_000;

/** In this order: an animal must be deleted before its owner. */
const steps = [
  { kind: 'animal', created: true },
  { kind: 'client', created: true },
  { kind: 'animal', created: false },
  { kind: 'client', created: false },
] as const;

/**
 * Undoes an import, one batch per transaction; undone records are deleted from its list with it, so that the next job
 * continues with the rest.
 */
export async function undoRows(deps: Dependencies, work: ImportWork): Promise<void> {
  const endOfTurn = performance.now() + turnMs;
  for (;;) {
    const isMore = await inPractice(
      deps,
      { ...work, action: 'import/undo' },
      async ({ tx, tenantId, now }) => {
        const found = await lockImport(tx, tenantId, work.importId);
        if (found?.status !== 'undoing') return false;
        await planForGrowth(tx);
        for (const step of steps) {
          const ids = await nextRecords(tx, tenantId, found.id, { ...step, most: batchSize });
          if (ids.length === 0) continue;
          if (step.created) await deleteMade(tx, tenantId, found.id, step.kind, ids);
          else await emptyFilled(tx, tenantId, found.id, step.kind, ids, now);
          return true;
        }
        await updateImport(tx, tenantId, found.id, { status: 'undone', finished_at: now });
        return false;
      },
    );
    if (!isMore) return;
    if (performance.now() > endOfTurn) return continueLater(deps, work);
  }
}
