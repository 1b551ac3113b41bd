import { useLast } from '../../../lib/use-last.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { TakenTime } from '../start-times.ts';
import { ConflictList } from './taken-time-banner.tsx';

/** Asks whether to accept what a client asked for although its time is taken. Open while `taken` is not null. */
export function AcceptAnyway({
  taken,
  busy,
  problem,
  onClose,
  onAccept,
}: {
  taken: TakenTime | null;
  busy: boolean;
  problem: string | null;
  onClose: () => void;
  onAccept: () => void;
}) {
  const shown = useLast(taken);
  return (
    <ConfirmDialog
      tone="primary"
      open={taken !== null}
      onOpenChange={onClose}
      title={shown?.message ?? 'That time is taken.'}
      confirmLabel="Accept anyway"
      busyLabel="Accepting..."
      busy={busy}
      error={problem}
      onConfirm={onAccept}
    >
      <ConflictList conflicts={shown?.conflicts ?? []} />
    </ConfirmDialog>
  );
}
