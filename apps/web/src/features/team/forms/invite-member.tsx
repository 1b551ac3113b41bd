import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { InvitationExplained } from '../components/invitation-explained.tsx';
import { MemberDialog, type MemberValues } from './member-dialog.tsx';

const nobody: MemberValues = { name: '', email: '', role: 'staff', takes_bookings: '1', color: null };

/** Invites somebody: first who it is, then the link to hand on. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const formats = useFormats();
  const invite = useCommand('team/invite');
  const [invited, setInvited] = useState('');
  if (invite.data) {
    return (
      <OneTimeLinkDialog
        title="Invitation ready"
        link={invite.data}
        dateTime={formats.dateTime}
        explanation={<InvitationExplained name={invited} />}
        onClose={onClose}
      />
    );
  }
  return (
    <MemberDialog
      title="Invite someone"
      description="We’ll create a link for you to share. Nothing is emailed."
      submitLabel="Create invitation"
      busyLabel="Creating..."
      values={nobody}
      withEmail
      busy={invite.isPending}
      error={invite.error}
      onSave={(values) => {
        setInvited(values.name);
        invite.mutate(values);
      }}
      onClose={onClose}
    />
  );
}
