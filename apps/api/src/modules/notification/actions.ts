import type { notificationActions } from '@burrow/contracts/notification';
import type { EventSource, Handlers } from '../../context/handlers.ts';
import type { LiveUpdates } from '../../db/live-updates.ts';
import { notificationsPage } from './read-model.ts';
import { markNotificationsSeen } from './repository.ts';

export const notificationHandlers: Handlers<typeof notificationActions> = {
  notifications: notificationsPage,
  'notifications/seen': (ctx, { last_id }) => markNotificationsSeen(ctx, last_id),
  'notifications/stream': async ({ deps, tenantId }) => changesOf(deps.database.live, tenantId),
};

interface Change {
  action: string | null;
  notification_id: number | null;
}

/**
 * The changes of a practice as events. Outside the handler, so that an open stream does not keep its request in memory.
 */
const changesOf = (live: LiveUpdates, tenantId: number): EventSource<Change> => ({
  open: (send, end) =>
    live.listen(tenantId, {
      onUpdate: ({ action, notificationId }) => send('changed', { action, notification_id: notificationId }),
      onClosed: end,
    }),
});
