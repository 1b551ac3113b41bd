import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { callAction } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { NativeDialog } from '../../../ui/native-dialog.tsx';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

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
          Back to sign-in
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
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    draft: null,
    values: { email: typed },
    rules: rulesOfCommand('password/reset/start'),
    send: async ({ email }) => {
      await callAction('password/reset/start', { email: email.trim() }, { as: null });
      setSentTo(email.trim());
    },
    failure: (error) => messageOf(error, 'Couldn’t send the link. Please try again.'),
  });
  if (sentTo !== null) return <Sent email={sentTo} onClose={onClose} />;
  return (
    <NativeFormDialog
      form={form}
      title="Reset your password"
      description="Enter the email you sign in with. We’ll send you a link to choose a new password."
      width="small"
      submitLabel="Send link"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
    </NativeFormDialog>
  );
}
