import { callAction } from '../../../lib/api.ts';
import { absolute } from '../../../lib/paths.ts';
import { pushSubscription } from '../../../lib/push-subscription.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { sessionFromSignIn, type Session, type SignIn } from '../../../lib/session.ts';
import { endPasskeyOffer, hasScreenLock, offerPasskey } from '../passkey-offer.ts';

/** Ends a session that is replaced by another, because its key is no longer stored. */
function endAtServer(session: Session): void {
  callAction('logout', {}, { as: session, keepalive: true }).catch((error: unknown) =>
    console.info('Failed to end the previous session on the server.', error),
  );
}

/** Attaches the notifications of this browser to a new session, because they end with the one that has them. */
async function attachNotifications(session: Session): Promise<void> {
  try {
    const subscription = await pushSubscription();
    if (subscription)
      await callAction('cp/push/attach', { endpoint: subscription.endpoint }, { as: session });
  } catch (error) {
    console.info('Failed to attach notifications to the new session.', error);
  }
}

/**
 * Stores the session that a sign-in has opened. If it replaces another, ends that one, keeps the same client's notifications
 * on this browser, and loads the app again at `landing`, an address of the portal. Offers a passkey for the next time.
 */
export async function beginSession(
  signIn: SignIn,
  landing: string,
  { byPasskey = false } = {},
): Promise<void> {
  const session = sessionFromSignIn(signIn);
  if (byPasskey) endPasskeyOffer(session);
  else if (await hasScreenLock()) offerPasskey(session);
  const before = sessionStore.get();
  if (before !== null) await attachNotifications(session);
  sessionStore.setMustChangePassword(false);
  sessionStore.save(session);
  if (before === null) return;
  endAtServer(before);
  // In place of another session the app loads again, at its home unless told otherwise.
  window.location.replace(absolute(landing));
}
