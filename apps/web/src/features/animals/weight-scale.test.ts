import { describe, expect, it } from 'vitest';
import { weightScale } from './weight-scale.ts';

const weights = (...rows: [string, string][]) =>
  rows.map(([measured_on, weight], id) => ({ id, measured_on, weight }));

describe('the chart of weights', () => {
  it('places days by their distance and weights between round marks', () => {
    const { points, marks } = weightScale(
      weights(['2025-01-01', '10.2'], ['2025-01-11', '12.4'], ['2025-04-11', '11']),
    );
    expect(marks.map(({ kilograms }) => kilograms)).toEqual([10, 11, 12, 13]);
    expect(points.map(({ x }) => x)).toEqual([0, 0.1, 1]);
    expect(points[0]?.y).toBeCloseTo(0.2 / 3);
  });

  it('puts a single weight, and weights that stay the same, in the middle', () => {
    expect(weightScale(weights(['2025-01-01', '12.4'])).points).toMatchObject([{ x: 0.5 }]);
    for (const { y } of weightScale(weights(['2025-01-01', '4'], ['2025-02-01', '4'])).points) {
      expect(y).toBeGreaterThan(0.2);
      expect(y).toBeLessThan(0.8);
    }
  });

  it.each([
    ['0.025', '0.031'],
    ['0.035', '0.035'],
    ['480', '612.5'],
    ['2000', '2000'],
    ['0.001', '2000'],
  ])('keeps %s and %s kg between few marks', (one, other) => {
    const { points, marks } = weightScale(weights(['2025-01-01', one], ['2025-02-01', other]));
    expect(marks.length).toBeGreaterThanOrEqual(2);
    expect(marks.length).toBeLessThanOrEqual(7);
    for (const { y } of points) expect(y).toBeGreaterThanOrEqual(0);
    for (const { y } of points) expect(y).toBeLessThanOrEqual(1);
  });
});
