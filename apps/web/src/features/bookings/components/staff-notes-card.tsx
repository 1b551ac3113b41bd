import { useCommand } from '../../../lib/query.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { EditableNotes } from '../../../ui/editable-notes.tsx';
import { aboutBooking } from '../about-booking.ts';

/** What staff note for each other about an appointment, with editing in place. */
export function StaffNotesCard({ bookingId, notes }: { bookingId: number; notes: string | null }) {
  const save = useCommand('booking/update_staff_notes');
  return (
    <EditableNotes
      title="Staff Notes"
      label="Staff notes"
      hint="Visible to staff only"
      notes={notes}
      placeholder="Notes for your team that the client can’t see"
      maxLength={maxLengthOf('booking/update_staff_notes', 'staff_notes')}
      none="No staff notes yet"
      save={(text) => save.mutateAsync({ booking_id: bookingId, staff_notes: text })}
      about={aboutBooking(bookingId)}
    />
  );
}
