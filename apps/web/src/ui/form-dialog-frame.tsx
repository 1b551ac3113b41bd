import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';

export interface FormDialogFrameProps extends Pick<DialogProps, 'title' | 'description' | 'width'> {
  /** For a dialog that its owner keeps while it is closed. */
  open?: boolean;
  /** Of the form among the children: the button at the foot sends it. */
  formId: string;
  submitLabel: string;
  busyLabel: string;
  /** 'attention' for what takes something away. */
  tone?: 'primary' | 'attention';
  /** Ctrl + Enter sends the form, see `useFormKeys`; the button says so. */
  withKeys?: boolean;
  /** What the form asks about is not there yet. */
  disabled?: boolean;
  /** It is being sent: until there is an answer nothing closes the dialog. */
  busy: boolean;
  /** Why it could not be sent, as far as no field says so; null while nothing is wrong. */
  error: string | null;
  onClose: () => void;
  /** Instead, for Escape and the cross, which may be a slip. */
  onDismiss?: () => void;
  children: ReactNode;
}

const keys = { title: 'Ctrl + Enter', 'aria-keyshortcuts': 'Control+Enter' };

/** The frame of a form in a dialog of either kind: Cancel, the button that sends it, and why it was not taken. */
export function FormDialogFrame({
  dialog: Dialog,
  open = true,
  formId,
  submitLabel,
  busyLabel,
  tone = 'primary',
  withKeys = false,
  disabled = false,
  busy,
  error,
  onClose,
  onDismiss = onClose,
  children,
  ...rest
}: FormDialogFrameProps & { dialog: ComponentType<DialogProps> }) {
  return (
    <Dialog
      {...rest}
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onDismiss();
      }}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={tone}
            type="submit"
            form={formId}
            disabled={disabled}
            busy={busy}
            busyLabel={busyLabel}
            {...(withKeys ? keys : {})}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <FormProblem>{error}</FormProblem>
      </div>
    </Dialog>
  );
}
