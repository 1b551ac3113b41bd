import { describe, expect, it } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import {
  bucketCount,
  busyHours,
  comparedPhrase,
  endedOn,
  hourSpan,
  periodBeginning,
  periodPhrase,
  wordsOfBuckets,
  type ComparedDays,
} from './period-words.ts';

const formats = formatsFor(defaultPracticeLocale);
const words = (keys: string[], group: 'hour' | 'day' | 'week' | 'month', lastDay = '2026-11-21') =>
  wordsOfBuckets(keys, group, lastDay, formats, 'en-GB');

describe('the names of the parts of a period', () => {
  it('show hours by their start, the last one ending at midnight', () => {
    expect(words(['09:00', '23:00'], 'hour')).toEqual([
      { tick: '09:00', title: '09:00–10:00', phrase: 'from 09:00 to 10:00' },
      { tick: '23:00', title: '23:00–00:00', phrase: 'from 23:00 to 00:00' },
    ]);
    expect(hourSpan('09:00', formats)).toBe('09:00–10:00');
  });

  it('show days by weekday and date', () => {
    expect(words(['2026-11-21'], 'day')).toEqual([
      {
        tick: 'Sat 21',
        title: formats.longDay('2026-11-21'),
        phrase: `on ${formats.longDay('2026-11-21')}`,
      },
    ]);
  });

  it('show weeks by their first day, each ending where the next begins or the period ends', () => {
    expect(words(['2026-11-01', '2026-11-08', '2026-11-15'], 'week', '2026-11-15')).toEqual([
      { tick: 'Wk of 1 Nov', title: '1 Nov 2026 to 7 Nov 2026', phrase: 'in the week of 1 November' },
      { tick: 'Wk of 8 Nov', title: '8 Nov 2026 to 14 Nov 2026', phrase: 'in the week of 8 November' },
      { tick: 'Wk of 15 Nov', title: '15 Nov 2026', phrase: 'in the week of 15 November' },
    ]);
  });

  it('show months by name and year', () => {
    expect(words(['2025-11'], 'month')).toEqual([
      { tick: 'Nov 25', title: 'November 2025', phrase: 'in November 2025' },
    ]);
  });
});

it('counts weeks and days, but not the hours of a day', () => {
  expect(bucketCount(4, 'week')).toBe('4 weeks');
  expect(bucketCount(1, 'month')).toBe('1 month');
  expect(bucketCount(24, 'hour')).toBe('');
});

it('words a period for a sentence', () => {
  const span = { start_date: '2026-11-01', end_date: '2026-11-21' };
  expect(periodPhrase({ period: 'month', ...span }, formats)).toBe('this month');
  expect(periodPhrase({ period: 'custom', ...span }, formats)).toBe('from 1 Nov 2026 to 21 Nov 2026');
  expect(periodPhrase({ period: 'custom', ...span, end_date: '2026-11-01' }, formats)).toBe('on 1 Nov 2026');
});

it('words the start of a period, and the end of a past one', () => {
  const span = { start_date: '2026-11-01', end_date: '2026-11-20' };
  expect(periodBeginning({ period: 'month', ...span }, formats)).toBe('this month');
  expect(periodBeginning({ period: 'custom', ...span }, formats)).toBe('1 Nov 2026');
  const at = { day: formats.day, today: () => '2026-11-21' };
  expect(endedOn(span, at)).toBe('20 Nov 2026');
  expect(endedOn({ ...span, end_date: '2026-11-21' }, at)).toBeNull();
});

describe('the hours of a day', () => {
  const day = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const shown = (busy: string[]) =>
    busyHours(
      day.map((date) => ({ date })),
      ({ date }) => !busy.includes(date),
    ).map(({ date }) => date);

  it('run from seven to eight', () => {
    expect(shown(['10:00'])).toEqual(day.slice(7, 21));
    expect(shown([])).toEqual(day.slice(7, 21));
  });

  it('include earlier and later ones with data, without a gap', () => {
    expect(shown(['05:00'])).toEqual(day.slice(5, 21));
    expect(shown(['00:00', '22:00'])).toEqual(day.slice(0, 23));
  });
});

const phrase = (
  period: ComparedDays['period'],
  end_date: string,
  previous_start_date: string,
  previous_end_date: string,
  locale = 'en-GB',
) =>
  comparedPhrase({ period, end_date, previous_start_date, previous_end_date }, locale)
    // Intl sets thin spaces.
    .replaceAll(/\s/g, ' ');

it('names the days that a change is compared with', () => {
  expect(phrase('today', '2026-11-21', '2026-11-20', '2026-11-20')).toBe('on yesterday');
  expect(phrase('month', '2026-11-21', '2026-10-01', '2026-10-21')).toBe('on 1–21 Oct');
  expect(phrase('custom', '2026-11-21', '2026-11-20', '2026-11-20')).toBe('on 20 Nov');
  expect(phrase('week', '2026-11-04', '2026-10-26', '2026-11-01')).toBe('on 26 Oct – 1 Nov');
  expect(phrase('month', '2026-11-21', '2026-10-01', '2026-10-21', 'en-US')).toBe('on Oct 1–21');
});

it('names the year if it differs', () => {
  expect(phrase('year', '2026-11-21', '2025-01-01', '2025-11-21')).toBe('on 1 Jan – 21 Nov 2025');
  expect(phrase('custom', '2026-01-31', '2025-12-02', '2026-01-01')).toBe('on 2 Dec 2025 – 1 Jan 2026');
});
