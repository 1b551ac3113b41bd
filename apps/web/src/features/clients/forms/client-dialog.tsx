import { useId, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import type { FormDialogFrameProps } from '../../../ui/form-dialog-frame.tsx';
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
  Pick<FormDialogFrameProps, 'open' | 'onClose' | 'title' | 'submitLabel' | 'busyLabel' | 'busy'>) {
  const formId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    setProblem(null);
    onClose();
  };
  return (
    <FormDialogFrame dialog={Dialog} {...frame} formId={formId} withKeys error={problem} onClose={close}>
      <ClientForm id={formId} {...{ values, hasPortal, onSend, failure }} onProblem={setProblem} />
    </FormDialogFrame>
  );
}
