import { useMutation } from '@tanstack/react-query';
import { callAction } from '../../../lib/api.ts';
import { sessionFromSignIn, type Session } from '../../../lib/session.ts';
import { sessionStore } from '../../../lib/session-store.ts';

/** Ends a session that another one takes the place of: its key would be nobody's. */
function endAtServer(session: Session): void {
  callAction('logout', {}, { as: session, keepalive: true }).catch((error: unknown) =>
    console.info('Failed to end the previous session on the server.', error),
  );
}

/** Signs a pet owner in. It ends with a session in the store, which the portal's entrance then sees. */
export function usePortalSignIn(tenantId: number) {
  return useMutation({
    mutationFn: async (credentials: { phone: string; password: string }) => {
      const result = await callAction('auth_customer', { tenant_id: tenantId, ...credentials }, { as: null });
      const before = sessionStore.get();
      sessionStore.setMustChangePassword(false);
      sessionStore.save(sessionFromSignIn(result));
      if (before !== null) endAtServer(before);
    },
  });
}
