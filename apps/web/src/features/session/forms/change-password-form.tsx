import { useRef, useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formText } from '../../../lib/form-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { newPasswordProblem, placeOfProblem } from '../new-password.ts';

type Problems = Partial<Record<'current_password' | 'password' | 'confirm' | 'form', string>>;

function problemsOf(error: unknown): Problems {
  const fields: Problems = error instanceof ApiError ? error.fields : {};
  if (fields.current_password || fields.password) return fields;
  return { form: messageOf(error, 'Failed to set password') };
}

/** The own password: the one there is, the new one twice. `email` tells the password manager whose it is. */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const save = useCommand('set_password');

  useFocusFirstWrong(form, problems);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const data = new FormData(event.currentTarget);
    const [current_password, password] = [formText(data, 'current_password'), formText(data, 'password')];
    const wrong = newPasswordProblem(password, formText(data, 'confirm'));
    if (current_password === '') return setProblems({ current_password: 'Enter your current password.' });
    if (wrong !== null) return setProblems({ [placeOfProblem(password)]: wrong });
    setProblems({});
    save.mutate(
      { current_password, password },
      {
        onSuccess: () => {
          form.current?.reset();
          toast.success('Password changed', { description: 'You are signed out everywhere else.' });
        },
        onError: (error) => setProblems(problemsOf(error)),
      },
    );
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-sm flex-col gap-3">
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Current password"
        name="current_password"
        autoComplete="current-password"
        required
        error={problems.current_password}
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 8 characters."
        error={problems.password}
      />
      <PasswordField
        label="Confirm password"
        name="confirm"
        autoComplete="new-password"
        required
        error={problems.confirm}
      />
      {problems.form ? <FormProblem>{problems.form}</FormProblem> : null}
      <div>
        <Button variant="primary" type="submit" busy={save.isPending} busyLabel="Saving...">
          Change password
        </Button>
      </div>
    </form>
  );
}
