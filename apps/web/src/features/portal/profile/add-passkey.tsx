import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { callAction } from '../../../lib/api.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { createPasskey, passkeyProblem } from '../../second-factor/passkeys.ts';
import { endPasskeyOffer } from '../passkey-offer.ts';

const PasskeyPassword = lazyDialog(async () => (await import('./passkey-password.tsx')).PasskeyPassword);

/** Adds a passkey: the device creates it. More than a few minutes after the sign-in it needs the password. */
function useAddPasskey(onAdded: () => void) {
  const session = useSession();
  const confirm = useCommand('cp/passkey/confirm');
  return async (password?: string): Promise<void> => {
    const begun = await callAction('cp/passkey/add', password === undefined ? {} : { password });
    const passkey = await createPasskey(begun.passkey_options).catch((error: unknown) => {
      // The device has one, so there is nothing left to offer.
      if (error instanceof Error && error.name === 'InvalidStateError') endPasskeyOffer(session);
      throw error;
    });
    await confirm.mutateAsync({ challenge: begun.challenge, passkey });
    endPasskeyOffer(session);
    onAdded();
  };
}

/** Why no passkey was added, from the browser or the server. */
const addingProblem = (error: unknown): string =>
  // Also when the person cancelled, which is no mistake.
  error instanceof Error && error.name === 'NotAllowedError'
    ? 'No passkey was added. Please try again.'
    : passkeyProblem(error);

const needsPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.fields['password'] !== undefined;

/** A button that adds a passkey on this device, and asks for the password if necessary. */
export function AddPasskey({
  onAdded,
  ...looks
}: { onAdded: () => void } & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const add = useAddPasskey(onAdded);
  const { mutate, error, isPending, reset } = useMutation({ mutationFn: () => add() });
  const asksPassword = needsPassword(error);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FormProblem>{error && !asksPassword ? addingProblem(error) : null}</FormProblem>
      <Button {...looks} busy={isPending} busyLabel="Waiting for your device..." onClick={() => mutate()}>
        Add a passkey
      </Button>
      {asksPassword ? <PasskeyPassword add={add} failure={addingProblem} onClose={reset} /> : null}
    </div>
  );
}
