import type { AuditedRecord } from '@burrow/contracts/action';
import { auditValues, insertAnnouncedEntry, insertAuditEntry } from '../db/audit-log.ts';
import { announceChange, announcement } from '../db/live-updates.ts';
import { statement } from '../db/statement.ts';
import { shownNetwork } from '../lib/caller-network.ts';
import { deviceLabel } from '../lib/device-label.ts';
import type { Call } from './call.ts';
import type { PracticeContext } from './handler-contexts.ts';

/**
 * Records a successful command with the commit: in the practice's audit log who did what to which record, or a
 * superadmin's in the installation's security log. Announces its change to open screens, if the handler asked for it.
 */
export function recordCall(
  { name, action }: Pick<Call, 'name' | 'action'>,
  ctx: PracticeContext,
  input: unknown,
  output: unknown,
): void {
  const { tx, session, isAnnounced } = ctx;
  const message = isAnnounced ? announcement(ctx.tenantId, name) : undefined;
  if (action.audit && ctx.isAudited && session.tenantId !== null) {
    const values = entryValues(ctx, name, action.audit, input, output);
    if (message) tx.beforeCommit(insertAnnouncedEntry, [...values, ...message]);
    else tx.beforeCommit(insertAuditEntry, values);
    return;
  }
  if (message) tx.beforeCommit(announceChange, message);
  if (action.kind === 'command' && session.role === 'superadmin') {
    tx.beforeCommit(recordAction, superadminValues(ctx, name, input, output));
  }
}

function entryValues(
  { tenantId, now, session, requestId, details }: PracticeContext,
  name: string,
  { entity, id, isCaller }: AuditedRecord,
  input: unknown,
  output: unknown,
): unknown[] {
  const { program } = session;
  const named = id ? (fieldOf(input, id) ?? fieldOf(output, id) ?? null) : null;
  return auditValues({
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
}

const recordAction = statement(
  'operator_record_action',
  'select operator_record_action($1, $2, $3, $4, $5, $6, $7)',
);

/** A superadmin has no practice. */
function superadminValues(
  { session, now, requestId, network, userAgent }: PracticeContext,
  name: string,
  input: unknown,
  output: unknown,
): unknown[] {
  const practice = fieldOf(input, 'practice_id') ?? fieldOf(output, 'practice_id') ?? null;
  const values = [session.keyHash, now, requestId, name, practice];
  return [...values, shownNetwork(network), deviceLabel(userAgent)];
}

function fieldOf(record: unknown, field: string): unknown {
  return typeof record === 'object' && record !== null ? Reflect.get(record, field) : undefined;
}
