import { useCommand } from '../../../lib/query.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { EditableNotes } from '../../../ui/editable-notes.tsx';
import { aboutBooking } from '../about-booking.ts';

/** The appointment's notes, which staff and customer both read, with editing in place. */
export function NotesCard({ bookingId, notes }: { bookingId: number; notes: string | null }) {
  const save = useCommand('booking/update_notes');
  return (
    <EditableNotes
      title="Booking Notes"
      label="Booking notes"
      hint="Visible to staff and customer"
      notes={notes}
      placeholder="Anything worth knowing about this appointment"
      maxLength={maxLengthOf('booking/update_notes', 'notes')}
      save={(text) => save.mutateAsync({ booking_id: bookingId, notes: text })}
      about={aboutBooking(bookingId)}
    />
  );
}
