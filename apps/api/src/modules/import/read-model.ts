import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { headingsOf, tableHeadingsOf } from './batches.ts';
import { noCounts } from './counts.ts';
import type { ImportRow } from './repository.ts';

type Listed = OutputOf<'imports'>[number];
type Detail = OutputOf<'import'>;
type Stored = Listed & Pick<ImportRow, 'columns' | 'has_header' | 'first_records'>;

const summary = `i.id, i.filename, i.file_size, i.status, i.has_header, i.columns,
          i.record_count - i.has_header::integer as row_count,
          greatest(0, least(i.record_count, i.position) - i.has_header::integer) as rows_done,
          i.counts, to_char(i.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
          a.name as created_by,
          to_char(i.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at,
          to_char(i.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at,
          case when i.cleared_at is null then '0' else '1' end as cleared`;
const from = `from imports i left join users a on a.tenant_id = i.tenant_id and a.id = i.created_by_user_id`;

const newestImports = statement<Stored>(
  'imports_newest_first',
  `select ${summary} ${from} where i.tenant_id = $1 order by i.id desc limit 100`,
);
const oneImport = statement<
  Stored &
    Omit<
      Detail,
      keyof Listed | 'has_header' | 'columns' | 'fills' | 'headers' | 'samples' | 'kept' | 'kept_count'
    > & {
      fills: boolean;
    }
>(
  'import_detail',
  `select ${summary}, i.encoding, i.separator, i.first_records, i.date_order, i.default_species_id as species_id, i.fills,
          i.unknown_species
   ${from} where i.tenant_id = $1 and i.id = $2`,
);
const keptRecords = statement<Detail['kept'][number] & { total: number }>(
  'records_kept_by_undo',
  `select r.kind, r.record_id as id, coalesce(c.name, a.name, '') as name, r.kept as reason,
          count(*) over ()::integer as total
   from import_records r
   left join clients c on r.kind = 'client' and c.tenant_id = r.tenant_id and c.id = r.record_id
   left join animals a on r.kind = 'animal' and a.tenant_id = r.tenant_id and a.id = r.record_id
   where r.tenant_id = $1 and r.import_id = $2 and r.kept is not null
   order by r.kind desc, name, r.record_id limit 100`,
);

const listed = ({ counts, ...row }: Stored): Stored => ({ ...row, counts: { ...noCounts(), ...counts } });

/** The practice's imports, newest first. */
export const listImports = async ({ tx, tenantId }: Ctx): Promise<Listed[]> =>
  (await tx.rows(newestImports, [tenantId])).map(listed);

/** One import. @throws AppError `not_found` */
export async function importById({ tx, tenantId }: Ctx, importId: number): Promise<Detail> {
  const [row, kept] = await Promise.all([
    tx.row(oneImport, [tenantId, importId]),
    tx.rows(keptRecords, [tenantId, importId]),
  ]);
  if (!row) throw missing();
  const { has_header, fills, first_records, ...rest } = row;
  return {
    ...rest,
    counts: { ...noCounts(), ...row.counts },
    has_header: has_header ? '1' : '0',
    fills: fills ? '1' : '0',
    headers: headingsOf(row),
    samples: first_records.slice(has_header ? 1 : 0),
    kept: kept.map(({ total: _total, ...one }) => one),
    kept_count: kept[0]?.total ?? 0,
  };
}

const missing = (): AppError => new AppError('not_found', { message: 'Import not found' });

const importExists = statement<
  { columns: ImportRow['columns'] } & Pick<ImportRow, 'has_header' | 'first_records'>
>(
  'import_exists',
  'select i.columns, i.has_header, i.first_records from imports i where i.tenant_id = $1 and i.id = $2',
);
const findingsAfter = statement<OutputOf<'import/findings'>[number]>(
  'import_findings_after',
  `select f.line, f.findings from import_findings f
   where f.tenant_id = $1 and f.import_id = $2 and f.kind = $3 and f.line > $4 order by f.line limit $5`,
);

/** Rows with findings, by line. @throws AppError `not_found` */
export async function findingsOf(
  { tx, tenantId }: Ctx,
  { import_id: importId, kind, limit, cursor }: ParsedInputOf<'import/findings'>,
): Promise<OutputOf<'import/findings'>> {
  const after = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0;
  const [found, findings] = await Promise.all([
    tx.row(importExists, [tenantId, importId]),
    tx.rows(findingsAfter, [tenantId, importId, kind, after, limit]),
  ]);
  if (!found) throw missing();
  return findings;
}

export interface ProblemRow {
  line: number;
  cells: string[];
  findings: OutputOf<'import/findings'>[number]['findings'];
}

const problemRowsAfter = statement<ProblemRow>(
  'import_problem_rows_after',
  `select f.line, f.cells, f.findings from import_findings f
   where f.tenant_id = $1 and f.import_id = $2 and f.kind = 'problem' and f.line > $3 order by f.line limit $4`,
);

const rowsAtOnce = 500;

/** The headings of an import's table. @throws AppError `not_found` */
export async function headingsOfImport({ tx, tenantId }: Ctx, importId: number): Promise<string[]> {
  const found = await tx.row(importExists, [tenantId, importId]);
  if (!found) throw missing();
  return tableHeadingsOf(found);
}

/** The rows with problems as in the file, in batches. */
export async function* problemRows({ tx, tenantId }: Ctx, importId: number): AsyncGenerator<ProblemRow[]> {
  let last = 0;
  for (;;) {
    const rows = await tx.rows(problemRowsAfter, [tenantId, importId, last, rowsAtOnce]);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)?.line ?? last;
  }
}
