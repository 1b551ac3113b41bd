import { weekdayOf } from './calendar-day.ts';

/** The days of a week as opening hours name them, in the order of JavaScript's numbering: Sunday is 0. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** The weekday of a day, `YYYY-MM-DD`. */
export const weekdayKeyOf = (day: string): Weekday => weekdays[weekdayOf(day)] ?? 'sun';
