import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import {
  defaultFilters,
  filterProblems,
  filtersIn,
  filtersInput,
  problemsIn,
  sameFilters,
} from './report-address.ts';

const today = '2026-11-21';
const week = { date_from: '2026-11-14', date_to: today, paid_type: '', staff: '' } as const;

const searchOf = (path: string) => path.slice(path.indexOf('?'));

test('the report opens with the last seven days, of all methods and staff', () => {
  expect(defaultFilters(today)).toEqual(week);
  expect(defaultFilters('2026-03-03').date_from).toBe('2026-02-24');
});

test('an address holds the filters, and none asks for no report', () => {
  expect(filtersIn('')).toBeNull();
  expect(filtersIn('?tab=1')).toBeNull();
  for (const filters of [
    week,
    { ...week, paid_type: 'BACS' as const },
    { ...week, paid_type: 'Cash' as const, staff: '12' },
  ]) {
    expect(filtersIn(searchOf(paths.reports(filters)))).toEqual(filters);
  }
});

test('what an address can not mean counts as not chosen', () => {
  expect(filtersIn('?date_from=2026-02-30&date_to=soon&paid_type=Barter&staff=-1')).toEqual({
    date_from: '',
    date_to: '',
    paid_type: '',
    staff: '',
  });
  expect(filtersIn('?date_to=2026-11-21&staff=1e9')).toEqual({ ...week, date_from: '' });
});

test('the actions get only the chosen filters', () => {
  expect(filtersInput(week)).toEqual({ date_from: '2026-11-14', date_to: today });
  expect(filtersInput({ ...week, paid_type: 'Card', staff: '12' })).toEqual({
    date_from: '2026-11-14',
    date_to: today,
    paid_type: 'Card',
    staff: 12,
  });
});

test('filters are the same when all of them are', () => {
  expect(sameFilters(week, { ...week })).toBe(true);
  for (const other of [
    { date_from: '2026-11-13' },
    { date_to: '2026-11-20' },
    { paid_type: 'Card' as const },
    { staff: '1' },
  ]) {
    expect(sameFilters(week, { ...week, ...other })).toBe(false);
  }
});

test('what is wrong with the days is said at their fields', () => {
  expect(filterProblems(week, today)).toBeNull();
  expect(filterProblems({ ...week, date_to: '' }, today)).toEqual({
    date_to: 'Please select both start and end dates',
  });
  expect(filterProblems({ ...week, date_from: '2026-11-22' }, today)).toEqual({
    date_from: 'Start date must be before end date',
  });
  expect(filterProblems({ ...week, date_to: '2026-11-22' }, today)).toEqual({
    date_to: 'End date cannot be in the future',
  });
  expect(filterProblems({ ...week, date_from: '2024-11-20' }, today)).toEqual({
    date_from: 'Date range cannot exceed 2 years',
    date_to: 'Date range cannot exceed 2 years',
  });
});

test('what the server finds wrong with a filter is said at its field', () => {
  const late = 'End date cannot be in the future';
  expect(problemsIn(new ApiError(400, late, { fields: { date_to: late, cursor: 'no' } }))).toEqual({
    date_to: late,
  });
  expect(problemsIn(new ApiError(404, 'Staff member not found.'))).toBeNull();
  expect(problemsIn(new Error('broken'))).toBeNull();
  expect(problemsIn(null)).toBeNull();
});
