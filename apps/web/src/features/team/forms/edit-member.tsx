import type { TeamMember } from '@burrow/contracts/team';
import { useCommand } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast.ts';
import { MemberDialog } from './member-dialog.tsx';

/** Changes what is written down about a person. */
export function EditMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const update = useCommand('team/update');
  const { id, name, email, role, takes_bookings, color } = member;
  return (
    <MemberDialog
      title="Edit person"
      description={email}
      submitLabel="Save changes"
      busyLabel="Saving..."
      values={{ name, email, role, takes_bookings, color }}
      withEmail={false}
      busy={update.isPending}
      error={update.error}
      onSave={({ email: _email, ...changes }) =>
        update.mutate(
          { staff_id: id, ...changes },
          {
            onSuccess: () => {
              onClose();
              toast.success('Changes saved');
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
