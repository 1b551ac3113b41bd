import type { NotificationRecord } from '@burrow/contracts/notification';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { toast } from '../../ui/toast.ts';
import { notificationText } from './notification-text.ts';

/** What the message is about. */
const about = 'requests';

/**
 * Tells of requests that come in while the page is open, unless they come into the open list (`isListed`), whose opening
 * also takes the message away. While changes are not heard as they happen (`isLive`), what
 * came up also has the other screens read again.
 */
export function useNews(
  notifications: readonly NotificationRecord[] | undefined,
  { isLive, isListed }: { isLive: boolean; isListed: boolean },
): void {
  const client = useQueryClient();
  const formats = useFormats();
  const navigate = useNavigate();
  /** The newest one that was there; null until the first have been read. */
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (isListed) toast.close(about);
  }, [isListed]);
  useEffect(() => {
    if (!notifications) return;
    const before = known.current;
    known.current = Math.max(before ?? 0, notifications[0]?.id ?? 0);
    if (before === null || known.current === before) return;
    if (!isLive)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'notifications' });
    const requests = notifications.filter(({ id, kind }) => kind === 'booking_request' && id > before);
    const [request] = requests;
    if (!request || isListed) return;
    const { animal, client: owner, what } = notificationText(request, formats);
    const to =
      requests.length > 1 || request.booking_id === null
        ? paths.dashboard
        : paths.booking(request.booking_id);
    const title = requests.length > 1 ? plural(requests.length, 'new request') : 'New request';
    toast.news(title, {
      about,
      description:
        requests.length > 1 ? 'Answer them on the dashboard.' : `${animal ?? ''} · ${owner}${what}`,
      action: { label: 'Open', onPress: () => void navigate(to) },
    });
  }, [notifications, isLive, isListed, client, formats, navigate]);
}
