import { clashesOf, fullBetween, type Clash, type Taken } from '@burrow/contracts/clashes';
import type { DiaryAppointment } from '@burrow/contracts/diary';
import { intersection } from '@burrow/contracts/spans';
import { spanOn } from './day-spans.ts';
import type { Diary } from './diary-columns.ts';
import {
  activePeople,
  awaySpans,
  dropDay,
  isPresent,
  type Busy,
  type DropConflict,
  type DropDay,
  type DropPlace,
  type Moved,
} from './drop-day.ts';
import { absentConflicts, providerConflicts } from './drop-people.ts';
import type { Spanned } from './overlap-layout.ts';

/** What is against a place of an appointment. */
export type DropRule = (booking: DiaryAppointment, place: DropPlace) => DropConflict[];

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const namesOf = (taken: readonly Taken[]): string =>
  [...new Set(taken.map(({ label }) => label ?? 'another appointment'))].join(', ');

/** Other appointments of the person and the animal, and the practice's capacity: with a rota the number of people at work. */
function takenConflicts(day: DropDay, booking: Moved): DropConflict[] {
  const { diary, place, span, busy } = day;
  const active = activePeople(diary);
  const absent = diary.has_rota ? diary.people.filter((person) => !isPresent(day, person)) : [];
  const isAbsent = (staffId: number | null) => absent.some(({ id }) => id === staffId);
  const atWork = active.filter(({ id }) => id === place.staffId || !isAbsent(id)).length;
  const capacity = diary.has_rota
    ? { places: atWork, people: atWork, graceMinutes: 0 }
    : { places: diary.parallel_places, people: active.length, graceMinutes: diary.grace };
  const others = busy.map((other) => ({ ...other, takesPlace: !isAbsent(other.staffId) }));
  const wanted = { start: span[0], end: span[1], staffId: place.staffId, animalId: booking.animal_id };
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
function resourceConflict({ place, span, busy }: DropDay, resource: Resource): string | null {
  const { id, name, places } = resource;
  if (intersection([span], awaySpans(resource, place)).length > 0) return `${name} is out of use`;
  const users = busy.filter(({ resourceIds }) => resourceIds.includes(id));
  const full = fullBetween(users, span, places);
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
function resourceConflicts(day: DropDay, { service_id: serviceId }: Moved): DropConflict[] {
  const { diary, place } = day;
  const needs = diary.services.find(({ id }) => id === serviceId)?.needs ?? [];
  const needed = new Set(needs.flat());
  const extra = place.resourceIds.filter((id) => !needed.has(id)).map((id) => [id]);
  const choices = [...needs, ...extra].map((ids) => ({
    isNeed: needs.includes(ids),
    choice: diary.resources.filter(({ id }) => ids.includes(id)),
  }));
  return choices.flatMap(({ isNeed, choice }): DropConflict[] => {
    const reasons = choice.map((resource) => resourceConflict(day, resource));
    if (reasons.includes(null) || (choice.length === 0 && !isNeed)) return [];
    return [{ code: 'resource_busy', why: (reasons.length === 1 && reasons[0]) || noneFree(choice) }];
  });
}

/** What is against a place of an appointment, in the order in which the server looks. */
export function placeConflicts(diary: Diary, booking: Moved, place: DropPlace): DropConflict[] {
  const day = dropDay(diary, place, booking.id);
  const absent = absentConflicts(day);
  const providers = without(providerConflicts(day, booking), absent);
  // Of two reasons with one code, that of the service says more than a full practice.
  const taken = without(takenConflicts(day, booking), providers);
  return [...taken, ...resourceConflicts(day, booking), ...absent, ...providers];
}

/** The conflicts with other codes than `others`. */
const without = (conflicts: readonly DropConflict[], others: readonly DropConflict[]): DropConflict[] =>
  conflicts.filter(({ code }) => others.every((other) => other.code !== code));

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
  return isPlaced ? conflicts : conflicts.filter(({ code }) => code === 'resource_busy');
}
