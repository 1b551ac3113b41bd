import { timeOf } from '@burrow/contracts/calendar-day';
import type { Taken } from '@burrow/contracts/clashes';
import type { DiaryEntry, DiaryRow } from './diary-read-model.ts';
import type { Span } from '@burrow/contracts/spans';
import type { Assignment } from '@burrow/contracts/staffing';

// What the checks of a day at the desk share.

export type Entry = Taken & { entry: DiaryEntry };

/** The clashes that `allow_overlap` permits, and those that `allow_outside` permits. */
export const overlapCodes = ['staff_busy', 'animal_busy', 'practice_full', 'resource_busy'] as const;
export const outsideCodes = ['staff_absent', 'staff_not_offering'] as const;

/** A reason why the desk should not book. */
export interface DeskClash {
  code: (typeof overlapCodes)[number] | (typeof outsideCodes)[number];
  /** The conflicting appointments and held times; empty for any other reason. */
  inTheWay: Entry[];
  /** The reason in a sentence, where it says more than the code. */
  message?: string;
  /** Whether the reason is the service rather than the time. */
  isOfService?: boolean;
}

/** The appointment to check, in minutes after midnight of the day that was read. */
export interface Wish {
  start: number;
  end: number;
  staffId: number | null;
  animalId: number | null;
  /** Rooms and equipment to use if they are free, before others. */
  resourceIds: readonly number[];
}

/** What the checks of a day read. */
export interface Day {
  date: string;
  diary: DiaryRow;
  /** Whether reasons include the names of people and animals. */
  named: boolean;
  /** Whether each person takes their own time for the service. */
  ownLength: boolean;
  entries: Entry[];
  /** When a person can take appointments. */
  working: (userId: number) => Span[];
  /** Who can take an appointment of some minutes, or of their own, by its start. */
  possible: (minutes: number, keepsGaps: boolean) => (start: number) => Assignment[];
}

const heldForPayment = 'Held for payment';

/** The label of a held time. @param named whether it includes the client's name */
export function heldLabel({ held }: DiaryEntry, named: boolean): string {
  if (held?.kind !== 'offer') return heldForPayment;
  return named ? `Held for ${held.client_name} until ${held.until}` : 'Held for a client on the waitlist';
}

/** Why a held time is not free, in a sentence. */
export const heldMessage = ({ label }: Entry): string =>
  label === heldForPayment || label === null
    ? 'That time is held for a client who is paying a deposit.'
    : `That time is ${label.charAt(0).toLowerCase()}${label.slice(1)}.`;

/** A time of the day or the next, as HH:MM. */
export const clock = (minutes: number): string => timeOf(((minutes % 1440) + 1440) % 1440);
