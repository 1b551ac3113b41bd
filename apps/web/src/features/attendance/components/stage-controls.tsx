import { Undo2, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { useStaff } from '../../bookings/queries.ts';
import { type StagedBooking, laterStages, mayBeMissed, nextStage, stageBefore } from '../stage-steps.ts';
import { notYetLabels, stageLabel } from '../stage-words.ts';
import { useStage, type SetStage } from '../use-stage.ts';
import { StageIcon } from './stage-icon.tsx';

const NotAttendedDialog = lazyComponent(
  async () => (await import('./not-attended-dialog.tsx')).NotAttendedDialog,
);

const missedLabel = 'Did not attend';
const missedIcon = <UserRoundX aria-hidden="true" className="size-4" />;

/** What can be recorded besides the next stage: later stages, other staff, a step back, and that the client did not come. */
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
  // The one who has the animal, or the next button.
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
 * Records how far a visit has got: a button for the stage that most likely follows, the others in a menu. Of a past
 * appointment only whether the client did not attend.
 */
export function StageControls({
  booking,
  prominent = false,
}: {
  booking: StagedBooking;
  /** As an action of the page; otherwise small, in a row. */
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
      {entries.others.length > 0 ? <RowMenu label={`More for ${animal}`} entries={entries.others} /> : null}
      {asking ? <NotAttendedDialog booking={booking} onClose={() => setAsking(false)} /> : null}
    </KeepFocus>
  );
}
