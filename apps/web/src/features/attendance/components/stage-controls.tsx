import { CircleUserRound, DoorOpen, LogOut, PawPrint, Undo2, UserRoundX } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { BookingStage } from '@burrow/contracts/booking-stage';
import { useNow } from '../../../lib/use-now.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { useStaff } from '../../bookings/queries.ts';
import {
  type StageChoice,
  type StagedBooking,
  laterStages,
  mayBeMissed,
  nextStage,
  stageBefore,
} from '../stage-steps.ts';
import { notYetLabels, stageLabel, stageSaid } from '../stage-words.ts';
import { useCommand } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast.ts';
import { aboutBooking } from '../../bookings/about-booking.ts';

const failed = 'Couldn’t update the visit';

interface Person {
  id: number;
  name: string;
}

/** Records the stages of an appointment. Each says so, with an Undo that restores stage, status and staff. */
function useStage(booking: StagedBooking) {
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

const NotAttendedDialog = lazyComponent(
  async () => (await import('./not-attended-dialog.tsx')).NotAttendedDialog,
);

const icons: Record<BookingStage, ReactElement> = {
  arrived: <DoorOpen aria-hidden="true" className="size-4" />,
  with: <CircleUserRound aria-hidden="true" className="size-4" />,
  ready: <PawPrint aria-hidden="true" className="size-4" />,
  left: <LogOut aria-hidden="true" className="size-4" />,
};

const missedLabel = 'Did not attend';
const missedIcon = <UserRoundX aria-hidden="true" className="size-4" />;

/** The other things to record: later stages, other staff, undoing a stage, and that the client did not attend. */
function useOtherEntries(
  booking: StagedBooking,
  now: string,
  { set, onMissed }: { set: ReturnType<typeof useStage>['set']; onMissed: () => void },
): { staff: MenuEntry[]; others: MenuEntry[] } {
  const staff = useStaff().data ?? [];
  const { stage, staff_id: assigned } = booking;
  const next = nextStage(booking, now);
  const before = stageBefore(booking, now);
  const entriesWith = (people: typeof staff): MenuEntry[] =>
    people.map(({ id, name }) => ({
      label: `With ${name}`,
      icon: icons.with,
      onSelect: () => set('with', { id, name }),
    }));
  // The staff member who is with the animal, or the button for the next stage.
  const isOffered = (id: number) => id !== assigned || (stage !== 'with' && next !== 'with');
  const othersWith = entriesWith(staff.filter(({ id }) => isOffered(id)));
  const others = laterStages(booking, now).flatMap((later): MenuEntry[] =>
    later === 'with'
      ? othersWith
      : [{ label: stageLabel(later, null), icon: icons[later], onSelect: () => set(later) }],
  );
  if (next === 'with' && assigned !== null) others.unshift(...othersWith);
  if (before !== null && stage !== null) {
    const icon = <Undo2 aria-hidden="true" className="size-4" />;
    others.push({ label: notYetLabels[stage], icon, onSelect: () => set(before) });
  }
  if (next !== null && mayBeMissed(booking, now)) {
    others.push({ label: missedLabel, tone: 'attention', icon: missedIcon, onSelect: onMissed });
  }
  return { staff: entriesWith(staff), others };
}

/**
 * Records the stage of a visit: a button for the most likely next stage, and a menu with the others. A past appointment
 * can only be marked as did not attend.
 */
export function StageControls({
  booking,
  prominent = false,
}: {
  booking: StagedBooking;
  /** Full size, as an action of the page; otherwise small, for a row. */
  prominent?: boolean;
}) {
  const now = useNow();
  const stage = useStage(booking);
  const [asking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const entries = useOtherEntries(booking, now, { set: stage.set, onMissed: ask });
  const { animal_name: animal, staff_member: assigned } = booking;
  const next = nextStage(booking, now);
  const isMissed = next === null && mayBeMissed(booking, now);
  if (next === null && entries.others.length === 0 && !isMissed && !asking) return null;
  const looks: ButtonProps = {
    size: prominent ? 'large' : 'small',
    variant: prominent ? 'primary' : 'secondary',
    className: prominent ? 'min-w-0 flex-1' : 'min-w-24',
    busy: stage.busy,
    busyLabel: 'Saving...',
  };
  return (
    <KeepFocus className="relative flex items-center justify-end gap-1 outline-none print:hidden">
      {next === null ? null : next === 'with' && assigned === null ? (
        <Menu
          trigger={
            <Button {...looks} icon={icons.with} aria-label={`With …, ${animal}`}>
              With …
            </Button>
          }
          entries={entries.staff}
        />
      ) : (
        <Button
          {...looks}
          icon={icons[next]}
          aria-label={`${stageLabel(next, assigned)}, ${animal}`}
          onClick={() => stage.set(next)}
        >
          <span className="truncate">{stageLabel(next, assigned)}</span>
        </Button>
      )}
      {isMissed ? (
        <Button className="min-w-0 flex-1" icon={missedIcon} onClick={ask}>
          {missedLabel}
        </Button>
      ) : null}
      {entries.others.length > 0 ? (
        <RowMenu label={`More actions for ${animal}`} entries={entries.others} />
      ) : null}
      {asking ? <NotAttendedDialog booking={booking} onClose={() => setAsking(false)} /> : null}
    </KeepFocus>
  );
}
