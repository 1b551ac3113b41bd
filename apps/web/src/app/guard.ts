import { roleSatisfies, type Role } from '@burrow/contracts/roles';
import { paths } from '../lib/paths.ts';

/** Who may enter a route. */
export interface Access {
  /**
   * One role asks for that level or a higher one (superadmin and customer exactly); a list names every role that may
   * enter. Left out, any role but customer may.
   */
  roles?: Role | readonly Role[];
  /** Customers enter only where this is true; the session is then not validated through the practice's record. */
  customers?: boolean;
}

export type GuardDecision =
  | { kind: 'enter'; validate: boolean }
  /** Not signed in; the address is remembered. */
  | { kind: 'sign-in'; to: string }
  /** Signed in with another role: redirect to that role's home. */
  | { kind: 'home'; to: string };

/** What the guard needs to know about the signed-in person. */
export interface GuardSession {
  role: Role;
  tenantId: number | null;
}

/** The home page of a role; `/login` for an unknown role. */
export function homeOf(role: string): string {
  if (role === 'superadmin') return paths.superadmin;
  if (role === 'admin' || role === 'staff') return paths.dashboard;
  if (role === 'customer') return paths.customerHome;
  return paths.login;
}

/** The sign-in page for an address (without the base): the portal's for the portal. */
export function signInFor(path: string): string {
  return `${path}/`.includes('/cp/') ? paths.portalLogin : paths.login;
}

/** The page after sign-in: the one the person wanted to open, or else the home of their role. */
export function landingAfterSignIn(role: Role, origin: string | null): string {
  if (origin !== null && origin.startsWith('/') && !origin.startsWith('//')) return origin;
  return role === 'customer' ? paths.portal : homeOf(role);
}

function mayEnter(role: Role, access: Access): boolean {
  if (role === 'customer' && access.customers !== true) return false;
  const { roles } = access;
  if (roles === undefined) return true;
  return typeof roles === 'string' ? roleSatisfies(role, roles) : roles.includes(role);
}

/** Decides what happens when `path` (without the base) is opened. */
export function decide(session: GuardSession | null, path: string, access: Access): GuardDecision {
  if (session === null) return { kind: 'sign-in', to: signInFor(path) };
  if (!mayEnter(session.role, access)) return { kind: 'home', to: homeOf(session.role) };
  // A superadmin belongs to no practice, so there is no practice's record to validate against.
  return { kind: 'enter', validate: access.customers !== true && session.tenantId !== null };
}
