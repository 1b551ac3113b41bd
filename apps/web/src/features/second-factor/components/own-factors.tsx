import type { OutputOf } from '../../../lib/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { AddApp, AddPasskey } from '../forms/add-factor.tsx';
import { canUsePasskeys } from '../passkeys.ts';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

type Mine = OutputOf<'second_factor'>;
type Factor = Mine['factors'][number];

const icons = {
  passkey: <Fingerprint aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />,
  totp: <Smartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />,
};

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const formats = useFormats();
  const { kind, name, created_at, last_used_at } = factor;
  return (
    <li className="flex items-center gap-3 py-2">
      {icons[kind]}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          Added {formats.date(created_at)}
          {last_used_at ? ` · last used ${formats.dateTime(last_used_at)}` : ' · not used yet'}
        </p>
      </div>
      <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** How many codes are left, with a button for new ones. */
function RecoveryCodesRow({ left, onReplace }: { left: number; onReplace: () => void }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">Recovery codes</p>
        <p className="text-sm text-ink-soft">
          {left === 0 ? 'None left. Create new ones now.' : `${left} left. Use one if you lose your device.`}
        </p>
      </div>
      <Button size="small" onClick={onReplace}>
        New codes
      </Button>
    </li>
  );
}

type Task =
  { kind: 'add-passkey' } | { kind: 'add-app' } | { kind: 'new-codes' } | { kind: 'remove'; factor: Factor };

function TaskDialog({
  task,
  isLast,
  onCodes,
  onClose,
}: {
  task: Task;
  isLast: boolean;
  onCodes: (codes: string[] | null) => void;
  onClose: () => void;
}) {
  const added = (codes: string[] | null) => {
    onClose();
    if (codes) onCodes(codes);
    else toast.success(task.kind === 'add-app' ? 'Authenticator app added' : 'Passkey added');
  };
  if (task.kind === 'add-passkey') return <AddPasskey onAdded={added} onClose={onClose} />;
  if (task.kind === 'add-app') return <AddApp onAdded={added} onClose={onClose} />;
  if (task.kind === 'new-codes') {
    return (
      <ConfirmCommand
        command="second_factor/recovery_codes"
        input={{}}
        onClose={onClose}
        title="Create new recovery codes?"
        confirmLabel="Create codes"
        busyLabel="Creating..."
        tone="primary"
        failure="Couldn’t create new codes. Please try again."
        onDone={({ recovery_codes: codes }) => onCodes(codes)}
      >
        Your current codes will stop working.
      </ConfirmCommand>
    );
  }
  const { id, name, kind } = task.factor;
  return (
    <ConfirmCommand
      command="second_factor/remove"
      input={{ factor_id: id }}
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      failure="Couldn’t remove it. Please try again."
      done={kind === 'passkey' ? 'Passkey removed' : 'Authenticator app removed'}
    >
      {isLast
        ? 'This turns off two-step sign-in. You’ll sign in with your password alone, and your recovery codes will stop working.'
        : 'You won’t be able to sign in with it any more.'}
    </ConfirmCommand>
  );
}

/**
 * The person's passkeys, authenticator app and recovery codes.
 * @param onContinue called once new recovery codes are saved; also a button for as long as there is a passkey or an app
 */
export function OwnFactors({ onContinue }: { onContinue?: () => void }) {
  const mine = useQuery(actionQuery('second_factor', {}));
  const [task, setTask] = useState<Task | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => setTask(null);
  return (
    <QueryView
      query={mine}
      skeleton={<SkeletonRows rows={2} />}
      failure="Couldn’t load your two-step sign-in"
    >
      {({ factors, recovery_codes_left: left, authenticator_app_available: hasApps }) => (
        <div className="flex flex-col gap-3">
          {factors.length === 0 ? null : (
            <ul className="divide-y divide-line">
              {factors.map((factor) => (
                <FactorRow
                  key={factor.id}
                  factor={factor}
                  onRemove={() => setTask({ kind: 'remove', factor })}
                />
              ))}
              <RecoveryCodesRow left={left} onReplace={() => setTask({ kind: 'new-codes' })} />
            </ul>
          )}
          <div className="flex flex-wrap gap-2">
            {canUsePasskeys() ? (
              <Button
                icon={<Fingerprint aria-hidden="true" className="size-4" />}
                onClick={() => setTask({ kind: 'add-passkey' })}
              >
                Add a passkey
              </Button>
            ) : null}
            {hasApps && !factors.some(({ kind }) => kind === 'totp') ? (
              <Button
                icon={<Smartphone aria-hidden="true" className="size-4" />}
                onClick={() => setTask({ kind: 'add-app' })}
              >
                Add an authenticator app
              </Button>
            ) : null}
          </div>
          {canUsePasskeys() || hasApps ? null : (
            <p className="text-ink-soft">
              Passkeys need a secure address (https), and authenticator apps aren’t available on this server.
              Ask your system administrator.
            </p>
          )}
          {/* Also when it was added in another tab, or the answer was lost. */}
          {onContinue && factors.length > 0 ? (
            <Button variant="primary" onClick={onContinue}>
              Continue
            </Button>
          ) : null}
          {task ? (
            <TaskDialog task={task} isLast={factors.length === 1} onCodes={setCodes} onClose={close} />
          ) : null}
          {codes ? (
            <RecoveryCodesDialog
              codes={codes}
              onClose={() => {
                setCodes(null);
                onContinue?.();
              }}
            />
          ) : null}
        </div>
      )}
    </QueryView>
  );
}
