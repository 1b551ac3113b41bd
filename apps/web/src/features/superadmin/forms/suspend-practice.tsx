import { useCommand } from '../../../lib/query.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Practice } from '../queries.ts';

interface Props {
  practice: Practice;
  onClose: () => void;
}

/** Asks before a practice is shut. */
export function SuspendPractice({ practice, onClose }: Props) {
  const resume = useCommand('superadmin/practice_resume');
  const undo = () =>
    toast.tell(resume.mutateAsync({ practice_id: practice.id }), {
      done: `${practice.tenant_name} is active again`,
      failed: 'Failed to resume the practice',
    });
  return (
    <ConfirmCommand
      command="superadmin/practice_suspend"
      input={{ practice_id: practice.id }}
      onClose={onClose}
      title={`Suspend ${practice.tenant_name}?`}
      confirmLabel="Suspend practice"
      busyLabel="Suspending..."
      failure="Couldn’t suspend the practice."
      done={`${practice.tenant_name} is suspended`}
      undo={undo}
    >
      Its team and clients are signed out at their next click, and no one can sign in until it is resumed. No
      data is lost.
    </ConfirmCommand>
  );
}

/** Asks before a suspended practice is opened again. */
export const ResumePractice = ({ practice, onClose }: Props) => (
  <ConfirmCommand
    command="superadmin/practice_resume"
    input={{ practice_id: practice.id }}
    onClose={onClose}
    title={`Resume ${practice.tenant_name}?`}
    confirmLabel="Resume practice"
    busyLabel="Resuming..."
    tone="primary"
    failure="Couldn’t resume the practice."
    done={`${practice.tenant_name} is active again`}
  >
    Its team and its clients can sign in again.
  </ConfirmCommand>
);
