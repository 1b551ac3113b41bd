import { intersection } from '@burrow/contracts/spans';
import { assignments } from '@burrow/contracts/staffing';
import {
  activePeople,
  awaySpans,
  isPresent,
  type DropConflict,
  type DropDay,
  type Moved,
} from './drop-day.ts';
import type { Diary } from './diary-columns.ts';
import { dayMinutes } from './snap.ts';

/** Whether the practice is closed, or the person or everyone absent. */
export function absentConflicts(day: DropDay): DropConflict[] {
  const { diary, place, span } = day;
  const absent = (why: string): DropConflict[] => [{ code: 'staff_absent', why }];
  if (intersection([span], awaySpans(diary, place)).length > 0) return absent('The practice is closed');
  if (place.staffId === null) {
    const isStaffed = !diary.has_rota || activePeople(diary).some((one) => isPresent(day, one));
    return isStaffed ? [] : absent('No one is working');
  }
  const person = diary.people.find(({ id }) => id === place.staffId);
  return !person || isPresent(day, person) ? [] : absent(`${person.name} is not in`);
}

/** Who provides a service; null if everyone does. */
function namedProviders({ services }: Diary, serviceId: number | null): readonly number[] | null {
  const named = services.find(({ id }) => id === serviceId)?.staff_ids ?? [];
  return named.length === 0 ? null : named;
}

/** Whether the person doesn't provide the service, or without one no provider is there and free. */
export function providerConflicts(day: DropDay, { service_id: id, service }: Moved): DropConflict[] {
  const { diary, place } = day;
  const providers = namedProviders(diary, id);
  if (providers === null) return [];
  const what = service ?? 'this service';
  if (place.staffId !== null) {
    if (providers.includes(place.staffId)) return [];
    const name = diary.people.find((one) => one.id === place.staffId)?.name ?? 'This staff member';
    return [{ code: 'staff_not_offering', why: `${name} doesn’t provide ${what}` }];
  }
  if (isAnyFree(day, providers)) return [];
  const isStaffed = activePeople(diary).some(
    (person) => providers.includes(person.id) && isPresent(day, person),
  );
  return [
    isStaffed
      ? { code: 'practice_full', why: `No one who provides ${what} is free then` }
      : { code: 'staff_absent', why: `No one who provides ${what} is working then` },
  ];
}

/** Whether a provider can take the appointment, and leave every other one that has no person someone who can. */
function isAnyFree({ diary, place, span, busy, working }: DropDay, providers: readonly number[]): boolean {
  const minutes = place.minutes;
  const possible = assignments({
    people: activePeople(diary).map((person) => ({
      id: person.id,
      minutes,
      provides: providers.includes(person.id),
      working: working(person),
      atWork: () => working(person),
    })),
    needs: [],
    minutes,
    // The desk may use the time kept free around appointments.
    before: 0,
    after: 0,
    occupied: busy
      .filter(({ start, end }) => isRead(diary, span[1], { start, end }))
      .map(({ start, end, staffId, serviceId }) => ({
        start,
        end,
        before: 0,
        after: 0,
        staffId,
        providers: staffId === null ? namedProviders(diary, serviceId) : null,
      })),
    uses: [],
  });
  return possible(place.start).length > 0;
}

/** Whether the server looks at an appointment for one without a person: it reads the day, with the gap around it. */
const isRead = (
  { grace }: Diary,
  until: number,
  { start, end }: Pick<DropDay['busy'][number], 'start' | 'end'>,
): boolean => start < Math.max(dayMinutes, until) + grace && end > -grace;
