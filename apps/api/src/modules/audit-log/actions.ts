import type { auditLogActions } from '@burrow/contracts/audit-log';
import type { Handlers } from '../../context/handlers.ts';
import { listAuditLog } from './read-model.ts';

export const auditLogHandlers: Handlers<typeof auditLogActions> = {
  audit_log: (ctx, input) => listAuditLog(ctx, input),
};
