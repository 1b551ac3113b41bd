import type { CalendarEntry } from '@burrow/contracts/diary';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useLast } from '../../../lib/use-last.ts';
import { useNow } from '../../../lib/use-now.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { readView, writeView, type CalendarView } from '../calendar-view.ts';
import { calendarQuery } from '../queries.ts';
import { AppointmentLine } from './appointment-line.tsx';
import { CalendarFilters, MonthSwitch } from './calendar-toolbar.tsx';
import { MonthList } from './month-list.tsx';
import { MonthTable } from './month-table.tsx';

/** The calendar's view in the address, with a function that changes parts of it. */
function useCalendarView(): { view: CalendarView; change: (part: Partial<CalendarView>) => void } {
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

/** All appointments of one day of the calendar. */
function DayDialog({
  day,
  now,
  bookings,
  onClose,
}: {
  /** Null while it is closed. */
  day: string | null;
  now: string;
  /** Undefined until they are loaded. */
  bookings: readonly CalendarEntry[] | undefined;
  onClose: () => void;
}) {
  const formats = useFormats();
  const shown = useLast(day);
  const rows = bookings?.filter((booking) => booking.booking_date === shown);
  return (
    <Dialog
      open={day !== null}
      onOpenChange={onClose}
      title={shown === null ? '' : formats.longDay(shown)}
      actions={
        <>
          {shown !== null && shown >= now.slice(0, 10) ? (
            <ButtonLink
              icon={<CalendarPlus aria-hidden="true" className="size-4" />}
              to={paths.bookingCreate({ date: shown })}
            >
              New Appointment
            </ButtonLink>
          ) : null}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {rows === undefined ? (
        <Loading />
      ) : rows.length === 0 ? (
        <EmptyState title="No appointments" />
      ) : (
        <ul className="-mx-5 divide-y divide-line border-t border-line">
          {rows.map((booking) => (
            <AppointmentLine key={booking.id} booking={booking} now={now} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The practice's month: a grid, or a list (always on a phone), by staff and service. */
export function CalendarCard() {
  const formats = useFormats();
  const weekStart = usePractice()?.week_starts_on === 'monday' ? 1 : 0;
  const now = useNow();
  const phone = usePhone();
  const { view, change } = useCalendarView();
  const month = useQuery(calendarQuery(view));
  const list = phone || view.mode === 'list';
  const filtered = view.staff !== null || view.service !== null;
  // Deferred, so that rendering hundreds of rows does not block the page.
  const read = useDeferredValue(month.data, undefined);
  const bookings = read ?? [];
  const isOlder = month.isPlaceholderData || read !== month.data;
  const ownMonth = bookings.filter((booking) => booking.booking_date.startsWith(view.month));
  return (
    <Card
      flush
      title={
        <>
          Calendar<span className="hidden print:inline">, {formats.month(view.month)}</span>
        </>
      }
      aside={<MonthSwitch view={view} change={change} busy={month.isFetching} />}
      actions={phone ? null : <CalendarFilters view={view} change={change} />}
    >
      {phone ? (
        <div className="border-b border-line px-4 py-2.5">
          <CalendarFilters view={view} change={change} />
        </div>
      ) : null}
      {month.isError && !month.isPlaceholderData && !month.data ? (
        <QueryError query={month} title="Couldn’t load the calendar" />
      ) : read === undefined || (list && isOlder && ownMonth.length === 0) ? (
        <Loading />
      ) : list && ownMonth.length === 0 ? (
        <EmptyState
          icon={<CalendarX />}
          title={`No appointments in ${formats.month(view.month)}`}
          action={
            filtered ? (
              <Button size="small" onClick={() => change({ staff: null, service: null })}>
                Clear filters
              </Button>
            ) : null
          }
        />
      ) : list ? (
        <MonthList key={view.month} month={view.month} now={now} bookings={ownMonth} />
      ) : (
        <MonthTable
          month={view.month}
          today={now.slice(0, 10)}
          weekStart={weekStart}
          bookings={ownMonth}
          onMonthChange={(next) => change({ month: next })}
          onOpenDay={(day) => change({ day })}
        />
      )}
      <DayDialog
        day={month.isError && !month.data ? null : view.day}
        now={now}
        bookings={month.isPlaceholderData ? undefined : month.data}
        onClose={() => change({ day: null })}
      />
    </Card>
  );
}
