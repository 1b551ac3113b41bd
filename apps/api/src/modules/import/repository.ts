import type { ImportCounts } from '@burrow/contracts/import';
import type { ImportField } from '@burrow/contracts/import-fields';
import { columns, type RowOf, type Written } from '../../db/columns.ts';
import { sql } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';
import type { Plan } from './plan.ts';

/** A species that the practice does not have, and the chosen one of its own; null for a new one. */
export interface UnknownSpecies {
  name: string;
  rows: number;
  species_id: number | null;
}

const importColumns = columns(
  'imports',
  `id, status, step, separator, has_header, columns, first_records, record_count, date_order, default_species_id, position,
   counts, unknown_species, fills, expires_at, cleared_at`,
);

/** An import as its worker needs it. It counts its `step`s, so that a worker on a finished one notices. */
export interface ImportRow extends Omit<
  RowOf<typeof importColumns>,
  'columns' | 'counts' | 'unknown_species'
> {
  columns: (ImportField | null)[];
  counts: ImportCounts;
  unknown_species: UnknownSpecies[];
}

const wanted = `select ${importColumns.of('i')} from imports i where i.tenant_id = $1 and i.id = $2`;
const findRow = statement<ImportRow>('import_row', wanted);
const lockRow = statement<ImportRow>('lock_import', `${wanted} for no key update`);

export const findImport = (
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
): Promise<ImportRow | undefined> => tx.row(findRow, [tenantId, importId]);

/** The import, locked against its other steps until the transaction ends. */
export const lockImport = (
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
): Promise<ImportRow | undefined> => tx.row(lockRow, [tenantId, importId]);

const customPlan = statement('plan_anew', "select set_config('plan_cache_mode', 'force_custom_plan', true)");

/**
 * Replans every statement of the transaction for the current tables, including the checks of foreign keys: plans from
 * when a table was small read all of it for each row, and an import is what makes it large.
 */
export async function planForGrowth(tx: TenantTransaction): Promise<void> {
  await tx.rows(customPlan);
}

const lockWriting = statement(
  'lock_import_writing',
  "select pg_advisory_xact_lock(hashtextextended('import:' || $1::bigint, 0))",
);

/** Lets one import of the practice at a time write, so that each finds the other's clients. */
export async function lockImportWriting(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.rows(lockWriting, [tenantId]);
}

const content = statement<{ content: Buffer }>(
  'import_content',
  'select f.content from import_files f where f.tenant_id = $1 and f.import_id = $2',
);

/** The file's text; undefined once it has been deleted. */
export async function importText(
  tx: Queryable,
  tenantId: number,
  importId: number,
): Promise<string | undefined> {
  return (await tx.row(content, [tenantId, importId]))?.content.toString('utf8');
}

const newColumns = columns(
  'imports',
  `filename, file_size, encoding, separator, has_header, columns, first_records, record_count, date_order,
   created_by_user_id, created_at, expires_at`,
);

export interface NewImport extends Omit<Written<RowOf<typeof newColumns>>, 'columns' | 'first_records'> {
  columns: readonly (ImportField | null)[];
  first_records: readonly (readonly string[])[];
}

/** Stores an import with the text of its file. @returns its id */
export async function insertImport(
  tx: TenantTransaction,
  tenantId: number,
  { columns: fields, first_records, ...row }: NewImport,
  text: Buffer,
): Promise<number> {
  const [made] = await tx.run<{ id: number }>(
    sql('imports')
      .insert({
        tenant_id: tenantId,
        ...row,
        columns: JSON.stringify(fields),
        first_records: JSON.stringify(first_records),
        status: 'uploaded',
      })
      .returning('id'),
  );
  if (!made) throw new Error('The new import has no id.');
  await tx.run(
    sql('import_files').insert({
      tenant_id: tenantId,
      import_id: made.id,
      file_size: text.length,
      content: text,
    }),
  );
  return made.id;
}

/** The columns of an import that its steps change. */
export interface ImportChanges extends Partial<
  Omit<Written<Schema['imports']>, 'columns' | 'counts' | 'unknown_species'>
> {
  columns?: readonly (ImportField | null)[];
  counts?: ImportCounts | Record<string, never>;
  unknown_species?: readonly UnknownSpecies[];
}

export async function updateImport(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  { columns: fields, counts, unknown_species, ...changes }: ImportChanges,
): Promise<void> {
  await tx.run(
    sql('imports')
      .where({ tenant_id: tenantId, id: importId })
      .update({
        ...changes,
        ...(fields && { columns: JSON.stringify(fields) }),
        ...(counts && { counts: JSON.stringify(counts) }),
        ...(unknown_species && { unknown_species: JSON.stringify(unknown_species) }),
      }),
  );
}

const deleteFindings = statement(
  'delete_import_findings',
  'delete from import_findings f where f.tenant_id = $1 and f.import_id = $2',
);

/** Deletes the findings, so that the file can be checked again. */
export async function forgetFindings(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
): Promise<void> {
  await tx.rows(deleteFindings, [tenantId, importId]);
}

const insertFindingRows = statement(
  'insert_import_findings',
  `insert into import_findings (tenant_id, import_id, line, kind, cells, findings)
   select $1, $2, g.line, g.kind, array(select jsonb_array_elements_text(g.cells)), g.findings
   from jsonb_to_recordset($3::jsonb) g (line integer, kind text, cells jsonb, findings jsonb)`,
);

export async function insertFindings(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  findings: Plan['findings'],
): Promise<void> {
  if (findings.length === 0) return;
  await tx.rows(insertFindingRows, [tenantId, importId, JSON.stringify(findings)]);
}
