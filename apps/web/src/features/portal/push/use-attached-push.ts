import { useEffect } from 'react';
import { pushSubscription } from '../../../lib/push-subscription.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';

/** Attaches the notifications of this browser to the session, which may have replaced the one that turned them on. */
export function useAttachedPush(): void {
  const { apiKey } = useSession();
  const { mutate } = useCommand('cp/push/attach');
  useEffect(() => {
    pushSubscription()
      .then((subscription) => subscription && mutate({ endpoint: subscription.endpoint }))
      .catch((error: unknown) => console.info('Failed to look for notifications.', error));
  }, [apiKey, mutate]);
}
