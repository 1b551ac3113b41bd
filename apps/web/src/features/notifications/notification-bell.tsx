import type { NotificationRecord } from '@burrow/contracts/notification';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { plural } from '../../lib/format.ts';
import { useUnreadInTab } from '../../lib/page-name.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { actionQuery } from '../../lib/query.ts';
import { useInstant } from '../../lib/use-now.ts';
import { CountedIcon, countInWords } from '../../ui/counted-icon.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { NotificationRow } from './notification-row.tsx';
import { notificationText } from './notification-text.ts';
import { isNewer, pageSize, useInbox, useSeen, type Inbox } from './use-inbox.ts';

/** The number of pending requests, linked to their list; nothing without any. */
function WaitingRequests({ onFollow }: { onFollow: () => void }) {
  const requests = useQuery({ ...actionQuery('bookings_pending', {}), select: ({ length }) => length });
  const changes = useQuery({ ...actionQuery('booking_changes', {}), select: ({ length }) => length });
  const waiting = (requests.data ?? 0) + (changes.data ?? 0);
  if (waiting === 0) return null;
  return (
    <Link
      to={paths.dashboard}
      onClick={onFollow}
      className="flex min-h-11 items-center justify-between gap-3 border-b border-line bg-sunken px-4 py-2 text-sm font-semibold text-ink no-underline hover:text-brand focus-visible:-outline-offset-2"
    >
      {waiting === 1 ? '1 request is waiting for an answer' : `${waiting} requests are waiting for an answer`}
      <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  );
}

/** The loaded notifications, newest first. */
function NotificationList({
  notifications,
  isDotted,
  onFollow,
}: {
  notifications: readonly NotificationRecord[];
  isDotted: (notification: NotificationRecord) => boolean;
  onFollow: () => void;
}) {
  const now = useInstant();
  return (
    <ul className="divide-y divide-line empty:hidden">
      {notifications.map((notification) => (
        <li key={notification.id}>
          <NotificationRow
            notification={notification}
            now={now}
            dotted={isDotted(notification)}
            onFollow={onFollow}
          />
        </li>
      ))}
    </ul>
  );
}

/** The list, or why it is empty. */
function Content({
  inbox,
  isDotted,
  onFollow,
}: {
  inbox: Inbox;
  isDotted: (notification: NotificationRecord) => boolean;
  onFollow: () => void;
}) {
  const { data, notifications, error, isError, isFetching } = inbox;
  if (inbox.isPending) return <SkeletonRows rows={3} />;
  if (isError && !data) {
    return (
      <ErrorPanel
        title="Couldn’t load notifications"
        onRetry={() => void inbox.refetch()}
        retrying={isFetching}
      >
        {messageOf(error, '')}
      </ErrorPanel>
    );
  }
  if (notifications.length === 0) {
    return (
      <EmptyState icon={<Bell />} title="No notifications yet">
        Requests and replies from clients, cancellations, payments and problems appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <NotificationList notifications={notifications} isDotted={isDotted} onFollow={onFollow} />
      {inbox.hasNextPage ? (
        <LoadMore
          size={pageSize}
          busy={inbox.isFetchingNextPage}
          failure={inbox.isFetchNextPageError ? messageOf(error, 'Couldn’t load more notifications.') : null}
          onMore={() => void inbox.fetchNextPage()}
        />
      ) : null}
    </>
  );
}

/** The subject of the message, see `ToastOptions`. */
const about = 'requests';

/**
 * Shows a message for a request that arrives while the page is open, unless it appears in the open list (`isListed`);
 * opening the list also closes the message.
 */
function useNews(notifications: readonly NotificationRecord[] | undefined, isListed: boolean): void {
  const formats = useFormats();
  const navigate = useNavigate();
  /** The newest known notification, null if there is none; undefined until the first page has loaded. */
  const known = useRef<NotificationRecord | null>(undefined);
  useEffect(() => {
    if (isListed) toast.close(about);
  }, [isListed]);
  useEffect(() => {
    if (!notifications) return;
    const before = known.current;
    const arrived = notifications.filter((one) => !before || isNewer(one, before));
    known.current = arrived[0] ?? before ?? null;
    if (before === undefined) return;
    const requests = arrived.filter(({ kind }) => kind === 'booking_request');
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
  }, [notifications, isListed, formats, navigate]);
}

/** The bell in the header: the practice's notifications, and the number of unread ones. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const inbox = useInbox();
  const isDotted = useSeen(open, inbox);
  useNews(inbox.data?.pages[0]?.notifications, open);
  // An open list counts as read.
  const count = countInWords(open ? 0 : inbox.unread);
  useUnreadInTab(count);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) inbox.forgetOlder();
  };
  const close = () => change(false);
  return (
    <Popover
      open={open}
      onOpenChange={change}
      title="Notifications"
      trigger={
        <IconButton
          tone="bar"
          label={count === '' ? 'Notifications' : `Notifications: ${count} unread`}
          icon={
            <CountedIcon count={count}>
              {count === '' ? <Bell aria-hidden="true" /> : <BellRing aria-hidden="true" />}
            </CountedIcon>
          }
        />
      }
    >
      <WaitingRequests onFollow={close} />
      <Content inbox={inbox} isDotted={isDotted} onFollow={close} />
    </Popover>
  );
}
