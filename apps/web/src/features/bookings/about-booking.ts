/** What messages about an appointment are about: one replaces the other. */
export const aboutBooking = (id: number): string => `booking ${id}`;
