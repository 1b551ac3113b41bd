import { useSearchParams } from 'react-router-dom';
import { useFormats } from '../../lib/practice.ts';
import { readView, writeView, type CalendarView } from './calendar-view.ts';

/** The calendar's view in the address, and a way to change parts of it. */
export function useCalendarView(): { view: CalendarView; change: (part: Partial<CalendarView>) => void } {
  const [params, setParams] = useSearchParams();
  const today = useFormats().today();
  return {
    view: readView(params, today),
    change: (part) =>
      setParams((before) => writeView(before, { ...readView(before, today), ...part }, today), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
