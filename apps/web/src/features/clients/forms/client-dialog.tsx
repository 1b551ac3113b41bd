import { useId, useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { FormDialogProps } from '../../../ui/form-dialog-frame.tsx';
import { ClientForm, type ClientFormProps } from './client-form.tsx';

/** A client's form in a dialog. */
export function ClientDialog({
  values,
  hasPortal = false,
  onSend,
  failure,
  onClose,
  ...frame
}: Omit<ClientFormProps, 'id' | 'onProblem'> &
  Pick<FormDialogProps, 'open' | 'onClose' | 'title' | 'submitLabel' | 'busyLabel' | 'busy'>) {
  const formId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    setProblem(null);
    onClose();
  };
  return (
    <FormDialog {...frame} formId={formId} withKeys error={problem} onClose={close}>
      <ClientForm id={formId} {...{ values, hasPortal, onSend, failure }} onProblem={setProblem} />
    </FormDialog>
  );
}
