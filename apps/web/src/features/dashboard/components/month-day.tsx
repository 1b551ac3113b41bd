import type { CalendarEntry } from '@burrow/contracts/diary';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { toneClass } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { bookingLook } from '../../../ui/status-badge.tsx';
import { fitDay, standingFirst } from '../month-grid.ts';

const linesOfACell = 4;

/** An appointment on one line of a calendar day, in the colour of its status. */
function BookingChip({ booking }: { booking: CalendarEntry }) {
  const formats = useFormats();
  const look = bookingLook(booking);
  const details = [booking.client_name, booking.service, booking.staff_member, look.label].filter(Boolean);
  return (
    <Link
      to={paths.booking(booking.id)}
      title={details.join(' · ')}
      className={classNames(
        'figures block truncate rounded-sm border-l-3 border-current px-1.5 py-px text-xs leading-5 hover:brightness-95 dark:hover:brightness-115',
        toneClass[look.tone],
        booking.status === 'cancelled' ? 'line-through' : 'no-underline',
      )}
    >
      <span className="font-semibold">{formats.time(booking.booking_time)}</span> {booking.animal_name}
      <span className="sr-only">, {details.join(', ')}</span>
    </Link>
  );
}

/** One day of the month: its number opens the day, each appointment its page. */
export function MonthDay({
  day,
  isToday,
  reachable,
  bookings,
  onOpen,
  onKeyDown,
}: {
  day: string;
  isToday: boolean;
  /** Whether Tab stops at this day. */
  reachable: boolean;
  bookings: readonly CalendarEntry[];
  onOpen: () => void;
  /** Handles keys on the button with the day's number. */
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const formats = useFormats();
  const { ordered, standing } = standingFirst(bookings);
  const { shown, more } = fitDay(ordered, linesOfACell);
  // The day's count excludes cancelled appointments, so the hidden ones are counted separately.
  const standingMore = Math.max(0, standing - shown.length);
  const cancelledMore = more - standingMore;
  const count = standing === 1 ? '1 appointment' : `${standing || 'no'} appointments`;
  return (
    <>
      <div className="mb-0.5 flex items-center justify-between gap-1">
        <button
          type="button"
          data-day={day}
          tabIndex={reachable ? 0 : -1}
          aria-current={isToday ? 'date' : undefined}
          aria-label={`${isToday ? 'Today, ' : ''}${formats.longDay(day)}, ${count}`}
          onClick={onOpen}
          onKeyDown={onKeyDown}
          className={classNames(
            'figures grid h-6 min-w-6 place-items-center rounded-full px-1 text-sm font-semibold',
            isToday ? 'bg-brand text-on-brand hover:bg-brand-deep' : 'text-ink hover:bg-sunken',
          )}
        >
          {Number(day.slice(8))}
        </button>
        {standing > 0 ? (
          <span aria-hidden="true" className="figures px-1 text-xs text-ink-soft">
            {standing}
          </span>
        ) : null}
      </div>
      <ul className="flex flex-col gap-0.5">
        {shown.map((booking) => (
          <li key={booking.id}>
            <BookingChip booking={booking} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <button
          type="button"
          onClick={onOpen}
          className="mt-0.5 min-h-6 w-full rounded-sm px-1.5 text-left text-xs font-semibold text-brand hover:bg-brand-soft"
        >
          {standingMore > 0 ? `+${standingMore} more` : `+${cancelledMore} cancelled`}
          <span className="sr-only"> on {formats.longDay(day)}</span>
        </button>
      ) : null}
    </>
  );
}
