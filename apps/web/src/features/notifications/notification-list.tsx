import type { NotificationRecord } from '@burrow/contracts/notification';
import { useInstant } from '../../lib/use-now.ts';
import { NotificationRow } from './notification-row.tsx';

/** The notifications that have been read so far, newest first. */
export function NotificationList({
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
