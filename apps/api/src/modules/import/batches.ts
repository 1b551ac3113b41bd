import { microchipFrom } from '@burrow/contracts/microchip';
import type { WorkContext } from '../../context/context.ts';
import { localMoment } from '../../lib/clock.ts';
import { animalsOfClients, type AnimalDetails } from '../animal/public.ts';
import { dueDatesOf } from '../care/public.ts';
import { clientsByIds, findSameClients } from '../client/public.ts';
import { vaccinationsOf } from '../entry/public.ts';
import { isEmptyRecord, recordsOf } from './csv-records.ts';
import {
  clientToMatch,
  vaccinationKey,
  type FoundClient,
  type KnownAnimal,
  type KnownClient,
} from './known-clients.ts';
import { madeBy } from './record-repository.ts';
import type { ImportRow } from './repository.ts';
import { RowReader, type ReadRow } from './row-reader.ts';

/**
 * Rows that are looked up and written together: few enough for short transactions, enough for few statements per row.
 */
const batchSize = 250;
/** Characters per batch: rows with problems are stored with all their cells. */
const batchLength = 1_000_000;

export interface Batch {
  rows: ReadRow[];
  /** The number of records before the batch, and with it. */
  from: number;
  to: number;
}

type Columns = Pick<ImportRow, 'columns' | 'has_header' | 'first_records'>;

/** The headings of an import's columns. */
export const headingsOf = ({ columns, has_header, first_records }: Columns): string[] =>
  columns.map((_, index) => (has_header && first_records[0]?.[index]) || `Column ${index + 1}`);

/**
 * The headings of the columns that the table has: up to the end of the header, or to the last matched column. Further cells
 * among the first rows are misplaced ones.
 */
export function tableHeadingsOf(found: Columns): string[] {
  const headings = headingsOf(found);
  if (!found.has_header) return headings;
  const matched = found.columns.findLastIndex((field) => field !== null) + 1;
  return headings.slice(0, Math.max(found.first_records[0]?.length ?? 0, matched));
}

/** Reads the rows of a file in batches, from the record after `position`. */
export async function* batchesOf(
  text: string,
  found: ImportRow,
  { session, now }: Pick<WorkContext, 'session' | 'now'>,
): AsyncGenerator<Batch> {
  const reader = new RowReader({
    columns: found.columns,
    headings: tableHeadingsOf(found),
    dateOrder: found.date_order,
    locale: session.locale,
    today: localMoment(now, session.timeZone).date,
    hasDefaultSpecies: found.default_species_id !== null,
  });
  let line = 0;
  let isHeaderNext = found.has_header;
  let batch: Batch = { rows: [], from: found.position, to: found.position };
  let length = 0;
  for await (const record of recordsOf(text, found.separator)) {
    line += 1;
    const isHeader = isHeaderNext && !isEmptyRecord(record);
    if (isHeader) isHeaderNext = false;
    if (line <= found.position) continue;
    batch.to = line;
    if (!isHeader && (batch.rows.length > 0 || !isEmptyRecord(record) || !isHeaderNext)) {
      batch.rows.push(reader.read(record, line));
      length += record.reduce((sum, cell) => sum + cell.length, 0);
    }
    if (batch.rows.length === batchSize || length >= batchLength) {
      yield batch;
      length = 0;
      batch = { rows: [], from: line, to: line };
    }
  }
  if (batch.to > batch.from) yield batch;
}

/** The number in its field, or in notes where earlier imports wrote it. */
function chipOf({ microchip, notes }: Pick<AnimalDetails, 'microchip' | 'notes'>): string | null {
  const noted = /(?:^|\n)Microchip: (\S+)/.exec(notes ?? '')?.[1];
  return microchip ?? (noted === undefined ? null : microchipFrom(noted));
}

/**
 * The matching client of each row in the database, with their animals. With `lock` they stay as they are until the
 * transaction ends.
 */
export async function lookUp(
  ctx: Pick<WorkContext, 'tx' | 'tenantId' | 'session'>,
  importId: number,
  rows: readonly ReadRow[],
  { lock }: { lock: boolean },
): Promise<Map<ReadRow, FoundClient>> {
  const { tx, tenantId } = ctx;
  const asked = rows.flatMap((row) =>
    row.client && row.problems.length === 0 ? [{ row, draft: row.client }] : [],
  );
  const matches = await findSameClients(
    tx,
    asked.map(({ draft }) => clientToMatch(draft)),
  );
  const clients = await knownClients(
    tx,
    tenantId,
    importId,
    [...new Set(matches.map((match) => match.client_id))],
    lock,
  );
  if (rows.some(({ animal }) => animal?.vaccination)) await findVaccinations(ctx, [...clients.values()]);
  if (rows.some(({ animal }) => animal?.due)) await findDueDates(ctx, [...clients.values()]);
  const found = new Map<ReadRow, FoundClient>();
  for (const { place, rank, client_id } of matches) {
    const [row, client] = [asked[place]?.row, clients.get(client_id)];
    if (row && client) found.set(row, { client, rank });
  }
  return found;
}

async function knownClients(
  tx: WorkContext['tx'],
  tenantId: number,
  importId: number,
  ids: readonly number[],
  lock: boolean,
): Promise<Map<number, KnownClient>> {
  if (ids.length === 0) return new Map();
  const clients = await clientsByIds(tx, tenantId, ids, { lock });
  const animals = await animalsOfClients(tx, tenantId, ids, { lock });
  const made = await madeBy(
    tx,
    tenantId,
    importId,
    ids,
    animals.map(({ id }) => id),
  );
  const known = new Map<number, KnownClient>();
  for (const { id, name, archived, ...details } of clients) {
    known.set(id, {
      id,
      name,
      archived,
      origin: made.clients.has(id) ? 'file' : 'practice',
      details,
      animals: [],
    });
  }
  for (const { id, client_id, species_id, name, ...details } of animals) {
    known.get(client_id)?.animals.push({
      id,
      name,
      speciesId: species_id ?? 0,
      chip: chipOf(details),
      origin: made.animals.has(id) ? 'file' : 'practice',
      details,
      vaccinations: new Set(),
      dueDates: [],
    });
  }
  return known;
}

/** Completes the clients' animals with their vaccinations. */
async function findVaccinations(
  ctx: Pick<WorkContext, 'tx' | 'tenantId' | 'session'>,
  clients: readonly KnownClient[],
): Promise<void> {
  const animals = animalsById(clients);
  for (const { animal_id: id, ...vaccination } of await vaccinationsOf(ctx, [...animals.keys()])) {
    animals.get(id)?.vaccinations.add(vaccinationKey(vaccination));
  }
}

/** Completes the clients' animals with their due dates. */
async function findDueDates(
  ctx: Pick<WorkContext, 'tx' | 'tenantId'>,
  clients: readonly KnownClient[],
): Promise<void> {
  const animals = animalsById(clients);
  for (const { animal_id: id, care_type, on } of await dueDatesOf(ctx, [...animals.keys()])) {
    animals.get(id)?.dueDates.push({ careType: care_type, on });
  }
}

const animalsById = (clients: readonly KnownClient[]): Map<number, KnownAnimal> =>
  new Map(
    clients.flatMap(({ animals }) =>
      animals.flatMap((animal) => (animal.id === null ? [] : [[animal.id, animal] as const])),
    ),
  );
