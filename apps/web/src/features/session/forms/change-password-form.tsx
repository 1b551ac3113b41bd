import { messageOf } from '../../../lib/api-error.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { newPasswordErrors } from '../new-password.ts';

const empty = { current_password: '', password: '', confirm: '' };

/** The own password: the one there is, the new one twice. `email` tells the password manager whose it is. */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useActionForm('set_password', {
    values: empty,
    check: (values) => ({
      current_password: values.current_password === '' ? 'Enter your current password.' : undefined,
      ...newPasswordErrors(values),
    }),
    input: ({ current_password, password }) => ({ current_password, password }),
    onSaved: () => {
      form.reset(empty);
      toast.success('Password changed', { description: 'You are signed out everywhere else.' });
    },
    failure: (error) => messageOf(error, 'Failed to set password'),
  });
  return (
    <Form form={form} className="flex max-w-sm flex-col gap-3">
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        {...form.field('current_password')}
        label="Current password"
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...form.field('password')}
        label="New password"
        autoComplete="new-password"
        required
        hint="At least 8 characters."
      />
      <PasswordField
        {...form.field('confirm')}
        label="Confirm password"
        autoComplete="new-password"
        required
      />
      <FormProblem>{form.problem}</FormProblem>
      <div>
        <Button variant="primary" type="submit" busy={form.busy} busyLabel="Saving...">
          Change password
        </Button>
      </div>
    </Form>
  );
}
