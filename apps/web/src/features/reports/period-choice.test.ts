import { expect, it } from 'vitest';
import { wholeRangesBefore } from './period-choice.ts';

const rangesOf = (today: string, weekStart: 0 | 1) =>
  Object.fromEntries(
    wholeRangesBefore(today, weekStart).map(({ name, range }) => [name, [range.from, range.to]]),
  );

it('finds the last complete week, month and year', () => {
  // A Saturday.
  expect(rangesOf('2026-11-21', 1)).toEqual({
    'Last week': ['2026-11-09', '2026-11-15'],
    'Last month': ['2026-10-01', '2026-10-31'],
    'Last year': ['2025-01-01', '2025-12-31'],
  });
  expect(rangesOf('2026-11-21', 0)['Last week']).toEqual(['2026-11-08', '2026-11-14']);
});

it('ends a week on the day before the practice begins one', () => {
  const [sunday, monday] = ['2026-11-22', '2026-11-23'];
  expect(rangesOf(sunday, 0)['Last week']).toEqual(['2026-11-15', '2026-11-21']);
  expect(rangesOf(sunday, 1)['Last week']).toEqual(['2026-11-09', '2026-11-15']);
  expect(rangesOf(monday, 1)['Last week']).toEqual(['2026-11-16', '2026-11-22']);
});

it('crosses the turn of the year and a leap day', () => {
  expect(rangesOf('2026-01-01', 1)).toEqual({
    'Last week': ['2025-12-22', '2025-12-28'],
    'Last month': ['2025-12-01', '2025-12-31'],
    'Last year': ['2025-01-01', '2025-12-31'],
  });
  expect(rangesOf('2028-03-31', 1)['Last month']).toEqual(['2028-02-01', '2028-02-29']);
});
