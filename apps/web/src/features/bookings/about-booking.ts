/** The subject of messages about an appointment, see `ToastOptions`: a new one replaces the one before. */
export const aboutBooking = (id: number): string => `booking ${id}`;
