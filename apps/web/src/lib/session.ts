import type { Role } from '@burrow/contracts/roles';

/** One practice of the signed-in person, with the key for it. */
export interface AvailableTenant {
  tenantId: number | null;
  tenantName: string;
  tenantSubdomain: string | null;
  userId: number;
  apiKey: string;
  role: Role;
}

/** A session, as stored in the browser's local storage under 'auth'. */
export interface Session {
  apiKey: string;
  userId: number;
  tenantId: number | null;
  /** Only for a pet owner. */
  clientId?: number;
  role: Role;
  tenantName: string;
  availableTenants: AvailableTenant[];
}

/** The parts of `auth`'s response that make a session. */
export interface SignIn {
  api_key: string;
  user_id: number;
  tenant_id: number | null;
  client_id: number | null;
  role: Role;
  tenant_name: string;
  available_tenants: readonly {
    tenant_id: number | null;
    tenant_name: string;
    tenant_subdomain: string | null;
    user_id: number;
    api_key: string;
    role: Role;
  }[];
}

/** The stored form of a session. */
export function sessionFromSignIn(signIn: SignIn): Session {
  return {
    apiKey: signIn.api_key,
    userId: signIn.user_id,
    tenantId: signIn.tenant_id,
    ...(signIn.client_id === null ? {} : { clientId: signIn.client_id }),
    role: signIn.role,
    tenantName: signIn.tenant_name,
    availableTenants: signIn.available_tenants.map((tenant) => ({
      tenantId: tenant.tenant_id,
      tenantName: tenant.tenant_name,
      tenantSubdomain: tenant.tenant_subdomain,
      userId: tenant.user_id,
      apiKey: tenant.api_key,
      role: tenant.role,
    })),
  };
}

/** The session after switching to another practice: its key and role, no client, the same list of practices. */
export function switchedTo(session: Session, tenant: AvailableTenant): Session {
  return {
    apiKey: tenant.apiKey,
    userId: tenant.userId,
    tenantId: tenant.tenantId,
    role: tenant.role,
    tenantName: tenant.tenantName,
    availableTenants: session.availableTenants,
  };
}

/** The session after the person's role in its practice has changed. */
export const withRole = (session: Session, role: Role): Session => ({
  ...session,
  role,
  availableTenants: session.availableTenants.map((tenant) =>
    tenant.apiKey === session.apiKey ? { ...tenant, role } : tenant,
  ),
});

/**
 * The session that remains after a key has expired: for a superadmin whose support access has ended their own session,
 * otherwise null.
 */
export function afterExpiry(session: Session): Session | null {
  const others = session.availableTenants.filter(({ apiKey }) => apiKey !== session.apiKey);
  const own = others.find(({ role }) => role === 'superadmin');
  return own === undefined ? null : switchedTo({ ...session, availableTenants: others }, own);
}

const roleNames: readonly string[] = ['customer', 'staff', 'admin', 'superadmin'] satisfies Role[];

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const session = value as Partial<Record<keyof Session, unknown>>;
  return (
    typeof session.apiKey === 'string' &&
    session.apiKey !== '' &&
    typeof session.userId === 'number' &&
    typeof session.role === 'string' &&
    roleNames.includes(session.role) &&
    typeof session.tenantName === 'string' &&
    Array.isArray(session.availableTenants)
  );
}

/** Reads the stored session; anything but a complete session counts as signed out. */
export function parseSession(stored: string | null): Session | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isSession(value) ? value : null;
  } catch {
    // Not written by this app, or truncated: the person signs in again.
    return null;
  }
}
