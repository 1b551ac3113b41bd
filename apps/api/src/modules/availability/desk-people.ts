import { addDays, minutesOf } from '@burrow/contracts/calendar-day';
import { memo } from '@burrow/contracts/memo';
import { clock, type Day, type DeskClash, type Wish } from './desk-clash.ts';
import type { DiaryRow } from './diary-read-model.ts';
import { always, covers, intersection, without } from '@burrow/contracts/spans';
import { assignments, fairest, type Assignment } from '@burrow/contracts/staffing';
import {
  absentSpans,
  isOfPractice,
  minutesFrom,
  openSpans,
  workingSpans,
  type Absence,
} from './working-hours.ts';

/**
 * Finds the working time of each person from the day `first` to the day `last` once, in minutes after midnight of `first`.
 * Without a rota, only absences limit it.
 */
export function workingTimes(
  { rota, holidays, business_hours: hours }: Pick<DiaryRow, 'rota' | 'holidays' | 'business_hours'>,
  first: string,
  last: string,
): Day['working'] {
  const open = openSpans({ hours, holidays }, first, last);
  return memo((userId: number) =>
    rota.exists
      ? workingSpans(rota, userId, { hours, open, first, last, onlineOnly: false })
      : without(
          always,
          absentSpans(rota, first, (one) => one.user_id === userId || isOfPractice(one)),
        ),
  );
}

export const isPresent = ({ working }: Day, userId: number, { start, end }: Wish): boolean =>
  covers(working(userId), [start, end]);

const nameOf = ({ named, diary }: Day, userId: number): string =>
  (named ? diary.people.find(({ id }) => id === userId)?.name : null) ?? 'This staff member';

/** Whether the practice is closed, or the requested person or everyone is absent. */
export function absentClashes(day: Day, wish: Wish): DeskClash[] {
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

/** The people who provide the service; everyone if it names none. */
const providersOf = ({ diary: { people, service } }: Day): number[] => {
  const named = service?.staff.map(({ user_id: id }) => id) ?? [];
  return people.map(({ id }) => id).filter((id) => named.length === 0 || named.includes(id));
};

/** Whether the requested person does not provide the service, or without one no provider is there and free. */
export function providerClashes(day: Day, wish: Wish): DeskClash[] {
  const named = day.diary.service?.staff ?? [];
  if (named.length === 0) return [];
  const { staffId } = wish;
  if (staffId !== null) {
    if (named.some(({ user_id: id }) => id === staffId)) return [];
    const message = `${nameOf(day, staffId)} doesn’t provide this service.`;
    return [{ code: 'staff_not_offering', inTheWay: [], message, isOfService: true }];
  }
  if (freePerson(day, wish, { keepsGaps: false }) !== null) return [];
  const isStaffed = providersOf(day).some((id) => isPresent(day, id, wish));
  return [isStaffed ? noOneFree(day, wish) : noOneWorking];
}

const noOneWorking: DeskClash = {
  code: 'staff_absent',
  inTheWay: [],
  message: 'No one who provides this service is working at that time.',
  isOfService: true,
};

/** That everyone who provides the service has an appointment, or has to take one that was booked without a person. */
export function noOneFree(day: Day, { start, end }: Wish): DeskClash {
  const providers = providersOf(day);
  return {
    code: 'practice_full',
    inTheWay: day.entries.filter(
      (other) =>
        other.start < end &&
        other.end > start &&
        (other.staffId === null || providers.includes(other.staffId)),
    ),
    message: 'No one who provides this service is free at that time.',
    isOfService: true,
  };
}

/**
 * The free provider of the service with the fewest booked minutes on the day; null if none is free.
 * @param keepsGaps whether the time kept free around appointments must be free too
 */
export function freePerson(
  day: Day,
  { start, end }: Pick<Wish, 'start' | 'end'>,
  { keepsGaps }: { keepsGaps: boolean },
): number | null {
  const bookedMinutes = (staffId: number | null): number =>
    day.entries
      .filter((other) => other.staffId === staffId && other.entry.booking_date === day.date)
      .reduce((sum, { entry }) => sum + entry.duration_minutes, 0);
  return fairest(day.possible(end - start, keepsGaps)(start), bookedMinutes)?.staffId ?? null;
}

/** How long a person takes for the service where each takes their own time; otherwise `minutes`. */
export const minutesOfPerson = (
  { diary: { service }, ownLength }: Pick<Day, 'diary' | 'ownLength'>,
  staffId: number | null,
  minutes: number,
): number => {
  const own = ownLength ? service?.staff.find((one) => one.user_id === staffId)?.duration_minutes : null;
  return own ?? minutes;
};

/** Finds who can take an appointment of some length; each length is computed once. */
export function possiblePeople(day: Omit<Day, 'possible'>): Day['possible'] {
  const possible = memo((keepsGaps: boolean) =>
    memo((minutes: number) => peopleFor(day, minutes, keepsGaps)),
  );
  return (minutes, keepsGaps) => possible(keepsGaps)(minutes);
}

function peopleFor(
  day: Omit<Day, 'possible'>,
  minutes: number,
  keepsGaps: boolean,
): (start: number) => Assignment[] {
  const { entries, working } = day;
  const { service, people } = day.diary;
  const provide = service?.staff.map(({ user_id: id }) => id) ?? [];
  const gap = (kept: number | undefined): number => (keepsGaps ? (kept ?? 0) : 0);
  return assignments({
    people: people.map(({ id }) => ({
      id,
      minutes: minutesOfPerson(day, id, minutes),
      provides: provide.length === 0 || provide.includes(id),
      working: working(id),
      atWork: () => working(id),
    })),
    needs: [],
    minutes,
    before: gap(service?.before_minutes),
    after: gap(service?.after_minutes),
    occupied: entries
      .filter(({ staffId, takesPlace }) => staffId !== null || takesPlace)
      .map(({ entry, start, end, staffId }) => ({
        start,
        end,
        staffId,
        before: gap(entry.before_minutes),
        after: gap(entry.after_minutes),
        providers: entry.provider_ids.length === 0 ? null : entry.provider_ids,
      })),
    uses: [],
  });
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
