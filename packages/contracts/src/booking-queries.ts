/** Queries that show appointments or count them; a command that changes one invalidates them all. */
export const bookingQueries = [
  'admin/dashboard/stats',
  'bookings',
  'bookings_today',
  'bookings_pending',
  'bookings_by_staff',
  'bookings_by_service',
  'bookings_by_staff_and_service',
  'bookings_by_client',
  'bookings_by_animal',
  'booking',
  'bookings/free_times',
  'team',
  'notifications',
  'client_account',
] as const;

/** The portal's own screens that show appointments. */
export const portalBookingQueries = ['cp/bookings', 'cp/booking', 'cp/booking_availability'] as const;

/** Queries that show an animal, its owner's name or its species: its own, and those of its appointments. */
export const animalQueries = [
  'animals',
  'animals/count',
  'animals/breeds',
  'animal',
  'animals_by_client',
  'animal_weights',
  ...bookingQueries,
] as const;

/** Queries that show a client's name, number or badge. */
export const clientQueries = ['clients', 'clients/count', 'client', ...animalQueries] as const;
