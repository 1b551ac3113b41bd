import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { callAction } from '../../lib/api.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { formText } from '../../lib/form-text.ts';
import { paths } from '../../lib/paths.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { requestWizard } from '../setup/setup-flags.ts';
import { newPasswordProblem } from './new-password.ts';
import { sessionQuery } from './queries.ts';
import { signOut } from './sign-out.ts';

interface Problem {
  at: 'current_password' | 'confirm';
  text: string;
}

function refusalOf(error: unknown): Problem {
  const current = error instanceof ApiError ? error.fields['current_password'] : undefined;
  if (current !== undefined) return { at: 'current_password', text: current };
  return { at: 'confirm', text: messageOf(error, 'Failed to set password') };
}

/** Asks for a new password and blocks everything else until there is one; signing out is the only other way. */
export function SetPasswordDialog() {
  const formId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem | null>(null);
  // A sign-in link may ask for the change (`fts=1`) where the server does not: it then wants the current password.
  const me = useQuery(sessionQuery);
  const asksCurrent = me.data?.must_change_password === false;
  const save = useMutation({
    mutationFn: (input: { password: string; current_password?: string }) => callAction('set_password', input),
    onSuccess: () => {
      sessionStore.setMustChangePassword(false);
      // Somebody who begins may have a practice to set up: the dashboard knows.
      requestWizard();
      if (sessionStore.get()?.role === 'admin') void navigate(paths.dashboard);
      // What was refused meanwhile is read again.
      void client.invalidateQueries();
    },
    onError: (error) => setProblem(refusalOf(error)),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const form = new FormData(event.currentTarget);
    const password = formText(form, 'password');
    const current = formText(form, 'current_password');
    const found = newPasswordProblem(password, formText(form, 'confirm'));
    const missing = asksCurrent && current === '';
    setProblem(
      missing
        ? { at: 'current_password', text: 'Enter your current password.' }
        : found === null
          ? null
          : { at: 'confirm', text: found },
    );
    if (missing || found !== null) return;
    save.mutate(asksCurrent ? { password, current_password: current } : { password });
  }

  const textAt = (field: Problem['at']) => (problem?.at === field ? problem.text : undefined);
  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={() => undefined}
      width="small"
      title="Set your password"
      description="Choose a new password before you continue."
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
        {asksCurrent ? (
          <TextField
            label="Current password"
            name="current_password"
            type="password"
            autoComplete="current-password"
            required
            error={textAt('current_password')}
          />
        ) : null}
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
          error={textAt('confirm')}
        />
      </form>
    </Dialog>
  );
}
