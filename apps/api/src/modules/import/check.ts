import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { listSpecies } from '../species/public.ts';
import { batchesOf, lookUp, type Batch } from './batches.ts';
import { addCounts, noCounts } from './counts.ts';
import { KnownClients } from './known-clients.ts';
import { planRows, type Surroundings } from './plan.ts';
import { recallTypesOf } from './recall-types.ts';
import {
  forgetFindings,
  importText,
  insertFindings,
  lockImport,
  updateImport,
  type ImportRow,
} from './repository.ts';
import { SpeciesOfCheck } from './species-of-file.ts';

export interface ImportWork {
  tenantId: number;
  importId: number;
  requestId: string;
}

/**
 * Checks every row of a file and records what an import would do; no client and no animal is changed. An interrupted
 * check starts again, because only it knows the results of its first rows.
 */
export async function checkRows(deps: Dependencies, work: ImportWork): Promise<void> {
  const begun = await begin(deps, work);
  if (!begun) return;
  const { found, text, species, recallTypes, reading } = begun;
  const around = { known: new KnownClients(), speciesOf: species.of, recallTypes, fills: false };
  let sofar = found;
  for await (const batch of batchesOf(text, found, reading)) {
    const next = await checkBatch(deps, work, sofar, batch, around);
    if (!next) return;
    sofar = next;
  }
  await inPractice(deps, { ...work, action: 'import/check' }, async ({ tx, tenantId }) => {
    const now = await lockImport(tx, tenantId, work.importId);
    if (!now || !isSame(now, sofar)) return;
    await updateImport(tx, tenantId, now.id, {
      status: 'checked',
      position: now.record_count,
      unknown_species: species.unknownOnes(),
    });
  });
}

/** Whether an import is still in the step that the worker is on. */
export const isSame = (now: ImportRow, before: ImportRow): boolean =>
  now.status === before.status && now.step === before.step && now.position === before.position;

const begin = (deps: Dependencies, work: ImportWork) =>
  inPractice(deps, { ...work, action: 'import/check' }, async (ctx) => {
    const { tx, tenantId, session, now } = ctx;
    const locked = await lockImport(tx, tenantId, work.importId);
    const text = locked && (await importText(tx, tenantId, locked.id));
    if (!locked || locked.status !== 'checking' || text === undefined) return null;
    await forgetFindings(tx, tenantId, locked.id);
    // Increment the step: an earlier worker that may still be alive then stops.
    const found = { ...locked, step: locked.step + 1, position: 0, counts: noCounts() };
    await updateImport(tx, tenantId, found.id, { step: found.step, position: 0, counts: found.counts });
    const species = new SpeciesOfCheck(await listSpecies(ctx), found.default_species_id);
    return { found, text, species, recallTypes: await recallTypesOf(ctx), reading: { session, now } };
  });

/** @returns the import as it is now; null when its step is over */
async function checkBatch(
  deps: Dependencies,
  work: ImportWork,
  before: ImportRow,
  { rows, to }: Batch,
  around: Omit<Surroundings, 'found'>,
): Promise<ImportRow | null> {
  const here = { ...work, action: 'import/check' } as const;
  const found = await inPractice(deps, here, (ctx) => lookUp(ctx, before.id, rows, { lock: false }));
  // Outside the transactions, which may be retried: the plan must record each row once.
  const plan = await planRows(rows, { ...around, found });
  const counts = addCounts(before.counts, plan.counts);
  return inPractice(deps, here, async ({ tx, tenantId }) => {
    const now = await lockImport(tx, tenantId, before.id);
    if (!now || !isSame(now, before)) return null;
    await insertFindings(tx, tenantId, before.id, plan.findings);
    await updateImport(tx, tenantId, before.id, { position: to, counts });
    return { ...now, position: to, counts };
  });
}
