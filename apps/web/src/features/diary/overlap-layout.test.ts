import { describe, expect, it } from 'vitest';
import { lanesOf as lanesAt, type Spanned } from './overlap-layout.ts';

const lanesOf = (spans: readonly Spanned[]) => lanesAt(spans, 15);
const span = (start: number, end: number) => ({ start, end });

describe('lanesOf', () => {
  it('gives the whole width to appointments that follow each other', () => {
    expect(lanesOf([span(540, 570), span(570, 600)])).toEqual([
      { lane: 0, lanes: 1 },
      { lane: 0, lanes: 1 },
    ]);
  });

  it('puts overlapping ones side by side, the longer one first', () => {
    expect(lanesOf([span(540, 555), span(540, 600)])).toEqual([
      { lane: 1, lanes: 2 },
      { lane: 0, lanes: 2 },
    ]);
  });

  it('uses a lane again once it is free, and shares the width in the whole group', () => {
    expect(lanesOf([span(540, 660), span(540, 570), span(580, 600), span(650, 700)])).toEqual([
      { lane: 0, lanes: 2 },
      { lane: 1, lanes: 2 },
      { lane: 1, lanes: 2 },
      { lane: 1, lanes: 2 },
    ]);
  });

  it('starts again after a group', () => {
    expect(lanesOf([span(540, 600), span(550, 600), span(560, 600), span(600, 630)]).at(-1)).toEqual({
      lane: 0,
      lanes: 1,
    });
  });

  it('keeps a very short one from lying on the next', () => {
    expect(lanesOf([span(540, 545), span(545, 560)]).map(({ lane }) => lane)).toEqual([0, 1]);
  });

  it('lays out 300 appointments so that none in a lane overlap', () => {
    const spans = Array.from({ length: 300 }, (_, n) =>
      span((n * 37) % 1380, ((n * 37) % 1380) + 15 + (n % 4) * 15),
    );
    const lanes = lanesOf(spans);
    const clashes = spans.flatMap((one, a) =>
      spans.filter(
        (other, b) =>
          b > a && lanes[a]?.lane === lanes[b]?.lane && one.start < other.end && other.start < one.end,
      ),
    );
    expect(clashes).toEqual([]);
  });
});
