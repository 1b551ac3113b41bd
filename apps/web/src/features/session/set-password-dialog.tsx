import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { useActionForm } from '../../lib/use-action-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { requestWizard } from '../setup/setup-flags.ts';
import { newPasswordErrors } from './new-password.ts';
import { sessionQuery } from './queries.ts';
import { signOut } from './sign-out.ts';

/** Asks for a new password and blocks everything else; the person can only log out instead. */
export function SetPasswordDialog() {
  const client = useQueryClient();
  const navigate = useNavigate();
  // A sign-in link may require the change (`fts=1`) although the server does not, so the server wants the current
  // password.
  const me = useQuery(sessionQuery);
  const asksCurrent = me.data?.must_change_password === false;
  const form = useActionForm('set_password', {
    draft: null,
    values: { current_password: '', password: '', confirm: '' },
    check: (values) => ({
      current_password:
        asksCurrent && values.current_password === '' ? 'Enter your current password.' : undefined,
      ...newPasswordErrors(values),
    }),
    input: ({ current_password, password }) => (asksCurrent ? { password, current_password } : { password }),
    onSaved: () => {
      sessionStore.setMustChangePassword(false);
      // A new member may have to set up the practice, which the dashboard checks.
      requestWizard();
      if (sessionStore.get()?.role === 'admin') void navigate(paths.dashboard);
      // Refetches the queries that were refused before.
      void client.invalidateQueries();
    },
    failure: (error) => messageOf(error, 'Failed to set password'),
  });
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
          <Button variant="quiet" onClick={() => signOut()} disabled={form.busy}>
            Logout
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            disabled={me.isPending}
            busy={form.busy}
            busyLabel="Saving..."
          >
            Save password
          </Button>
        </>
      }
    >
      <Form form={form} className="flex flex-col gap-3">
        {asksCurrent ? (
          <TextField
            {...form.field('current_password')}
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
          />
        ) : null}
        <TextField
          {...form.field('password')}
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters."
        />
        <TextField
          {...form.field('confirm')}
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          required
        />
        <FormProblem>{form.problem}</FormProblem>
      </Form>
    </Dialog>
  );
}
