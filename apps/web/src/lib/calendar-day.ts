/**
 * Arithmetic on days written `YYYY-MM-DD`. They belong to the practice's calendar, so nothing here looks at the
 * browser's time zone: a day is handled as midnight UTC.
 */
const millisecondsOfDay = 86_400_000;

/** Midnight UTC of a day; null when it is not a day of the calendar. */
export function dayToDate(day: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day) ? null : date;
}

const dateToDay = (date: Date): string => date.toISOString().slice(0, 10);

/** The day `count` days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  const date = dayToDate(day);
  if (date === null) throw new RangeError(`${day} is not a day.`);
  return dateToDay(new Date(date.getTime() + count * millisecondsOfDay));
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  const date = dayToDate(day);
  if (date === null) throw new RangeError(`${day} is not a day.`);
  return date.getUTCDay();
}

/** Days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  const start = dayToDate(from);
  const end = dayToDate(to);
  if (start === null || end === null) throw new RangeError(`${from} or ${to} is not a day.`);
  return Math.round((end.getTime() - start.getTime()) / millisecondsOfDay);
}

/** A month, `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const isMonth = (text: string | null): text is string =>
  text !== null && /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The month `count` months later (earlier when negative). */
export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return dateToDay(date).slice(0, 7);
}

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
