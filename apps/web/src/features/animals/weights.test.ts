import { describe, expect, it } from 'vitest';
import { isUnlikelyAfter, weightDoubt, weightScale } from './weights.ts';

const weights = [
  { id: 1, weight: '10', measured_on: '2024-01-02', in_visit_note: false },
  { id: 2, weight: '20', measured_on: '2024-06-02', in_visit_note: false },
];
const adult = '2020-01-01';
const on = (kilograms: number, day = '2024-07-01') => ({ kilograms, day });

it('questions a weight far from the previous one', () => {
  expect(weightDoubt(weights, on(26), adult)).toBeNull();
  expect(weightDoubt(weights, on(14), adult)).toBeNull();
  expect(weightDoubt(weights, on(204), adult)).toEqual({ is: 'unusual', percent: 920, day: '2024-06-02' });
  expect(weightDoubt(weights, on(13), null)).toEqual({ is: 'unusual', percent: -35, day: '2024-06-02' });
  expect(weightDoubt(weights, on(11, '2024-02-01'), adult)).toBeNull();
  expect(weightDoubt(weights, on(20, '2023-02-01'), adult)).toMatchObject({
    percent: 100,
    day: '2024-01-02',
  });
  expect(weightDoubt([], on(20), adult)).toBeNull();
});

it.each([
  ['Dog', 285, { is: 'implausible', kilograms: 285, isHigh: true, called: 'a dog' }],
  ['Dog', 28.5, null],
  ['Guinea pigs', 45, { is: 'implausible', kilograms: 45, isHigh: true, called: 'a small mammal' }],
  ['Guinea Pig', 1.1, null],
  ['Cats', 0.004, { is: 'implausible', kilograms: 0.004, isHigh: false, called: 'a cat' }],
  ['Pony', 285, null],
  ['Alpaca', 85, null],
  [null, 1999, { is: 'implausible', kilograms: 1999, isHigh: true, called: 'an animal' }],
] as const)(
  'holds the first weight of a %s to what its species weighs: %d kg',
  (species, kilograms, doubt) => {
    expect(weightDoubt([], on(kilograms), adult, species)).toEqual(doubt);
  },
);

it('accepts growth in the first year', () => {
  expect(weightDoubt(weights, on(40), '2023-12-01')).toBeNull();
});

it('questions the same weight twice on one day', () => {
  expect(weightDoubt(weights, on(20, '2024-06-02'), adult)).toEqual({ is: 'twice', day: '2024-06-02' });
  expect(weightDoubt(weights, on(20, '2024-06-03'), adult)).toBeNull();
});

const weighed = (...rows: [string, string][]) =>
  rows.map(([measured_on, weight], id) => ({ id, measured_on, weight, in_visit_note: false }));

describe('the chart of weights', () => {
  it('positions weights by date, between round axis marks', () => {
    const { points, marks } = weightScale(
      weighed(['2025-01-01', '10.2'], ['2025-01-11', '12.4'], ['2025-04-11', '11']),
    );
    expect(marks.map(({ kilograms }) => kilograms)).toEqual([10, 11, 12, 13]);
    expect(points.map(({ x }) => x)).toEqual([0, 0.1, 1]);
    expect(points[0]?.y).toBeCloseTo(0.2 / 3);
  });

  it('centres a single weight, and weights that stay the same', () => {
    expect(weightScale(weighed(['2025-01-01', '12.4'])).points).toMatchObject([{ x: 0.5 }]);
    for (const { y } of weightScale(weighed(['2025-01-01', '4'], ['2025-02-01', '4'])).points) {
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
    const { points, marks } = weightScale(weighed(['2025-01-01', one], ['2025-02-01', other]));
    expect(marks.length).toBeGreaterThanOrEqual(2);
    expect(marks.length).toBeLessThanOrEqual(7);
    for (const { y } of points) expect(y).toBeGreaterThanOrEqual(0);
    for (const { y } of points) expect(y).toBeLessThanOrEqual(1);
  });
});

it.each([
  [40, 4.1, true],
  [0.41, 4.1, true],
  // Pounds for kilograms.
  [9.04, 4.1, true],
  [8.2, 4.1, false],
  [2.05, 4.1, false],
  [5, 4.1, false],
])('%d kg after %d kg: unlikely %s', (kilograms, last, expected) => {
  expect(isUnlikelyAfter(kilograms, last)).toBe(expected);
});
