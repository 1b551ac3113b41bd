import { describe, expect, it } from 'vitest';
import {
  draftOfPattern,
  newPattern,
  patternProblems,
  problemOfDay,
  sentPattern,
  withFirstWeekCopied,
  withMondayCopied,
} from './pattern-draft.ts';
import { draftsOf, hoursProblem, mondayOf, nextHours, sentHours } from './rota-days.ts';

const hours = (from: string, to: string) => ({ from, to, online: true });

describe('hours of a day', () => {
  it('end at midnight as 00:00 in a time field, and as 24:00 when sent', () => {
    const drafts = draftsOf([{ from: '20:00', to: '24:00', online: '0' }]);
    expect(drafts).toEqual([{ from: '20:00', to: '00:00', online: false }]);
    expect(sentHours(drafts)).toEqual([{ from: '20:00', to: '24:00', online: '0' }]);
  });

  it.each([
    [[hours('09:00', '')], 'Enter both times.'],
    [[hours('09:00', '09:00')], 'The start and the end can’t be the same.'],
    [[hours('12:00', '14:00'), hours('09:00', '12:30')], 'These hours overlap.'],
    [[hours('20:00', '06:00'), hours('22:00', '23:00')], 'These hours overlap.'],
    [[hours('12:00', '14:00'), hours('09:00', '12:00')], null],
    [[hours('09:00', '12:00'), hours('20:00', '06:00')], null],
    [[], null],
  ])('%j are checked', (drafts, problem) => {
    expect(hoursProblem(drafts)).toBe(problem);
  });

  it('can be followed by four more, an hour later', () => {
    expect(nextHours([])).toEqual(hours('09:00', '17:00'));
    expect(nextHours([hours('09:00', '12:00')])).toEqual(hours('13:00', '17:00'));
    expect(nextHours([hours('09:00', '22:30')])).toEqual(hours('23:00', '03:00'));
  });
});

describe('working hours', () => {
  it('begin as Monday to Friday from today, and are sent without an anchor', () => {
    const { hours: weeks, ...sent } = sentPattern(newPattern('2026-11-25'));
    expect(sent).toEqual({ weeks: 1, valid_from: '2026-11-25', valid_until: null });
    expect(weeks.map(({ mon, fri, sat }) => [mon.length, fri.length, sat.length])).toEqual([[1, 1, 0]]);
  });

  it('send the Monday of the day on which week 1 begins', () => {
    const draft = { ...newPattern('2026-11-25'), weeks: '2', anchor: '2026-11-29' };
    expect(sentPattern(draft)).toMatchObject({ weeks: 2, anchor: '2026-11-23' });
    expect(mondayOf('2026-11-30')).toBe('2026-11-30');
  });

  it('copy Monday to the weekdays, and week 1 to the others', () => {
    const draft = newPattern('2026-11-25');
    const first = withMondayCopied({ ...draft.hours[0]!, mon: [hours('08:00', '10:00')] });
    expect([first.fri, first.sat]).toEqual([[hours('08:00', '10:00')], []]);
    const weeks = withFirstWeekCopied([first, ...draft.hours.slice(1)]);
    expect(weeks.map(({ wed }) => wed)).toEqual(weeks.map(() => [hours('08:00', '10:00')]));
  });

  it('keep saved hours, and name the invalid day', () => {
    const empty = { sun: [], mon: [], tue: [], wed: [], thu: [], fri: [], sat: [] };
    const draft = draftOfPattern({
      pattern_id: 1,
      staff_id: 2,
      weeks: 2,
      anchor: '2026-01-05',
      valid_from: '2026-01-07',
      valid_until: '2026-03-01',
      hours: [empty, { ...empty, tue: [{ from: '09:00', to: '09:00', online: '1' }] }],
    });
    expect(sentPattern(draft)).toMatchObject({ valid_until: '2026-03-01', anchor: '2026-01-05' });
    const problems = patternProblems(draft);
    expect(problemOfDay(problems, 1, 'tue')).toBe('The start and the end can’t be the same.');
    expect(problemOfDay(problems, 0, 'tue')).toBeUndefined();
    expect(patternProblems({ ...draft, weeks: '1' })).toEqual({});
  });
});
