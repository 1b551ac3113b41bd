/** Queries that show appointments or count them; a command that changes one invalidates them all. */
export const bookingQueries = [
  'admin/dashboard/stats',
  'search',
  'bookings',
  'bookings_today',
  'bookings_here',
  'bookings_pending',
  'bookings_by_staff',
  'bookings_by_service',
  'bookings_by_staff_and_service',
  'bookings_by_client',
  'bookings_by_animal',
  'booking',
  'booking_changes',
  'booking_history',
  'booking_cancel_preview',
  'bookings/free_times',
  'calendar_month',
  'diary',
  'team',
  'notifications',
  'client_account',
  'rota_conflicts',
  'waitlist',
  'wants_fitting',
  'entries',
  'animal_care',
  'care_badges',
  'recalls',
] as const;

/** Queries that show who works when, and the times that result from it. */
export const rotaQueries = [
  'rota',
  'rota_conflicts',
  'diary',
  'work_patterns',
  'absences',
  'bookings/free_times',
  'wants_fitting',
  'cp/booking_availability',
] as const;

/** Queries that show services, their people, or the rooms and equipment that they need. */
export const serviceQueries = ['booking_types', 'resources', ...bookingQueries] as const;

/** The portal's own screens that show appointments. */
export const portalBookingQueries = [
  'cp/bookings',
  'cp/booking',
  'cp/booking_availability',
  'cp/wants',
  'cp/offer',
  'cp/booking_change_preview',
  'cp/care',
  'cp/recall',
] as const;

/** Queries that show what animals need and when. */
export const careQueries = [
  'care_types',
  'animal_care',
  'care_badges',
  'animals',
  'recalls',
  'recall_preview',
  'cp/care',
  'cp/recall',
] as const;

/** Queries that show an animal, its owner's name or its species: its own, its owner's, and those of its appointments. */
export const animalQueries = [
  'animals',
  'animals/count',
  'animals/breeds',
  'animals/by_microchip',
  'animal',
  'animals_by_client',
  'animal_weights',
  'animal_owners',
  'conversation',
  'conversations',
  ...bookingQueries,
] as const;

/** Queries that show a client's name, number or badge. */
export const clientQueries = ['clients', 'clients/count', 'client', ...animalQueries] as const;
