/** Random values that are the same each time for the same seed. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both possible. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the list, with a probability by its weight. */
  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T;
}

/** A small generator of Marsaglia's xorshift kind: enough for demo data, not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed | 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(next() * list.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  };
  return {
    next,
    pick,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    weighted: (list, weightOf) => {
      let left = next() * list.reduce((sum, item) => sum + weightOf(item), 0);
      return list.find((item) => (left -= weightOf(item)) < 0) ?? pick(list);
    },
  };
}
