import type { Session } from './session.ts';

/** The id of the pet owner who is calling. For anybody else it is a programming error and throws. */
export function ownClientId({ session }: { session: Session }): number {
  if (session.clientId === null) throw new Error('Only a pet owner calls this.');
  return session.clientId;
}
