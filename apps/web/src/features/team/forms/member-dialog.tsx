import { useId, useRef, useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formText } from '../../../lib/form-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColourChoice } from '../../../ui/colour-choice.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { FormDialogProps } from '../../../ui/form-dialog-frame.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** What is written down about a person of the team. */
export interface MemberValues {
  name: string;
  email: string;
  role: 'staff' | 'admin';
  takes_bookings: '1' | '0';
  color: string | null;
}

const roleOptions = [
  { value: 'staff', label: 'Staff: appointments, clients and animals' },
  { value: 'admin', label: 'Admin: everything, including settings and team' },
];

function valuesOf(form: FormData, colour: string): MemberValues {
  return {
    name: formText(form, 'name').trim(),
    email: formText(form, 'email').trim(),
    role: formText(form, 'role') === 'admin' ? 'admin' : 'staff',
    takes_bookings: form.has('takes_bookings') ? '1' : '0',
    color: colour || null,
  };
}

/** The form for a person, in a dialog. An email is asked for only of somebody new: it is the account's. */
export function MemberDialog({
  values,
  withEmail,
  error: refused,
  onSave,
  ...frame
}: Pick<FormDialogProps, 'title' | 'description' | 'submitLabel' | 'busyLabel' | 'busy' | 'onClose'> & {
  values: MemberValues;
  withEmail: boolean;
  /** What the server refused it with. */
  error: Error | null;
  onSave: (values: MemberValues) => void;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [colour, setColour] = useState(values.color ?? '');
  const [forgiven, setForgiven] = useState<Error | null>(null);
  const error = refused === forgiven ? null : refused;
  const fields = error instanceof ApiError ? error.fields : {};
  useFocusFirstWrong(form, error);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!frame.busy) onSave(valuesOf(new FormData(event.currentTarget), colour));
  }
  const refusal =
    error && Object.keys(fields).length === 0
      ? messageOf(error, 'Couldn’t save this. Please try again.')
      : null;
  return (
    <FormDialog {...frame} formId={formId} error={refusal}>
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={submit}
        onChange={() => setForgiven(refused)}
        className="flex flex-col gap-4"
      >
        <TextField
          label="Name"
          name="name"
          defaultValue={values.name}
          maxLength={200}
          required
          autoComplete="off"
          error={fields['name']}
        />
        {withEmail ? (
          <TextField
            label="Email"
            name="email"
            type="email"
            defaultValue={values.email}
            maxLength={254}
            required
            autoComplete="off"
            hint="They sign in with this email."
            error={fields['email']}
          />
        ) : null}
        <Select
          label="Role"
          name="role"
          defaultValue={values.role}
          options={roleOptions}
          error={fields['role']}
        />
        <Checkbox
          label="Takes appointments"
          hint="Can be chosen for an appointment."
          name="takes_bookings"
          defaultChecked={values.takes_bookings === '1'}
        />
        <ColourChoice
          value={colour}
          onChange={setColour}
          hint="Marks this person's appointments."
          error={fields['color']}
        />
      </form>
    </FormDialog>
  );
}
