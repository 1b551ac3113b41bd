import { memo } from './memo.ts';
import { always, covers, intersection, union, without, type Span } from './spans.ts';

// Who can take an appointment, and in which room. The server decides by these rules, and the diary screen predicts its
// answer. All times are minutes after one midnight.

/** An appointment, or a time held for a payment or a waitlist offer. */
export interface Occupied {
  start: number;
  end: number;
  /** Minutes kept free before and after it. */
  before: number;
  after: number;
  staffId: number | null;
  /** Without a person, those who provide its service; null for everyone. */
  providers: readonly number[] | null;
}

/** When a room or a piece of equipment is in use, with the time kept free around each appointment. */
export interface ResourceUse {
  resourceId: number;
  start: number;
  end: number;
}

export interface Person {
  id: number;
  /** How long they take for the service. */
  minutes: number;
  /** Whether they can take this appointment. */
  provides: boolean;
  /** When they can take this appointment. */
  working: readonly Span[];
  /** When they can take one that was booked without a person. */
  atWork: () => readonly Span[];
}

export interface Resource {
  id: number;
  /** How many appointments can use it at the same time. */
  places: number;
  absent: readonly Span[];
}

/** The needs of an appointment for a service, and the existing appointments. */
export interface Demand {
  /** Everyone who takes appointments; null if people are not considered. */
  people: readonly Person[] | null;
  /** For each need, the resources of which it takes one. */
  needs: readonly (readonly Resource[])[];
  /** Of the service; people may take more or less. */
  minutes: number;
  /** Minutes kept free before and after. */
  before: number;
  after: number;
  occupied: readonly Occupied[];
  uses: readonly ResourceUse[];
}

/** The person who takes an appointment, and the resources it uses. */
export interface Assignment {
  staffId: number | null;
  minutes: number;
  resourceIds: number[];
}

/** When an appointment can start that must lie in `available` with its duration, and in `free` with its time around it. */
function starts(
  available: readonly Span[],
  free: readonly Span[],
  { minutes, before, after }: { minutes: number; before: number; after: number },
): Span[] {
  const shrunk = (spans: readonly Span[], ahead: number, behind: number): Span[] =>
    spans
      .map(([from, until]): Span => [from + ahead, until - behind + 1])
      .filter(([from, until]) => from < until);
  return intersection(shrunk(available, 0, minutes), shrunk(free, before, minutes + after));
}

/** When a resource has no place left. */
function fullSpans(uses: readonly ResourceUse[], places: number): Span[] {
  const changes = uses
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    .toSorted((a, b) => a.at - b.at || a.by - b.by);
  const full: Span[] = [];
  let used = 0;
  for (const [n, { at, by }] of changes.entries()) {
    used += by;
    if (used >= places) full.push([at, changes[n + 1]?.at ?? at]);
  }
  return union(full);
}

/** Finds when an appointment of some length can start in a resource; each is computed once. */
function resourceStarts({ before, after, uses }: Demand): (resource: Resource, length: number) => Span[] {
  const found = memo((length: number) =>
    memo((resource: Resource) => {
      const full = fullSpans(
        uses.filter(({ resourceId }) => resourceId === resource.id),
        resource.places,
      );
      const free = without(always, union([...full, ...resource.absent]));
      return starts(always, free, { before, after, minutes: length });
    }),
  );
  return (resource, length) => found(length)(resource);
}

/** A person, and when they have no appointment of their own. */
interface Candidate extends Person {
  free: readonly Span[];
}

/**
 * The people who can take an appointment that was booked without one: the providers of its service who are free for all
 * of it. If no one is, because the desk booked it anyway, those who work for a part of it.
 */
function takersOf(other: Occupied, candidates: readonly Candidate[]): number[] {
  const { start, end, before, after, providers } = other;
  const provide = candidates.filter(({ id }) => providers === null || providers.includes(id));
  const whole = provide.filter(
    ({ free, atWork }) => covers(atWork(), [start, end]) && covers(free, [start - before, end + after]),
  );
  const takers =
    whole.length > 0
      ? whole
      : provide.filter(({ atWork }) => intersection(atWork(), [[start, end]]).length > 0);
  return takers.map(({ id }) => id);
}

/**
 * Those without whom fewer appointments could have a person of their own.
 * @param takers for each appointment, who can take it
 */
