export const clientNotes: readonly string[] = [
  'Prefers to see Hannah whenever possible.',
  'Works nights: please ring after 14:00.',
  'Hard of hearing. Email or text rather than phone.',
  'Has no car; early afternoon suits the bus from Craven Arms.',
  'Insurance claims go straight to the insurer once the pre-authorisation is in.',
  'Wheelchair user: book consulting room 1 and keep the ramp clear.',
  'Breeder. Usually brings a whole litter, allow extra time.',
  'Partner may collect; happy for us to discuss treatment with either of them.',
  'Pays by bank transfer at the end of the month, agreed with Hannah.',
  'Anxious about anaesthetics after losing a cat. Talk through the monitoring.',
  'Fosters for the cat rescue in Leominster. Rescue discount does not apply to own pets.',
  'Has asked for written estimates before any procedure.',
  'Moved here from the Ashford practice; records arrived and are on file.',
  'Key holder for the neighbour’s animals when they are away.',
  'Please park the trailer in the rear yard.',
];

export const movedAway = 'Moved away. Records sent to the new practice.';
