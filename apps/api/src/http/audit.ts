import type { AuditedRecord } from '@burrow/contracts/action';
import { statement, type Statement } from '../db/statement.ts';
import type { Ctx } from '../lib/context.ts';

const insertAuditEntry = statement(
  'insert_audit_entry',
  `insert into audit_log (tenant_id, at, user_id, client_id, action, entity, entity_id, details, request_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** The audit log's line for a command that succeeded: who did what to which record. */
export function auditEntry(
  { tenantId, now, session, requestId }: Ctx,
  name: string,
  { entity, id, isCaller }: AuditedRecord,
  input: unknown,
  output: unknown,
  details: Record<string, unknown> | null,
): { statement: Statement<unknown>; values: unknown[] } {
  const named = id ? (fieldOf(input, id) ?? fieldOf(output, id) ?? null) : null;
  const entityId = isCaller ? session.clientId : named;
  return {
    statement: insertAuditEntry,
    values: [
      tenantId,
      now,
      session.userId,
      session.clientId,
      name,
      entity,
      entityId,
      details && JSON.stringify(details),
      requestId,
    ],
  };
}

function fieldOf(record: unknown, field: string): unknown {
  return typeof record === 'object' && record !== null ? Reflect.get(record, field) : undefined;
}
