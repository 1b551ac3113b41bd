// Free of zod: the browser checks messages with the limits that the server checks them with.

/** How many characters a text message of our own words can have: what the provider sends in one piece. */
export const maxTextMessageLength = 1500;
/** How many characters an email of our own words can have. */
export const maxEmailLength = 20_000;
export const maxSubjectLength = 200;
/** How many files an email can carry, and their bytes together. */
export const maxAttachments = 5;
export const maxAttachedBytes = 10 * 1024 * 1024;

/** Which conversations a list shows: `mine` are assigned to the caller. */
export const conversationFilters = ['all', 'unread', 'mine', 'unassigned'] as const;
