import { actionQuery } from '../../lib/query.ts';

/** Who is signed in, as whom and for how long. */
export const sessionQuery = actionQuery('session', {});

/** The own open sign-ins, in every practice. */
export const ownSessionsQuery = actionQuery('session/list', {});
