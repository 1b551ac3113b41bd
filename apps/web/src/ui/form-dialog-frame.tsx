import { useState, type ComponentType, type ReactNode } from 'react';
import type { FormState } from '../lib/use-form.ts';
import type { DialogProps } from './dialog.tsx';
import { FormButtons } from './form-buttons.tsx';
import { FormProblem } from './form-problem.tsx';
import { Form } from './form.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'width'> {
  form: FormState;
  submitLabel: string;
  busyLabel: string;
  /** 'attention' for what takes something away. */
  tone?: 'primary' | 'attention';
  /** What the form asks about is not there yet. */
  disabled?: boolean;
  onClose: () => void;
  /** Lays out the fields. */
  className?: string;
  children: ReactNode;
  /** Below the form, but not part of it. */
  after?: ReactNode;
}

/** The frame of a form in a dialog of either kind. `question` asks whether changes are discarded. */
export function FormDialogFrame({
  dialog: Dialog,
  question: Question,
  form,
  submitLabel,
  busyLabel,
  tone,
  disabled = false,
  onClose,
  className,
  children,
  after,
  ...rest
}: FormDialogProps & {
  dialog: ComponentType<DialogProps>;
  question: ComponentType<{ onKeep: () => void; onDiscard: () => void }>;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <Dialog
      {...rest}
      open
      // Until there is an answer nothing closes the dialog. Escape and the cross may be a slip.
      onOpenChange={(next) => {
        if (next || form.busy) return;
        if (form.changed) setAsking(true);
        else onClose();
      }}
      actions={<FormButtons {...{ form, submitLabel, busyLabel, tone, disabled }} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-4">
        <Form form={form} className={className} disabled={disabled}>
          {children}
        </Form>
        {after}
        <FormProblem>{form.problem}</FormProblem>
      </div>
      {asking ? <Question onKeep={() => setAsking(false)} onDiscard={onClose} /> : null}
    </Dialog>
  );
}
