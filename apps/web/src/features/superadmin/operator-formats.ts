import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';

const formats = formatsFor({ ...defaultPracticeLocale, time_zone: 'UTC' });

/** Formats numbers, days and times for the superadmin, who has no practice: times are in UTC, and say so. */
export const operatorFormats = {
  ...formats,
  dateTime: (instant: string) => `${formats.dateTime(instant)} UTC`,
  timeOf: (instant: string) => `${formats.timeOf(instant)} UTC`,
};
