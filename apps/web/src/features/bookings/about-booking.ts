/** The subject of messages about an appointment, see `ToastOptions`: a new message replaces the previous one. */
export const aboutBooking = (id: number): string => `booking ${id}`;
