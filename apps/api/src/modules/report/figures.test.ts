import { expect, it } from 'vitest';
import { growthPercent, percentOf, trendOf } from './figures.ts';

it('a share has one decimal, and is 0 of nothing', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 5), percentOf(0, 0)]).toEqual([33.3, 66.7, 0, 0]);
});

it('growth has one decimal, and none without an earlier figure', () => {
  expect([growthPercent(3, 2), growthPercent(1, 3), growthPercent(-50, 100)]).toEqual([50, -66.7, -150]);
  expect([growthPercent(5, 0), growthPercent(5, -20)]).toEqual([null, null]);
});

it('growth just below zero is zero, which prints without a sign', () => {
  expect(Object.is(growthPercent(999_999, 1_000_000), 0)).toBe(true);
});

it('a count is stable within a twentieth of what it was', () => {
  expect([trendOf(105, 100), trendOf(95, 100), trendOf(106, 100), trendOf(94, 100)]).toEqual([
    'stable',
    'stable',
    'up',
    'down',
  ]);
  expect([trendOf(0, 0), trendOf(1, 0)]).toEqual(['stable', 'up']);
});
