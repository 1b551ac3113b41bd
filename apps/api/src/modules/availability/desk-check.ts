import { addDays, minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import { clashesOf, fullBetween, type Taken } from '@burrow/contracts/clashes';
import { takenOn, type DeskResource, type DiaryEntry, type DiaryRow } from './diary-read-model.ts';
import { always, covers, intersection, without, type Span } from './spans.ts';
import { assignments, fairest } from './staffing.ts';
import {
  absentSpans,
  isOfPractice,
  minutesFrom,
  openSpans,
  workingSpans,
  type Absence,
} from './working-hours.ts';

type Entry = Taken & { entry: DiaryEntry };

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
}

/** The appointment to check, in minutes after midnight of the day that was read. */
interface Wish {
  start: number;
  end: number;
  staffId: number | null;
  animalId: number | null;
  /** Rooms and equipment to use if they are free, before others. */
  resourceIds: readonly number[];
}

export interface DeskFinding {
  clashes: DeskClash[];
  /** The rooms and equipment to use: for each need one that is free, or its first. */
  resourceIds: number[];
}

export interface DeskDay {
  entries: Entry[];
  check: (wish: Wish) => DeskFinding;
  /** The times kept free around other appointments of the person or the resources, which the desk may use. */
  warnings: (wish: Wish) => string[];
  /** The free provider of the service with the fewest booked minutes on the day; null if none is free. */
  freePerson: (start: number, end: number) => number | null;
}

interface Reading {
  date: string;
  /** Whether reasons include the names of people and animals. */
  named: boolean;
  /** Whether a request is being accepted: other pending requests then don't count, as the desk chooses between them. */
  isAcceptance?: boolean;
}

/** What the checks of a day read. */
interface Day {
  date: string;
  diary: DiaryRow;
  named: boolean;
  entries: Entry[];
  /** When a person can take appointments. */
  working: (userId: number) => Span[];
}

/** The rules by which the desk books on the day `date`, and until the end of the next. */
export function deskDay(diary: DiaryRow, { date, named, isAcceptance = false }: Reading): DeskDay {
  const label = (taken: DiaryEntry): string | null => {
    if (taken.booking_id === null) return heldLabel;
    return named ? (taken.animal_name ?? null) : null;
  };
  const entries = [...diary.taken, ...diary.held].map((taken) => ({
    ...takenOn(taken, date, label(taken)),
    takesPlace: !(taken.waits && isAcceptance),
  }));
  const day: Day = { date, diary, named, entries, working: workingTimes(diary, date) };
  return {
    entries,
    check: (wish) => {
      const taken = clashesOf(entriesFor(day, wish), wish, capacityFor(day, wish));
      const used = resourcesFor(day, wish);
      const outside = [...absentClashes(day, wish), ...notOfferingClashes(day, wish)];
      return { clashes: [...taken, ...used.clashes, ...outside], resourceIds: used.resourceIds };
    },
    warnings: (wish) => {
      const { resourceIds } = resourcesFor(day, wish);
      const near = entries.filter(
        ({ staffId, entry }) =>
          (staffId !== null && staffId === wish.staffId) ||
          entry.resource_ids.some((id) => resourceIds.includes(id)),
      );
      return near.flatMap((other) => bufferWarning(other, wish, diary.service));
    },
    freePerson: (start, end) => freePerson(day, start, end),
  };
}

/** Finds the working time of each person once. Without a rota, only absences limit it. */
function workingTimes(diary: DiaryRow, date: string): Day['working'] {
  const { rota, holidays, business_hours: hours } = diary;
  const last = addDays(date, 2);
  const open = openSpans({ hours, holidays }, date, last);
  const found = new Map<number, Span[]>();
  return (userId) => {
    const known = found.get(userId);
    if (known) return known;
    const spans = rota.exists
      ? workingSpans(rota, userId, { hours, open, first: date, last, onlineOnly: false })
      : without(
          always,
          absentSpans(rota, date, (one) => one.user_id === userId || isOfPractice(one)),
        );
    found.set(userId, spans);
    return spans;
  };
}

