import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { callAction } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formText } from '../../lib/form-text.ts';
import { paths } from '../../lib/paths.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { requestWizard } from '../setup/setup-flags.ts';
import { newPasswordProblem } from './new-password.ts';
import { signOut } from './sign-out.ts';

/** Asks for a new password and blocks everything else until there is one; signing out is the only other way. */
export function SetPasswordDialog() {
  const formId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (password: string) => callAction('set_password', { password }),
    onSuccess: () => {
      sessionStore.setMustChangePassword(false);
      // Somebody who begins may have a practice to set up: the dashboard knows.
      requestWizard();
      if (sessionStore.get()?.role === 'admin') void navigate(paths.dashboard);
      // What was refused meanwhile is read again.
      void client.invalidateQueries();
    },
    onError: (error) => setProblem(messageOf(error, 'Failed to set password')),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const form = new FormData(event.currentTarget);
    const password = formText(form, 'password');
    const found = newPasswordProblem(password, formText(form, 'confirm'));
    setProblem(found);
    if (found === null) save.mutate(password);
  }

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={() => undefined}
      width="small"
      title="Set your password"
      description="Please choose a new password before you continue."
      actions={
        <>
          <Button variant="quiet" onClick={() => signOut()} disabled={save.isPending}>
            Logout
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={save.isPending} busyLabel="Saving...">
            Save password
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters."
        />
        <TextField
          label="Confirm password"
          name="confirm"
          type="password"
          autoComplete="new-password"
          required
          error={problem ?? undefined}
        />
      </form>
    </Dialog>
  );
}
