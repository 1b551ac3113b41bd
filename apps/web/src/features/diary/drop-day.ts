import { daysBetween } from '@burrow/contracts/calendar-day';
import type { Taken } from '@burrow/contracts/clashes';
import type { DiaryAppointment } from '@burrow/contracts/diary';
import type { ErrorCode } from '@burrow/contracts/errors';
import { memo } from '@burrow/contracts/memo';
import { always, covers, union, without, type Span } from '@burrow/contracts/spans';
import { asSpans, spanOn } from './day-spans.ts';
import type { Diary } from './diary-columns.ts';
import { dayMinutes } from './snap.ts';

// What the rules of a drop look at, in minutes after midnight of the day it goes to.

/** Where an appointment would be: minutes after midnight of `date`. */
export interface DropPlace {
  date: string;
  start: number;
  minutes: number;
  staffId: number | null;
  resourceIds: readonly number[];
}

/** Why the desk should not drop an appointment there, and the code with which the server would refuse it. */
export interface DropConflict {
  code: ErrorCode;
  why: string;
}

export type Moved = Pick<
  DiaryAppointment,
  | 'id'
  | 'booking_date'
  | 'booking_time'
  | 'duration_minutes'
  | 'staff_id'
  | 'resource_ids'
  | 'animal_id'
  | 'animal_name'
  | 'service_id'
  | 'service'
>;

export interface Busy extends Taken {
  serviceId: number | null;
  resourceIds: readonly number[];
}

export type DiaryPerson = Diary['people'][number];

/** The diary around a place. */
export interface DropDay {
  diary: Diary;
  place: DropPlace;
  span: Span;
  /** Everything that takes a place, but for the appointment that is moved. */
  busy: readonly Busy[];
  /** When a person can take appointments. */
  working: (person: DiaryPerson) => Span[];
}

export function dropDay(diary: Diary, place: DropPlace, movedId: number): DropDay {
  const span: Span = [place.start, place.start + place.minutes];
  const working = memo((person: DiaryPerson) => workingTimes(diary, place, person));
  return { diary, place, span, busy: busyBeside(diary, place, movedId), working };
}

function busyBeside({ appointments, held }: Diary, { date }: DropPlace, movedId: number): Busy[] {
  const times = [
    ...appointments
      .filter(({ id, status }) => id !== movedId && status !== 'cancelled')
      .map((booking) => ({ ...booking, label: booking.animal_name })),
    ...held.map((time) => ({
      ...time,
      animal_id: null,
      label: time.kind === 'offer' ? `held for ${time.client_name}` : 'held for a deposit',
    })),
  ];
  return times.map((time) => ({
    ...spanOn(date, time),
    label: time.label,
    staffId: time.staff_id,
    animalId: time.animal_id,
    takesPlace: true,
    serviceId: time.service_id,
    resourceIds: time.resource_ids,
  }));
}

const midnightOf = (day: string, { date }: DropPlace): number => daysBetween(date, day) * dayMinutes;

/** Spans of several days. */
const spansOver = (
  days: readonly { date: string }[],
  place: DropPlace,
  of: (index: number) => readonly { from: string; to: string }[],
): Span[] =>
  days.flatMap((day, n) => {
    const midnight = midnightOf(day.date, place);
    return asSpans(of(n)).map(({ start, end }): Span => [start + midnight, end + midnight]);
  });

/** When the whole practice is closed. */
export const closedSpans = ({ days }: Diary, place: DropPlace): Span[] =>
  union(spansOver(days, place, (n) => days[n]?.away ?? []));

/** When a person, a room or a piece of equipment is away. */
export const awaySpans = ({ days }: Pick<DiaryPerson, 'days'>, place: DropPlace): Span[] =>
  union(spansOver(days, place, (n) => days[n]?.away ?? []));

/** Without a rota, only absences and closures limit a person's time. Days that are not loaded are left to the server. */
function workingTimes(diary: Diary, place: DropPlace, person: DiaryPerson): Span[] {
  if (!diary.has_rota)
    return without(always, union([...awaySpans(person, place), ...closedSpans(diary, place)]));
  const [first, last] = [diary.days[0]?.date ?? place.date, diary.days.at(-1)?.date ?? place.date];
  const loaded: Span = [midnightOf(first, place), midnightOf(last, place) + dayMinutes];
  const working = spansOver(person.days, place, (n) => person.days[n]?.working ?? []);
  return union([...working, ...without(always, [loaded])]);
}

/** Whether a person is there for the whole of the place. */
export const isPresent = ({ working, span }: DropDay, person: DiaryPerson): boolean =>
  covers(working(person), span);

/** Those who can be booked. */
export const activePeople = ({ people }: Diary): DiaryPerson[] => people.filter(({ active }) => active);
