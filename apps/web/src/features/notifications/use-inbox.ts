import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { useCommand } from '../../lib/query.ts';

type InboxPage = OutputOf<'notifications'>;

export const pageSize = 20;
const queryKey = ['notifications', 'pages'] as const;

/** The loaded notifications and the number of unread ones. */
export function useInbox() {
  const client = useQueryClient();
  const inbox = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<InboxPage> =>
      callAction('notifications', { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ notifications }) =>
      notifications.length < pageSize ? undefined : String(notifications.at(-1)?.id),
  });
  const notifications = inbox.data?.pages.flatMap((page) => page.notifications) ?? [];
  return {
    ...inbox,
    notifications,
    unread: inbox.data?.pages[0]?.unread ?? 0,
    newest: notifications[0]?.id ?? 0,
    /** Keeps only the first page, so that a refetch loads only that. */
    forgetOlder: () =>
      client.setQueryData<InfiniteData<InboxPage, string>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      ),
  };
}

export type Inbox = ReturnType<typeof useInbox>;

/**
 * Marks the shown notifications as read while the list is open.
 * @returns whether a notification has a dot, which it keeps until the list closes
 */
export function useSeen(open: boolean, inbox: { notifications: readonly { id: number }[]; unread: number }) {
  const { mutate } = useCommand('notifications/seen');
  const { notifications, unread } = inbox;
  const newest = notifications[0]?.id ?? 0;
  const [opening, setOpening] = useState<{ newest: number; unread: number } | null>(null);
  if (open && opening === null && newest > 0) setOpening({ newest, unread });
  if (!open && opening !== null) setOpening(null);
  const marked = useRef(0);
  useEffect(() => {
    if (!open || unread === 0 || newest <= marked.current) return;
    marked.current = newest;
    mutate({ last_id: newest }, { onError: () => (marked.current = 0) });
  }, [open, unread, newest, mutate]);
  const older = notifications.filter(({ id }) => opening !== null && id <= opening.newest);
  const dotted = new Set(older.slice(0, opening?.unread ?? 0).map(({ id }) => id));
  return ({ id }: { id: number }): boolean => opening !== null && (id > opening.newest || dotted.has(id));
}
