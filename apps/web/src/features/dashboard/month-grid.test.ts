import { describe, expect, it } from 'vitest';
import { byDay, dayAfterKey, fitDay, standingFirst, weeksOf } from './month-grid.ts';

describe('the weeks of a month', () => {
  it('begin on Sunday and include days of adjacent months', () => {
    const weeks = weeksOf('2026-11', 0);
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]).toBe('2026-11-01');
    expect(weeks.at(-1)).toEqual([
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
    ]);
  });

  it('begin on Monday when the practice says so', () => {
    const weeks = weeksOf('2026-11', 1);
    expect(weeks).toHaveLength(6);
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks[0]?.[6]).toBe('2026-11-01');
    expect(weeks.at(-1)?.[0]).toBe('2026-11-30');
  });

  it('are four for a February that fills its weeks', () => {
    expect(weeksOf('2026-02', 0)).toHaveLength(4);
  });

  it('contain every day once, over clock changes and leap days', () => {
    for (const month of ['2026-03', '2026-10', '2028-02']) {
      const days = weeksOf(month, 0).flat();
      expect(new Set(days).size).toBe(days.length);
      expect(days.filter((day) => day.startsWith(month))).toHaveLength(month === '2028-02' ? 29 : 31);
    }
  });
});

describe('a day with more appointments than lines', () => {
  it('is shown in full if it fits', () => {
    expect(fitDay([1, 2, 3, 4], 4)).toEqual({ shown: [1, 2, 3, 4], more: 0 });
  });

  it('uses the last line for the number of others', () => {
    expect(fitDay([1, 2, 3, 4, 5], 4)).toEqual({ shown: [1, 2, 3], more: 2 });
  });
});

it('counts and shows cancelled appointments after the others', () => {
  const [cancelled, first, second] = [
    { id: 1, status: 'cancelled' },
    { id: 2, status: 'pending' },
    { id: 3, status: 'completed' },
  ];
  expect(standingFirst([cancelled, first, second])).toEqual({
    ordered: [first, second, cancelled],
    standing: 2,
  });
});

it('groups appointments by day in the given order', () => {
  const rows = [
    { id: 1, booking_date: '2026-11-21' },
    { id: 2, booking_date: '2026-11-20' },
    { id: 3, booking_date: '2026-11-21' },
  ];
  expect([...byDay(rows)]).toEqual([
    ['2026-11-21', [rows[0], rows[2]]],
    ['2026-11-20', [rows[1]]],
  ]);
});

describe('keys in the calendar', () => {
  it.each([
    ['ArrowLeft', '2026-11-01', '2026-10-31'],
    ['ArrowRight', '2026-12-31', '2027-01-01'],
    ['ArrowUp', '2026-11-21', '2026-11-14'],
    ['ArrowDown', '2026-11-28', '2026-12-05'],
    ['Home', '2026-11-21', '2026-11-15'],
    ['End', '2026-11-18', '2026-11-21'],
    ['PageDown', '2027-01-31', '2027-02-28'],
    ['PageUp', '2026-03-31', '2026-02-28'],
  ])('%s leads from %s to %s', (key, from, to) => {
    expect(dayAfterKey(from, key, 0)).toBe(to);
  });

  it('move within a week that begins on Monday', () => {
    expect(dayAfterKey('2026-11-22', 'Home', 1)).toBe('2026-11-16');
  });

  it('ignore other keys', () => {
    expect(dayAfterKey('2026-11-21', 'a', 0)).toBeNull();
  });
});
