import { PasswordField } from '../../../../ui/password-field.tsx';

/** A new password, typed twice. `phone` is what it will sign in with, for the password manager. */
export function NewPasswordFields({
  label,
  phone,
  minimum,
  errors,
}: {
  label: 'Password' | 'New Password';
  phone: string;
  /** How many characters it must have. */
  minimum: number;
  errors: { password?: string; confirm?: string } | null;
}) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={phone} readOnly />
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
        hint={errors?.password ? null : `At least ${minimum} characters.`}
        error={errors?.password}
      />
      <PasswordField
        label={`Confirm ${label}`}
        name="confirm"
        autoComplete="new-password"
        required
        error={errors?.confirm}
      />
    </>
  );
}
