import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useId, useRef, type FormEvent } from 'react';
import { callAction } from '../../../lib/api.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formText } from '../../../lib/form-text.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { NativeDialog } from '../../../ui/native-dialog.tsx';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const title = 'Reset your password';

/** Shows the same text whether or not the email has an account. */
function Sent({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <NativeDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width="small"
      title="Check your email"
      actions={
        <Button variant="primary" data-dialog-beginning onClick={onClose}>
          Back to login
        </Button>
      }
    >
      <KeepFocus className="flex flex-col gap-2 outline-none">
        <p className="flex items-start gap-2">
          <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-confirmed" />
          <span className="min-w-0 wrap-anywhere">
            If <strong>{email}</strong> has an account, we’ve emailed a link to it. The link works once and
            expires in an hour.
          </span>
        </p>
        <p className="text-ink-soft">
          Nothing after a few minutes? Check your spam folder, or ask an admin at your practice for a link.
        </p>
      </KeepFocus>
    </NativeDialog>
  );
}

/** Emails staff a link to choose a new password. `typed` is the email already entered at sign-in. */
export function ForgotPasswordDialog({ typed, onClose }: { typed: string; onClose: () => void }) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const start = useMutation({
    mutationFn: (email: string) => callAction('password/reset/start', { email }, { as: null }),
  });
  useFocusFirstWrong(form, start.error);
  if (start.isSuccess) return <Sent email={start.variables} onClose={onClose} />;

  const ofField = start.error instanceof ApiError ? start.error.fields['email'] : undefined;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!start.isPending) start.mutate(formText(new FormData(event.currentTarget), 'email').trim());
  }
  return (
    <NativeFormDialog
      title={title}
      description="Enter the email you sign in with. We’ll send you a link to choose a new password."
      width="small"
      formId={formId}
      submitLabel="Send link"
      busyLabel="Sending..."
      busy={start.isPending}
      error={
        start.error && ofField === undefined
          ? messageOf(start.error, 'Couldn’t send the link. Please try again.')
          : null
      }
      onClose={onClose}
    >
      <form id={formId} ref={form} noValidate onSubmit={submit}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          defaultValue={typed}
          error={ofField}
        />
      </form>
    </NativeFormDialog>
  );
}
