import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formText } from '../../../lib/form-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
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
  { value: 'admin', label: 'Admin: everything, settings and the team too' },
];

const firstColour = '#1d5a4c';

function valuesOf(form: FormData): MemberValues {
  return {
    name: formText(form, 'name').trim(),
    email: formText(form, 'email').trim(),
    role: formText(form, 'role') === 'admin' ? 'admin' : 'staff',
    takes_bookings: form.has('takes_bookings') ? '1' : '0',
    color: form.has('coloured') ? formText(form, 'color') : null,
  };
}

function ColourChoice({ value, error }: { value: string | null; error: string | undefined }) {
  const [coloured, setColoured] = useState(value !== null);
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label="Own colour"
        hint="Marks this person's appointments."
        name="coloured"
        checked={coloured}
        onChange={(event) => setColoured(event.target.checked)}
      />
      {coloured ? (
        <TextField
          label="Colour"
          name="color"
          type="color"
          defaultValue={value ?? firstColour}
          inputClassName="h-10 max-w-24 cursor-pointer p-1"
          error={error}
        />
      ) : null}
    </div>
  );
}

/** The form for a person, in a dialog. An email is asked for only of somebody new: it is the account's. */
export function MemberDialog({
  title,
  description,
  saveLabel,
  busyLabel,
  values,
  withEmail,
  busy,
  error,
  onSave,
  onClose,
}: {
  title: string;
  description?: string;
  saveLabel: string;
  busyLabel: string;
  values: MemberValues;
  withEmail: boolean;
  busy: boolean;
  /** What the server refused it with. */
  error: Error | null;
  onSave: (values: MemberValues) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const fields = error instanceof ApiError ? error.fields : {};
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) onSave(valuesOf(new FormData(event.currentTarget)));
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      description={description}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} busyLabel={busyLabel}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
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
            hint="What this person signs in with."
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
        <ColourChoice value={values.color} error={fields['color']} />
        {error && Object.keys(fields).length === 0 ? (
          <FormProblem>{messageOf(error, 'This could not be saved. Please try again.')}</FormProblem>
        ) : null}
      </form>
    </Dialog>
  );
}
