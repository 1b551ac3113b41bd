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
  /** 'attention' for a destructive action. */
  tone?: 'primary' | 'attention';
  /** The content is still loading. */
  disabled?: boolean;
  onClose: () => void;
  /** The layout of the fields. */
  className?: string;
  children: ReactNode;
  /** Below the form, outside of it. */
  after?: ReactNode;
}

/** The frame of a form in either kind of dialog. `question` asks whether to discard changes. */
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
      // Nothing closes the dialog until the server has responded. Escape and the cross may be an accident.
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
