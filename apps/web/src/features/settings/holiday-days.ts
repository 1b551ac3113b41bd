import type { HolidayRecord } from '@burrow/contracts/holiday';

/** The values of a holiday's form. */
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

/** The input for a holiday; without a last day it is one day long. */
export const holidaySent = (values: HolidayValues) => ({
  holiday_name: values.holiday_name.trim(),
  start_date: values.start_date,
  end_date: values.end_date || values.start_date,
  is_recurring: values.is_recurring ? ('1' as const) : ('0' as const),
});

/** The error in the last day. */
export const holidayProblems = ({ start_date: first, end_date: last }: HolidayValues) => ({
  end_date:
    first !== '' && last !== '' && last < first ? 'The last day can’t be before the first.' : undefined,
});

/** The days of a holiday in the practice's format; without the year if it is yearly. */
export function holidayDays(
  { start_date: start, end_date: end, is_recurring }: HolidayRecord,
  day: (day: string) => string,
  dayOfYear: (day: string) => string,
): string {
  const written = is_recurring === '1' ? dayOfYear : day;
  return start === end ? written(start) : `${written(start)} – ${written(end)}`;
}

/** Formats days as '25 December', for yearly holidays. */
export function dayOfYearIn(locale: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

/** Upcoming holidays, including yearly ones, and past ones, latest first. */
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
