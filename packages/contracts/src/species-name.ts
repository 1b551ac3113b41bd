// Free of zod: the browser checks a name by the same limit as the server.

/** Most characters of the name of a kind of animal. */
export const longestSpeciesName = 60;
