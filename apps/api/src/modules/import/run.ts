import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { keepRegion } from '../../db/region-lock.ts';
import { AppError } from '../../lib/app-error.ts';
import { addAnimals, fillAnimals } from '../animal/public.ts';
import { addClients, fillClients, newClientDetails } from '../client/public.ts';
import { addImportedDueDates, lockCareTypes } from '../care/public.ts';
import { addImportedVaccinations } from '../entry/public.ts';
import { listSpecies } from '../species/public.ts';
import { batchesOf, lookUp, type Batch } from './batches.ts';
import { isSame, type ImportWork } from './check.ts';
import { addCounts, noCounts } from './counts.ts';
import { KnownClients } from './known-clients.ts';
import { planRows, type Plan } from './plan.ts';
import { noteWritten, type WrittenRecord } from './record-repository.ts';
import {
  importText,
  insertFindings,
  lockImport,
  lockImportWriting,
  planForGrowth,
  updateImport,
  type ImportRow,
} from './repository.ts';
import { enqueueImport, keptUntil } from './service.ts';
import { recallTypesOf } from './recall-types.ts';
import { speciesOfRun } from './species-of-file.ts';

/** How long one job runs before the next continues, so that others get their turn. */
const turnMs = 20_000;
/** How often rows are looked up again when the desk took a phone number first. */
const attempts = 5;

/** Another client got a number of these rows since they were looked up. */
class NumbersTaken extends Error {}

/**
 * Writes the rows of an import, one batch per transaction, which also advances its position: after a process died, the
 * next continues after the last batch, and two at once cannot write the same one.
 */
export async function runRows(deps: Dependencies, work: ImportWork): Promise<void> {
  const begun = await inPractice(
    deps,
    { ...work, action: 'import/run' },
    async ({ tx, tenantId, session, now }) => {
      const found = await lockImport(tx, tenantId, work.importId);
      const text = found && (await importText(tx, tenantId, found.id));
      if (!found || found.status !== 'running' || text === undefined) return null;
      return {
        found: { ...found, counts: { ...noCounts(), ...found.counts } },
        text,
        reading: { session, now },
      };
    },
  );
  if (!begun) return;
  const { found, text, reading } = begun;
  const endOfTurn = performance.now() + turnMs;
  let sofar = found;
  for await (const batch of batchesOf(text, found, reading)) {
    const next = await writeBatch(deps, work, sofar, { ...batch, locale: reading.session.locale });
    if (!next) return;
    sofar = next;
    if (performance.now() > endOfTurn) return continueLater(deps, work);
  }
  await inPractice(deps, { ...work, action: 'import/run' }, async ({ tx, tenantId, now }) => {
    const last = await lockImport(tx, tenantId, work.importId);
    if (!last || !isSame(last, sofar)) return;
    await updateImport(tx, tenantId, last.id, {
      status: 'done',
      position: last.record_count,
      finished_at: now,
      expires_at: keptUntil(now),
    });
  });
}

export const continueLater = (deps: Dependencies, work: ImportWork): Promise<void> =>
  inPractice(deps, { ...work, action: 'import/run' }, (ctx) => enqueueImport(ctx, work.importId));

/** Rows, and the practice's locale by which they were read. */
type ReadBatch = Batch & { locale: string };

async function writeBatch(
  deps: Dependencies,
  work: ImportWork,
  before: ImportRow,
  batch: ReadBatch,
): Promise<ImportRow | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inPractice(deps, { ...work, action: 'import/run' }, (ctx) => write(ctx, before, batch));
    } catch (error) {
      const isRace =
        error instanceof NumbersTaken || (error instanceof AppError && error.code === 'phone_taken');
      if (!isRace || attempt === attempts) throw error;
    }
  }
}

