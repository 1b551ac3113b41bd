import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { plural } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ConflictRows } from '../components/conflict-rows.tsx';

const titleOf = (outside: number, replaced: number): string => {
  if (outside === 0) return `Replace ${plural(replaced, 'shift')}?`;
  return outside === 1 ? '1 appointment falls outside' : `${outside} appointments fall outside`;
};

/** Asks before a change of the rota that leaves appointments outside it or replaces shifts. */
export function OutsideQuestion({
  outside,
  appointments,
  replaced,
  busy,
  error,
  onCancel,
  onConfirm,
}: {
  outside: number;
  appointments: readonly RotaConflict[];
  replaced: number;
  busy: boolean;
  error: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const isReplacing = replaced > 0 ? `This replaces ${plural(replaced, 'shift')} in that week.` : null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => (next ? undefined : onCancel())}
      title={titleOf(outside, replaced)}
      confirmLabel={outside > 0 ? 'Save anyway' : 'Replace'}
      busyLabel="Saving..."
      tone="primary"
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      questions={
        outside === 0 ? null : (
          <div className="max-h-72 overflow-y-auto rounded-md border border-line">
            <ConflictRows label="Appointments outside" appointments={appointments} inNewTab />
            {appointments.length < outside ? (
              <p className="border-t border-line px-4 py-2 text-sm text-ink-soft">
                and {outside - appointments.length} more
              </p>
            ) : null}
          </div>
        )
      }
    >
      {isReplacing} {outside > 0 ? 'Nothing is cancelled: move these appointments, or keep them.' : null}
    </ConfirmDialog>
  );
}
