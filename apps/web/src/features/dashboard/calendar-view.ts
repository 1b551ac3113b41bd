import { dayToDate, isMonth, monthOf } from '@burrow/contracts/calendar-day';

export type CalendarMode = 'grid' | 'list';

/**
 * The calendar's month, layout and filters, kept in the address so that a reload, Back or a copied link shows the same.
 */
export interface CalendarView {
  /** `YYYY-MM` */
  month: string;
  mode: CalendarMode;
  /** Only appointments of this staff member. */
  staff: number | null;
  /** Only appointments for this service. */
  service: number | null;
  /** The day whose appointments are open, `YYYY-MM-DD`. */
  day: string | null;
}

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

/**
 * Reads the view from an address. Missing or invalid parts get defaults: the month of the day or of `today`, as a grid,
 * without filters.
 */
export function readView(params: URLSearchParams, today: string): CalendarView {
  const month = params.get('month');
  const asked = params.get('day');
  const day = asked !== null && isMonth(asked.slice(0, 7)) && dayToDate(asked) !== null ? asked : null;
  return {
    month: isMonth(month) ? month : monthOf(day ?? today),
    mode: params.get('mode') === 'list' ? 'list' : 'grid',
    staff: idIn(params.get('staff')),
    service: idIn(params.get('service')),
    day,
  };
}

/** Writes a view into an address, without defaults, and keeps the rest of the address. */
export function writeView(params: URLSearchParams, view: CalendarView, today: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const write = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  write('month', view.month === monthOf(view.day ?? today) ? null : view.month);
  write('mode', view.mode === 'grid' ? null : view.mode);
  write('staff', view.staff === null ? null : String(view.staff));
  write('service', view.service === null ? null : String(view.service));
  write('day', view.day);
  return next;
}
