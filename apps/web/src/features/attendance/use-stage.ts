import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutBooking } from '../bookings/about-booking.ts';
import type { StageChoice, StagedBooking } from './stage-steps.ts';
import { stageSaid } from './stage-words.ts';

const failed = 'Couldn’t record this';

interface Person {
  id: number;
  name: string;
}

/** Records the stages of an appointment. Each says so, with an Undo that restores stage, status and staff. */
export function useStage(booking: StagedBooking) {
  const command = useCommand('booking_stage_set');
  const status = useCommand('booking_status_update');
  const update = useCommand('booking_update');
  const { id, animal_name: animal } = booking;
  const about = aboutBooking(id);
  const restore = async (person: Person | null) => {
    await command.mutateAsync({ booking_id: id, stage: booking.stage ?? 'none' });
    if (booking.status === 'pending') {
      await status.mutateAsync({ booking_id: id, status: 'pending', tell_client: '0' });
    }
    if (person !== null && person.id !== booking.staff_id) {
      const staff = { staff_id: booking.staff_id ?? 0, allow_overlap: '1', tell_client: '0' } as const;
      await update.mutateAsync({ booking_id: id, ...staff });
    }
  };
  /** @param person of the stage `with`: who sees the animal, if not the staff member booked */
  const set = (stage: StageChoice, person: Person | null = null) => {
    const chosen = person === null ? {} : { staff_id: person.id };
    toast.tell(command.mutateAsync({ booking_id: id, stage, ...chosen }), {
      done: stageSaid(stage, animal, person?.name ?? booking.staff_member),
      failed,
      about,
      undo: () => toast.tell(restore(person), { done: 'Undone', failed: 'Couldn’t undo this', about }),
    });
  };
  return { set, busy: command.isPending };
}
