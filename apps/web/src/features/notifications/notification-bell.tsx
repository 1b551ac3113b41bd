import type { NotificationRecord } from '@burrow/contracts/notification';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useUnreadInTab } from '../../lib/page-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NotificationList } from './notification-list.tsx';
import { pageSize, useInbox, useSeen, type Inbox } from './use-inbox.ts';
import { useNews } from './use-news.ts';
import { WaitingRequests } from './waiting-requests.tsx';

/** '', '7', '99+'. */
const shown = (count: number): string => (count === 0 ? '' : count > 99 ? '99+' : String(count));

/** What the list holds, or why it holds nothing. */
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
          failure={inbox.isFetchNextPageError ? messageOf(error, 'Couldn’t load them.') : null}
          onMore={() => void inbox.fetchNextPage()}
        />
      ) : null}
    </>
  );
}

/** The bell in the header: what happened in the practice, and how much of it the person has not seen. */
export function NotificationBell({ isLive }: { isLive: boolean }) {
  const [open, setOpen] = useState(false);
  const inbox = useInbox(isLive);
  const isDotted = useSeen(open, inbox);
  useNews(inbox.data?.pages[0]?.notifications, { isLive, isListed: open });
  // What lies open is being read.
  const count = shown(open ? 0 : inbox.unread);
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
          icon={<BellIcon count={count} />}
        />
      }
    >
      <WaitingRequests onFollow={close} />
      <Content inbox={inbox} isDotted={isDotted} onFollow={close} />
    </Popover>
  );
}

function BellIcon({ count }: { count: string }) {
  if (count === '') return <Bell aria-hidden="true" />;
  return (
    <span className="relative">
      <BellRing aria-hidden="true" />
      <span className="figures absolute -top-2 -right-2.5 min-w-4.5 rounded-full bg-attention px-1 text-center text-xs font-bold text-on-attention">
        {count}
      </span>
    </span>
  );
}
