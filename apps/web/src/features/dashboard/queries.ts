import type { BookingRow } from '@burrow/contracts/booking';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAction } from '../../lib/api.ts';
import { byTime } from '../../lib/booking-time.ts';
import { actionKey } from '../../lib/query.ts';
import type { CalendarView } from './calendar-view.ts';

function monthQuery(
  queryKey: readonly unknown[],
  read: (options: { signal: AbortSignal }) => Promise<BookingRow[]>,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => read({ signal }),
    select: (rows: BookingRow[]) => rows.toSorted(byTime),
    // The month on screen stays until the next one is there.
    placeholderData: keepPreviousData,
  });
}

/** A month of appointments, of all or by the chosen member of staff and service. */
export function calendarQuery({ month, staff, service }: Pick<CalendarView, 'month' | 'staff' | 'service'>) {
  const when = { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) };
  if (staff !== null && service !== null) {
    const input = { staff_id: staff, service_id: service, ...when };
    return monthQuery(actionKey('bookings_by_staff_and_service', input), (options) =>
      callAction('bookings_by_staff_and_service', input, options),
    );
  }
  if (staff !== null) {
    const input = { staff_id: staff, ...when };
    return monthQuery(actionKey('bookings_by_staff', input), (options) =>
      callAction('bookings_by_staff', input, options),
    );
  }
  if (service !== null) {
    const input = { service_id: service, ...when };
    return monthQuery(actionKey('bookings_by_service', input), (options) =>
      callAction('bookings_by_service', input, options),
    );
  }
  return monthQuery(actionKey('bookings', when), (options) => callAction('bookings', when, options));
}
