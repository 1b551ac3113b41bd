import type { OutputOf } from '@burrow/contracts/actions';
import { kept } from './kept.ts';

/** A session of a visitor who has proved their number. */
export type SignedIn = OutputOf<'cp/code/complete'>;

const keyOf = (tenantId: number): string => `book_session:${tenantId}`;

/** The session of this tab; none in a frame, which keeps it in memory only. */
export function readSession(tenantId: number, isEmbedded: boolean): SignedIn | null {
  const stored = isEmbedded ? null : kept.read(keyOf(tenantId));
  return stored === null ? null : (JSON.parse(stored) as SignedIn);
}

export function keepSession(tenantId: number, isEmbedded: boolean, session: SignedIn | null): void {
  if (!isEmbedded) kept.write(keyOf(tenantId), session);
}
