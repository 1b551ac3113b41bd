import { addDays, addToMonth, monthOf, weekdayOf } from '@burrow/contracts/calendar-day';

/** 0 when weeks begin on Sunday, 1 for Monday. */
export type WeekStart = 0 | 1;

/** The weeks of a month, seven days each; the first and last may include days of other months. */
export function weeksOf(month: string, weekStart: WeekStart): string[][] {
  const first = `${month}-01`;
  const end = `${addToMonth(month, 1)}-01`;
  const weeks: string[][] = [];
  let day = addDays(first, -((weekdayOf(first) - weekStart + 7) % 7));
  while (day < end) {
    const start = day;
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)));
    day = addDays(day, 7);
  }
  return weeks;
}

/** The appointments shown in a cell with `room` lines: all, or some and the number of the others. */
export function fitDay<Booking>(
  bookings: readonly Booking[],
  room: number,
): { shown: Booking[]; more: number } {
  if (bookings.length <= room) return { shown: [...bookings], more: 0 };
  return { shown: bookings.slice(0, room - 1), more: bookings.length - room + 1 };
}

/** Puts cancelled appointments last, and otherwise keeps the order. */
export function standingFirst<Booking extends { status: string }>(
  bookings: readonly Booking[],
): { ordered: Booking[]; standing: number } {
  const standing = bookings.filter(({ status }) => status !== 'cancelled');
  const cancelled = bookings.filter(({ status }) => status === 'cancelled');
  return { ordered: [...standing, ...cancelled], standing: standing.length };
}

/** Appointments by day, in the order given. */
export function byDay<Booking extends { booking_date: string }>(
  bookings: readonly Booking[],
): Map<string, Booking[]> {
  const days = new Map<string, Booking[]>();
  for (const booking of bookings) {
    const day = days.get(booking.booking_date);
    if (day) day.push(booking);
    else days.set(booking.booking_date, [booking]);
  }
  return days;
}

/** The day that a key moves to; null for any other key. */
export function dayAfterKey(day: string, key: string, weekStart: WeekStart): string | null {
  const inWeek = (weekdayOf(day) - weekStart + 7) % 7;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -inWeek);
    case 'End':
      return addDays(day, 6 - inWeek);
    case 'PageUp':
      return sameDayIn(addToMonth(monthOf(day), -1), day);
    case 'PageDown':
      return sameDayIn(addToMonth(monthOf(day), 1), day);
    default:
      return null;
  }
}

/** The same day number in another month, or its last day when it is shorter. */
function sameDayIn(month: string, day: string): string {
  const last = addDays(`${addToMonth(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
}
