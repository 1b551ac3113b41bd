import type { FormOf } from '../../../../lib/use-form.ts';
import { PasswordField } from '../../../../ui/password-field.tsx';

/** A new password, typed twice. `phone` is the user name for the password manager. */
export function NewPasswordFields({
  form,
  label,
  phone,
  minimum,
}: {
  form: FormOf<{ password: string; confirm: string }>;
  label: 'Password' | 'New Password';
  phone: string;
  /** Its minimum length. */
  minimum: number;
}) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={phone} readOnly />
      <PasswordField
        {...form.field('password')}
        label={label}
        autoComplete="new-password"
        required
        hint={form.errors.password ? null : `At least ${minimum} characters.`}
      />
      <PasswordField
        {...form.field('confirm')}
        label={`Confirm ${label}`}
        autoComplete="new-password"
        required
      />
    </>
  );
}
