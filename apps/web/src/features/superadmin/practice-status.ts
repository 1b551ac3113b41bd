import type { BadgeTone } from '../../ui/badge.tsx';
import type { Practice, PracticeStatus } from './queries.ts';

/** The label and colour of each status of a practice, in the order of the filter. */
export const practiceStatuses: Record<PracticeStatus, { label: string; tone: BadgeTone }> = {
  trial: { label: 'Trial', tone: 'progress' },
  active: { label: 'Active', tone: 'confirmed' },
  past_due: { label: 'Payment overdue', tone: 'pending' },
  lapsed: { label: 'Lapsed', tone: 'void' },
  suspended: { label: 'Suspended', tone: 'attention' },
};

/** In place of the status of a practice that is being moved to another installation, or was. */
export const practiceMoves: Record<NonNullable<Practice['move']>, { label: string; tone: BadgeTone }> = {
  moving: { label: 'Moving', tone: 'pending' },
  moved: { label: 'Moved', tone: 'void' },
};

/** The status in the address; null for none or an unknown one. */
export const statusNamed = (name: string | null): PracticeStatus | null =>
  name !== null && Object.hasOwn(practiceStatuses, name) ? (name as PracticeStatus) : null;
