import { useEffect } from 'react';
import { callAction } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { rulesOfCommand, useActionForm } from '../../../lib/use-action-form.ts';
import { useForm } from '../../../lib/use-form.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CodeField } from '../components/code-field.tsx';
import { createPasskey, passkeyProblem } from '../passkeys.ts';

const QrCode = lazyComponent(
  async () => (await import('../components/qr-code.tsx')).QrCode,
  () => <div className="size-48 rounded-lg border border-line" />,
);

interface AddFactorProps {
  /** Called with the recovery codes of a first factor. */
  onAdded: (codes: string[] | null) => void;
  onClose: () => void;
}

/** Adds a passkey: asks for its name, then the browser creates it. */
export function AddPasskey({ onAdded, onClose }: AddFactorProps) {
  const confirm = useCommand('second_factor/confirm');
  const form = useForm({
    draft: null,
    values: { name: '' },
    rules: rulesOfCommand('second_factor/confirm'),
    busy: confirm.isPending,
    send: async ({ name }) => {
      const { challenge, passkey_options: options } = await callAction('second_factor/add', {
        kind: 'passkey',
      });
      const passkey = await createPasskey(options ?? {});
      const added = await confirm.mutateAsync({ challenge: challenge ?? '', passkey, name });
      onAdded(added.recovery_codes);
    },
    failure: passkeyProblem,
  });
  return (
    <FormDialog
      form={form}
      title="Add a passkey"
      description="Sign in with your fingerprint, your face or the PIN of this device, or with a security key. No password needed."
      width="small"
      submitLabel="Continue"
      busyLabel="Waiting for your device..."
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        placeholder="Front desk laptop"
        hint="Helps you tell your passkeys apart."
      />
    </FormDialog>
  );
}

/** Adds an authenticator app: a QR code or a key to type, then the first code. */
export function AddApp({ onAdded, onClose }: AddFactorProps) {
  const { mutate, data, error, isPending } = useCommand('second_factor/add');
  useEffect(() => mutate({ kind: 'totp' }), [mutate]);
  const form = useActionForm('second_factor/confirm', {
    draft: null,
    values: { code: '' },
    required: { code: true },
    input: ({ code }) => ({ code }),
    onSaved: ({ recovery_codes: codes }) => onAdded(codes),
    failure: (thrown) => messageOf(thrown, 'Couldn’t add the app. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title="Add an authenticator app"
      description="An app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password, shows a new code every 30 seconds."
      width="small"
      submitLabel="Add app"
      busyLabel="Adding..."
      disabled={!data}
      onClose={onClose}
    >
      {data?.otpauth_uri && data.secret ? (
        <div className="flex flex-col gap-4">
          <div className="flex flex-col items-center gap-2">
            <p className="self-start font-semibold">1. Scan this code with the app</p>
            <QrCode text={data.otpauth_uri} label="QR code for the authenticator app" />
          </div>
          <CopyField label="Or enter this key" value={data.secret} note="Don’t share it." />
          <CodeField {...form.field('code')} label="2. Enter the code that the app shows" />
        </div>
      ) : null}
      {isPending ? <SkeletonRows rows={4} /> : null}
      {error ? (
        <ErrorPanel title="Couldn’t start" onRetry={() => mutate({ kind: 'totp' })} retrying={isPending}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      ) : null}
    </FormDialog>
  );
}
