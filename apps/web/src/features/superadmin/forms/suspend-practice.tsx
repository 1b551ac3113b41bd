import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Practice } from '../queries.ts';

interface Props {
  practice: Practice;
  onClose: () => void;
}

/** Asks before a practice is shut. */
export function SuspendPractice({ practice, onClose }: Props) {
  const suspend = useCommand('superadmin/practice_suspend');
  const resume = useCommand('superadmin/practice_resume');
  const undo = () =>
    toast.tell(resume.mutateAsync({ practice_id: practice.id }), {
      done: `${practice.tenant_name} is active again`,
      failed: 'Failed to resume the practice',
    });
  const confirm = () =>
    suspend.mutate(
      { practice_id: practice.id },
      {
        onSuccess: () => {
          onClose();
          toast.success(`${practice.tenant_name} is suspended`, {
            action: { label: 'Undo', onPress: undo },
          });
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Suspend ${practice.tenant_name}?`}
      confirmLabel="Suspend practice"
      busyLabel="Suspending..."
      busy={suspend.isPending}
      error={suspend.error ? messageOf(suspend.error, 'Couldn’t suspend the practice.') : null}
      onConfirm={confirm}
    >
      Its team and clients are signed out at their next click, and no one can sign in until it is resumed. No
      data is lost.
    </ConfirmDialog>
  );
}

/** Asks before a suspended practice is opened again. */
export function ResumePractice({ practice, onClose }: Props) {
  const resume = useCommand('superadmin/practice_resume');
  const confirm = () =>
    resume.mutate(
      { practice_id: practice.id },
      {
        onSuccess: () => {
          onClose();
          toast.success(`${practice.tenant_name} is active again`);
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Resume ${practice.tenant_name}?`}
      confirmLabel="Resume practice"
      busyLabel="Resuming..."
      tone="primary"
      busy={resume.isPending}
      error={resume.error ? messageOf(resume.error, 'Couldn’t resume the practice.') : null}
      onConfirm={confirm}
    >
      Its team and its clients can sign in again.
    </ConfirmDialog>
  );
}
