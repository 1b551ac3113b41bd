import { absolute } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionStore } from '../lib/session-store.ts';
import { homeOf } from './guard.ts';

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
