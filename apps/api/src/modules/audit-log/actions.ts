import type { auditLogActions } from '@burrow/contracts/audit-log';
import type { Handlers } from '../../context/handlers.ts';
import { listAuditLog, listAuditLogPeople } from './read-model.ts';

export const auditLogHandlers: Handlers<typeof auditLogActions> = {
  audit_log: (ctx, input) => listAuditLog(ctx, input),
  audit_log_people: (ctx) => listAuditLogPeople(ctx),
};
