import { useState } from 'react';
import { formText } from '../../../lib/form-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { fieldError, PracticeFormDialog } from './practice-form-dialog.tsx';

/** Takes the password from an account, in whatever practices it is used, and shows the link that chooses a new one. */
export function ResetSignIn({ onClose }: { onClose: () => void }) {
  const reset = useCommand('superadmin/account_reset');
  const [email, setEmail] = useState('');
  if (reset.data) {
    return (
      <OneTimeLinkDialog
        title="Sign-in reset"
        link={reset.data}
        dateTime={operatorFormats.dateTime}
        explanation={
          <p>
            Send this link only to the owner of <strong className="wrap-anywhere">{email}</strong>: anyone who
            opens it can choose the password. Until then, no one can sign in with this email.
          </p>
        }
        onClose={onClose}
      />
    );
  }
  function save(form: FormData) {
    const given = formText(form, 'email').trim();
    setEmail(given);
    reset.mutate({ email: given });
  }
  return (
    <PracticeFormDialog
      title="Reset a sign-in"
      description="For someone who forgot their password and works in several practices, or whose email someone else has used. Their password stops working and they are signed out everywhere. Check their identity first."
      submitLabel="Reset and create link"
      busyLabel="Resetting..."
      busy={reset.isPending}
      error={reset.error}
      fields={['email']}
      onSave={save}
      onMend={reset.reset}
      onClose={onClose}
    >
      <TextField
        name="email"
        label="Email they sign in with"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        error={fieldError(reset.error, 'email')}
      />
    </PracticeFormDialog>
  );
}
