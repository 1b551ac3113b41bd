import { expect, it } from 'vitest';
import { comparedPhrase, type ComparedDays } from './compared-phrase.ts';

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

it('names the days that a change is measured against', () => {
  expect(phrase('today', '2026-11-21', '2026-11-20', '2026-11-20')).toBe('on yesterday');
  expect(phrase('month', '2026-11-21', '2026-10-01', '2026-10-21')).toBe('on 1–21 Oct');
  expect(phrase('custom', '2026-11-21', '2026-11-20', '2026-11-20')).toBe('on 20 Nov');
  expect(phrase('week', '2026-11-04', '2026-10-26', '2026-11-01')).toBe('on 26 Oct – 1 Nov');
  expect(phrase('month', '2026-11-21', '2026-10-01', '2026-10-21', 'en-US')).toBe('on Oct 1–21');
});

it('names the year when it is another', () => {
  expect(phrase('year', '2026-11-21', '2025-01-01', '2025-11-21')).toBe('on 1 Jan – 21 Nov 2025');
  expect(phrase('custom', '2026-01-31', '2025-12-02', '2026-01-01')).toBe('on 2 Dec 2025 – 1 Jan 2026');
});
