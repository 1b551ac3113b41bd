// Sets of time as sorted lists of spans that neither overlap nor touch, in minutes after some midnight.

/** From the first minute to before the last. */
export type Span = readonly [start: number, end: number];

/** All of time. */
export const always: readonly Span[] = [[-Infinity, Infinity]];

/** Sorted, with overlapping and touching spans joined. */
export function union(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (end > start) joined.push([start, end]);
  }
  return joined;
}

/** The time in both sets. */
export function intersection(some: readonly Span[], others: readonly Span[]): Span[] {
  const common: Span[] = [];
  let next = 0;
  for (const [start, end] of some) {
    while ((others[next]?.[1] ?? Infinity) <= start) next += 1;
    for (let n = next; (others[n]?.[0] ?? Infinity) < end; n += 1) {
      const [from, until] = others[n] ?? [0, 0];
      common.push([Math.max(start, from), Math.min(end, until)]);
    }
  }
  return common;
}

/** The time in `some` that is not in `others`. */
export function without(some: readonly Span[], others: readonly Span[]): Span[] {
  if (others.length === 0) return [...some];
  const gaps: Span[] = others.map(([, end], n): Span => [end, others[n + 1]?.[0] ?? Infinity]);
  return intersection(some, [[-Infinity, others[0]?.[0] ?? Infinity], ...gaps]);
}

/** Whether the whole of `wanted` lies in one span. */
export const covers = (spans: readonly Span[], [start, end]: Span): boolean =>
  spans.some(([from, until]) => from <= start && end <= until);
