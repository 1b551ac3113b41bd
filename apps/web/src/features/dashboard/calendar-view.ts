import { isMonth, monthOf } from '@burrow/contracts/calendar-day';

export type CalendarMode = 'grid' | 'list';

/** What the calendar shows; kept in the address, so a reload, Back and a copied link show the same. */
export interface CalendarView {
  /** `YYYY-MM` */
  month: string;
  mode: CalendarMode;
  /** Only this member of staff's appointments. */
  staff: number | null;
  /** Only appointments for this service. */
  service: number | null;
}

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

/** Reads the view from an address; what is missing or makes no sense is the month of `today`, as a grid, unfiltered. */
export function readView(params: URLSearchParams, today: string): CalendarView {
  const month = params.get('month');
  return {
    month: isMonth(month) ? month : monthOf(today),
    mode: params.get('mode') === 'list' ? 'list' : 'grid',
    staff: idIn(params.get('staff')),
    service: idIn(params.get('service')),
  };
}

/** Writes a view into an address and leaves the rest of it alone; what is as usual is left out. */
export function writeView(params: URLSearchParams, view: CalendarView, today: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const write = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  write('month', view.month === monthOf(today) ? null : view.month);
  write('mode', view.mode === 'grid' ? null : view.mode);
  write('staff', view.staff === null ? null : String(view.staff));
  write('service', view.service === null ? null : String(view.service));
  return next;
}
