import { addDays } from '@burrow/contracts/calendar-day';
import { clashesOf, fullBetween } from '@burrow/contracts/clashes';
import { clock, heldLabel, type Day, type DeskClash, type Entry, type Wish } from './desk-clash.ts';
import {
  absentClashes,
  freePerson,
  isPresent,
  minutesOfPerson,
  noOneFree,
  possiblePeople,
  providerClashes,
  workingTimes,
} from './desk-people.ts';
import { takenOn, type DeskResource, type DiaryEntry, type DiaryRow } from './diary-read-model.ts';
import { intersection } from '@burrow/contracts/spans';
import { absentSpans } from './working-hours.ts';

interface DeskFinding {
  clashes: DeskClash[];
  /** The rooms and equipment to use: for each need one that is free, or its first. */
  resourceIds: number[];
}

/** A finding for the person who would take the appointment, null for none, and how long it takes. */
type FoundForPerson = DeskFinding & { staffId: number | null; minutes: number };

export interface DeskDay {
  entries: Entry[];
  check: (wish: Wish) => FoundForPerson;
  /** The same for the free provider of the service with the fewest booked minutes on the day, in place of a person. */
  checkAnyone: (wish: Wish) => FoundForPerson;
  /** The same for the free provider, or without a person if none is free. */
  checkFree: (wish: Wish) => FoundForPerson;
  /** The times kept free around other appointments of the person or the resources, which the desk may use. */
  warnings: (wish: Wish) => string[];
}

interface Reading {
  date: string;
  /** Whether reasons include the names of people and animals. */
  named: boolean;
  /** Whether a request is being accepted: other pending requests then don't count, as the desk chooses between them. */
  isAcceptance?: boolean;
  /** Whether each person takes their own time for the service, in place of that of the wish. */
  ownLength?: boolean;
}

/** The rules by which the desk books on the day `date`, and until the end of the next. */
export function deskDay(diary: DiaryRow, reading: Reading): DeskDay {
  const day = dayOf(diary, reading);
  return {
    entries: day.entries,
    check: (wish) => checkPerson(day, wish),
    checkAnyone: (wish) => checkAnyone(day, wish),
    checkFree: (wish) => checkPerson(day, { ...wish, staffId: freePerson(day, wish, { keepsGaps: true }) }),
    warnings: (wish) => {
      const { resourceIds } = resourcesFor(day, wish);
      const near = day.entries.filter(
        ({ staffId, entry }) =>
          (staffId !== null && staffId === wish.staffId) ||
          entry.resource_ids.some((id) => resourceIds.includes(id)),
      );
      return near.flatMap((other) => bufferWarning(other, wish, diary.service));
    },
  };
}

function dayOf(diary: DiaryRow, { date, named, isAcceptance = false, ownLength = false }: Reading): Day {
  const label = (taken: DiaryEntry): string | null => {
    if (taken.booking_id === null) return heldLabel(taken, named);
    return named ? (taken.animal_name ?? null) : null;
  };
  const entries = [...diary.taken, ...diary.held].map((taken) => ({
    ...takenOn(taken, date, label(taken)),
    takesPlace: !(taken.waits && isAcceptance),
  }));
  const day = {
    date,
    diary,
    named,
    ownLength,
    entries,
    working: workingTimes(diary, date, addDays(date, 2)),
  };
  return { ...day, possible: possiblePeople(day) };
}

function check(day: Day, wish: Wish): DeskFinding {
  const { clashes, resourceIds } = resourcesFor(day, wish);
  const absent = absentClashes(day, wish);
  const providers = providerClashes(day, wish).filter(({ code }) => !hasCode(absent, code));
  // Of two reasons with one code, that of the service says more than a full practice.
  const taken = clashesOf(entriesFor(day, wish), wish, capacityFor(day, wish)).filter(
    ({ code }) => !hasCode(providers, code),
  );
  return { clashes: [...taken, ...clashes, ...absent, ...providers], resourceIds };
}

const hasCode = (clashes: readonly DeskClash[], code: DeskClash['code']): boolean =>
  clashes.some((clash) => clash.code === code);

function checkPerson(day: Day, wish: Wish): FoundForPerson {
  const { start, end, staffId } = wish;
  const minutes = minutesOfPerson(day, staffId, end - start);
  return { ...check(day, { ...wish, end: start + minutes }), staffId, minutes };
}

/** If no one is free, the desk can still book: with someone in time kept free, or without a person. */
function checkAnyone(day: Day, wish: Wish): FoundForPerson {
  const free = freePerson(day, wish, { keepsGaps: true });
  if (free !== null) return checkPerson(day, { ...wish, staffId: free });
  const staffId = freePerson(day, wish, { keepsGaps: false });
  const found = checkPerson(day, { ...wish, staffId });
  if (hasCode(found.clashes, 'staff_absent')) return found;
  const others = found.clashes.filter(({ code }) => code !== 'practice_full');
  return { ...found, clashes: [noOneFree(day, wish), ...others] };
}

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

function bufferWarning(
  { start, end, label, entry }: Entry,
  wish: Wish,
  service: DiaryRow['service'],
): string[] {
  const other = label ?? 'another appointment';
  const leftOf = (minutes: number) => (minutes === 0 ? 'None' : `Only ${minutes}`);
  const gapAfter = entry.after_minutes + (service?.before_minutes ?? 0);
  if (end <= wish.start && wish.start < end + gapAfter) {
    return [`${leftOf(wish.start - end)} of the ${gapAfter} minutes kept free after ${other} would be left.`];
  }
  const gapBefore = entry.before_minutes + (service?.after_minutes ?? 0);
  if (wish.end <= start && start < wish.end + gapBefore) {
    return [
      `${leftOf(start - wish.end)} of the ${gapBefore} minutes kept free before ${other} would be left.`,
    ];
  }
  return [];
}
