import { useForm } from '../../../lib/use-form.ts';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

/** Asks for the password before a passkey is added. */
export function PasskeyPassword({
  add,
  failure,
  onClose,
}: {
  add: (password: string) => Promise<void>;
  failure: (error: unknown) => string;
  onClose: () => void;
}) {
  const form = useForm({
    draft: null,
    values: { password: '' },
    rules: { password: { required: true } },
    check: ({ password }) => ({ password: password === '' ? 'Please enter your password' : undefined }),
    send: async ({ password }) => {
      await add(password);
      onClose();
    },
    failure,
  });
  return (
    <NativeFormDialog
      form={form}
      title="Confirm it’s you"
      description="It’s been a while since you signed in. Enter your password to add a passkey."
      width="small"
      submitLabel="Continue"
      busyLabel="Waiting for your device..."
      onClose={onClose}
    >
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        hint="Forgotten it? Log out and choose “Forgot your password”."
      />
    </NativeFormDialog>
  );
}
