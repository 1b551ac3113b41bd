import { addDays, dayToDate, daysBetween, weekdayOf } from '@burrow/contracts/calendar-day';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const daysFromToday: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

const isBeginning = (text: string, name: string): boolean => text.length >= 3 && name.startsWith(text);
const twoDigits = (number: string | number): string => String(number).padStart(2, '0');

/** The day with these numbers; null if it does not exist. */
function dayOf(year: string, month: number, day: string): string | null {
  const written = `${year.length === 2 ? `20${year}` : year}-${twoDigits(month)}-${twoDigits(day)}`;
  return dayToDate(written) === null ? null : written;
}

/** The day of a month in the year that is nearest to today. */
function nearestDay(month: number, day: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const days = [year, year + 1, year - 1].flatMap((each) => dayOf(String(each), month, day) ?? []);
  const away = (each: string): number => Math.abs(daysBetween(today, each));
  return days.toSorted((one, other) => away(one) - away(other))[0] ?? null;
}

const inYear = (month: number, day: string, year: string | undefined, today: string): string | null =>
  year === undefined ? nearestDay(month, day, today) : dayOf(year, month, day);

/** A day in figures: '2026-11-25', '25/11', '25.11.26', '25-11-2026'; with `monthFirst` '11/25'. */
function dayInFigures(text: string, today: string, monthFirst: boolean): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayToDate(text) === null ? null : text;
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d\d)?)?$/.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  const [day, month] = monthFirst ? [second, first] : [first, second];
  return inYear(Number(month), day, year, today);
}

/** A day with its month in words: '25 Nov', '25th November 2026', 'Nov 25'. */
function dayInWords(text: string, today: string): string | null {
  const parts = text.split(/[\s,]+/);
  const [year] = parts.length === 3 ? parts.splice(2) : [];
  if (parts.length !== 2 || (year !== undefined && !/^(\d{4}|\d\d)$/.test(year))) return null;
  const [, day] = parts.map((part) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(part)).find(Boolean) ?? [];
  const month = months.findIndex((name) => parts.some((part) => isBeginning(part, name)));
  return day === undefined || month < 0 ? null : inYear(month + 1, day, year, today);
}

/**
 * The day in a text, `YYYY-MM-DD`: 'tomorrow', 'Fri' (today or the next one), '25/11', '25 Nov 2026'. Without a year it
 * is the one nearest to today. Null for a text that is not a day.
 * @param today `YYYY-MM-DD`
 * @param monthFirst whether '11/25' is in November, as in the United States
 */
export function dayInText(typed: string, today: string, monthFirst = false): string | null {
  const text = typed.trim().toLowerCase();
  const away = Object.entries(daysFromToday).find(([name]) => isBeginning(text, name) && text.length > 3);
  if (away !== undefined) return addDays(today, away[1]);
  const weekday = weekdays.findIndex((name) => isBeginning(text, name));
  if (weekday >= 0) return addDays(today, (weekday - weekdayOf(today) + 7) % 7);
  return dayInFigures(text, today, monthFirst) ?? dayInWords(text, today);
}
