import type { AvailableTenant, Session } from '../../lib/session.ts';

/**
 * The superadmin's own entry of somebody who is in a practice to help out: where they go back to. Null for everybody
 * else, whom nobody needs to ask the server about.
 */
export function supportHome({ tenantId, availableTenants }: Session): AvailableTenant | null {
  if (tenantId === null) return null;
  return availableTenants.find(({ role }) => role === 'superadmin') ?? null;
}
