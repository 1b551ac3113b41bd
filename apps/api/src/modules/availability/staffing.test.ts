import { describe, expect, it } from 'vitest';
import { dice } from '../../testing/dice.ts';
import { assignments, type Demand, type Occupied } from '@burrow/contracts/staffing';

const allDay = [[0, 1440]] as const;

const person = (id: number) => ({
  id,
  minutes: 30,
  provides: true,
  working: allDay,
  atWork: () => allDay,
});

/** An appointment at ten without a person. */
const waiting = (providers: number[] | null): Occupied => ({
  start: 600,
  end: 630,
  before: 0,
  after: 0,
  staffId: null,
  providers,
});

/** Who can take an appointment at ten. */
const atTen = (people: number, occupied: Occupied[]): (number | null)[] => {
  const demand: Demand = {
    people: Array.from({ length: people }, (_, n) => person(n + 1)),
    needs: [],
    minutes: 30,
    before: 0,
    after: 0,
    occupied,
    uses: [],
  };
  return assignments(demand)(600).map(({ staffId }) => staffId);
};

/** The most appointments that can have a person of their own, by trying every choice. */
function mostServed([first, ...others]: readonly number[][], without: ReadonlySet<number>): number {
  if (first === undefined) return 0;
  const choices = first
    .filter((id) => !without.has(id))
    .map((id) => 1 + mostServed(others, new Set([...without, id])));
  return Math.max(mostServed(others, without), ...choices);
}

describe('who can take an appointment beside those without a person', () => {
  it('is everyone who is free while no one waits', () => {
    expect(atTen(3, [])).toEqual([1, 2, 3]);
  });

  it('excludes the only provider of a service', () => {
    expect(atTen(3, [waiting([2])])).toEqual([1, 3]);
    expect(atTen(3, [waiting([1, 2]), waiting([1, 2])])).toEqual([3]);
    expect(atTen(3, [waiting([1, 2])])).toEqual([1, 2, 3]);
  });

  it('counts on people who can take another one instead', () => {
    expect(atTen(3, [waiting([1, 2]), waiting([2, 3])])).toEqual([1, 2, 3]);
    expect(atTen(3, [waiting([1, 2]), waiting([2, 3]), waiting([3])])).toEqual([]);
  });

  it('agrees with trying every choice', () => {
    const roll = dice(5);
    for (let round = 0; round < 300; round += 1) {
      const people = 1 + roll(5);
      const takers = Array.from({ length: roll(6) }, () =>
        Array.from({ length: people }, (_, n) => n + 1).filter(() => roll(2) === 0),
      );
      const most = mostServed(takers, new Set());
      const spare = Array.from({ length: people }, (_, n) => n + 1).filter(
        (id) => mostServed(takers, new Set([id])) === most,
      );
      const occupied = takers.filter((ids) => ids.length > 0).map((ids) => waiting(ids));
      expect([takers, atTen(people, occupied)]).toEqual([takers, spare]);
    }
  });

  it('is found at once for 500 people and 499 who wait', { timeout: 5000 }, () => {
    const crowd = Array.from({ length: 499 }, () => waiting(null));
    expect(atTen(500, crowd)).toHaveLength(500);
    expect(atTen(499, crowd)).toEqual([]);
  });
});
