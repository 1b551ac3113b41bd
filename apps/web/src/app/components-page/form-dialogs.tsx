import { useState, type ComponentProps, type ComponentType } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Form } from '../../ui/form.tsx';
import { NativeFormDialog } from '../../ui/native-form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Row, type ShownComponent } from './shown.tsx';

type FormDialogProps = ComponentProps<typeof FormDialog>;

const failed = 'This phone number belongs to another client.';
const rules = { name: { required: true, maxLength: 200, blank: 'Enter a name.' } };

function useExample(isRefused: boolean, close: () => void) {
  return useForm({
    draft: null,
    values: { name: 'Ann Whitaker', phone: '07700 900112' },
    rules,
    failure: 'Couldn’t save the client',
    send: async () => {
      if (isRefused) throw new ApiError(409, failed);
      close();
    },
  });
}

/** A form dialog of either kind, in a state. */
function FormInDialog({
  kind: Kind,
  label,
  isRefused = false,
  disabled = false,
}: {
  kind: ComponentType<FormDialogProps>;
  label: string;
  /** Sending it fails. */
  isRefused?: boolean;
  disabled?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const form = useExample(isRefused, close);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open ? (
        <Kind
          form={form}
          title="Edit client"
          submitLabel="Save changes"
          busyLabel="Saving..."
          disabled={disabled}
          onClose={close}
        >
          <TextField label="Name" {...form.field('name')} />
          <TextField label="Phone" type="tel" {...form.field('phone')} />
        </Kind>
      ) : null}
    </>
  );
}

const FormDialogs = ({ kind }: { kind: ComponentType<FormDialogProps> }) => (
  <Row>
    <FormInDialog kind={kind} label="Open form" />
    <FormInDialog kind={kind} label="Open form with a server error" isRefused />
    <FormInDialog kind={kind} label="Open form that can’t be sent yet" disabled />
  </Row>
);

function FormExample() {
  const form = useExample(false, () => undefined);
  return (
    <Form form={form} label="Client">
      <TextField label="Name" {...form.field('name')} />
      <Row>
        <Button type="submit" variant="primary">
          Save changes
        </Button>
      </Row>
    </Form>
  );
}

export const formDialogs: readonly ShownComponent[] = [
  { name: 'FormDialog', file: 'form-dialog.tsx', Example: () => <FormDialogs kind={FormDialog} /> },
  {
    name: 'NativeFormDialog',
    file: 'native-form-dialog.tsx',
    Example: () => <FormDialogs kind={NativeFormDialog} />,
  },
  { name: 'Form', file: 'form.tsx', Example: FormExample },
  {
    name: 'FormProblem',
    file: 'form-problem.tsx',
    Example: () => <FormProblem>{failed}</FormProblem>,
  },
];
