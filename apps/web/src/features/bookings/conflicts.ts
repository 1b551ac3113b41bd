import type { ErrorBody } from '@burrow/contracts/errors';
import { ApiError } from '../../lib/api-error.ts';

export type Conflict = NonNullable<ErrorBody['conflicts']>[number];

/** A time that is taken, and by which appointments (none when the server did not say). */
export interface TakenTime {
  message: string;
  conflicts: readonly Conflict[];
}

const clashes = new Set<string | null>(['staff_busy', 'animal_busy', 'practice_full', 'slot_taken']);

/** The refusal of a time that is taken, which may be overruled with `allow_overlap`; null for any other error. */
export function takenTime(error: unknown): TakenTime | null {
  return error instanceof ApiError && clashes.has(error.code)
    ? { message: error.message, conflicts: error.conflicts }
    : null;
}
