/**
 * Arithmetic on days written `YYYY-MM-DD` and times written `HH:MM`, for server and web app. They belong to the practice's
 * calendar, so nothing here depends on a time zone: a day is handled as midnight UTC.
 */
export const dayMs = 86_400_000;

/** Midnight UTC of a day; null when it is not a day of the calendar. */
export function dayToDate(day: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day) ? null : date;
}

/** Midnight UTC of a day in milliseconds. @throws RangeError if it is not in the calendar */
function midnight(day: string): number {
  const date = dayToDate(day);
  if (date === null) throw new RangeError(`${day} is not a day.`);
  return date.getTime();
}

const dateToDay = (date: Date): string => date.toISOString().slice(0, 10);

/** The day `count` days later (earlier when negative). */
export const addDays = (day: string, count: number): string =>
  dateToDay(new Date(midnight(day) + count * dayMs));

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string): number => new Date(midnight(day)).getUTCDay();

/** Days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnight(to) - midnight(from)) / dayMs);

/** A month, `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const isMonth = (text: string | null): text is string =>
  text !== null && /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The month `count` months later (earlier when negative), both `YYYY-MM`. */
export function addToMonth(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(dateToDay(date));
}

/** The same day `count` months later (earlier when negative), or the last day of a month that is too short for it. */
export function addMonths(day: string, count: number): string {
  const month = addToMonth(monthOf(day), count);
  const lastDay = addDays(`${addToMonth(month, 1)}-01`, -1);
  const sameDay = `${month}-${day.slice(8)}`;
  return sameDay < lastDay ? sameDay : lastDay;
}

/** The first day of a month, and of the next. Takes `YYYY-MM` or any day of the month. */
export const monthBounds = (month: string): [string, string] => [
  `${monthOf(month)}-01`,
  `${addToMonth(monthOf(month), 1)}-01`,
];

/** Minutes after midnight of 'HH:MM'. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** 'HH:MM' of minutes after midnight. */
export const timeOf = (minutes: number): string =>
  `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Whole years and months from a day of birth to today; null when the day is missing, invalid or still to come. */
export function ageOn(
  dob: string | null | undefined,
  today: string,
): { years: number; months: number } | null {
  const born = dayToDate((dob ?? '').slice(0, 10));
  const now = dayToDate(today);
  if (born === null || now === null || born > now) return null;
  const months =
    (now.getUTCFullYear() - born.getUTCFullYear()) * 12 +
    (now.getUTCMonth() - born.getUTCMonth()) -
    (now.getUTCDate() < born.getUTCDate() ? 1 : 0);
  return { years: Math.floor(months / 12), months: months % 12 };
}

/**
 * Formats dates in UTC: 'Monday 23 November 2026' in British English. Intl puts a comma after that weekday, which no one
 * writes; where the month follows ('Monday, November 23'), the comma stays.
 */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const isEnglish = locale.startsWith('en');
  return (date) => {
    const parts = format.formatToParts(date);
    const isComma = (at: number): boolean =>
      isEnglish &&
      parts[at]?.value === ', ' &&
      parts[at - 1]?.type === 'weekday' &&
      parts[at + 1]?.type === 'day';
    return parts.map(({ value }, at) => (isComma(at) ? ' ' : value)).join('');
  };
}

/** The start of an appointment on the practice's clock. */
export const startOf = ({
  booking_date: date,
  booking_time: time,
}: {
  booking_date: string;
  booking_time: string;
}): { date: string; time: string } => ({ date, time });
