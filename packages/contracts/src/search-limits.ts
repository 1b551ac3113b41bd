// Free of zod, so that the web app can import it.

/** How many records of each kind a search finds. */
export const maxFound = 6;
/** How many recently viewed records are kept, and can be requested by id. */
export const maxRecent = 8;
