import type { HolidayRecord } from '@burrow/contracts/holiday';

/** A holiday as its form shows it. */
export interface HolidayValues {
  holiday_name: string;
  start_date: string;
  end_date: string;
  is_recurring: boolean;
}

export const emptyHoliday: HolidayValues = {
  holiday_name: '',
  start_date: '',
  end_date: '',
  is_recurring: false,
};

export const valuesOfHoliday = (holiday: HolidayRecord): HolidayValues => ({
  holiday_name: holiday.holiday_name,
  start_date: holiday.start_date,
  end_date: holiday.end_date === holiday.start_date ? '' : holiday.end_date,
  is_recurring: holiday.is_recurring === '1',
});

/** What is sent: without a last day it is one day. */
export const holidaySent = (values: HolidayValues) => ({
  holiday_name: values.holiday_name.trim(),
  start_date: values.start_date,
  end_date: values.end_date || values.start_date,
  is_recurring: values.is_recurring ? ('1' as const) : ('0' as const),
});

/** What is wrong with the last day. */
export const holidayProblems = ({ start_date: first, end_date: last }: HolidayValues) => ({
  end_date:
    first !== '' && last !== '' && last < first ? 'The last day cannot be before the first.' : undefined,
});

/** The days of a holiday as the practice writes them. One that comes every year is written without the year. */
export function holidayDays(
  { start_date: start, end_date: end, is_recurring }: HolidayRecord,
  day: (day: string) => string,
  dayOfYear: (day: string) => string,
): string {
  const written = is_recurring === '1' ? dayOfYear : day;
  return start === end ? written(start) : `${written(start)} – ${written(end)}`;
}

/** Those to come (or coming every year) and those that are over, latest first. */
export function splitHolidays(
  holidays: readonly HolidayRecord[],
  today: string,
): { upcoming: HolidayRecord[]; past: HolidayRecord[] } {
  const isPast = ({ is_recurring, end_date }: HolidayRecord) => is_recurring === '0' && end_date < today;
  return {
    upcoming: holidays.filter((holiday) => !isPast(holiday)),
    past: holidays.filter(isPast).toReversed(),
  };
}
