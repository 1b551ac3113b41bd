/** What messages about a client are about: one replaces the other. */
export const aboutClient = (id: number): string => `client ${id}`;