const isPresent = ({ working }: Day, userId: number, { start, end }: Wish): boolean =>
  covers(working(userId), [start, end]);

const nameOf = ({ named, diary }: Day, userId: number): string =>
  (named ? diary.people.find(({ id }) => id === userId)?.name : null) ?? 'This staff member';

/** With a rota, the capacity is the number of people at work. */
function capacityFor(day: Day, wish: Wish): { places: number; people: number; graceMinutes: number } {
  const { rota, people, places, grace_minutes: graceMinutes } = day.diary;
  if (!rota.exists) return { places, people: people.length, graceMinutes };
  const present = people.filter(({ id }) => id === wish.staffId || isPresent(day, id, wish)).length;
  return { places: present, people: present, graceMinutes: 0 };
}

/** With a rota, the appointments of absent people don't use up the capacity. */
function entriesFor(day: Day, wish: Wish): Entry[] {
  if (!day.diary.rota.exists) return day.entries;
  return day.entries.map((entry) => ({
    ...entry,
    takesPlace: entry.takesPlace && (entry.staffId === null || isPresent(day, entry.staffId, wish)),
  }));
}

/** Whether the practice is closed, or the requested person or everyone is absent. */
function absentClashes(day: Day, wish: Wish): DeskClash[] {
  const { date, diary, named } = day;
  const { start, end, staffId } = wish;
  const absent = (message: string): DeskClash[] => [{ code: 'staff_absent', inTheWay: [], message }];
  const closed = intersection([[start, end]], absentSpans(diary.rota, date, isOfPractice))[0];
  if (closed) return absent(`The practice is closed until ${clock(closed[1])}.`);
  if (staffId === null) {
    const isStaffed = !diary.rota.exists || diary.people.some(({ id }) => isPresent(day, id, wish));
    return isStaffed ? [] : absent('No one is working at that time.');
  }
  if (isPresent(day, staffId, wish)) return [];
  const absences = named ? diary.rota.absences : [];
  return absent(absenceMessage(nameOf(day, staffId), absences, { userId: staffId, date, start, end }));
}

function notOfferingClashes(day: Day, { staffId }: Wish): DeskClash[] {
  const providers = day.diary.service?.staff ?? [];
  if (staffId === null || providers.length === 0 || providers.some(({ user_id: id }) => id === staffId)) {
    return [];
  }
  const message = `${nameOf(day, staffId)} doesn’t provide this service.`;
  return [{ code: 'staff_not_offering', inTheWay: [], message }];
}

/** Why a resource cannot be used; null if it is free. */
function resourceClash(
  { date, diary, entries, named }: Day,
  resource: DeskResource,
  { start, end }: Wish,
): DeskClash | null {
  const absent = absentSpans(diary.rota, date, (absence) => absence.resource_id === resource.id);
  const out = intersection([[start, end]], absent)[0];
  if (out) {
    const message = `${resource.name} is out of use until ${clock(out[1])}.`;
    return { code: 'resource_busy', inTheWay: [], message };
  }
  const users = entries.filter(({ entry }) => entry.resource_ids.includes(resource.id));
  const inTheWay = fullBetween(users, [start, end], resource.places);
  if (inTheWay === null) return null;
  const [first] = inTheWay;
  const about = [first?.label, named ? first?.entry.service_name : null].filter(Boolean).join(', ');
  const message = `${resource.name} is taken until ${clock(first?.end ?? end)}${about && ` (${about})`}.`;
  return { code: 'resource_busy', inTheWay, message };
}

