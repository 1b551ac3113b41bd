import type { ErrorBody } from '@burrow/contracts/errors';
import { ApiError } from '../../lib/api-error.ts';
import type { OutputOf } from '../../lib/api.ts';

/** A time at which an appointment may begin, with the animal that has it if it is taken. */
export type StartTime = OutputOf<'bookings/free_times'>['times'][number];

export interface Hour {
  /** '09' */
  hour: string;
  times: StartTime[];
}

export interface PartOfDay {
  name: 'Morning' | 'Afternoon' | 'Evening';
  hours: Hour[];
}

const partOf = (time: string): PartOfDay['name'] =>
  time < '12:00' ? 'Morning' : time < '17:00' ? 'Afternoon' : 'Evening';

/** Times that can still be chosen: free, or not, for a reason. One that is neither has passed. */
export const stillToCome = (times: readonly StartTime[]): StartTime[] =>
  times.filter(({ free, why }) => free || why !== null);

/** Start times by part of the day and hour, without empty ones. */
export function partsOfDay(times: readonly StartTime[]): PartOfDay[] {
  const parts: PartOfDay[] = [];
  for (const start of times) {
    const name = partOf(start.time);
    const hour = start.time.slice(0, 2);
    if (parts.at(-1)?.name !== name) parts.push({ name, hours: [] });
    const hours = parts.at(-1)?.hours ?? [];
    if (hours.at(-1)?.hour !== hour) hours.push({ hour, times: [] });
    hours.at(-1)?.times.push(start);
  }
  return parts;
}

/** Which quarter of its hour a time is in, 0 to 3. */
export const quarterOf = (time: string): number => Math.floor(Number(time.slice(3, 5)) / 15);

export type Conflict = NonNullable<ErrorBody['conflicts']>[number];

/** The consent with which the desk can book all the same. */
export type Consent = 'allow_overlap' | 'allow_outside';

/** A taken time, and the appointments that conflict with it (none when the server named none). */
export interface TakenTime {
  message: string;
  conflicts: readonly Conflict[];
  needs: Consent;
}

const consents: Partial<Record<string, Consent>> = {
  staff_busy: 'allow_overlap',
  animal_busy: 'allow_overlap',
  practice_full: 'allow_overlap',
  resource_busy: 'allow_overlap',
  slot_taken: 'allow_overlap',
  staff_absent: 'allow_outside',
  staff_not_offering: 'allow_outside',
};

/** The consent that overrules a refusal, by its code; null if none does. */
export const consentFor = (code: string | null | undefined): Consent | null => consents[code ?? ''] ?? null;

/** The refusal of a time that a consent overrules; null for any other error. */
export function takenTime(error: unknown): TakenTime | null {
  if (!(error instanceof ApiError)) return null;
  const needs = consentFor(error.code);
  return needs ? { message: error.message, conflicts: error.conflicts, needs } : null;
}

/** Consents as the fields of a command. */
export const asFields = (needs: readonly Consent[]): Partial<Record<Consent, '1'>> =>
  Object.fromEntries(needs.map((need) => [need, '1'] as const));

/** Fields of a command that undoes another: the appointment returns to where it was, whatever is there. */
export const bookAnyway = asFields(['allow_overlap', 'allow_outside']);
