import type { DiaryAppointment } from '@burrow/contracts/diary';
import type { Consent } from '../bookings/start-times.ts';
import { asSpans, covers, overlap, spanOn } from './day-spans.ts';
import type { ColumnPlace, Diary } from './diary-columns.ts';
import type { Spanned } from './overlap-layout.ts';

/** Where an appointment would be: minutes after midnight of `date`. */
export interface DropPlace {
  date: string;
  start: number;
  minutes: number;
  staffId: number | null;
  resourceIds: readonly number[];
}

/** Why the desk should not drop an appointment there, and which consent the server needs for it. */
export interface DropConflict {
  why: string;
  needs: Consent;
}

/** The rooms of an appointment that moves from one room's column to another's. */
function movedRooms(before: readonly number[], from: ColumnPlace, to: ColumnPlace): readonly number[] {
  if (to.resource === undefined || to.resource === from.resource) return before;
  const rest = before.filter((id) => id !== from.resource && id !== to.resource);
  return to.resource === null ? rest : [to.resource, ...rest];
}

/** The place of an appointment that is dropped into the column `to`; what the column doesn't say stays. */
export const placeIn = (
  booking: Pick<DiaryAppointment, 'staff_id' | 'resource_ids'>,
  from: ColumnPlace,
  to: ColumnPlace,
  { start, minutes }: { start: number; minutes: number },
): DropPlace => ({
  date: to.date,
  start,
  minutes,
  staffId: to.staff === undefined ? booking.staff_id : to.staff,
  resourceIds: movedRooms(booking.resource_ids, from, to),
});

const dayOf = <Day extends { date: string }>(days: readonly Day[], date: string): Day | undefined =>
  days.find((day) => day.date === date);

interface Busy extends Spanned {
  staffId: number | null;
  resourceIds: readonly number[];
  animalId: number | null;
  name: string;
}

/** Everything that takes a place on a day, but for the appointment that is moved. */
function othersOn({ appointments, held }: Diary, date: string, movedId: number | null): Busy[] {
  return [
    ...appointments
      .filter(({ id, status }) => id !== movedId && status !== 'cancelled')
      .map((booking) => ({
        ...spanOn(date, booking),
        staffId: booking.staff_id,
        resourceIds: booking.resource_ids,
        animalId: booking.animal_id,
        name: booking.animal_name,
      })),
    ...held.map((time) => ({
      ...spanOn(date, time),
      staffId: time.staff_id,
      resourceIds: time.resource_ids,
      animalId: null,
      name: 'held for a deposit',
    })),
  ];
}

const namesOf = (busy: readonly Busy[]): string => [...new Set(busy.map(({ name }) => name))].join(', ');

/** Whether the person is there, without their other appointments. */
function absence(diary: Diary, { date, staffId }: DropPlace, span: Spanned): DropConflict[] {
  const person = diary.people.find(({ id }) => id === staffId);
  const day = person && dayOf(person.days, date);
  if (!diary.has_rota || !day || covers(asSpans(day.working), span)) return [];
  return [{ why: `${person.name} is not in`, needs: 'allow_outside' }];
}

function roomConflicts(diary: Diary, { date, resourceIds }: DropPlace, busy: readonly Busy[], span: Spanned) {
  return diary.resources
    .filter(({ id }) => resourceIds.includes(id))
    .flatMap((room): DropConflict[] => {
      const away = dayOf(room.days, date)?.away ?? [];
      if (asSpans(away).some((out) => overlap(out, span)))
        return [{ why: `${room.name} is out of use`, needs: 'allow_overlap' }];
      const users = busy.filter((other) => other.resourceIds.includes(room.id));
      return users.length < room.places
        ? []
        : [{ why: `${room.name} is taken: ${namesOf(users)}`, needs: 'allow_overlap' }];
    });
}

/**
 * Conflicts of a place with the loaded diary, the most telling first; none if it is free. The server decides, and knows more: the
 * rooms a service needs, who provides it, and how many appointments fit in.
 */
export function dropConflicts(
  diary: Diary,
  booking: Pick<DiaryAppointment, 'id' | 'animal_id' | 'animal_name'> | null,
  place: DropPlace,
): DropConflict[] {
  const span = { start: place.start, end: place.start + place.minutes };
  const busy = othersOn(diary, place.date, booking?.id ?? null).filter((other) => overlap(other, span));
  const ofPerson = place.staffId === null ? [] : busy.filter(({ staffId }) => staffId === place.staffId);
  const ofAnimal = busy.filter(({ animalId }) => animalId !== null && animalId === booking?.animal_id);
  return [
    ...absence(diary, place, span),
    ...(ofPerson.length > 0
      ? [{ why: `Busy: ${namesOf(ofPerson)}`, needs: 'allow_overlap' } as const]
      : ofAnimal.length > 0
        ? [{ why: `${booking?.animal_name} has another appointment then`, needs: 'allow_overlap' } as const]
        : []),
    ...roomConflicts(diary, place, busy, span),
  ];
}
