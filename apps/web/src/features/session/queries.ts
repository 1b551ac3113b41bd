import { actionQuery } from '../../lib/query.ts';

/** The signed-in person, their role, and how long the session lasts. */
export const sessionQuery = actionQuery('session', {});

/** The person's own sessions, in every practice. */
export const ownSessionsQuery = actionQuery('session/list', {});
