import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { PortalLine } from '../components/portal-line.tsx';
import { useCompleteSetup } from '../use-complete-setup.ts';

/** Offers to complete the first-time setup once every item is done. */
export function SetupCompleteDialog({ practiceId, onClose }: { practiceId: number; onClose: () => void }) {
  const setup = useCompleteSetup(practiceId);
  const confirm = () => {
    setup
      .complete()
      .then(() => toast.success('Your practice is set up'))
      // The dialog shows the error.
      .catch((error: unknown) => console.info('Couldn’t complete the setup.', error));
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Setup Complete!"
      cancelLabel="Not Yet"
      confirmLabel="Complete Setup"
      busyLabel="Completing..."
      tone="primary"
      busy={setup.busy}
      error={setup.failed ? 'Failed to complete setup. Please try again.' : null}
      onConfirm={confirm}
      questions={<PortalLine />}
    >
      Services, species and business type are set up. You can change everything later in Settings.
    </ConfirmDialog>
  );
}
