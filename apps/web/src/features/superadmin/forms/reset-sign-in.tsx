import { messageOf } from '../../../lib/api-error.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { operatorFormats } from '../operator-formats.ts';

/** Takes the password from an account, in whatever practices it is used, and shows the link that chooses a new one. */
export function ResetSignIn({ onClose }: { onClose: () => void }) {
  const form = useActionForm('superadmin/account_reset', {
    values: { email: '' },
    input: (values) => values,
    failure: (error) => messageOf(error, 'Couldn’t save this. Please try again.'),
  });
  if (form.answer) {
    return (
      <OneTimeLinkDialog
        title="Sign-in reset"
        link={form.answer}
        dateTime={operatorFormats.dateTime}
        explanation={
          <p>
            Send this link only to the owner of{' '}
            <strong className="wrap-anywhere">{form.values.email.trim()}</strong>: anyone who opens it can
            choose the password. Until then, no one can sign in with this email.
          </p>
        }
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title="Reset a sign-in"
      description="For someone who forgot their password and works in several practices, or whose email someone else has used. Their password stops working and they are signed out everywhere. Check their identity first."
      width="small"
      submitLabel="Reset and create link"
      busyLabel="Resetting..."
      onClose={onClose}
    >
      <TextField {...form.field('email')} label="Email they sign in with" type="email" autoComplete="off" />
    </FormDialog>
  );
}
