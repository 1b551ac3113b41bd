import type { Role } from '@burrow/contracts/roles';

/** Who is calling, read from the key on each request. */
export interface Session {
  keyId: number;
  /** SHA-256 of the key. */
  keyHash: Buffer;
  kind: 'session' | 'integration';
  role: Role;
  /** Name of the person. */
  name: string;
  /** Null for a superadmin. */
  tenantId: number | null;
  userId: number | null;
  clientId: number | null;
  accountId: number | null;
  mustChangePassword: boolean;
  /** Set for a superadmin who helps out in a practice: when that ends. */
  supportUntil: Date | null;
  /** The practice's, with defaults for a superadmin. */
  timeZone: string;
  locale: string;
  currency: string;
  trialEndsAt: Date | null;
  subscriptionStatus: 'active' | 'past_due' | 'cancelled' | null;
  subscriptionEndsAt: Date | null;
  /** What limits a key for a program; null for a session, which nothing does. */
  program: ProgramKey | null;
}

/** A key for a program: what an admin called it, and what it is limited to. */
export interface ProgramKey {
  label: string;
  scopes: readonly string[];
  /** Addresses and networks; null for any. */
  allowedAddresses: readonly string[] | null;
}

/** In whose name something happens in a practice; nobody's when user and client are null. */
export type Actor = Pick<Session, 'userId' | 'clientId' | 'timeZone' | 'locale' | 'currency'> & {
  name: string | null;
  /** Set when the caller is a program. */
  program?: ProgramKey | null;
};
