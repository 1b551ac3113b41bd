import { addDays, dayMs, timeOf } from '@burrow/contracts/calendar-day';
import type { RotaProblem } from '@burrow/contracts/rota-conflict';
import { memo } from '@burrow/contracts/memo';
import { covers, intersection, type Span } from '@burrow/contracts/spans';
import { holidayNameOn, isOfPractice, minutesFrom, plannedDay, type Rota } from '../availability/public.ts';
import { openOver, workOver, type RotaState } from './rota-state.ts';

/** A person or a resource that an appointment occupies. */
export interface AppointmentPart {
  booking_id: number;
  /** Null for an appointment without a staff member, and of a resource. */
  user_id: number | null;
  resource_id: number | null;
  /** The step of the appointment that it belongs to, with its service. */
  step: number;
  service_id: number | null;
  /** In minutes since 1970 on the practice's clock. */
  starts: number;
  ends: number;
}

/** The names used in messages. */
export interface RotaNames {
  people: ReadonlyMap<number, { name: string; disabled: boolean }>;
  resources: ReadonlyMap<number, string>;
}

/** For each need of a service, by its id, the resources of which an appointment uses one. */
export type ServiceNeeds = ReadonlyMap<number, readonly (readonly number[])[]>;

type Absence = Rota['absences'][number];

const epoch = '1970-01-01';

const away: Record<string, string> = {
  leave: 'is on leave',
  sick: 'is off sick',
  training: 'is in training',
  meeting: 'is in a meeting',
  break: 'is on a break',
};

/**
 * Finds what is wrong with a part of an appointment by the rota: it lies outside the hours of its person, its person is
 * disabled, or it touches an absence. A person without a pattern has no hours to be outside of.
 */
export function problemFinder(
  state: RotaState,
  { people, resources }: RotaNames,
): (part: AppointmentPart) => RotaProblem[] {
  const { rota, business_hours: hours } = state;
  const absences = rota.absences.map((absence) => ({
    absence,
    span: [minutesFrom(epoch, absence.starts), minutesFrom(epoch, absence.ends)] as Span,
  }));
  const absenceAt = (part: AppointmentPart, isOf: (absence: Absence) => boolean): Absence | undefined =>
    absences.find(({ absence, span }) => span[0] < part.ends && part.starts < span[1] && isOf(absence))
      ?.absence;
  const rotaOf = memo((userId: number): Rota => ({
    ...rota,
    patterns: rota.patterns.filter((pattern) => pattern.user_id === userId),
    shifts: rota.shifts.filter((shift) => shift.user_id === userId),
    absences: [],
  }));
  const openFrom = memo((date: string) => openOver(state, date, addDays(date, 1)));
  /** Of the day and the next, to which an appointment can reach; null without hours of their own. */
  const hoursOf = memo((key: string): readonly Span[] | null => {
    const [userId, date] = [Number(key.slice(11)), key.slice(0, 10)];
    const own = rotaOf(userId);
    if (plannedDay(own, userId, date, hours).source === 'opening_hours') return null;
    const days = { open: openFrom(date), first: date, last: addDays(date, 1) };
    return workOver({ ...state, rota: own }, userId, days);
  });

  function outsideHours(part: AppointmentPart, userId: number, name: string): RotaProblem[] {
    const date = dayOf(part.starts);
    const midnight = minutesFrom(epoch, `${date}T00:00`);
    const spans = hoursOf(`${date} ${userId}`);
    if (spans === null || covers(spans, [part.starts - midnight, part.ends - midnight])) return [];
    const holiday = holidayNameOn(date, state.holidays);
    if (holiday !== null) return [{ code: 'holiday', message: `The practice is closed: ${holiday}.` }];
    const ofDay = intersection(spans, [[0, 1440]]).map(([from, to]) => `${timeOf(from)}–${timeOf(to)}`);
    const message =
      ofDay.length === 0
        ? `${name} isn’t working that day.`
        : `${name} works ${ofDay.join(' and ')} that day.`;
    return [{ code: 'outside_hours', message }];
  }

  function problemsOfPerson(part: AppointmentPart, userId: number): RotaProblem[] {
    const { name, disabled } = people.get(userId) ?? { name: 'This person', disabled: false };
    if (disabled) return [{ code: 'staff_disabled', message: `${name}’s account is disabled.` }];
    const absence = absenceAt(part, ({ user_id: id }) => id === userId);
    const absent: RotaProblem[] = absence
      ? [{ code: 'staff_absent', message: `${name} ${away[absence.kind] ?? 'is away'}.` }]
      : [];
    return [...absent, ...outsideHours(part, userId, name)];
  }

  function problemsOfResource(part: AppointmentPart, resourceId: number): RotaProblem[] {
    const absence = absenceAt(part, ({ resource_id: id }) => id === resourceId);
    if (!absence) return [];
    const name = resources.get(resourceId) ?? 'This room or equipment';
    const reason = absence.kind === 'maintenance' ? 'is under maintenance' : 'isn’t available';
    return [{ code: 'resource_absent', message: `${name} ${reason}.` }];
  }

  return (part) => {
    if (part.resource_id !== null) return problemsOfResource(part, part.resource_id);
    const closed: RotaProblem[] = absenceAt(part, isOfPractice)
      ? [{ code: 'practice_absent', message: 'The practice is closed.' }]
      : [];
    return part.user_id === null ? closed : [...closed, ...problemsOfPerson(part, part.user_id)];
  };
}

