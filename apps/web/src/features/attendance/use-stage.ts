import { stageOfVisit } from '@burrow/contracts/booking-stage';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutBooking } from '../bookings/about-booking.ts';
import { bookAnyway } from '../bookings/start-times.ts';
import type { StageChoice, StagedBooking } from './stage-steps.ts';
import { stageSaid } from './stage-words.ts';

interface Person {
  id: number;
  name: string;
}

/** Records a stage. `person`, of the stage `with`, is who sees the animal, if not the staff member booked. */
export type SetStage = (booking: StagedBooking, stage: StageChoice, person?: Person | null) => void;

/** Records the stages of appointments. Each says so, with an Undo that restores stage, status and staff. */
export function useStage(): { set: SetStage; busy: boolean } {
  const command = useCommand('booking_stage_set');
  const status = useCommand('booking_status_update');
  const update = useCommand('booking_update');
  const restore = async (booking: StagedBooking, person: Person | null) => {
    const { id, staff_id: staffId } = booking;
    await command.mutateAsync({ booking_id: id, stage: stageOfVisit(booking) ?? 'none' });
    if (booking.status === 'pending') {
      await status.mutateAsync({ booking_id: id, status: 'pending', tell_client: '0' });
    }
    if (person !== null && person.id !== staffId) {
      const staff = { staff_id: staffId ?? 0, tell_client: '0' } as const;
      // The person booked may be away, as they were before.
      await update.mutateAsync({ booking_id: id, ...staff, ...bookAnyway });
    }
  };
  const set: SetStage = (booking, stage, person = null) => {
    const { id, animal_name: animal } = booking;
    const about = aboutBooking(id);
    const chosen = person === null ? {} : { staff_id: person.id };
    toast.tell(command.mutateAsync({ booking_id: id, stage, ...chosen }), {
      done: stageSaid(stage, animal, person?.name ?? booking.staff_member),
      failed: 'Couldn’t update the visit',
      about,
      undo: () =>
        toast.tell(restore(booking, person), { done: 'Undone', failed: 'Couldn’t undo this', about }),
    });
  };
  return { set, busy: command.isPending };
}
