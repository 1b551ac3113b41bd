import type { Session } from './session.ts';

/** The id of the calling pet owner. Any other caller is a programming error and throws. */
export function ownClientId({ session }: { session: Session }): number {
  if (session.clientId === null) throw new Error('Only a pet owner calls this.');
  return session.clientId;
}
