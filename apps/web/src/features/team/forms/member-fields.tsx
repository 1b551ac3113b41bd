import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColourChoice } from '../../../ui/colour-choice.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** What is known of a member of the team, as the form shows it. */
export interface MemberValues {
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

/** The fields of a member. Only a new one is asked for an email: it is the account's. */
export const MemberFields = ({ form, withEmail }: { form: FormOf<MemberValues>; withEmail: boolean }) => (
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
    <Select {...form.field('role')} label="Role" options={roleOptions} />
    <Checkbox
      {...form.flag('takes_bookings')}
      label="Takes appointments"
      hint="Can be chosen for an appointment."
    />
    <ColourChoice
      value={form.values.color}
      onChange={(color) => form.set({ color })}
      hint="Marks this person's appointments."
      error={form.errors.color}
    />
  </>
);
