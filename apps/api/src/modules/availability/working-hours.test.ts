import { describe, expect, it } from 'vitest';
import type { BusinessHours } from './availability.ts';
import { covers, intersection, union, without, type Span } from '@burrow/contracts/spans';
import { openSpans, plannedDay, workingSpans, type Rota, type WorkPattern } from './working-hours.ts';

const week: BusinessHours = {
  mon: [['08:00', '18:00']],
  tue: [
    ['08:00', '12:00'],
    ['14:00', '18:00'],
  ],
  fri: [['20:00', '24:00']],
  sat: [['00:00', '08:00']],
};

const none: Rota = { exists: true, with_pattern: [], patterns: [], shifts: [], absences: [] };
const range = (starts: number, ends: number, online = true) => ({ starts, ends, online });

/** A pattern of user 1 whose week n begins at 09:00 plus n hours on Mondays. */
const pattern = (weeks: number, more: Partial<WorkPattern> = {}): WorkPattern => ({
  user_id: 1,
  weeks,
  anchor: '2026-01-05',
  valid_from: '2020-01-01',
  valid_until: null,
  ranges: Array.from({ length: weeks }, (_, n) => ({
    week: n + 1,
    weekday: 1,
    ...range(540 + n * 60, 1020),
  })),
  ...more,
});
const withPattern = (weeks: number, more?: Partial<WorkPattern>): Rota => ({
  ...none,
  with_pattern: [1],
  patterns: [pattern(weeks, more)],
});
const startOf = (rota: Rota, date: string) => plannedDay(rota, 1, date, week).ranges[0]?.starts;

const spansOf = (rota: Rota, first: string, last = first, onlineOnly = false): Span[] =>
  workingSpans(rota, 1, {
    hours: week,
    open: openSpans({ hours: week, holidays: [] }, first, last),
    first,
    last,
    onlineOnly,
  });

describe('spans of time', () => {
  it('join when they overlap or touch', () => {
    expect(
      union([
        [5, 9],
        [1, 3],
        [3, 4],
        [6, 7],
        [9, 9],
      ]),
    ).toEqual([
      [1, 4],
      [5, 9],
    ]);
  });

  it('agree with a set of minutes', () => {
    // Every pair of small sets of up to three spans, compared with a model that names each minute.
    const minutes = (spans: readonly Span[]) =>
      Array.from({ length: 12 }, (_, n) => covers(spans, [n, n + 1]));
    const sets = Array.from({ length: 400 }, (_, n) =>
      union([
        [n % 5, (n % 5) + (n % 3)],
        [(n * 7) % 11, ((n * 7) % 11) + (n % 4)],
        [(n * 3) % 10, ((n * 3) % 10) + 1],
      ]),
    );
    for (const [n, some] of sets.entries()) {
      const others = sets[(n * 13 + 5) % sets.length] ?? [];
      const [a, b] = [minutes(some), minutes(others)];
      expect(minutes(intersection(some, others))).toEqual(a.map((has, at) => has && b[at]));
      expect(minutes(without(some, others))).toEqual(a.map((has, at) => has && !b[at]));
    }
  });
});

describe('the hours of a day', () => {
  it('follow a cycle of one to four weeks from its anchor', () => {
    const mondays = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02'];
    expect(mondays.map((day) => startOf(withPattern(1), day))).toEqual([540, 540, 540, 540, 540]);
    expect(mondays.map((day) => startOf(withPattern(2), day))).toEqual([540, 600, 540, 600, 540]);
    expect(mondays.map((day) => startOf(withPattern(4), day))).toEqual([540, 600, 660, 720, 540]);
  });

  it('count weeks before the anchor backwards, and through week 53', () => {
    expect(['2025-12-29', '2025-12-22', '2025-12-15'].map((day) => startOf(withPattern(3), day))).toEqual([
      660, 600, 540,
    ]);
    // 2026 has 53 weeks: the cycle continues into January.
    expect(['2026-12-21', '2026-12-28', '2027-01-04'].map((day) => startOf(withPattern(2), day))).toEqual([
      540, 600, 540,
    ]);
  });

  it('are empty outside the days of a person’s only pattern', () => {
    const rota = withPattern(1, { valid_from: '2026-01-12', valid_until: '2026-01-18' });
    expect(['2026-01-05', '2026-01-12', '2026-01-19'].map((day) => startOf(rota, day))).toEqual([
      undefined,
      540,
      undefined,
    ]);
  });

  it('are those of a shift, and empty on a day off', () => {
    const rota: Rota = {
      ...withPattern(1),
      shifts: [
        { user_id: 1, date: '2026-01-05', ranges: [] },
        { user_id: 1, date: '2026-01-12', ranges: [range(600, 660)] },
        { user_id: 2, date: '2026-01-19', ranges: [] },
      ],
    };
    expect(['2026-01-05', '2026-01-12', '2026-01-19'].map((day) => startOf(rota, day))).toEqual([
      undefined,
      600,
      540,
    ]);
  });

  it('are the opening hours of a person without a pattern', () => {
    expect(plannedDay(none, 1, '2026-01-06', week)).toEqual({
      source: 'opening_hours',
      ranges: [range(480, 720), range(840, 1080)],
    });
  });
});

describe('working time', () => {
  it('lies within the opening hours', () => {
    const rota = withPattern(1, { ranges: [{ week: 1, weekday: 2, ...range(360, 900) }] });
    expect(spansOf(rota, '2026-01-06')).toEqual([
      [480, 720],
      [840, 900],
    ]);
  });

  it('continues after midnight', () => {
    const rota = withPattern(1, { ranges: [{ week: 1, weekday: 5, ...range(1320, 1800) }] });
    expect(spansOf(rota, '2026-01-09', '2026-01-10')).toEqual([[1320, 1800]]);
    expect(spansOf(rota, '2026-01-10')).toEqual([[0, 360]]);
  });

  it('is empty on a holiday', () => {
    const holidays = [{ name: null, start_date: '2026-01-05', end_date: '2026-01-05', is_recurring: false }];
    const open = openSpans({ hours: week, holidays }, '2026-01-05', '2026-01-05');
    const days = { hours: week, open, first: '2026-01-05', last: '2026-01-05', onlineOnly: false };
    expect(workingSpans(withPattern(1), 1, days)).toEqual([]);
  });

  it('excludes absences of the person and of the practice, but not of others or of rooms', () => {
    const absence = { id: 1, user_id: null, resource_id: null, kind: 'other', note: null };
    const rota: Rota = {
      ...withPattern(1),
      absences: [
        { ...absence, user_id: 1, starts: '2026-01-04T00:00:00', ends: '2026-01-05T10:00:00' },
        { ...absence, starts: '2026-01-05T12:00:00', ends: '2026-01-05T13:00:00' },
        { ...absence, user_id: 2, starts: '2026-01-05T00:00:00', ends: '2026-01-06T00:00:00' },
        { ...absence, resource_id: 1, starts: '2026-01-05T00:00:00', ends: '2026-01-06T00:00:00' },
      ],
    };
    expect(spansOf(rota, '2026-01-05')).toEqual([
      [600, 720],
      [780, 1020],
    ]);
  });

  it('excludes hours without online requests when only online hours are requested', () => {
    const rota = withPattern(1, {
      ranges: [
        { week: 1, weekday: 1, ...range(540, 720) },
        { week: 1, weekday: 1, ...range(720, 1020, false) },
      ],
    });
    expect(spansOf(rota, '2026-01-05')).toEqual([[540, 1020]]);
    expect(spansOf(rota, '2026-01-05', '2026-01-05', true)).toEqual([[540, 720]]);
  });
});
