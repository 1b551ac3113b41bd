import type { ApiKeyRecord, OldSecretChoice } from '@burrow/contracts/api-key';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RadioGroup, type RadioOption } from '../../../ui/radio-group.tsx';
import { ShownOnce } from '../components/shown-once.tsx';

const choices: readonly RadioOption<OldSecretChoice>[] = [
  {
    value: 'one_day',
    label: 'Keep the old secret working for one day',
    hint: 'Gives you time to update the program without interruption.',
  },
  {
    value: 'end_now',
    label: 'End the old secret now',
    hint: 'Choose this if it may have leaked. The program stops working until you give it the new one.',
  },
];

/** Gives a key a new secret, and shows it once. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKeyRecord; onClose: () => void }) {
  const formats = useFormats();
  const rotate = useCommand('api_key/rotate');
  const [old, setOld] = useState<OldSecretChoice>('one_day');
  if (rotate.data) {
    const until = rotate.data.old_secret_until;
    return (
      <ShownOnce
        title={`New secret for ${apiKey.label}`}
        apiKey={rotate.data.api_key}
        note={
          until === null
            ? 'The old secret no longer works.'
            : `The old secret works until ${formats.dateTime(until)}.`
        }
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
      title={`Create a new secret for ${apiKey.label}?`}
      confirmLabel="Create secret"
      busyLabel="Creating..."
      tone="primary"
      busy={rotate.isPending}
      error={rotate.isError ? messageOf(rotate.error, 'Couldn’t create a new secret.') : null}
      questions={<RadioGroup legend="Old secret" options={choices} value={old} onValueChange={setOld} />}
      onConfirm={() => rotate.mutate({ key_id: apiKey.id, old_secret: old })}
    >
      The key’s permissions and expiry don’t change.
      {apiKey.old_secret_until === null ? null : ' Any older secret stops working now.'}
    </ConfirmDialog>
  );
}
