import type { ApiKeyRecord } from '@burrow/contracts/api-key';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { ShownOnce } from './shown-once.tsx';

interface Asking {
  apiKey: ApiKeyRecord;
  onClose: () => void;
}

/** Asks before a key is no good any more. */
export function RevokeKey({ apiKey: { id, label }, onClose }: Asking) {
  const revoke = useCommand('api_key/revoke');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Revoke ${label}?`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      busy={revoke.isPending}
      error={revoke.isError ? messageOf(revoke.error, 'The key could not be revoked.') : null}
      onConfirm={() =>
        revoke.mutate(
          { key_id: id },
          {
            onSuccess: () => {
              onClose();
              toast.success(`${label} is revoked`);
            },
          },
        )
      }
    >
      The program that uses this key is refused from its next request on. This cannot be undone.
    </ConfirmDialog>
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
        note="The key works in your name now. The secret that it had no longer works."
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
      busyLabel="One moment..."
      tone="primary"
      busy={takeOver.isPending}
      error={takeOver.isError ? messageOf(takeOver.error, 'The key could not be taken over.') : null}
      onConfirm={() =>
        takeOver.mutate(
          { key_id: id },
          {
            onSuccess: (answer) => {
              if (answer.api_key !== null) return;
              onClose();
              toast.success(`${label} works in your name now`);
            },
          },
        )
      }
    >
      It works in your name instead of {staff_name}’s: what it does is shown as done by you, and it stops when
      you are disabled.{' '}
      {acts_as === null
        ? `${staff_name} may have kept a copy, so the key gets a new secret: change it in the program.`
        : `The program needs no change. If ${staff_name} may have kept a copy, make a new secret afterwards.`}
    </ConfirmDialog>
  );
}
