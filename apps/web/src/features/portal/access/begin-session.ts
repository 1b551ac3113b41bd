import { callAction } from '../../../lib/api.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { sessionFromSignIn, type Session, type SignIn } from '../../../lib/session.ts';

/** Ends a session that another one replaces, as its key is no longer stored. */
function endAtServer(session: Session): void {
  callAction('logout', {}, { as: session, keepalive: true }).catch((error: unknown) =>
    console.info('Failed to end the previous session on the server.', error),
  );
}

/** Stores the session that a sign-in has opened, and ends the one that it replaces. */
export function beginSession(signIn: SignIn): void {
  const before = sessionStore.get();
  sessionStore.setMustChangePassword(false);
  sessionStore.save(sessionFromSignIn(signIn));
  if (before !== null) endAtServer(before);
}
