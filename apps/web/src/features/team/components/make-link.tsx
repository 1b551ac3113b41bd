import type { TeamMember } from '@burrow/contracts/team';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { InvitationExplained } from './invitation-explained.tsx';

interface MakeLinkProps {
  member: TeamMember;
  onClose: () => void;
}

const failed = 'Couldn’t create the link. Please try again.';

const closing = (onClose: () => void) => (open: boolean) => {
  if (!open) onClose();
};

/** Makes a new link for somebody who was invited and has not joined. */
export function RenewInvitation({ member: { id, name }, onClose }: MakeLinkProps) {
  const formats = useFormats();
  const make = useCommand('team/invite_again');
  if (make.data) {
    return (
      <OneTimeLinkDialog
        title="Invitation ready"
        link={make.data}
        dateTime={formats.dateTime}
        explanation={<InvitationExplained name={name} />}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={closing(onClose)}
      title={`New link for ${name}?`}
      confirmLabel="Create link"
      busyLabel="Creating..."
      tone="primary"
      busy={make.isPending}
      error={make.isError ? messageOf(make.error, failed) : null}
      onConfirm={() => make.mutate({ staff_id: id })}
    >
      Their current link stops working.
    </ConfirmDialog>
  );
}

/** Makes a link by which somebody chooses a new password. */
export function ResetPassword({ member: { id, name }, onClose }: MakeLinkProps) {
  const formats = useFormats();
  const make = useCommand('team/reset_password');
  if (make.data) {
    return (
      <OneTimeLinkDialog
        title="Password link ready"
        link={make.data}
        dateTime={formats.dateTime}
        explanation={
          <p>
            Send this link only to <strong className="wrap-anywhere">{name}</strong>: anyone who opens it can
            choose their password. Until then the old one works.
          </p>
        }
        onClose={onClose}
      />
    );
  }
  const refusal = make.isError ? messageOf(make.error, failed) : null;
  const shared = make.error !== null && 'code' in make.error && make.error.code === 'shared_account';
  return (
    <ConfirmDialog
      open
      onOpenChange={closing(onClose)}
      title={`Reset ${name}’s password?`}
      confirmLabel="Create link"
      busyLabel="Creating..."
      tone="primary"
      busy={make.isPending}
      error={
        shared && refusal
          ? `${refusal} They can change it under My account. If they have forgotten it, your system administrator can reset it.`
          : refusal
      }
      onConfirm={() => make.mutate({ staff_id: id })}
    >
      We’ll create a link for you to share. They use it to choose a new password and are signed out
      everywhere.
    </ConfirmDialog>
  );
}
