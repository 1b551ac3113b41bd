/** The subject of messages about a client, see `ToastOptions`: a new message replaces the previous one. */
export const aboutClient = (id: number): string => `client ${id}`;
