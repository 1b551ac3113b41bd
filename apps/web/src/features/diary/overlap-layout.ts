/** A span of minutes after midnight. */
export interface Spanned {
  start: number;
  end: number;
}

export interface Lane {
  /** From 0. */
  lane: number;
  /** The number of lanes that share the width. */
  lanes: number;
}

/**
 * The lanes of overlapping spans, in the order given. Spans that overlap, directly or through others, share the width
 * equally; each takes the first free lane. A card is at least `leastMinutes` high.
 */
export function lanesOf(spans: readonly Spanned[], leastMinutes: number): Lane[] {
  const lanes: Lane[] = spans.map(() => ({ lane: 0, lanes: 1 }));
  const order = spans
    .map(({ start, end }, index) => ({ start, end: Math.max(end, start + leastMinutes), index }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);
  let group: typeof order = [];
  let laneEnds: number[] = [];
  const close = () => {
    for (const { index } of group) lanes[index] = { lane: lanes[index]?.lane ?? 0, lanes: laneEnds.length };
    group = [];
    laneEnds = [];
  };
  for (const span of order) {
    if (laneEnds.every((end) => end <= span.start)) close();
    const free = laneEnds.findIndex((end) => end <= span.start);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = span.end;
    lanes[span.index] = { lane, lanes: 1 };
    group.push(span);
  }
  close();
  return lanes;
}
