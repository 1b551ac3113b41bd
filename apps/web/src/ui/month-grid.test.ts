import { describe, expect, it } from 'vitest';
import { dayAfterKey, weeksOf } from './month-grid.ts';

describe('the weeks of a month', () => {
  it('are whole, from Sunday or Monday', () => {
    const november = weeksOf('2026-11', 0);
    expect([november.length, november[0]?.[0], november.at(-1)?.at(-1)]).toEqual([
      5,
      '2026-11-01',
      '2026-12-05',
    ]);
    const fromMonday = weeksOf('2026-11', 1);
    expect([fromMonday.length, fromMonday[0]?.[0]]).toEqual([6, '2026-10-26']);
    expect(weeksOf('2026-02', 0)).toHaveLength(4);
    expect(weeksOf('2026-02', 0, 6)).toHaveLength(6);
    expect(weeksOf('2026-12', 0).flat()).toContain('2026-12-31');
  });
});

describe('a key', () => {
  it.each([
    ['ArrowLeft', '2026-02-28'],
    ['ArrowDown', '2026-03-08'],
    ['Home', '2026-03-01'],
    ['End', '2026-03-07'],
    ['PageUp', '2026-02-01'],
    ['PageDown', '2026-04-01'],
  ])('%s leads from Sunday 1 March to %s', (key, day) => {
    expect(dayAfterKey(key, '2026-03-01', 0)).toBe(day);
  });

  it('leads to the last day of a shorter month, or nowhere', () => {
    expect(dayAfterKey('PageDown', '2026-01-31', 0)).toBe('2026-02-28');
    expect(dayAfterKey('Home', '2026-03-01', 1)).toBe('2026-02-23');
    expect(dayAfterKey('a', '2026-03-01', 0)).toBeNull();
  });
});
