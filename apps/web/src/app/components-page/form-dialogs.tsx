import { useState, type ComponentProps, type ComponentType } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NativeFormDialog } from '../../ui/native-form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Row, type ShownComponent } from './shown.tsx';

type FormDialogProps = ComponentProps<typeof FormDialog>;

/** A form dialog of either kind, in a state. */
function FormInDialog({
  kind: Kind,
  label,
  ...state
}: { kind: ComponentType<FormDialogProps>; label: string } & Partial<FormDialogProps>) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open ? (
        <Kind
          title="Edit client"
          formId="example-form"
          submitLabel="Save changes"
          busyLabel="Saving..."
          busy={false}
          error={null}
          onClose={close}
          {...state}
        >
          <form
            id="example-form"
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              close();
            }}
          >
            <TextField label="Name" defaultValue="Ann Whitaker" required />
            <TextField label="Phone" type="tel" defaultValue="07700 900112" />
          </form>
        </Kind>
      ) : null}
    </>
  );
}

const failed = 'This phone number belongs to another client.';

const FormDialogs = ({ kind }: { kind: ComponentType<FormDialogProps> }) => (
  <Row>
    <FormInDialog kind={kind} label="Open form" withKeys />
    <FormInDialog kind={kind} label="Open form with an error" error={failed} />
    <FormInDialog kind={kind} label="Open form that can’t be sent yet" disabled />
  </Row>
);

const ChangedForm = (props: FormDialogProps) => <NativeFormDialog {...props} changed />;

const NativeFormDialogs = () => (
  <>
    <FormDialogs kind={NativeFormDialog} />
    <Row>
      <FormInDialog kind={ChangedForm} label="Open changed form" />
    </Row>
  </>
);

export const formDialogs: readonly ShownComponent[] = [
  { name: 'FormDialog', file: 'form-dialog.tsx', Example: () => <FormDialogs kind={FormDialog} /> },
  { name: 'NativeFormDialog', file: 'native-form-dialog.tsx', Example: NativeFormDialogs },
  {
    name: 'FormProblem',
    file: 'form-problem.tsx',
    Example: () => <FormProblem>{failed}</FormProblem>,
  },
];
