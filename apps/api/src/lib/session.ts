import type { Factor } from '@burrow/contracts/factor';
import type { Role } from '@burrow/contracts/roles';

/** The caller, read from the key on each request. */
export interface Session {
  keyId: number;
  /** SHA-256 of the key. */
  keyHash: Buffer;
  kind: 'session' | 'integration';
  role: Role;
  /** The person's name. */
  name: string;
  /** Null for a superadmin. */
  tenantId: number | null;
  userId: number | null;
  clientId: number | null;
  accountId: number | null;
  mustChangePassword: boolean;
  /** The last use that postponed the idle timeout, to the minute. */
  lastUsedAt: Date;
  /** What the person proved at sign-in; none of an API key. */
  factors: readonly Factor[];
  /** When they last proved who they are: at sign-in or since. */
  verifiedAt: Date;
  /** For a person who needs a second factor and has none: when they must set one up before anything else. Otherwise null. */
  secondFactorDueAt: Date | null;
  /** Set for a superadmin with support access to a practice: when that ends. */
  supportUntil: Date | null;
  /** The practice's, with defaults for a superadmin. */
  timeZone: string;
  locale: string;
  currency: string;
  trialEndsAt: Date | null;
  subscriptionStatus: 'active' | 'past_due' | 'cancelled' | null;
  subscriptionEndsAt: Date | null;
  /** The limits of an API key; null for a session, which has none. */
  program: ProgramKey | null;
}

/** An API key: the name its admin gave it, and its limits. */
export interface ProgramKey {
  label: string;
  scopes: readonly string[];
  /** Addresses and networks; null for any. */
  allowedAddresses: readonly string[] | null;
}

/** The author of a change in a practice; none when user and client are null. */
export type Actor = Pick<Session, 'userId' | 'clientId' | 'timeZone' | 'locale' | 'currency'> & {
  name: string | null;
  /** Set when the caller is an API key. */
  program?: ProgramKey | null;
  /** Of a caller: when they last proved who they are. */
  verifiedAt?: Date;
};

/** Whether a person has to set up a second factor before anything else. */
export const mustSetUpSecondFactor = ({ secondFactorDueAt }: Session, now: Date): boolean =>
  secondFactorDueAt !== null && secondFactorDueAt <= now;
