import { actionNamed } from '@burrow/contracts/actions';
import type { HolidayRecord } from '@burrow/contracts/holiday';
import { describe, expect, it } from 'vitest';
import { fieldRules } from '../../../contract.ts';
import { problemsIn } from '../../lib/form-problems.ts';
import {
  dayOfYearIn,
  emptyHoliday,
  holidayDays,
  holidayProblems,
  holidaySent,
  splitHolidays,
  type HolidayValues,
} from './holiday-days.ts';

const holiday = (columns: Partial<HolidayRecord>): HolidayRecord => ({
  id: 1,
  holiday_name: 'Easter',
  start_date: '2026-04-03',
  end_date: '2026-04-06',
  is_recurring: '0',
  ...columns,
});

describe('holidays in the settings', () => {
  it('are upcoming until their last day has passed, or if yearly', () => {
    const easter = holiday({});
    const christmas = holiday({ id: 2, start_date: '2020-12-25', end_date: '2020-12-26', is_recurring: '1' });
    const split = (today: string) => splitHolidays([easter, christmas], today).upcoming.map(({ id }) => id);
    expect([split('2026-04-06'), split('2026-04-07')]).toEqual([[1, 2], [2]]);
  });

  it('are shown with the year unless they are yearly', () => {
    const shown = (columns: Partial<HolidayRecord>) =>
      holidayDays(holiday(columns), (day) => day, dayOfYearIn('en-GB'));
    expect(shown({})).toBe('2026-04-03 – 2026-04-06');
    expect(shown({ is_recurring: '1', end_date: '2026-04-03' })).toBe('3 April');
  });

  it('require a name and a first day, and are one day long without a last one', () => {
    const problems = (values: HolidayValues) =>
      problemsIn(values, fieldRules(actionNamed('holiday_create')), holidayProblems(values));
    expect(Object.keys(problems(emptyHoliday))).toEqual(['holiday_name', 'start_date']);
    const values = { ...emptyHoliday, holiday_name: ' Easter ', start_date: '2026-04-03' };
    expect(problems({ ...values, end_date: '2026-04-02' })).toHaveProperty('end_date');
    expect(holidaySent(values)).toEqual({
      holiday_name: 'Easter',
      start_date: '2026-04-03',
      end_date: '2026-04-03',
      is_recurring: '0',
    });
  });
});
