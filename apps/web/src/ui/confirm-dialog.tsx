import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { backdropClass, dialogPopupClass } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { useDialogFocus } from './use-dialog-focus.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The consequences. */
  children?: ReactNode;
  /** Controls below the consequences. */
  questions?: ReactNode;
  /** The action as a verb, such as 'Reject request'. */
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  /** 'attention' for a destructive or irreversible action. */
  tone?: 'attention' | 'primary';
  /** The content is still loading. */
  disabled?: boolean;
  busy: boolean;
  /** The error of the attempt; the dialog stays open. */
  error: string | null;
  onConfirm: () => void;
}

/** Asks before an action that is hard to undo. Cancel has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  questions,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  tone = 'attention',
  disabled = false,
  busy,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { finalFocus } = useDialogFocus(popup);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (busy) details.cancel();
        else onOpenChange(next);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup
          ref={popup}
          inert={!open}
          finalFocus={finalFocus}
          className={classNames(dialogPopupClass, 'sm:max-w-md')}
        >
          <div className="flex min-h-0 flex-col gap-2 overflow-y-auto px-5 pt-5 pb-4">
            <AlertDialog.Title className="text-lg font-bold">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="text-ink-soft empty:hidden">
              {children}
            </AlertDialog.Description>
            {questions}
            {error ? <FormProblem>{error}</FormProblem> : null}
          </div>
          <footer className="flex justify-end gap-2 border-t border-line px-5 py-3 max-sm:*:flex-1">
            <AlertDialog.Close render={<Button disabled={busy} />}>{cancelLabel}</AlertDialog.Close>
            <Button variant={tone} disabled={disabled} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
