import type { ReactElement } from 'react';
import { messageOf } from '../lib/api-error.ts';
import type { CommandAction, InputOf, OutputOf } from '../lib/api.ts';
import { useCommand } from '../lib/query.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { toast } from './toast.ts';

interface ConfirmCommandProps<Name extends CommandAction> extends Pick<
  ConfirmDialogProps,
  'title' | 'children' | 'questions' | 'confirmLabel' | 'busyLabel' | 'cancelLabel' | 'tone' | 'disabled'
> {
  command: Name;
  input: InputOf<Name>;
  /** For a dialog that stays mounted while closed. */
  open?: boolean;
  onClose: () => void;
  /** The toast after success; omit it if the screen itself shows the result. */
  done?: string;
  /** The subject of that toast, see `ToastOptions`. */
  about?: string;
  /** The action of that toast. */
  undo?: () => void;
  onDone?: (answer: OutputOf<Name>) => void;
  /** Shown instead of the question after success, such as a secret to copy; null closes the dialog. */
  result?: (answer: OutputOf<Name>) => ReactElement | null;
  /** The reason to show if the server gave none, or a function that words any error. */
  failure: string | ((error: Error) => string);
}

/** Asks before running a command, then shows a toast. On failure, the dialog stays open with the reason. */
export function ConfirmCommand<Name extends CommandAction>({
  command,
  input,
  open = true,
  onClose,
  done,
  about,
  undo,
  onDone,
  result,
  failure,
  ...words
}: ConfirmCommandProps<Name>) {
  const { mutate, data, isPending, error, reset } = useCommand(command);
  const reason = (thrown: Error) =>
    typeof failure === 'string' ? messageOf(thrown, failure) : failure(thrown);
  const close = () => {
    reset();
    onClose();
  };
  const confirm = () =>
    mutate(input, {
      onSuccess: (answer) => {
        if (result?.(answer)) return;
        onClose();
        onDone?.(answer);
        if (done !== undefined) {
          toast.success(done, {
            ...(about === undefined ? {} : { about }),
            ...(undo && { undo }),
          });
        }
      },
    });
  const shown = data === undefined ? null : (result?.(data) ?? null);
  if (shown !== null) return shown;
  return (
    <ConfirmDialog
      {...words}
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      busy={isPending}
      error={error === null ? null : reason(error)}
      onConfirm={confirm}
    />
  );
}
