import type { Session } from '../../lib/session.ts';

/** Whether somebody is in a practice to help out: a superadmin, whose own entry they go back to. */
export const isHelpingOut = ({ tenantId, availableTenants }: Session): boolean =>
  tenantId !== null && availableTenants.some(({ role }) => role === 'superadmin');
