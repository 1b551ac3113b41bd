import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** An entry of the audit log: who did what to which record. */
export interface AuditLine {
  tenantId: number;
  at: Date;
  userId: number | null;
  clientId: number | null;
  action: string;
  entity: string;
  entityId: unknown;
  details: Record<string, unknown> | null;
  requestId: string;
}

const insertSql = `insert into audit_log (tenant_id, at, user_id, client_id, action, entity, entity_id, details, request_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export const insertAuditEntry = statement('insert_audit_entry', insertSql);

/** The same, and announces the change on commit; $10 and $11 are an `announcement`. Saves a statement. */
export const insertAnnouncedEntry = statement(
  'insert_announced_audit_entry',
  `${insertSql} returning pg_notify($10, $11)`,
);

/** The values of {@link insertAuditEntry}. */
export const auditValues = (line: AuditLine): unknown[] => [
  line.tenantId,
  line.at,
  line.userId,
  line.clientId,
  line.action,
  line.entity,
  line.entityId,
  line.details && JSON.stringify(line.details),
  line.requestId,
];

/** Writes an entry about background work; the runner writes those about calls. */
export async function writeAuditLine(tx: Queryable, line: AuditLine): Promise<void> {
  await tx.rows(insertAuditEntry, auditValues(line));
}
