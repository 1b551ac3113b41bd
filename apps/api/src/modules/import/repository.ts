import type { DateOrder, ImportCounts, ImportStatus } from '@burrow/contracts/import';
import type { ImportField } from '@burrow/contracts/import-fields';
import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';
import type { Plan } from './plan.ts';

/** A species that the practice does not have, and the chosen one of its own; null for a new one. */
export interface UnknownSpecies {
  name: string;
  rows: number;
  species_id: number | null;
}

/** An import as its worker needs it. */
export interface ImportRow {
  id: number;
  status: ImportStatus;
  /** Counts the steps, so that a worker on a finished one notices. */
  step: number;
  separator: string;
  has_header: boolean;
  columns: (ImportField | null)[];
  first_records: string[][];
  record_count: number;
  date_order: DateOrder;
  default_species_id: number | null;
  position: number;
  counts: ImportCounts;
  unknown_species: UnknownSpecies[];
  fills: boolean;
  cleared_at: Date | null;
}

const wanted = `select i.id, i.status, i.step, i.separator, i.has_header, i.columns, i.first_records, i.record_count, i.date_order,
          i.default_species_id, i.position, i.counts, i.unknown_species, i.fills, i.cleared_at
   from imports i where i.tenant_id = $1 and i.id = $2`;
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

export interface NewImport {
  filename: string;
  file_size: number;
  encoding: string;
  separator: string;
  has_header: boolean;
  columns: readonly (ImportField | null)[];
  first_records: readonly (readonly string[])[];
  record_count: number;
  date_order: DateOrder;
  created_by_user_id: number | null;
  created_at: Date;
  expires_at: Date;
}

/** Stores an import with the text of its file. @returns its id */
export async function insertImport(
  tx: TenantTransaction,
  tenantId: number,
  { columns, first_records, ...row }: NewImport,
  text: Buffer,
): Promise<number> {
  const [made] = await tx.run<{ id: number }>(
    sql('imports')
      .insert({
        tenant_id: tenantId,
        ...row,
        columns: JSON.stringify(columns),
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
export interface ImportChanges {
  status?: ImportStatus;
  step?: number;
  has_header?: boolean;
  columns?: readonly (ImportField | null)[];
  date_order?: DateOrder;
  default_species_id?: number | null;
  position?: number;
  counts?: ImportCounts | Record<string, never>;
  unknown_species?: readonly UnknownSpecies[];
  fills?: boolean;
  finished_at?: Date | null;
  expires_at?: Date;
}

export async function updateImport(
  tx: TenantTransaction,
  tenantId: number,
  importId: number,
  { columns, counts, unknown_species, ...changes }: ImportChanges,
): Promise<void> {
  await tx.run(
    sql('imports')
      .where({ tenant_id: tenantId, id: importId })
      .update({
        ...changes,
        ...(columns && { columns: JSON.stringify(columns) }),
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