/** For each need a free resource, the requested ones first; then the requested ones that serve no need. */
function resourcesFor(day: Day, wish: Wish): DeskFinding {
  const needs = day.diary.service?.needs ?? [];
  const isWanted = ({ id }: DeskResource): boolean => wish.resourceIds.includes(id);
  const needed = new Set(needs.flat().map(({ id }) => id));
  const extra = day.diary.resources.filter((one) => isWanted(one) && !needed.has(one.id)).map((one) => [one]);
  const clashes: DeskClash[] = [];
  const resourceIds: number[] = [];
  for (const need of [...needs, ...extra]) {
    const choice = need.toSorted((a, b) => Number(isWanted(b)) - Number(isWanted(a)));
    const reasons = choice.map((resource) => ({ resource, clash: resourceClash(day, resource, wish) }));
    const chosen = reasons.find(({ clash }) => clash === null) ?? reasons[0];
    if (chosen) resourceIds.push(chosen.resource.id);
    if (chosen?.clash) clashes.push(chosen.clash);
    if (!chosen) clashes.push({ code: 'resource_busy', inTheWay: [] });
  }
  return { clashes, resourceIds };
}

/** The free provider of the service with the fewest booked minutes on the day; null if none is free. */
function freePerson({ date, diary, entries, working }: Day, start: number, end: number): number | null {
  const { service, people } = diary;
  const provide = service?.staff.map(({ user_id: id }) => id) ?? [];
  const possible = assignments({
    people: people.map(({ id }) => ({
      id,
      minutes: end - start,
      provides: provide.length === 0 || provide.includes(id),
      working: working(id),
    })),
    needs: [],
    minutes: end - start,
    before: service?.before_minutes ?? 0,
    after: service?.after_minutes ?? 0,
    occupied: entries.map(({ entry, ...taken }) => ({
      ...taken,
      before: entry.before_minutes,
      after: entry.after_minutes,
    })),
    uses: [],
  })(start);
  const bookedMinutes = (staffId: number | null): number =>
    entries
      .filter((other) => other.staffId === staffId && other.entry.booking_date === date)
      .reduce((sum, { entry }) => sum + entry.duration_minutes, 0);
  return fairest(possible, bookedMinutes)?.staffId ?? null;
}

/** The label of a time held for a pet owner who is paying a deposit. */
const heldLabel = 'Held for payment';

const clock = (minutes: number): string => timeOf(((minutes % 1440) + 1440) % 1440);

function bufferWarning(
  { start, end, label, entry }: Entry,
  wish: Wish,
  service: DiaryRow['service'],
): string[] {
  const other = label ?? 'another appointment';
  const gapAfter = entry.after_minutes + (service?.before_minutes ?? 0);
  if (end <= wish.start && wish.start < end + gapAfter) {
    return [`Leaves ${wish.start - end} of the ${gapAfter} minutes kept free after ${other}.`];
  }
  const gapBefore = entry.before_minutes + (service?.after_minutes ?? 0);
  if (wish.end <= start && start < wish.end + gapBefore) {
    return [`Leaves ${start - wish.end} of the ${gapBefore} minutes kept free before ${other}.`];
  }
  return [];
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

const absentAs: Readonly<Record<string, string>> = {
  leave: 'is on leave',
  sick: 'is off sick',
  training: 'is in training',
  meeting: 'is in a meeting',
  break: 'is on a break',
  other: 'is away',
};

/** Such as 'Jo is not in on Tuesday afternoon.' */
function absenceMessage(
  name: string,
  absences: readonly Absence[],
  { userId, date, start, end }: { userId: number; date: string; start: number; end: number },
): string {
  const day = addDays(date, Math.floor(start / 1440));
  const time = start % 1440;
  const part = time < minutesOf('12:00') ? 'morning' : time < minutesOf('17:00') ? 'afternoon' : 'evening';
  const when = `on ${weekdayFormat.format(new Date(`${day}T00:00:00Z`))} ${part}`;
  const absence = absences.find(
    (one) =>
      one.user_id === userId && minutesFrom(date, one.starts) < end && start < minutesFrom(date, one.ends),
  );
  return `${name} ${absentAs[absence?.kind ?? ''] ?? 'is not in'} ${when}.`;
}
