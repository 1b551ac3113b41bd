import { maxPasskeys } from '@burrow/contracts/factor';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SavedNote, useSavedNote } from '../../../ui/saved-note.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { canUsePasskeys } from '../../second-factor/passkeys.ts';
import { ownQuery } from '../own-query.ts';
import { PortalConfirm } from '../portal-confirm.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { AddPasskey } from './add-passkey.tsx';

type Passkey = OutputOf<'cp/passkeys'>[number];

interface TaskProps {
  passkey: Passkey;
  onDone: () => void;
  onClose: () => void;
}

function RenamePasskey({ passkey, onDone, onClose }: TaskProps) {
  const form = useActionForm('cp/passkey/rename', {
    draft: passkey.id,
    values: { name: passkey.name },
    input: ({ name }) => ({ passkey_id: passkey.id, name }),
    onSaved: onDone,
    failure: 'Couldn’t rename the passkey',
  });
  return (
    <NativeFormDialog
      form={form}
      title="Rename passkey"
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" placeholder="My phone" />
    </NativeFormDialog>
  );
}

const RemovePasskey = ({ passkey, onDone, onClose }: TaskProps) => (
  <PortalConfirm
    command="cp/passkey/remove"
    input={{ passkey_id: passkey.id }}
    title={`Remove ${passkey.name}?`}
    confirmLabel="Remove"
    busyLabel="Removing..."
    failure="Couldn’t remove it. Please try again."
    onDone={onDone}
    onClose={onClose}
  >
    You won’t be able to sign in with it any more.
  </PortalConfirm>
);

type Task = { kind: 'rename' | 'remove'; passkey: Passkey };

function PasskeyRow({ passkey, onTask }: { passkey: Passkey; onTask: (task: Task) => void }) {
  const formats = usePortalFormats();
  const { name, created_at: added, last_used_at: used } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="figures flex flex-wrap gap-x-2 text-sm text-ink-soft">
          <span>Added {formats.date(added)}</span>
          <span>{used ? `Last used ${formats.date(used)}` : 'Not used yet'}</span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-label={`Rename ${name}`}
          onClick={() => onTask({ kind: 'rename', passkey })}
        >
          Rename
        </Button>
        <Button
          size="small"
          variant="attention-secondary"
          aria-label={`Remove ${name}`}
          onClick={() => onTask({ kind: 'remove', passkey })}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

/** What the card says instead of, or beside, the button that adds a passkey. */
function AddOne({ count, onAdded }: { count: number; onAdded: () => void }) {
  if (count >= maxPasskeys) {
    return (
      <p className="text-sm text-ink-soft">
        You have {maxPasskeys} passkeys, the most allowed. Remove one to add another.
      </p>
    );
  }
  if (!canUsePasskeys())
    return <p className="text-sm text-ink-soft">This browser can’t add passkeys at this address.</p>;
  return <AddPasskey size="large" className="w-full" onAdded={onAdded} />;
}

/** The pet owner's passkeys, with buttons to add, rename and remove them. */
export function PasskeysCard() {
  const passkeys = useQuery(ownQuery('cp/passkeys', {}));
  const [task, setTask] = useState<Task | null>(null);
  const { note, say } = useSavedNote();
  const close = () => setTask(null);
  const finish = (text: string) => () => {
    close();
    say(text);
  };
  return (
    <Card title="Passkeys">
      <KeepFocus className="flex flex-col gap-3 outline-none">
        <SavedNote>{note}</SavedNote>
        <QueryView
          query={passkeys}
          skeleton={<SkeletonRows rows={2} />}
          failure="Couldn’t load your passkeys"
        >
          {(rows) => (
            <>
              {rows.length === 0 ? (
                <p className="text-ink-soft">
                  Sign in with your fingerprint, face or screen lock instead of a password or code.
                </p>
              ) : (
                <ul className="-my-2.5 divide-y divide-line">
                  {rows.map((passkey) => (
                    <PasskeyRow key={passkey.id} passkey={passkey} onTask={setTask} />
                  ))}
                </ul>
              )}
              <AddOne count={rows.length} onAdded={finish('Passkey added')} />
            </>
          )}
        </QueryView>
      </KeepFocus>
      {task?.kind === 'rename' ? (
        <RenamePasskey passkey={task.passkey} onDone={finish('Passkey renamed')} onClose={close} />
      ) : null}
      {task?.kind === 'remove' ? (
        <RemovePasskey passkey={task.passkey} onDone={finish('Passkey removed')} onClose={close} />
      ) : null}
    </Card>
  );
}