/** Finds the needs of a step for which it has no resource. A step is the part with its person, without one of a resource. */
export function missingFinder(
  parts: readonly AppointmentPart[],
  needs: ServiceNeeds,
  { resources }: RotaNames,
): (part: AppointmentPart) => RotaProblem[] {
  const keyOf = ({ booking_id, step }: AppointmentPart): string => `${booking_id} ${step}`;
  const used = new Map<string, number[]>();
  for (const part of parts) {
    if (part.resource_id === null) continue;
    used.set(keyOf(part), [...(used.get(keyOf(part)) ?? []), part.resource_id]);
  }
  return (part) => {
    if (part.resource_id !== null || part.service_id === null) return [];
    const own = used.get(keyOf(part)) ?? [];
    const missing = (needs.get(part.service_id) ?? []).filter((need) => !need.some((id) => own.includes(id)));
    return missing.map((need) => {
      const names = need.map((id) => resources.get(id) ?? 'This room or equipment');
      const message =
        names.length === 1
          ? `${names[0]} isn’t booked for it.`
          : `None of these is booked for it: ${names.join(', ')}.`;
      return { code: 'no_room', message };
    });
  };
}

/** The problems of each appointment that has any, in the order of `parts`. */
export function conflictsOf(
  parts: readonly AppointmentPart[],
  problemsOf: (part: AppointmentPart) => RotaProblem[],
): Map<number, RotaProblem[]> {
  const conflicts = new Map<number, RotaProblem[]>();
  for (const part of parts) {
    const found = problemsOf(part);
    if (found.length === 0) continue;
    const known = conflicts.get(part.booking_id) ?? [];
    const isNew = ({ message }: RotaProblem): boolean => known.every((one) => one.message !== message);
    conflicts.set(part.booking_id, [...known, ...found.filter(isNew)]);
  }
  return conflicts;
}

/** The conflicts of `after` with a problem that the appointment did not have `before`. */
export const newConflicts = (
  before: ReadonlyMap<number, readonly RotaProblem[]>,
  after: ReadonlyMap<number, RotaProblem[]>,
): Map<number, RotaProblem[]> =>
  new Map(
    [...after].filter(([id, problems]) => {
      const known = new Set(before.get(id)?.map(({ code }) => code));
      return problems.some(({ code }) => !known.has(code));
    }),
  );

const dayOf = (minutes: number): string =>
  new Date(Math.floor(minutes / 1440) * dayMs).toISOString().slice(0, 10);
