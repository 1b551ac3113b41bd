import { steadyQuery } from '../../lib/query.ts';
import type { CalendarView } from './calendar-view.ts';

/** A month of appointments, soonest first, optionally by staff member and service. */
export const calendarQuery = ({ month, staff, service }: Pick<CalendarView, 'month' | 'staff' | 'service'>) =>
  steadyQuery('calendar_month', {
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    ...(staff === null ? {} : { staff_id: staff }),
    ...(service === null ? {} : { service_id: service }),
  });
