import { actionQuery } from '../../lib/query.ts';

/** The feeds that the signed-in person looks after. */
export const calendarFeedsQuery = actionQuery('calendar_feeds', {});
