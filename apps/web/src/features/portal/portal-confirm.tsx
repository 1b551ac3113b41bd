import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import type { CommandAction, InputOf } from '../../lib/api.ts';
import { useCommand } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NativeDialog } from '../../ui/native-dialog.tsx';

/**
 * Asks before running a command, as `ConfirmCommand` does at the desk, in the browser's own dialog. It stays open with
 * the reason on failure.
 */
export function PortalConfirm<Name extends CommandAction>({
  command,
  input,
  title,
  children,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  failure,
  onDone,
  onClose,
}: {
  command: Name;
  input: InputOf<Name>;
  title: string;
  /** What it means. */
  children: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  cancelLabel?: string;
  /** The message when the server gave no reason. */
  failure: string;
  /** After success. It removes the dialog. */
  onDone: () => void;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useCommand(command, { untilGone: true });
  return (
    <NativeDialog
      open
      dismissible={!isPending}
      onOpenChange={onClose}
      width="small"
      title={title}
      actions={
        <>
          <Button data-dialog-beginning disabled={isPending} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant="attention"
            busy={isPending}
            busyLabel={busyLabel}
            onClick={() => mutate(input, { onSuccess: onDone })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-soft">{children}</p>
        <FormProblem>{error && messageOf(error, failure)}</FormProblem>
      </div>
    </NativeDialog>
  );
}
