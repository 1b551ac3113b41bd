import { addDays } from '@burrow/contracts/calendar-day';
import { describe, expect, it } from 'vitest';
import { reportGroups, reportPeriods } from '@burrow/contracts/report-period';
import { localMoment } from '../../lib/clock.ts';
import { dice } from '../../testing/dice.ts';
import {
  bucketsOf,
  reportPeriod,
  type Bucket,
  type PeriodClock,
  type PeriodInput,
  type ReportPeriod,
} from './period.ts';

type WeekStart = PeriodClock['weekStartsOn'];

const clockAt = (
  iso: string,
  timeZone = 'Europe/London',
  weekStartsOn: WeekStart = 'sunday',
): PeriodClock => ({ now: new Date(iso), timeZone, locale: 'en-GB', weekStartsOn });

const custom = (start_date: string, end_date: string): PeriodInput => ({
  period: 'custom',
  start_date,
  end_date,
});

describe('the days of a period, and of the equal one before', () => {
  it.each([
    ['today', '2026-01-14T09:00:00Z', 'sunday', '2026-01-14 2026-01-14', '2026-01-13 2026-01-13'],
    ['week', '2026-01-14T09:00:00Z', 'sunday', '2026-01-11 2026-01-14', '2026-01-04 2026-01-07'],
    ['week', '2026-01-14T09:00:00Z', 'monday', '2026-01-12 2026-01-14', '2026-01-05 2026-01-07'],
    ['week', '2026-01-11T09:00:00Z', 'sunday', '2026-01-11 2026-01-11', '2026-01-04 2026-01-04'],
    ['week', '2026-01-11T09:00:00Z', 'monday', '2026-01-05 2026-01-11', '2025-12-29 2026-01-04'],
    ['week', '2026-01-01T09:00:00Z', 'sunday', '2025-12-28 2026-01-01', '2025-12-21 2025-12-25'],
    ['month', '2026-01-01T09:00:00Z', 'sunday', '2026-01-01 2026-01-01', '2025-12-01 2025-12-01'],
    ['month', '2026-03-31T09:00:00Z', 'sunday', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['month', '2028-03-31T09:00:00Z', 'sunday', '2028-03-01 2028-03-31', '2028-02-01 2028-02-29'],
    ['month', '2026-05-31T09:00:00Z', 'sunday', '2026-05-01 2026-05-31', '2026-04-01 2026-04-30'],
    ['year', '2028-02-29T09:00:00Z', 'sunday', '2028-01-01 2028-02-29', '2027-01-01 2027-02-28'],
    ['year', '2026-12-31T23:59:59Z', 'sunday', '2026-01-01 2026-12-31', '2025-01-01 2025-12-31'],
  ] as const)('%s at %s, weeks from %s', (period, now, weekStartsOn, days, before) => {
    const { from, to, previous } = reportPeriod({ period }, clockAt(now, 'Europe/London', weekStartsOn));
    expect(`${from} ${to}`).toBe(days);
    expect(`${previous.from} ${previous.to}`).toBe(before);
  });

  it.each([
    ['2026-01-14T12:00:00Z', 'Pacific/Auckland', '2026-01-15', '2026-01-14T11:00:00.000Z'],
    ['2026-01-14T05:00:00Z', 'America/Los_Angeles', '2026-01-13', '2026-01-13T08:00:00.000Z'],
    // The clock skips midnight.
    ['2026-04-24T09:00:00Z', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])("at %s in %s today is the practice's own: %s", (now, timeZone, day, begins) => {
    const { from, to, taken } = reportPeriod({ period: 'today' }, clockAt(now, timeZone));
    expect([from, to, taken.from.toISOString()]).toEqual([day, day, begins]);
  });

  it('compares a range with as many days right before it', () => {
    const clock = clockAt('2026-01-14T09:00:00Z');
    const { previous, label } = reportPeriod(custom('2026-01-01', '2026-01-10'), clock);
    expect(previous).toEqual({ from: '2025-12-22', to: '2025-12-31' });
    expect(label).toBe('1 Jan 2026 to 10 Jan 2026');
    expect(reportPeriod(custom('2026-01-10', '2026-01-10'), clock).label).toBe('10 Jan 2026');
    expect(reportPeriod({}, clock).label).toBe('this month');
  });
});

describe('the money of the period before is counted up to', () => {
  it.each([
    ['the same time of day', 'today', '2026-01-14T09:00:30.500Z', '2026-01-13T09:00:30.500Z'],
    ['the end of a month that is shorter', 'month', '2026-03-31T09:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['the end of 28 February', 'year', '2028-02-29T09:00:00Z', '2027-03-01T00:00:00.000Z'],
    ["the same time by last week's clock", 'week', '2026-03-30T08:00:00Z', '2026-03-23T09:00:00.000Z'],
    ['where the clock went past it', 'today', '2026-03-30T00:30:15Z', '2026-03-29T01:00:00.000Z'],
    ['the first of two such times', 'today', '2026-10-26T01:30:00Z', '2026-10-25T00:30:00.000Z'],
  ] as const)('%s: %s at %s', (_what, period, now, until) => {
    expect(reportPeriod({ period }, clockAt(now)).previousTaken.until.toISOString()).toBe(until);
  });

  it('the whole of its last day once the period is over', () => {
    const clock = clockAt('2026-01-14T09:00:00Z');
    const until = (input: PeriodInput) => reportPeriod(input, clock).previousTaken.until.toISOString();
    expect(until(custom('2026-01-12', '2026-01-13'))).toBe('2026-01-12T00:00:00.000Z');
    expect(until(custom('2026-01-13', '2026-01-14'))).toBe('2026-01-12T09:00:00.000Z');
  });

  it('nothing on a day that a zone left out', () => {
    const { previousTaken } = reportPeriod(
      { period: 'today' },
      clockAt('2011-12-30T15:00:00Z', 'Pacific/Apia'),
    );
    expect(previousTaken.until).toEqual(previousTaken.from);
  });
});

describe('the hours of a day', () => {
  const hours = (day: string, timeZone: string) => {
    const clock = clockAt(`${addDays(day, 2)}T00:00:00Z`, timeZone);
    const { buckets } = bucketsOf(reportPeriod(custom(day, day), clock), 'hour', clock);
    return buckets.map(({ key, taken }) => ({ key, minutes: (+taken.until - +taken.from) / 60_000 }));
  };

  it.each([
    ['2026-03-29', 'Europe/London', '01:00', 23],
    ['2026-03-08', 'America/New_York', '02:00', 23],
    ['2026-04-24', 'Africa/Cairo', '00:00', 23],
  ])('leave out hours that the clock skips: %s in %s', (day, timeZone, skipped, count) => {
    const shown = hours(day, timeZone);
    expect(shown).toHaveLength(count);
    expect(shown.map(({ key }) => key)).not.toContain(skipped);
    expect(new Set(shown.map(({ minutes }) => minutes))).toEqual(new Set([60]));
  });

  it.each([
    ['2026-10-25', 'Europe/London', '01:00', 120],
    ['2026-11-01', 'America/New_York', '01:00', 120],
    ['2026-04-05', 'Australia/Lord_Howe', '01:00', 90],
    ['2026-10-04', 'Australia/Lord_Howe', '02:00', 30],
  ])('are 24, one of another length: %s in %s', (day, timeZone, hour, minutes) => {
    const shown = hours(day, timeZone);
    expect(shown).toHaveLength(24);
    expect(shown.filter((each) => each.minutes !== 60)).toEqual([{ key: hour, minutes }]);
  });
});

describe('the parts of a period', () => {
  const keys = (input: PeriodInput, now: string, weekStartsOn: WeekStart = 'sunday') => {
    const clock = clockAt(now, 'Europe/London', weekStartsOn);
    const { group, buckets } = bucketsOf(reportPeriod(input, clock), undefined, clock);
    return [group, ...buckets.map(({ key }) => key)];
  };

  it('fit the period unless the caller says otherwise', () => {
    const now = '2026-01-14T09:00:00Z';
    expect(keys({ period: 'today' }, now)).toHaveLength(25);
    expect(keys({ period: 'week' }, now)).toEqual([
      'day',
      '2026-01-11',
      '2026-01-12',
      '2026-01-13',
      '2026-01-14',
    ]);
    expect(keys({ period: 'month' }, now)).toEqual(['week', '2026-01-01', '2026-01-04', '2026-01-11']);
    expect(keys({ period: 'month' }, now, 'monday')).toEqual([
      'week',
      '2026-01-01',
      '2026-01-05',
      '2026-01-12',
    ]);
    expect(keys({ period: 'year' }, '2028-02-29T09:00:00Z')).toEqual(['month', '2028-01', '2028-02']);
    expect(keys(custom('2025-12-31', '2026-01-01'), now)).toEqual(['day', '2025-12-31', '2026-01-01']);
    expect(keys(custom('2025-12-30', '2026-01-06'), now)).toEqual(['week', '2025-12-30', '2026-01-04']);
    expect(keys(custom('2025-11-15', '2026-01-14'), now)).toEqual(['month', '2025-11', '2025-12', '2026-01']);
  });

  it('are contiguous and fill the period, in every zone and at every time', () => {
    const roll = dice(20_260_114);
    const zones = Intl.supportedValuesOf('timeZone');
    const problems: string[] = [];
    for (let walk = 0; walk < 250; walk += 1) {
      const timeZone = zones[roll(zones.length)] ?? 'Europe/London';
      const now = new Date(Date.UTC(2005 + roll(40), roll(12), 1 + roll(31), roll(24), roll(60), roll(60)));
      const clock = clockAt(now.toISOString(), timeZone, roll(2) === 0 ? 'sunday' : 'monday');
      const end = addDays(localMoment(now, timeZone).date, -roll(100));
      const name = reportPeriods[roll(reportPeriods.length)] ?? 'custom';
      const days = custom(addDays(end, -roll([1, 7, 60, 731][roll(4)] ?? 1)), end);
      const period = reportPeriod({ ...days, period: name }, clock);
      const groups = reportGroups.filter((group) => group !== 'hour' || period.from === period.to);
      const { buckets } = bucketsOf(period, groups[roll(groups.length)], clock);
      const found = [...gapsIn(period, buckets), ...wrongBefore(period)];
      const where = `${timeZone} at ${now.toISOString()}, ${period.from} to ${period.to}`;
      problems.push(...found.map((problem) => `${where}: ${problem}`));
    }
    expect(problems).toEqual([]);
  }, 20_000);
});

/** The errors of the parts of a period, in words. */
function gapsIn(period: ReportPeriod, buckets: readonly Bucket[]): string[] {
  const [first, last] = [buckets[0], buckets.at(-1)];
  const isFilled =
    first?.from === period.from &&
    first.times.from === '00:00' &&
    +first.taken.from === +period.taken.from &&
    last?.to === period.to &&
    last.times.until === '24:00' &&
    +last.taken.until === +period.taken.until;
  const gaps = buckets.slice(1).flatMap((bucket, index) => {
    const before = buckets[index] as Bucket;
    const followsByDay = bucket.times.from === '00:00' && bucket.from === addDays(before.to, 1);
    const followsByHour = bucket.from === before.to && bucket.times.from === before.times.until;
    const follows =
      (followsByDay || followsByHour) &&
      +bucket.taken.from === +before.taken.until &&
      bucket.taken.from <= bucket.taken.until &&
      bucket.key > before.key;
    return follows ? [] : [`${bucket.key} does not follow ${before.key}`];
  });
  return isFilled ? gaps : ['the parts do not fill it', ...gaps];
}

const wrongBefore = ({ taken, previousTaken: { from, until } }: ReportPeriod): string[] =>
  from <= until && until <= taken.from ? [] : ['what is before it is not before it'];
