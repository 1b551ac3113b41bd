import { callAction } from '../../lib/api.ts';
import { absolute, paths, tenantIn, withTenant } from '../../lib/paths.ts';
import { pushSubscription } from '../../lib/push-subscription.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { isHelpingOut } from './support-access.ts';

const redirectDelay = 50;

/** Ends the notifications of this browser, also if the server can't be reached. */
async function endNotifications(): Promise<void> {
  await (await pushSubscription())?.unsubscribe();
}

/**
 * Signs out: revokes the key at the server, clears the session, and after 50 ms loads the sign-in page (the portal's on
 * a portal address), or `to`. During support access it only leaves the practice and returns to the list of practices.
 */
export function signOut(to?: string): void {
  const session = sessionStore.get();
  if (session !== null) {
    // The browser clears the key even if the server can't be reached; an unused key expires.
    callAction('logout', {}, { as: session, keepalive: true }).catch((error: unknown) => {
      console.info('Failed to sign out on the server.', error);
    });
  }
  if (session !== null && isHelpingOut(session)) {
    sessionStore.expire();
    window.location.assign(absolute(paths.superadmin));
    return;
  }
  endNotifications().catch((error: unknown) => console.info('Failed to end notifications.', error));
  sessionStore.clear(true);
  const onPortal = `${window.location.pathname}/`.includes('/cp/');
  setTimeout(() => {
    const portal = withTenant(
      paths.portalLogin,
      tenantIn(window.location.search) ?? session?.tenantId ?? null,
    );
    window.location.assign(to ?? absolute(onPortal ? portal : paths.login));
  }, redirectDelay);
}
