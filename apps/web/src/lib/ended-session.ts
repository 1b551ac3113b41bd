/** Shown on the sign-in page when a session ended during use. */
export const endedSessionText = 'Your session has ended. Please sign in again.';

/** Whether the navigation state says that a session has just ended. */
export const sessionEnded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'ended' in state && state.ended === true;
