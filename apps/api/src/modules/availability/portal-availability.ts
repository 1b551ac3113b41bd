import { addDays, monthBounds, timeOf } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { unnamedHoliday } from './availability.ts';
import { readPracticeDays, type PracticeDays } from './days-read-model.ts';
import { lastDayAhead, offeredDay } from './portal-days.ts';

type Availability = OutputOf<'cp/booking_availability'>;

/**
 * A month of days and times as pet owners see them; busy times without whose they are.
 * @throws AppError `not_found` for a service that cannot be requested
 */
export async function portalAvailability(
  ctx: Ctx,
  input: ParsedInputOf<'cp/booking_availability'>,
): Promise<Availability> {
  const { now } = ctx;
  const { timeZone } = ctx.session;
  const today = localMoment(now, timeZone).date;
  const year = input.year ?? Number(today.slice(0, 4));
  const month = input.month ?? Number(today.slice(5, 7));
  const latest = lastDayAhead(today);
  const [first, next] = monthBounds(`${year}-${String(month).padStart(2, '0')}`);
  const days = await readPracticeDays(
    ctx,
    [first, addDays(next, -1)],
    input.service_id ?? null,
    ctx.session.clientId,
  );
  if (input.service_id !== undefined && days.serviceMinutes === null) {
    throw new AppError('not_found', { message: 'This service isn’t available. Choose another.' });
  }
  const calendar: string[] = [];
  for (let date = days.origin; date < next; date = addDays(date, 1)) calendar.push(date);
  return {
    year,
    month,
    today,
    latest,
    days: calendar
      .filter((date) => date >= first)
      .map((date) => {
        const { times, ...day } = offeredDay(days, date, { now, timeZone, today });
        return { ...day, times: times.map(({ time, free }) => ({ time, free })) };
      }),
    // Hide past days and those too far ahead.
    bookings: busyOn(days, calendar, (date) => date >= first && date >= today && date <= latest),
    holidays: days.holidays.map(({ name, is_recurring: isRecurring, start_date, end_date }) => ({
      holiday_name: name ?? unnamedHoliday,
      start_date,
      end_date,
      is_recurring: isRecurring ? '1' : '0',
    })),
  };
}

/** The entries that begin on the shown days of `calendar`, which counts from the origin. */
function busyOn(
  { busy }: PracticeDays,
  calendar: readonly string[],
  isShown: (date: string) => boolean,
): Availability['bookings'] {
  return busy.flatMap(({ start, end }) => {
    const date = calendar[Math.floor(start / 1440)];
    return date !== undefined && isShown(date)
      ? [{ date, time: timeOf(start % 1440), duration: end - start }]
      : [];
  });
}
