import { Undo2, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { useStaff } from '../../bookings/queries.ts';
import { type StagedBooking, laterStages, mayBeMissed, nextStage, stageBefore } from '../stage-steps.ts';
import { notYetLabels, stageLabel } from '../stage-words.ts';
import { useStage, type SetStage } from '../use-stage.ts';
import { StageIcon } from './stage-icon.tsx';

const NotAttendedDialog = lazyDialog(
  async () => (await import('./not-attended-dialog.tsx')).NotAttendedDialog,
);

const missedLabel = 'Did not attend';
const missedIcon = <UserRoundX aria-hidden="true" className="size-4" />;

/** The other things to record: later stages, other staff, undoing a stage, and that the client did not attend. */
function useOtherEntries(
  booking: StagedBooking,
  now: string,
  { set, onMissed }: { set: SetStage; onMissed: () => void },
): { staff: MenuEntry[]; others: MenuEntry[] } {
  const staff = useStaff().data ?? [];
  const { stage, staff_id: assigned } = booking;
  const next = nextStage(booking, now);
  const before = stageBefore(booking, now);
  const entriesWith = (people: typeof staff): MenuEntry[] =>
    people.map(({ id, name }) => ({
      label: `With ${name}`,
      icon: <StageIcon stage="with" />,
      onSelect: () => set(booking, 'with', { id, name }),
    }));
  // The staff member who is with the animal, or the button for the next stage.
  const isOffered = (id: number) => id !== assigned || (stage !== 'with' && next !== 'with');
  const othersWith = entriesWith(staff.filter(({ id }) => isOffered(id)));
  const others = laterStages(booking, now).flatMap((later): MenuEntry[] =>
    later === 'with'
      ? othersWith
      : [
          {
            label: stageLabel(later, null),
            icon: <StageIcon stage={later} />,
            onSelect: () => set(booking, later),
          },
        ],
  );
  if (next === 'with' && assigned !== null) others.unshift(...othersWith);
  if (before !== null && stage !== null) {
    const icon = <Undo2 aria-hidden="true" className="size-4" />;
    others.push({ label: notYetLabels[stage], icon, onSelect: () => set(booking, before) });
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
  const stage = useStage();
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
            <Button {...looks} icon={<StageIcon stage="with" />} aria-label={`With …, ${animal}`}>
              With …
            </Button>
          }
          entries={entries.staff}
        />
      ) : (
        <Button
          {...looks}
          icon={<StageIcon stage={next} />}
          aria-label={`${stageLabel(next, assigned)}, ${animal}`}
          onClick={() => stage.set(booking, next)}
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
