import { daysBetween } from '@burrow/contracts/calendar-day';
import { clashesOf, fullBetween, type Clash, type Taken } from '@burrow/contracts/clashes';
import type { DiaryAppointment } from '@burrow/contracts/diary';
import type { ErrorCode } from '@burrow/contracts/errors';
import { asSpans, covers, overlap, spanOn } from './day-spans.ts';
import type { ColumnPlace, Diary } from './diary-columns.ts';
import type { Spanned } from './overlap-layout.ts';
import { dayMinutes } from './snap.ts';

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

/** What is against a place of an appointment. */
export type DropRule = (booking: DiaryAppointment, place: DropPlace) => DropConflict[];

type Moved = Pick<
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

/** The rooms of an appointment that moves from one room's column to another's. Archived ones can't be taken along. */
function movedRooms(
  before: readonly number[],
  from: ColumnPlace,
  to: ColumnPlace,
  rooms: ReadonlySet<number>,
) {
  if (to.resource === undefined || to.resource === from.resource) return before;
  const rest = before.filter((id) => rooms.has(id) && id !== from.resource && id !== to.resource);
  return to.resource === null ? rest : [to.resource, ...rest];
}

/**
 * The place of an appointment that is dropped into the column `to`; what the column doesn't say stays.
 * @param rooms the rooms that have a column
 */
export const placeIn = (
  booking: Pick<DiaryAppointment, 'staff_id' | 'resource_ids'>,
  { from, to, rooms }: { from: ColumnPlace; to: ColumnPlace; rooms: ReadonlySet<number> },
  { start, minutes }: { start: number; minutes: number },
): DropPlace => ({
  date: to.date,
  start,
  minutes,
  staffId: to.staff === undefined ? booking.staff_id : to.staff,
  resourceIds: movedRooms(booking.resource_ids, from, to, rooms),
});

interface Busy extends Taken {
  resourceIds: readonly number[];
}

/** What the rules look at: a place in the diary. */
interface Look {
  diary: Diary;
  place: DropPlace;
  span: Spanned;
  busy: readonly Busy[];
}

/** Everything that takes a place, but for the appointment that is moved, in minutes of the place's day. */
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
    resourceIds: time.resource_ids,
  }));
}

/** Spans of several days, in minutes of the place's day. */
const spansOver = (
  days: readonly { date: string }[],
  date: string,
  of: (index: number) => readonly { from: string; to: string }[],
): Spanned[] =>
  days.flatMap((day, n) => {
    const midnight = daysBetween(date, day.date) * dayMinutes;
    return asSpans(of(n)).map(({ start, end }) => ({ start: start + midnight, end: end + midnight }));
  });

const closedSpans = ({ diary: { days }, place }: Look): Spanned[] =>
  spansOver(days, place.date, (n) => days[n]?.away ?? []);

/** The part of the place within the days that were read; what is after them is left to the server. */
function knownSpan({ diary: { days }, place, span }: Look): Spanned {
  const last = days.at(-1)?.date ?? place.date;
  return { start: span.start, end: Math.min(span.end, (daysBetween(place.date, last) + 1) * dayMinutes) };
}

/** Whether a person is there for the whole of the place. Without a rota, only absences and closures say otherwise. */
function isPresent(look: Look, person: Diary['people'][number]): boolean {
  const { diary, place } = look;
  const known = knownSpan(look);
  const spansOf = (what: 'working' | 'away') =>
    spansOver(person.days, place.date, (n) => person.days[n]?.[what] ?? []);
  if (diary.has_rota) return covers(spansOf('working'), known);
  return ![...spansOf('away'), ...closedSpans(look)].some((away) => overlap(away, known));
}

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const namesOf = (taken: readonly Taken[]): string =>
  [...new Set(taken.map(({ label }) => label ?? 'another appointment'))].join(', ');

/** Other appointments of the person and the animal, and the practice's capacity: with a rota the number of people at work. */
function takenConflicts(look: Look, booking: Moved): DropConflict[] {
  const { diary, place, span, busy } = look;
  const active = diary.people.filter((person) => person.active);
  const absent = diary.has_rota ? diary.people.filter((person) => !isPresent(look, person)) : [];
  const isAbsent = (staffId: number | null) => absent.some(({ id }) => id === staffId);
  const atWork = active.filter(({ id }) => id === place.staffId || !isAbsent(id)).length;
  const capacity = diary.has_rota
    ? { places: atWork, people: atWork, graceMinutes: 0 }
    : { places: diary.parallel_places, people: active.length, graceMinutes: diary.grace };
  const others = busy.map((other) => ({ ...other, takesPlace: !isAbsent(other.staffId) }));
  const wanted = { ...span, staffId: place.staffId, animalId: booking.animal_id };
  const words: Record<Clash<Busy>['code'], (inTheWay: readonly Busy[]) => string> = {
    staff_busy: (inTheWay) => `Busy: ${namesOf(inTheWay)}`,
    animal_busy: () => `${booking.animal_name} has another appointment then`,
    practice_full: () => 'The practice is fully booked then',
  };
  return clashesOf(others, wanted, capacity).map(({ code, inTheWay }) => ({
    code,
    why: words[code](inTheWay),
  }));
}

type Resource = Diary['resources'][number];

