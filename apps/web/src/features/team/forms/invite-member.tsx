import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { InvitationExplained } from '../components/invitation-explained.tsx';
import { MemberFields, type MemberValues } from './member-fields.tsx';

const newMember: MemberValues = { name: '', email: '', role: 'staff', takes_bookings: true, color: '' };

/** Invites a new member: asks who it is, then shows the link to share. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const formats = useFormats();
  const form = useActionForm('team/invite', {
    values: newMember,
    input: (values) => ({ ...values, color: values.color || null }),
    failure: (error) => messageOf(error, 'Couldn’t save this. Please try again.'),
  });
  if (form.answer) {
    return (
      <OneTimeLinkDialog
        title="Invitation ready"
        link={form.answer}
        dateTime={formats.dateTime}
        explanation={<InvitationExplained name={form.values.name.trim()} />}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title="Invite someone"
      description="We’ll create a link for you to share. Nothing is emailed."
      submitLabel="Create invitation"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <MemberFields form={form} withEmail />
    </FormDialog>
  );
}
