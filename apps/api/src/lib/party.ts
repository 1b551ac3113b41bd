import type { Session } from './session.ts';

/**
 * Who takes turns with whom where few can be served at once: practices with each other, and the clients of a practice,
 * all together, with its staff.
 */
export const partyOf = ({ tenantId, clientId }: Pick<Session, 'tenantId' | 'clientId'>): string =>
  clientId === null ? String(tenantId) : `${tenantId} clients`;