/** Why a room or a piece of equipment can't be used; null if it is free. */
function resourceConflict({ place, span, busy }: Look, { id, name, places, days }: Resource): string | null {
  const away = spansOver(days, place.date, (n) => days[n]?.away ?? []);
  if (away.some((out) => overlap(out, span))) return `${name} is out of use`;
  const users = busy.filter(({ resourceIds }) => resourceIds.includes(id));
  const full = fullBetween(users, [span.start, span.end], places);
  return full && `${name} is taken: ${namesOf(full)}`;
}

const maxNamed = 3;

function noneFree(choice: readonly Resource[]): string {
  if (choice.length === 0) return 'No room or equipment for this service is available';
  const names = choice.slice(0, maxNamed).map(({ name }) => name);
  const more = choice.length > maxNamed ? [`${choice.length - maxNamed} more`] : [];
  return `${listed.format([...names, ...more])} aren’t free`;
}

/** A free resource for each need of the service, and those that were chosen besides. */
function resourceConflicts(look: Look, { service_id: serviceId }: Moved): DropConflict[] {
  const { diary, place } = look;
  const needs = diary.services.find(({ id }) => id === serviceId)?.needs ?? [];
  const needed = new Set(needs.flat());
  const extra = place.resourceIds.filter((id) => !needed.has(id)).map((id) => [id]);
  const choices = [...needs, ...extra].map((ids) => ({
    isNeed: needs.includes(ids),
    choice: diary.resources.filter(({ id }) => ids.includes(id)),
  }));
  return choices.flatMap(({ isNeed, choice }): DropConflict[] => {
    const reasons = choice.map((resource) => resourceConflict(look, resource));
    if (reasons.includes(null) || (choice.length === 0 && !isNeed)) return [];
    return [{ code: 'resource_busy', why: (reasons.length === 1 && reasons[0]) || noneFree(choice) }];
  });
}

/** Whether the practice is closed, or the person or everyone absent. */
function absentConflicts(look: Look): DropConflict[] {
  const { diary, place, span } = look;
  const absent = (why: string): DropConflict[] => [{ code: 'staff_absent', why }];
  if (closedSpans(look).some((closed) => overlap(closed, span))) return absent('The practice is closed');
  if (place.staffId === null) {
    const isStaffed = !diary.has_rota || diary.people.some((one) => one.active && isPresent(look, one));
    return isStaffed ? [] : absent('No one is working');
  }
  const person = diary.people.find(({ id }) => id === place.staffId);
  return !person || isPresent(look, person) ? [] : absent(`${person.name} is not in`);
}

function notOffering({ diary, place }: Look, { service_id: id, service }: Moved): DropConflict[] {
  const providers = diary.services.find((one) => one.id === id)?.staff_ids ?? [];
  if (place.staffId === null || providers.length === 0 || providers.includes(place.staffId)) return [];
  const name = diary.people.find((one) => one.id === place.staffId)?.name ?? 'This staff member';
  return [{ code: 'staff_not_offering', why: `${name} doesn’t provide ${service ?? 'this service'}` }];
}

/** What is against a place of an appointment, in the order in which the server looks. */
export function placeConflicts(diary: Diary, booking: Moved, place: DropPlace): DropConflict[] {
  const span = { start: place.start, end: place.start + place.minutes };
  const look: Look = { diary, place, span, busy: busyBeside(diary, place, booking.id) };
  return [
    ...takenConflicts(look, booking),
    ...resourceConflicts(look, booking),
    ...absentConflicts(look),
    ...notOffering(look, booking),
  ];
}

/** What no consent overrules: a former colleague, and a time that the clocks skip. */
function impossible(
  diary: Diary,
  booking: Moved,
  { start, staffId }: DropPlace,
  skipped: Spanned | null,
): DropConflict[] {
  const former = diary.people.find(({ id, active }) => id === staffId && !active);
  const isSkipped = skipped !== null && start >= skipped.start && start < skipped.end;
  return [
    ...(former && staffId !== booking.staff_id
      ? [{ code: 'not_found', why: `${former.name} can’t be booked` } as const]
      : []),
    ...(isSkipped ? [{ code: 'nonexistent_time', why: 'The clocks go forward then' } as const] : []),
  ];
}

const ofNeeds: ReadonlySet<ErrorCode> = new Set(['resource_busy', 'staff_not_offering']);

/**
 * What is against dropping an appointment at a place of the loaded diary, as the server would answer; none if it is free.
 * The server decides: it also knows what was booked meanwhile, and the days that are not loaded.
 * @param skipped what the clocks skip on the place's day
 */
export function dropConflicts(
  diary: Diary,
  booking: Moved,
  place: DropPlace,
  skipped: Spanned | null = null,
): DropConflict[] {
  const before = spanOn(place.date, booking);
  const isPlaced =
    before.start !== place.start ||
    booking.duration_minutes !== place.minutes ||
    booking.staff_id !== place.staffId;
  const isSame = place.resourceIds.every((id) => booking.resource_ids.includes(id));
  if (!isPlaced && isSame && place.resourceIds.length === booking.resource_ids.length) return [];
  const certain = impossible(diary, booking, place, skipped);
  if (certain.length > 0) return certain;
  const conflicts = placeConflicts(diary, booking, place);
  // An appointment that keeps its time can only clash over its rooms.
  return isPlaced ? conflicts : conflicts.filter(({ code }) => ofNeeds.has(code));
}
