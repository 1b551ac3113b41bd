import type { Session } from './session.ts';

/** The unit of fair turns: each practice has two, one for its staff and one for all of its clients. */
export const quotaKeyOf = ({ tenantId, clientId }: Pick<Session, 'tenantId' | 'clientId'>): string =>
  clientId === null ? String(tenantId) : `${tenantId} clients`;
