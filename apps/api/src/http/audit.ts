import type { AuditedRecord } from '@burrow/contracts/action';
import type { Ctx } from '../context/context.ts';
import { auditValues, insertAuditEntry } from '../db/audit-log.ts';
import { statement, type Statement } from '../db/statement.ts';
import { shownNetwork } from '../lib/caller-network.ts';
import { deviceLabel } from '../lib/device-label.ts';

/** The audit log entry of a successful command: who did what to which record. */
export function auditEntry(
  { tenantId, now, session, requestId }: Ctx,
  name: string,
  { entity, id, isCaller }: AuditedRecord,
  input: unknown,
  output: unknown,
  details: Record<string, unknown> | null,
): { statement: Statement<unknown>; values: unknown[] } {
  const { program } = session;
  const named = id ? (fieldOf(input, id) ?? fieldOf(output, id) ?? null) : null;
  const values = auditValues({
    tenantId,
    at: now,
    userId: session.userId,
    clientId: session.clientId,
    action: name,
    entity,
    entityId: isCaller ? session.clientId : named,
    // The person's API key acted, not the person.
    details: program ? { ...details, by_key: program.label } : details,
    requestId,
  });
  return { statement: insertAuditEntry, values };
}

const recordAction = statement(
  'operator_record_action',
  'select operator_record_action($1, $2, $3, $4, $5, $6, $7)',
);

/** Records a superadmin's command in the installation's security log, because a superadmin has no practice. */
export function superadminEntry(
  { session, now, requestId, network, userAgent }: Ctx,
  name: string,
  input: unknown,
  output: unknown,
): { statement: Statement<unknown>; values: unknown[] } {
  const practice = fieldOf(input, 'practice_id') ?? fieldOf(output, 'practice_id') ?? null;
  const values = [session.keyHash, now, requestId, name, practice];
  return { statement: recordAction, values: [...values, shownNetwork(network), deviceLabel(userAgent)] };
}

function fieldOf(record: unknown, field: string): unknown {
  return typeof record === 'object' && record !== null ? Reflect.get(record, field) : undefined;
}
