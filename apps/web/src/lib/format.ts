import { ageOn, dayFormat, dayToDate } from '@burrow/contracts/calendar-day';

export { formatPhone } from '@burrow/contracts/phone-text';

/** The columns of the tenant record that formats depend on. */
export interface PracticeLocale {
  locale: string;
  currency: string;
  time_zone: string;
}

export const defaultPracticeLocale: PracticeLocale = {
  locale: 'en-GB',
  currency: 'GBP',
  time_zone: 'Europe/London',
};

/** '1 appointment', '3 appointments'. */
export const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** '3 years 2 months', '5 months', 'Under 1 month'; 'Unknown' when the date is missing or invalid. */
export function formatAge(dob: string | null | undefined, today: string): string {
  const age = ageOn(dob, today);
  if (age === null) return 'Unknown';
  if (age.years === 0 && age.months === 0) return 'Under 1 month';
  const parts = [
    age.years > 0 ? plural(age.years, 'year') : '',
    age.months > 0 ? plural(age.months, 'month') : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** '45 min', '1 h', '1 h 30 min'. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** The link that dials a number: 'tel:07700900001'. */
export const phoneLink = (phone: string): string =>
  // In '+44 (0)7700 900001' the zero is only dialled within the country.
  `tel:${phone.replace(/^(\s*\+.*?)\(0\)/, '$1').replace(/[^\d+]/g, '')}`;

/** '1.4 MB', '820 kB', '12 bytes'. */
export function formatBytes(bytes: number, locale = defaultPracticeLocale.locale): string {
  if (bytes < 1000) return plural(bytes, 'byte');
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: size < 10 ? 1 : 0 }).format(size)} ${unit}`;
}

/** The practice's formats for money, days and times, and its clock. */
export interface Formats {
  /** '45.00' → '£45.00'; '–' for null. */
  money: (amount: string | null | undefined) => string;
  number: (count: number) => string;
  /** A count with its noun: '1 booking', '1,234 bookings'. */
  count: (count: number, word: string) => string;
  /** A percentage to one decimal: 12.5 → '12.5%'; '–' for null. */
  percent: (percentage: number | null) => string;
  /** '2026-11-21' → '21 Nov 2026'. Anything but a day is returned unchanged, null as '–'. */
  day: (day: string | null | undefined) => string;
  /** '2026-11-21' → 'Saturday 21 November 2026'. */
  longDay: (day: string) => string;
  /** '2026-11-21' → 'Sat 21 Nov'; with the year if it is not this one: 'Tue 22 Jun 2027'. */
  shortDay: (day: string) => string;
  /** '2026-11' → 'November 2026'. */
  month: (month: string) => string;
  /** '2026-11' → 'Nov 2026'. */
  shortMonth: (month: string) => string;
  /** The names of the weekdays from Sunday, long and short. */
  weekdays: readonly { long: string; short: string }[];
  /** '09:30' in the practice's time format. */
  time: (time: string) => string;
  /** An instant (ISO 8601) on the practice's clock: '21 Nov 2026, 09:30'. */
  dateTime: (instant: string) => string;
  /** An instant on the practice's clock, for a day that is near: 'Sat 21 Nov, 09:30'; with the year if it is not this one. */
  nearMoment: (instant: string) => string;
  /** An instant's time on the practice's clock: '09:30'. */
  timeOf: (instant: string) => string;
  /** An instant's day on the practice's clock: '21 Nov 2026'. */
  date: (instant: string) => string;
  /** An instant's day on the practice's clock, `YYYY-MM-DD`. */
  dayOf: (instant: string) => string;
  /** The age today of an animal born on a day. */
  age: (dob: string | null | undefined) => string;
  /** Today on the practice's clock, `YYYY-MM-DD`. */
  today: () => string;
  /** Now on the practice's clock, `YYYY-MM-DDTHH:MM`. */
  now: () => string;
}

const utc = { timeZone: 'UTC' } as const;

/** A value made when it is first needed, and kept. */
function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** A clock that returns `YYYY-MM-DDTHH:MM` in a time zone. */
export function wallClock(timeZone: string): (instant: Date) => string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (instant) => {
    const found = Object.fromEntries(parts.formatToParts(instant).map((part) => [part.type, part.value]));
    return `${found['year']}-${found['month']}-${found['day']}T${found['hour']}:${found['minute']}`;
  };
}

/**
 * The formats of a practice, each made when it is first used: together they would block a page that needs few of them.
 * @param clock returns the current instant
 */
export function formatsFor(practice: PracticeLocale, clock: () => Date = () => new Date()): Formats {
  const { locale, currency, time_zone: timeZone } = practice;
  const inNumbers = (options?: Intl.NumberFormatOptions) => {
    const format = whenNeeded(() => new Intl.NumberFormat(locale, options));
    return (value: number) => format().format(value);
  };
  const money = inNumbers({ style: 'currency', currency });
  const number = inNumbers();
  const percent = inNumbers({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const inDays = (options: Intl.DateTimeFormatOptions) => {
    const format = whenNeeded(() => dayFormat(locale, options));
    return (day: string) => {
      const date = dayToDate(day);
      return date === null ? day : format()(date);
    };
  };
  const day = inDays({ day: 'numeric', month: 'short', year: 'numeric' });
  const weekdayAndDay = inDays({ weekday: 'short', day: 'numeric', month: 'short' });
  const month = inDays({ month: 'long', year: 'numeric' });
  const shortMonth = inDays({ month: 'short', year: 'numeric' });
  const longWeekday = inDays({ weekday: 'long' });
  const shortWeekday = inDays({ weekday: 'short' });
  const inInstants = (options: Intl.DateTimeFormatOptions) => {
    const format = whenNeeded(() => new Intl.DateTimeFormat(locale, options));
    return (instant: Date) => format().format(instant);
  };
  const time = inInstants({ ...utc, hour: '2-digit', minute: '2-digit' });
  const dateTime = inInstants({ timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const date = inInstants({ timeZone, dateStyle: 'medium' });
  // 1 January 2023 was a Sunday.
  const weekdays = whenNeeded(() =>
    Array.from({ length: 7 }, (_, index) => ({
      long: longWeekday(`2023-01-0${index + 1}`),
      short: shortWeekday(`2023-01-0${index + 1}`),
    })),
  );
  const wall = wallClock(timeZone);
  const today = () => wall(clock()).slice(0, 10);
  const timeOfDay = (value: string) => {
    const instant = new Date(`1970-01-01T${value}:00Z`);
    return Number.isNaN(instant.getTime()) ? value : time(instant);
  };
  const shortDay = (value: string) =>
    value.slice(0, 4) === today().slice(0, 4) || dayToDate(value) === null
      ? weekdayAndDay(value)
      : `${shortWeekday(value)} ${day(value)}`;
  return {
    money: (amount) => (amount ? money(Number(amount)) : '–'),
    number,
    count: (count, word) => `${number(count)} ${word}${count === 1 ? '' : 's'}`,
    percent: (percentage) => (percentage === null ? '–' : percent(percentage / 100)),
    day: (value) => (value ? day(value) : '–'),
    longDay: inDays({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    shortDay,
    month: (value) => month(`${value}-01`),
    shortMonth: (value) => shortMonth(`${value}-01`),
    get weekdays() {
      return weekdays();
    },
    time: timeOfDay,
    nearMoment: (instant) => {
      const [on = '', clockTime = ''] = wall(new Date(instant)).split('T');
      return `${shortDay(on)}, ${timeOfDay(clockTime)}`;
    },
    timeOf: (instant) => timeOfDay(wall(new Date(instant)).slice(11)),
    dateTime: (instant) => dateTime(new Date(instant)),
    date: (instant) => date(new Date(instant)),
    dayOf: (instant) => wall(new Date(instant)).slice(0, 10),
    age: (dob) => formatAge(dob, today()),
    today,
    now: () => wall(clock()),
  };
}

const known = new Map<string, Formats>();

/** The formats of a practice, cached: creating them takes a phone some milliseconds, and every row uses them. */
export function formatsOf(practice: PracticeLocale): Formats {
  const key = `${practice.locale} ${practice.currency} ${practice.time_zone}`;
  const formats = known.get(key) ?? formatsFor(practice);
  known.set(key, formats);
  return formats;
}
