/** Formatters of one document: money from integer pence, days and times from the wire's strings. */
export interface DocumentFormat {
  /** `4500` → '£45.00'; a negative amount carries a true minus sign. */
  money: (pence: number) => string;
  /** `2026-11-21` → '21 November 2026'; an invalid date is returned unchanged. */
  day: (date: string) => string;
  /** `2026-11-21` → '21 Nov 2026', for table cells. */
  shortDay: (date: string) => string;
  /** `09:30` → '09:30' or '9:30 AM', by the locale. */
  time: (time: string) => string;
  /** A quantity with at most three decimals. */
  quantity: (value: number) => string;
  /** A rate in hundredths of a per cent: `1750` → '17.5%'. */
  rate: (basisPoints: number) => string;
  /** A percentage to one decimal: `12.5` → '12.5%'; a negative one carries a true minus sign. */
  percent: (value: number) => string;
  /** `2026-11` → 'Nov 2026'; an invalid month is returned unchanged. */
  month: (month: string) => string;
}

const formats = new Map<string, DocumentFormat>();

/**
 * The formatters for a locale (BCP 47) and currency (ISO 4217), made once for each pair.
 * Throws a RangeError if either is malformed.
 */
export function documentFormat(locale: string, currency: string): DocumentFormat {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const made = makeFormat(locale, currency);
  formats.set(key, made);
  return made;
}

function makeFormat(locale: string, currency: string): DocumentFormat {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const quantity = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  // The strings are days and clock times, not instants: parsing and formatting in one zone leaves them unchanged.
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const medium = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const monthAndYear = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const written = (instant: Date | null, format: Intl.DateTimeFormat, text: string) =>
    instant ? format.format(instant) : text;
  return {
    money: (pence) => money.format((pence || 0) / 100).replace('-', '\u2212'),
    quantity: (value) => quantity.format(value),
    rate: (basisPoints) => rate.format(basisPoints / 10_000),
    percent: (value) => percent.format(value / 100).replace('-', '\u2212'),
    month: (month) => written(dayInstant(`${month}-01`), monthAndYear, month),
    day: (date) => written(dayInstant(date), long, date),
    shortDay: (date) => written(dayInstant(date), medium, date),
    time: (time) => written(timeInstant(time), clock, time),
  };
}

/** Midnight UTC of a `YYYY-MM-DD` day, or null if there is no such day. */
export function dayInstant(date: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) ? instant : null;
}

function timeInstant(time: string): Date | null {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)(?::\d{2})?$/.exec(time);
  return parts ? new Date(Date.UTC(2000, 0, 1, Number(parts[1]), Number(parts[2]))) : null;
}

/**
 * Age on a day in years and months, as in '4 years 2 months'; '' if either day is unknown or the birth is in the
 * future.
 */
export function ageOn(dateOfBirth: string | null, day: string): string {
  const born = dateOfBirth ? dayInstant(dateOfBirth) : null;
  const at = dayInstant(day);
  if (!born || !at || at < born) return '';
  const beforeDay = at.getUTCDate() < born.getUTCDate() ? 1 : 0;
  const months =
    (at.getUTCFullYear() - born.getUTCFullYear()) * 12 + at.getUTCMonth() - born.getUTCMonth() - beforeDay;
  const parts = [counted(Math.floor(months / 12), 'year'), counted(months % 12, 'month')];
  return parts.filter((part) => part !== '').join(' ') || 'Under 1 month';
}

const counted = (count: number, unit: string): string =>
  count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