/** @returns the import as it is now; null when its step is over, or continues in another job */
async function write(
  ctx: WorkContext,
  before: ImportRow,
  { rows, to, locale }: ReadBatch,
): Promise<ImportRow | null> {
  const { tx, tenantId, now } = ctx;
  const found = await lockImport(tx, tenantId, before.id);
  if (!found || !isSame(found, before)) return null;
  if ((await keepRegion(tx, tenantId)) !== locale) {
    // The phone numbers of these rows were read for the former region.
    await enqueueImport(ctx, found.id);
    return null;
  }
  await planForGrowth(tx);
  await lockImportWriting(tx, tenantId);
  if (rows.some(({ animal }) => animal?.due)) await lockCareTypes(ctx);
  const plan = await planRows(rows, {
    found: await lookUp(ctx, before.id, rows, { lock: true }),
    known: new KnownClients(),
    speciesOf: speciesOfRun(await listSpecies(ctx), found.default_species_id, found.unknown_species),
    recallTypes: await recallTypesOf(ctx),
    fills: found.fills,
  });
  const written = [...(await writeClients(ctx, plan)), ...(await writeAnimals(ctx, plan))];
  await noteWritten(tx, tenantId, before.id, written, now);
  await noteWritten(tx, tenantId, before.id, await writeVaccinations(ctx, before.id, plan), now);
  await insertFindings(tx, tenantId, before.id, plan.findings);
  const counts = addCounts(before.counts, plan.counts);
  await updateImport(tx, tenantId, before.id, { position: to, counts });
  return { ...found, position: to, counts };
}

const record = (
  kind: WrittenRecord['kind'],
  record_id: number,
  more: Partial<WrittenRecord> = {},
): WrittenRecord => ({
  kind,
  record_id,
  created: true,
  filled: {},
  weight_id: null,
  care_before: {},
  care_after: {},
  ...more,
});

async function writeClients(ctx: WorkContext, { newClients, clientFills }: Plan): Promise<WrittenRecord[]> {
  const details = newClients.map(({ draft, client }) =>
    newClientDetails({ ...draft, ...client.details }, client.details.phone),
  );
  const ids = await addClients(ctx, details);
  const made = newClients.map(({ client }, place) => {
    const id = ids[place];
    if (!id) throw new NumbersTaken();
    client.id = id;
    return record('client', id);
  });
  const fills = [...clientFills].map(([client, filled]) => ({ id: idOf(client), ...filled }));
  await fillClients(ctx, fills);
  return [...made, ...fills.map(({ id, ...filled }) => record('client', id, { created: false, filled }))];
}

async function writeAnimals(
  ctx: WorkContext,
  { newAnimals, newDueDates, animalFills }: Plan,
): Promise<WrittenRecord[]> {
  const added = await addAnimals(
    ctx,
    newAnimals.map(({ client, animal, draft }) => ({
      client_id: idOf(client),
      species_id: animal.speciesId,
      name: draft.name,
      ...animal.details,
      weight_grams: draft.weight ?? null,
    })),
  );
  for (const [place, { animal }] of newAnimals.entries()) animal.id = added[place]?.id ?? null;
  const due = newDueDates.map(({ animal, ...one }) => ({ ...one, animalId: idOf(animal) }));
  await addImportedDueDates(ctx, due);
  const made = added.map(({ id, weight_id }) => record('animal', id, { weight_id }));
  const fills = [...animalFills].map(([animal, filled]) => ({ id: idOf(animal), ...filled }));
  await fillAnimals(ctx, fills);
  return [...made, ...fills.map(({ id, ...filled }) => record('animal', id, { created: false, filled }))];
}

/** @returns their animals, also those that the practice had, with the changes to their due dates */
async function writeVaccinations(
  ctx: WorkContext,
  importId: number,
  { newVaccinations }: Plan,
): Promise<WrittenRecord[]> {
  const vaccinations = newVaccinations.map(({ animal, ...vaccination }) => ({
    ...vaccination,
    animalId: idOf(animal),
  }));
  const changes = await addImportedVaccinations(ctx, importId, vaccinations);
  return [...new Set(vaccinations.map(({ animalId }) => animalId))].map((id) => {
    const { before = {}, after = {} } = changes.get(id) ?? {};
    return record('animal', id, { created: false, care_before: before, care_after: after });
  });
}

function idOf({ id }: { id: number | null }): number {
  if (id === null) throw new Error('A record of the import has not been written yet.');
  return id;
}
