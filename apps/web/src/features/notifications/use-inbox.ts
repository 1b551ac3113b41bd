import type { NotificationRecord } from '@burrow/contracts/notification';
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

type Placed = Pick<NotificationRecord, 'id' | 'created_at'>;

/** Whether a notification is above another in the list. Ids alone don't tell: a practice may have moved from another installation. */
export const isNewer = (one: Placed, other: Placed): boolean =>
  one.created_at > other.created_at || (one.created_at === other.created_at && one.id > other.id);

/**
 * Marks the shown notifications as read while the list is open.
 * @returns whether a notification has a dot, which it keeps until the list closes
 */
export function useSeen(open: boolean, inbox: { notifications: readonly Placed[]; unread: number }) {
  const { mutate } = useCommand('notifications/seen');
  const { notifications, unread } = inbox;
  const [newest] = notifications;
  const newestId = newest?.id ?? 0;
  const [opening, setOpening] = useState<{ newest: Placed; unread: number } | null>(null);
  if (open && opening === null && newest !== undefined) setOpening({ newest, unread });
  if (!open && opening !== null) setOpening(null);
  const marked = useRef(0);
  useEffect(() => {
    if (!open || unread === 0 || newestId === marked.current) return;
    marked.current = newestId;
    mutate({ last_id: newestId }, { onError: () => (marked.current = 0) });
  }, [open, unread, newestId, mutate]);
  const older = notifications.filter((one) => opening !== null && !isNewer(one, opening.newest));
  const dotted = new Set(older.slice(0, opening?.unread ?? 0).map(({ id }) => id));
  return (one: Placed): boolean => opening !== null && (isNewer(one, opening.newest) || dotted.has(one.id));
}
