import type { ApiKeyRecord, OldSecretChoice } from '@burrow/contracts/api-key';
import { repeatedRotationMinutes } from '@burrow/contracts/repeated-rotation';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { RadioGroup, type RadioOption } from '../../../ui/radio-group.tsx';
import { ShownOnce } from './shown-once.tsx';

interface Asking {
  apiKey: ApiKeyRecord;
  onClose: () => void;
}

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

/** Asks before a key acts as the signed-in person. */
export function TakeOverKey({ apiKey: { id, label, staff_name, acts_as }, onClose }: Asking) {
  return (
    <ConfirmCommand
      command="api_key/take_over"
      input={{ key_id: id }}
      onClose={onClose}
      title={`Take over ${label}?`}
      confirmLabel="Take over"
      busyLabel="Taking over..."
      tone="primary"
      failure="Couldn’t take over the key."
      done={`${label} now acts as you`}
      result={({ api_key: newSecret }) =>
        newSecret === null ? null : (
          <ShownOnce
            title={`New secret for ${label}`}
            apiKey={newSecret}
            note="The key now acts as you. Its old secret no longer works."
            onClose={onClose}
          />
        )
      }
    >
      It will act as you instead of {staff_name}: its changes are shown as yours, and it stops working if your
      account is disabled.{' '}
      {acts_as === null
        ? `${staff_name} may have a copy, so the key gets a new secret. Update it in the program.`
        : `The program needs no changes. If ${staff_name} may have a copy, create a new secret afterwards.`}
    </ConfirmCommand>
  );
}

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
export function RotateKey({ apiKey, onClose }: Asking) {
  const formats = useFormats();
  const [old, setOld] = useState<OldSecretChoice>('one_day');
  return (
    <ConfirmCommand
      command="api_key/rotate"
      input={{ key_id: apiKey.id, old_secret: old }}
      onClose={onClose}
      title={`Create a new secret for ${apiKey.label}?`}
      confirmLabel="Create secret"
      busyLabel="Creating..."
      tone="primary"
      failure="Couldn’t create a new secret."
      questions={<RadioGroup legend="Old secret" options={choices} value={old} onValueChange={setOld} />}
      result={({ api_key: secret, old_secret_until: until }) => (
        <ShownOnce
          title={`New secret for ${apiKey.label}`}
          apiKey={secret}
          note={
            until === null
              ? 'The old secret no longer works.'
              : `The old secret works until ${formats.dateTime(until)}.`
          }
          onClose={onClose}
        />
      )}
    >
      The key’s permissions and expiry don’t change.
      {apiKey.old_secret_until === null
        ? null
        : old === 'end_now'
          ? ' Any older secret stops working now.'
          : ` The older secret stops working now. But if the current one was created less than ${repeatedRotationMinutes} minutes ago, the current one stops and the older one keeps working.`}
    </ConfirmCommand>
  );
}
