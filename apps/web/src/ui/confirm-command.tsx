import { messageOf } from '../lib/api-error.ts';
import type { CommandAction, InputOf, OutputOf } from '../lib/api.ts';
import { useCommand } from '../lib/query.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { toast } from './toast.ts';

interface ConfirmCommandProps<Name extends CommandAction> extends Pick<
  ConfirmDialogProps,
  'title' | 'children' | 'confirmLabel' | 'busyLabel' | 'cancelLabel' | 'tone'
> {
  command: Name;
  input: InputOf<Name>;
  /** For a dialog that its owner keeps while it is closed. */
  open?: boolean;
  onClose: () => void;
  /** The message once it is done; omit it where the screen itself shows the result. */
  done?: string;
  /** What that message is about, see `ToastOptions`. */
  about?: string;
  /** Offered with that message. */
  undo?: () => void;
  onDone?: (answer: OutputOf<Name>) => void;
  /** The reason to show if the server gave none. */
  failure: string;
}

/** Asks before a command, runs it, and says that it is done; the dialog stays open with the reason when it failed. */
export function ConfirmCommand<Name extends CommandAction>({
  command,
  input,
  open = true,
  onClose,
  done,
  about,
  undo,
  onDone,
  failure,
  ...words
}: ConfirmCommandProps<Name>) {
  const { mutate, isPending, isError, error, reset } = useCommand(command);
  const close = () => {
    reset();
    onClose();
  };
  const confirm = () =>
    mutate(input, {
      onSuccess: (answer) => {
        onClose();
        onDone?.(answer);
        if (done !== undefined) {
          toast.success(done, {
            ...(about === undefined ? {} : { about }),
            ...(undo === undefined ? {} : { action: { label: 'Undo', onPress: undo } }),
          });
        }
      },
    });
  return (
    <ConfirmDialog
      {...words}
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      busy={isPending}
      error={isError ? messageOf(error, failure) : null}
      onConfirm={confirm}
    />
  );
}
