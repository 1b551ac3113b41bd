import type { calendarFeedActions } from '@burrow/contracts/calendar-feed';
import type { Handlers } from '../../context/handlers.ts';
import { listFeeds } from './read-model.ts';
import { makeFeed, revokeFeed } from './service.ts';

export const calendarFeedHandlers: Handlers<typeof calendarFeedActions> = {
  calendar_feeds: (ctx) => listFeeds(ctx),
  calendar_feed_create: (ctx, input) => makeFeed(ctx, input),
  calendar_feed_revoke: (ctx, input) => revokeFeed(ctx, input.feed_id),
};
