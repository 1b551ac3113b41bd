import { rangeMessages } from '@burrow/contracts/report-period';
import { describe, expect, it } from 'vitest';
import { askedPeriod, choiceOf, defaultRange, periodAddress, problemOf } from './period-address.ts';

const today = '2026-11-21';
const asked = (search: string) => askedPeriod(new URLSearchParams(search), today);
const month = { period: 'month', start: '', end: '' };

describe('the period of an address', () => {
  it('is the month by default', () => {
    expect(asked('')).toEqual(month);
    expect(asked('tab=2')).toEqual(month);
  });

  it.each(['today', 'week', 'month', 'year'])('can be %s, and days with it count for nothing', (period) => {
    expect(asked(`period=${period}`)).toEqual({ period, start: '', end: '' });
    expect(asked(`period=${period}&start_date=2026-11-01`)).toEqual({ period, start: '', end: '' });
  });

  it.each([
    'period=decade',
    'period=',
    'period=MONTH',
    'period=constructor',
    'period=custom&start_date=yesterday&end_date=2026-11-21',
    'period=custom&start_date=2026-02-30&end_date=2026-11-21',
    'period=custom&start_date=2026-11-01&end_date=21/11/2026',
    'period=custom&start_date=12026-11-01&end_date=2026-11-21',
  ])('is the month for the nonsense %s', (search) => {
    expect(asked(search)).toEqual(month);
  });

  it('is the last 30 days when a custom range has no days', () => {
    expect(asked('period=custom')).toEqual({ period: 'custom', start: '2026-10-22', end: '2026-11-21' });
    expect(defaultRange('2026-03-01').start).toBe('2026-01-30');
  });

  it('keeps the days of a custom range, even if one is missing', () => {
    expect(asked('period=custom&start_date=2026-11-01&end_date=2026-11-20')).toEqual({
      period: 'custom',
      start: '2026-11-01',
      end: '2026-11-20',
    });
    expect(asked('period=custom&start_date=2026-11-01')).toMatchObject({ start: '2026-11-01', end: '' });
    expect(asked('period=custom&start_date=&end_date=')).toEqual({ period: 'custom', start: '', end: '' });
  });

  it.each([
    { period: 'year', start: '', end: '' },
    { period: 'custom', start: '2026-11-01', end: '2026-11-20' },
    { period: 'custom', start: '', end: '2026-11-20' },
    { period: 'custom', start: '', end: '' },
  ] as const)('written into an address and read again is the same: $period $start $end', (period) => {
    expect(askedPeriod(periodAddress(period), today)).toEqual(period);
  });
});

describe('a custom range', () => {
  const problem = (start: string, end: string) => problemOf({ period: 'custom', start, end }, today)?.message;

  it('is refused with the server’s messages', () => {
    expect(problem('', '2026-11-20')).toBe(rangeMessages.missing);
    expect(problem('2026-11-21', '2026-11-20')).toBe(rangeMessages.reversed);
    expect(problem('2026-11-21', '2026-11-22')).toBe(rangeMessages.future);
    expect(problem('2024-11-20', '2026-11-21')).toBe(rangeMessages.tooLong);
    expect(problem('0002-11-20', '2026-11-21')).toBe(rangeMessages.tooLong);
  });

  it('may be one day, and two years', () => {
    expect(problem('2026-11-21', '2026-11-21')).toBeUndefined();
    expect(problem('2024-11-21', '2026-11-21')).toBeUndefined();
  });
});

it('sends days only for a custom range', () => {
  expect(choiceOf({ period: 'week', start: '', end: '' })).toEqual({ period: 'week' });
  expect(choiceOf({ period: 'custom', start: '2026-11-01', end: '2026-11-20' })).toEqual({
    period: 'custom',
    start_date: '2026-11-01',
    end_date: '2026-11-20',
  });
});
