import type { BookingRow } from '@burrow/contracts/booking';
import { CalendarPlus } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useLast } from '../../../lib/use-last.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AppointmentLine } from './appointment-line.tsx';

/** All appointments of one day of the calendar. */
export function DayDialog({
  day,
  now,
  bookings,
  onClose,
}: {
  /** Null while it is closed. */
  day: string | null;
  now: string;
  bookings: readonly BookingRow[];
  onClose: () => void;
}) {
  const formats = useFormats();
  const shown = useLast(day);
  const rows = bookings.filter((booking) => booking.booking_date === shown);
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
      {rows.length === 0 ? (
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
