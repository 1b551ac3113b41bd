// Free of zod: the browser checks a name by the same limit as the server.

/** Maximum length of a species name. */
export const maxSpeciesNameLength = 60;