function neededFor(takers: readonly (readonly number[])[]): Set<number> {
  const taken = new Map<number, number>();
  // A maximum bipartite matching, by augmenting paths.
  const give = (appointment: number, tried: Set<number>): boolean => {
    const ids = takers[appointment] ?? [];
    const free = ids.find((id) => !taken.has(id));
    const found =
      free ??
      ids.find((id) => {
        const other = taken.get(id);
        if (tried.has(id) || other === undefined) return false;
        tried.add(id);
        return give(other, tried);
      });
    if (found !== undefined) taken.set(found, appointment);
    return found !== undefined;
  };
  for (const appointment of takers.keys()) give(appointment, new Set());
  // Whom someone without an appointment could replace, directly or through others, is not needed.
  const personOf = new Map([...taken].map(([id, appointment]) => [appointment, id]));
  const spare = [...new Set(takers.flat())].filter((id) => !taken.has(id));
  const left = new Set(takers.keys());
  for (let id = spare.pop(); id !== undefined; id = spare.pop()) {
    for (const appointment of left) {
      if (!takers[appointment]?.includes(id)) continue;
      left.delete(appointment);
      const replaced = personOf.get(appointment);
      if (replaced === undefined) continue;
      taken.delete(replaced);
      spare.push(replaced);
    }
  }
  return new Set(taken.keys());
}

const none: ReadonlySet<number> = new Set();

/** Finds whether an appointment that was booked without a person depends on someone, who can't take another one then. */
function dependence(
  { occupied, before, after }: Demand,
  candidates: readonly Candidate[],
): (start: number) => (person: Person) => boolean {
  const unassigned = occupied.filter(({ staffId }) => staffId === null);
  if (unassigned.length === 0) return () => () => false;
  // Many are at the same time and have the same providers.
  const alike = Map.groupBy(unassigned, (other) => JSON.stringify(other));
  const takers = [...alike.values()].flatMap((others) => {
    const ids = others[0] ? takersOf(others[0], candidates) : [];
    return others.map(({ start, end, before: ahead, after: behind }) => ({
      from: start - ahead,
      until: end + behind,
      ids,
    }));
  });
  const neededBy = memo((places: string) =>
    neededFor(places.split(' ').map((place) => takers[Number(place)]?.ids ?? [])),
  );
  return (start) => {
    const neededFrom = memo((minutes: number) => {
      const [from, until] = [start - before, start + minutes + after];
      const during = takers.flatMap((other, place) =>
        other.from < until && other.until > from ? [place] : [],
      );
      return during.length === 0 ? none : neededBy(during.join(' '));
    });
    return ({ id, minutes }) => neededFrom(minutes).has(id);
  };
}

/** Finds who can start an appointment without leaving another one without a person. */
function peopleWhoCanStart(
  demand: Demand,
  people: readonly Person[],
): (start: number) => { staffId: number; minutes: number }[] {
  const { before, after, occupied } = demand;
  const candidates = people.map((person): Candidate & { starts: Span[] } => {
    const busy = occupied.filter(({ staffId }) => staffId === person.id);
    const taken = union(busy.map((other): Span => [other.start - other.before, other.end + other.after]));
    const free = without(always, taken);
    const possible = starts(person.working, free, { before, after, minutes: person.minutes });
    return { ...person, free, starts: possible };
  });
  const neededAt = dependence(demand, candidates);
  return (start) => {
    const isNeeded = neededAt(start);
    return candidates
      .filter((one) => one.provides && covers(one.starts, [start, start + 1]) && !isNeeded(one))
      .map(({ id, minutes }) => ({ staffId: id, minutes }));
  };
}

/**
 * Who can start an appointment when. The result is asked for each start time.
 * @returns the possible assignments of an appointment that starts then, with everyone who is free; empty if there is none.
 * Appointments that were booked without a person keep someone who provides their service
 */
export function assignments(demand: Demand): (start: number) => Assignment[] {
  const { people, needs, minutes } = demand;
  const peopleAt = people && peopleWhoCanStart(demand, people);
  const startsIn = resourceStarts(demand);
  const resourcesAt = (start: number, length: number): number[] | null => {
    const chosen = needs.map(
      (choice) => choice.find((one) => covers(startsIn(one, length), [start, start + 1]))?.id,
    );
    return chosen.every((id) => id !== undefined) ? chosen : null;
  };
  return (start) =>
    (peopleAt?.(start) ?? [{ staffId: null, minutes }]).flatMap((who) => {
      const resourceIds = resourcesAt(start, who.minutes);
      return resourceIds ? [{ ...who, resourceIds }] : [];
    });
}

/** The assignment for 'Anyone': the person with the fewest booked minutes, then the lowest id. */
export const fairest = (
  possible: readonly Assignment[],
  bookedMinutes: (staffId: number | null) => number,
): Assignment | undefined =>
  possible.toSorted(
    (a, b) => bookedMinutes(a.staffId) - bookedMinutes(b.staffId) || (a.staffId ?? 0) - (b.staffId ?? 0),
  )[0];
