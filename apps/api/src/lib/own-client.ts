import type { Session } from './session.ts';

/** The id of the calling pet owner. Any other caller is a programming error and throws. */
export function ownClientId({ session }: { session: Session }): number {
  if (session.clientId === null) throw new Error('This action needs the session of a pet owner.');
  return session.clientId;
}
