import { absolute } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionStore } from '../lib/session-store.ts';
import { homeOf } from './guard.ts';

/**
 * Keeps what is cached and shown in step with the session: nothing read with one key is ever shown with another, and
 * when another tab changes the practice this one starts anew at the role's home.
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
