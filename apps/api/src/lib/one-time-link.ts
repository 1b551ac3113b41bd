import { dayMs } from '@burrow/contracts/calendar-day';

/** How long an invitation to a practice is valid. */
export const invitationDays = 7;
/** How long a link for choosing a new password is valid. */
export const passwordResetDays = 1;

/** How long a link requested by email is valid. */
export const emailedLinkDays = 1 / 24;

/** The path of a one-time link. The token follows after a #, so that no server and no log sees it. */
export const setupLinkPath = (token: string): string => `/app/welcome#${token}`;

/** When a new link expires. */
export const endOfLink = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);
