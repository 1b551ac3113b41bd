import { always, covers, intersection, union, without, type Span } from './spans.ts';

// Who can take an appointment, and in which room. All times are minutes after one midnight.

/** An appointment, or a time held for a payment. */
export interface Occupied {
  start: number;
  end: number;
  /** Minutes kept free before and after it. */
  before: number;
  after: number;
  staffId: number | null;
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
  /** Whether they can take this appointment. Other people can still take one without a person. */
  provides: boolean;
  working: readonly Span[];
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
  const found = new Map<string, Span[]>();
  return (resource, length) => {
    const key = `${resource.id}:${length}`;
    const known = found.get(key);
    if (known) return known;
    const full = fullSpans(
      uses.filter(({ resourceId }) => resourceId === resource.id),
      resource.places,
    );
    const free = without(always, union([...full, ...resource.absent]));
    const possible = starts(always, free, { before, after, minutes: length });
    found.set(key, possible);
    return possible;
  };
}

/**
 * Who can start an appointment when. The result is asked for each start time.
 * @returns the possible assignments of an appointment that starts then, with everyone who is free; empty if there is none.
 * An appointment without a person takes one of those who are free
 */
export function assignments(demand: Demand): (start: number) => Assignment[] {
  const { people, needs, minutes, before, after, occupied } = demand;
  const unassigned = occupied.filter(({ staffId }) => staffId === null);
  const candidates = people?.map(({ id, minutes: own, working, provides }) => {
    const busy = occupied.filter(({ staffId }) => staffId === id);
    const taken = union(busy.map((other): Span => [other.start - other.before, other.end + other.after]));
    return {
      staffId: id,
      minutes: own,
      provides,
      starts: starts(working, without(always, taken), { before, after, minutes: own }),
    };
  });
  const startsIn = resourceStarts(demand);
  const resourcesAt = (start: number, length: number): number[] | null => {
    const chosen = needs.map(
      (choice) => choice.find((one) => covers(startsIn(one, length), [start, start + 1]))?.id,
    );
    return chosen.every((id) => id !== undefined) ? chosen : null;
  };
  return (start) => {
    const who = candidates ?? [{ staffId: null, minutes, starts: always, provides: true }];
    const free = who.filter((one) => covers(one.starts, [start, start + 1]));
    if (candidates) {
      const waiting = unassigned.filter(
        (other) =>
          other.start - other.before < start + minutes + after && other.end + other.after > start - before,
      );
      if (free.length <= waiting.length) return [];
    }
    return free.flatMap(({ staffId, minutes: length, provides }) => {
      if (!provides) return [];
      const resourceIds = resourcesAt(start, length);
      return resourceIds ? [{ staffId, minutes: length, resourceIds }] : [];
    });
  };
}

/** The assignment for 'Anyone': the person with the fewest booked minutes, then the lowest id. */
export const fairest = (
  possible: readonly Assignment[],
  bookedMinutes: (staffId: number | null) => number,
): Assignment | undefined =>
  possible.toSorted(
    (a, b) => bookedMinutes(a.staffId) - bookedMinutes(b.staffId) || (a.staffId ?? 0) - (b.staffId ?? 0),
  )[0];
