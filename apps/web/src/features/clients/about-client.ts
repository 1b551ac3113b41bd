/** The subject of messages about a client, see `ToastOptions`: a new one replaces the one before. */
export const aboutClient = (id: number): string => `client ${id}`;
