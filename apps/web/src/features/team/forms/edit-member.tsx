import type { TeamMember } from '@burrow/contracts/team';
import { messageOf } from '../../../lib/api-error.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { MemberFields } from './member-fields.tsx';

/** Changes a member of the team. */
export function EditMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { id, name, email, role, takes_bookings, color } = member;
  const form = useActionForm('team/update', {
    values: { name, email, role, takes_bookings: takes_bookings === '1', color: color ?? '' },
    required: { name: true },
    input: ({ email: _email, ...changes }) => ({ staff_id: id, ...changes, color: changes.color || null }),
    onSaved: () => {
      onClose();
      toast.success('Changes saved');
    },
    failure: (error) => messageOf(error, 'Couldn’t save this. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title="Edit staff member"
      description={email}
      submitLabel="Save changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <MemberFields form={form} withEmail={false} />
    </FormDialog>
  );
}
