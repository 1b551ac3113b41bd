import type { ApiKeyRecord } from '@burrow/contracts/api-key';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { ShownOnce } from './shown-once.tsx';

interface Asking {
  apiKey: ApiKeyRecord;
  onClose: () => void;
}

/** Asks before a key is no good any more. */
export function RevokeKey({ apiKey: { id, label }, onClose }: Asking) {
  return (
    <ConfirmCommand
      command="api_key/revoke"
      input={{ key_id: id }}
      onClose={onClose}
      title={`Revoke ${label}?`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      failure="Couldn’t revoke the key."
      done={`${label} is revoked`}
    >
      Programs using this key will stop working straight away. This cannot be undone.
    </ConfirmCommand>
  );
}

/** Asks before a key works in the own name. */
export function TakeOverKey({ apiKey: { id, label, staff_name, acts_as }, onClose }: Asking) {
  const takeOver = useCommand('api_key/take_over');
  const newSecret = takeOver.data?.api_key;
  if (newSecret) {
    return (
      <ShownOnce
        title={`New secret for ${label}`}
        apiKey={newSecret}
        note="The key now acts as you. Its old secret no longer works."
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Take over ${label}?`}
      confirmLabel="Take over"
      busyLabel="Taking over..."
      tone="primary"
      busy={takeOver.isPending}
      error={takeOver.isError ? messageOf(takeOver.error, 'Couldn’t take over the key.') : null}
      onConfirm={() =>
        takeOver.mutate(
          { key_id: id },
          {
            onSuccess: (answer) => {
              if (answer.api_key !== null) return;
              onClose();
              toast.success(`${label} now acts as you`);
            },
          },
        )
      }
    >
      It will act as you instead of {staff_name}: its changes are shown as yours, and it stops working if your
      account is disabled.{' '}
      {acts_as === null
        ? `${staff_name} may have a copy, so the key gets a new secret. Update it in the program.`
        : `The program needs no changes. If ${staff_name} may have a copy, create a new secret afterwards.`}
    </ConfirmDialog>
  );
}
