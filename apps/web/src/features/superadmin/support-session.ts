import type { OutputOf } from '../../lib/api.ts';
import { switchedTo, type AvailableTenant, type Session } from '../../lib/session.ts';

/**
 * The session after a superadmin was let into a practice: the practice's, with the superadmin's own beside it, so that
 * switching leads back. An earlier access to the same practice, whose key has ended, is forgotten.
 */
export function supportSession(own: Session, access: OutputOf<'superadmin/support_access'>): Session {
  const back: AvailableTenant = {
    tenantId: own.tenantId,
    tenantName: own.tenantName,
    tenantSubdomain: null,
    userId: own.userId,
    apiKey: own.apiKey,
    role: own.role,
  };
  const practice: AvailableTenant = {
    tenantId: access.practice_id,
    tenantName: access.tenant_name,
    tenantSubdomain: access.tenant_subdomain,
    userId: access.user_id,
    apiKey: access.api_key,
    role: 'admin',
  };
  const others = own.availableTenants.filter(
    ({ apiKey, tenantId }) => apiKey !== own.apiKey && tenantId !== access.practice_id,
  );
  return switchedTo({ ...own, availableTenants: [back, ...others, practice] }, practice);
}
