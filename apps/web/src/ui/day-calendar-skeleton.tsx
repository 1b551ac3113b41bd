import { addToMonth, daysBetween, weekdayOf } from '@burrow/contracts/calendar-day';
import type { DayCalendarProps } from './day-calendar.tsx';
import { Skeleton } from './skeleton.tsx';

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** The number of weeks a month covers. */
function weekCount(month: string, weekStartsOn: 0 | 1): number {
  const first = `${month}-01`;
  const before = (weekdayOf(first) - weekStartsOn + 7) % 7;
  return Math.ceil((before + daysBetween(first, `${addToMonth(month, 1)}-01`)) / 7);
}

/** A placeholder of exactly the height of a full-width `DayCalendar`. */
export function DayCalendarSkeleton({
  month,
  weekStartsOn,
}: Required<Pick<DayCalendarProps, 'month' | 'weekStartsOn'>>) {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="mb-1 grid h-9 place-items-center pointer-coarse:h-11">
        <Skeleton className="h-4 w-36" />
      </div>
      <div className="grid h-8 grid-cols-7 place-items-center">
        {weekdays.map((day) => (
          <Skeleton key={day} className="h-3 w-7" />
        ))}
      </div>
      {Array.from({ length: weekCount(month, weekStartsOn) }, (_, week) => (
        <div
          key={week}
          className="grid h-9.5 grid-cols-7 place-items-center pointer-coarse:h-11.5 max-sm:h-11!"
        >
          {weekdays.map((day) => (
            <Skeleton key={day} className="size-7" />
          ))}
        </div>
      ))}
    </div>
  );
}
