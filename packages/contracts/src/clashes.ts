// Whether an appointment clashes with others. The server decides by these rules, and the diary screen predicts its answer.

/** A busy interval of the day, in minutes after midnight of the requested day; may begin before 0. */
export interface BusyInterval {
  start: number;
  end: number;
  label: string | null;
}

/** A busy entry: an appointment, or a time held for a payment or a waitlist offer, which has no animal. */
export interface Taken extends BusyInterval {
  staffId: number | null;
  animalId: number | null;
  /** False for an entry that occupies only its person and its animal. */
  takesPlace: boolean;
}

/** The requirements of an appointment at the desk, in minutes after midnight of the same day. */
interface WantedStretch {
  start: number;
  end: number;
  staffId: number | null;
  animalId: number | null;
}

/** A practice's capacity. */
export interface Capacity {
  /** Appointments at the same time. */
  places: number;
  /** People who take appointments. */
  people: number;
  graceMinutes: number;
}

export interface Clash<T> {
  code: 'staff_busy' | 'animal_busy' | 'practice_full';
  inTheWay: T[];
}

/**
 * The conflict when as many appointments as there are places run at a moment between `start` and `end`; null while there
 * is room.
 * @param graceMinutes the gap after each busy entry, if `busy` does not include it; `end` does
 */
export function fullBetween<T extends BusyInterval>(
  busy: readonly T[],
  [start, end]: readonly [number, number],
  places: number,
  graceMinutes = 0,
): T[] | null {
  const inTheWay = busy.filter((taken) => taken.start < end && taken.end + graceMinutes > start);
  return mostAtOnce(inTheWay, graceMinutes) >= places ? inTheWay : null;
}

/**
 * Why the desk should not book: the staff member or the animal has an appointment then, or the practice is full.
 * Without a staff member it is full by the portal's rule: its places, with the gap after each appointment. With one,
 * the people count as places too, without gaps: the desk plans a person's day to the minute.
 * @returns each reason with its conflicts; a full practice only in addition to the other reasons
 */
export function clashesOf<T extends Taken>(
  taken: readonly T[],
  { start, end, staffId, animalId }: WantedStretch,
  { places, people, graceMinutes }: Capacity,
): Clash<T>[] {
  const now = taken.filter((other) => other.start < end && other.end > start);
  const busyStaff = staffId === null ? [] : now.filter((other) => other.staffId === staffId);
  const busyAnimal = animalId === null ? [] : now.filter((other) => other.animalId === animalId);
  const inPlaces = taken.filter(({ takesPlace }) => takesPlace);
  const full =
    staffId === null
      ? fullBetween(inPlaces, [start, end + graceMinutes], places, graceMinutes)
      : fullBetween(inPlaces, [start, end], Math.max(places, people));
  const named = new Set([...busyStaff, ...busyAnimal]);
  const isNew = (other: T) => !named.has(other);
  const clashes: Clash<T>[] = [
    { code: 'staff_busy', inTheWay: busyStaff },
    { code: 'animal_busy', inTheWay: busyAnimal },
    { code: 'practice_full', inTheWay: full?.some(isNew) ? full : [] },
  ];
  return clashes.filter(({ inTheWay }) => inTheWay.length > 0);
}

/** The maximum number of simultaneous intervals, by a sweep in O(n log n). */
function mostAtOnce(intervals: readonly BusyInterval[], graceMinutes: number): number {
  const starts = Int32Array.from(intervals, ({ start }) => start).toSorted();
  const ends = Int32Array.from(intervals, ({ end }) => end + graceMinutes).toSorted();
  let ended = 0;
  return starts.reduce((most, start, begun) => {
    while ((ends[ended] ?? Infinity) <= start) ended += 1;
    return Math.max(most, begun + 1 - ended);
  }, 0);
}
