import { expect, it } from 'vitest';
import { minutesByWeek, pack, timeUse, totalMinutes } from './time-use.ts';

it('divides time at the end of a week, also for overlapping appointments', () => {
  const minutes = minutesByWeek(
    [
      [0, 50],
      [90, 120],
    ],
    [
      [-10, 10],
      [45, 55],
      [40, 130],
      [110, 400],
    ].map(([start = 0, end = 0]) => pack([start, end])),
    [
      [0, 100],
      [100, 200],
    ],
  );
  expect(minutes).toEqual([
    { available: 60, booked: 10 + 20 + 5, outside: 40 + 5 },
    { available: 20, booked: 20 + 10, outside: 10 + 80 },
  ]);
});

it('counts available time once per place', () => {
  expect(minutesByWeek([[0, 60]], [], [[0, 100]], 3)).toEqual([{ available: 180, booked: 0, outside: 0 }]);
});

it('calculates the percentage from the sums', () => {
  const sums = totalMinutes([
    { available: 60, booked: 20, outside: 1 },
    { available: 30, booked: 10, outside: 2 },
  ]);
  expect(timeUse(sums)).toEqual({
    available_minutes: 90,
    booked_minutes: 30,
    outside_minutes: 3,
    percent: 33.3,
  });
});
