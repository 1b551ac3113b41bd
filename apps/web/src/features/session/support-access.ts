import type { Session } from '../../lib/session.ts';

/** Whether this is a superadmin's support access to a practice: their own entry is among the tenants. */
export const isHelpingOut = ({ tenantId, availableTenants }: Session): boolean =>
  tenantId !== null && availableTenants.some(({ role }) => role === 'superadmin');
