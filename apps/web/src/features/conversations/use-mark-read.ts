import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCommand } from '../../lib/query.ts';

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const usePageShown = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/**
 * Marks the open conversation as read while the page is visible.
 * @param newest the newest message's id: a failed attempt is repeated with the next one
 * @returns a command that marks it as unread, after which it stays so until it is opened again
 */
export function useMarkRead(clientId: number, isUnread: boolean, newest: number) {
  const { mutate: read } = useCommand('conversation_mark');
  const unread = useCommand('conversation_mark');
  const isShown = usePageShown();
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    if (isUnread && isShown && !isLeft) read({ client_id: clientId, unread: '0' });
  }, [read, clientId, isUnread, isShown, isLeft, newest]);
  const markUnread = async (): Promise<void> => {
    setLeft(true);
    try {
      await unread.mutateAsync({ client_id: clientId, unread: '1' });
    } catch (error) {
      setLeft(false);
      throw error;
    }
  };
  return { markUnread, isMarking: unread.isPending };
}
