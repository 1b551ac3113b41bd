import type { TeamMember } from '@burrow/contracts/team';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { InvitationExplained } from './invitation-explained.tsx';

interface MakeLinkProps {
  member: TeamMember;
  onClose: () => void;
}

const failed = 'Couldn’t create the link. Please try again.';

/** Creates a new link for a person who was invited and has not joined. */
export function RenewInvitation({ member: { id, name }, onClose }: MakeLinkProps) {
  const { dateTime } = useFormats();
  return (
    <ConfirmCommand
      command="team/invite_again"
      input={{ staff_id: id }}
      onClose={onClose}
      title={`New link for ${name}?`}
      confirmLabel="Create link"
      busyLabel="Creating..."
      tone="primary"
      failure={failed}
      result={(link) => (
        <OneTimeLinkDialog
          title="Invitation ready"
          {...{ link, dateTime, onClose }}
          explanation={<InvitationExplained name={name} />}
        />
      )}
    >
      Their current link stops working.
    </ConfirmCommand>
  );
}

const resetFailure = (error: Error): string =>
  error instanceof ApiError && error.code === 'shared_account'
    ? `${messageOf(error, failed)} They can change it under My account. If they have forgotten it, your system administrator can reset it.`
    : messageOf(error, failed);

/** Creates a link with which a person chooses a new password. */
export function ResetPassword({ member: { id, name }, onClose }: MakeLinkProps) {
  const { dateTime } = useFormats();
  return (
    <ConfirmCommand
      command="team/reset_password"
      input={{ staff_id: id }}
      onClose={onClose}
      title={`Reset ${name}’s password?`}
      confirmLabel="Create link"
      busyLabel="Creating..."
      tone="primary"
      failure={resetFailure}
      result={(link) => (
        <OneTimeLinkDialog
          title="Password link ready"
          {...{ link, dateTime, onClose }}
          explanation={
            <p>
              Send this link only to <strong className="wrap-anywhere">{name}</strong>: anyone who opens it
              can choose their password. Until then the old one works.
            </p>
          }
        />
      )}
    >
      We’ll create a link for you to share. They use it to choose a new password and are signed out
      everywhere.
    </ConfirmCommand>
  );
}

/** Removes a person's second factor after they lost their device. */
export function RemoveSecondFactor({ member: { id, name }, onClose }: MakeLinkProps) {
  return (
    <ConfirmCommand
      command="team/second_factor_remove"
      input={{ staff_id: id }}
      onClose={onClose}
      title={`Turn off ${name}’s two-step sign-in?`}
      confirmLabel="Turn off"
      busyLabel="Turning off..."
      done={`Two-step sign-in turned off for ${name}`}
      failure="Couldn’t turn it off. Please try again."
    >
      Only do this if you’re sure that {name} asked for it. They’ll sign in with their password alone, and
      will be signed out of this practice now.
    </ConfirmCommand>
  );
}
