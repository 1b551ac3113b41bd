import { useState, type ReactNode } from 'react';
import type { FormState } from '../lib/use-form.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { FormDialogFrame, type FormDialogFrameProps } from './form-dialog-frame.tsx';
import { Form } from './form.tsx';

export interface FormDialogProps extends Pick<
  FormDialogFrameProps,
  | 'title'
  | 'description'
  | 'width'
  | 'submitLabel'
  | 'busyLabel'
  | 'tone'
  | 'disabled'
  | 'onClose'
  | 'children'
> {
  form: FormState;
  /** Lays out the fields. */
  className?: string;
  /** Below the form, but not part of it. */
  after?: ReactNode;
}

/**
 * A form in a dialog: its fields, Cancel, the button that sends it, and why it could not be sent. Escape and the cross
 * ask before they discard changes.
 */
export function FormDialog({ form, className, after, onClose, children, ...frame }: FormDialogProps) {
  const [asking, setAsking] = useState(false);
  return (
    <FormDialogFrame
      {...frame}
      dialog={Dialog}
      formId={form.id}
      withKeys
      busy={form.busy}
      error={form.problem}
      onClose={onClose}
      onDismiss={() => (form.changed ? setAsking(true) : onClose())}
    >
      <Form form={form} className={className} disabled={frame.disabled}>
        {children}
      </Form>
      {after}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        busy={false}
        error={null}
        onConfirm={onClose}
      >
        Your changes have not been saved.
      </ConfirmDialog>
    </FormDialogFrame>
  );
}
