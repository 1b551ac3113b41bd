import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Practice } from '../queries.ts';
import { SetupLinkDialog } from './setup-link-dialog.tsx';

/** Makes a new link for a first admin who lost theirs. */
export function NewAdminLink({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const link = useCommand('superadmin/practice_admin_link');
  if (link.data) {
    return (
      <SetupLinkDialog
        title="New admin link"
        practiceName={practice.tenant_name}
        link={link.data}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Create a new link for the admin of ${practice.tenant_name}?`}
      confirmLabel="Create new link"
      busyLabel="Creating..."
      tone="primary"
      busy={link.isPending}
      error={link.error ? messageOf(link.error, 'Couldn’t create the link.') : null}
      onConfirm={() => link.mutate({ practice_id: practice.id })}
    >
      The previous link stops working.
    </ConfirmDialog>
  );
}
