import { sessionQuery } from '../features/session/queries.ts';
import { absolute } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionStore } from '../lib/session-store.ts';
import { homeOf } from './guard.ts';

/** Takes a changed role from the server's answer about this session, so that the guard and the tabs follow it. */
export function followRoleChanges(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    const me = queryClient.getQueryData(sessionQuery.queryKey);
    const session = sessionStore.get();
    if (me === undefined || session === null) return;
    if (me.user_id === session.userId && me.tenant_id === session.tenantId) sessionStore.setRole(me.role);
  });
}

/**
 * Keeps the cache and the screen in step with the session: an answer for one key is never shown with another, and
 * when another tab switches the practice this one reloads at the role's home.
 */
export function followSessionChanges(): () => void {
  let known = sessionStore.get();
  return sessionStore.subscribe(() => {
    const before = known;
    known = sessionStore.get();
    if (before?.apiKey === known?.apiKey) return;
    queryClient.clear();
    if (before !== null && known !== null) window.location.replace(absolute(homeOf(known.role)));
  });
}
