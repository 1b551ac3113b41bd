/** Limits of the rota, for server and web app. */
export const maxRangesADay = 6;
export const maxPatternWeeks = 4;
export const maxConflictsListed = 200;

export const absenceKinds = [
  'leave',
  'sick',
  'training',
  'meeting',
  'break',
  'maintenance',
  'closed',
  'other',
] as const;
export type AbsenceKind = (typeof absenceKinds)[number];
