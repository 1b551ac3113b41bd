import type { TeamMember } from '@burrow/contracts/team';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColourChoice } from '../../../ui/colour-choice.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { InvitationExplained } from '../components/invitation-explained.tsx';
import { endedFeeds } from '../components/let-go.tsx';

/** The values of a team member's form. */
interface MemberValues {
  name: string;
  email: string;
  role: 'staff' | 'admin';
  takes_bookings: boolean;
  /** `#rrggbb`, or '' for none. */
  color: string;
}

const roleOptions = [
  { value: 'staff', label: 'Staff: appointments, clients and animals' },
  { value: 'admin', label: 'Admin: everything, including settings and team' },
];

/** The fields of a member. The email belongs to the account, so only a new member is asked for it. */
const MemberFields = ({
  form,
  withEmail,
  roleHint,
}: {
  form: FormOf<MemberValues>;
  withEmail: boolean;
  roleHint?: string | undefined;
}) => (
  <>
    <TextField {...form.field('name')} label="Name" autoComplete="off" />
    {withEmail ? (
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="off"
        hint="They sign in with this email."
      />
    ) : null}
    <Select {...form.field('role')} label="Role" options={roleOptions} hint={roleHint} />
    <Checkbox
      {...form.flag('takes_bookings')}
      label="Takes appointments"
      hint="Can be chosen for an appointment."
    />
    <ColourChoice
      value={form.values.color}
      onChange={(color) => form.set({ color })}
      hint="Shown next to this person’s name in the diary and the rota."
      error={form.errors.color}
    />
  </>
);

const newMember: MemberValues = { name: '', email: '', role: 'staff', takes_bookings: true, color: '' };

/** Invites a new member: asks for the details, then shows the link to share. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const formats = useFormats();
  const form = useActionForm('team/invite', {
    draft: 'new',
    values: newMember,
    input: (values) => ({ ...values, color: values.color || null }),
    failure: (error) => messageOf(error, 'Couldn’t create the invitation. Please try again.'),
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

/** Edits a team member. */
export function EditMember({
  member,
  isSelf,
  onClose,
}: {
  member: TeamMember;
  isSelf: boolean;
  onClose: () => void;
}) {
  const { id, name, email, role, takes_bookings, color, shared_feeds: feeds } = member;
  const form = useActionForm('team/update', {
    draft: id,
    values: { name, email, role, takes_bookings: takes_bookings === '1', color: color ?? '' },
    required: { name: true },
    idField: 'staff_id',
    input: ({ email: _email, ...changes }) => ({ staff_id: id, ...changes, color: changes.color || null }),
    onSaved: () => {
      onClose();
      toast.success('Changes saved');
    },
    failure: (error) => messageOf(error, 'Couldn’t save your changes. Please try again.'),
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
      <MemberFields
        form={form}
        withEmail={false}
        roleHint={
          role === 'admin' && form.values.role === 'staff' && feeds > 0
            ? endedFeeds(feeds, isSelf)
            : undefined
        }
      />
    </FormDialog>
  );
}
