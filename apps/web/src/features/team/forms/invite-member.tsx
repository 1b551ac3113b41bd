import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { InvitationExplained, LinkDialog } from '../components/link-dialog.tsx';
import { MemberDialog, type MemberValues } from './member-dialog.tsx';

const nobody: MemberValues = { name: '', email: '', role: 'staff', takes_bookings: '1', color: null };

/** Invites somebody: first who it is, then the link to hand on. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const invite = useCommand('team/invite');
  const [invited, setInvited] = useState('');
  if (invite.data) {
    return (
      <LinkDialog
        title="Invitation ready"
        link={invite.data}
        explanation={<InvitationExplained name={invited} />}
        onClose={onClose}
      />
    );
  }
  return (
    <MemberDialog
      title="Invite somebody"
      description="You get a link to hand on. No message is sent."
      saveLabel="Make invitation"
      busyLabel="Making..."
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
