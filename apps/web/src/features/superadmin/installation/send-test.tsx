import type { UseMutationResult } from '@tanstack/react-query';
import type { InputOf } from '../../../lib/api.ts';
import { formText } from '../../../lib/form-text.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { fieldError, PracticeFormDialog } from '../forms/practice-form-dialog.tsx';
import type { TestResult } from './queries.ts';

const forms = {
  sms: {
    title: 'Send a test text message',
    label: 'Mobile number',
    type: 'tel',
    autoComplete: 'tel',
    hint: 'Your own, such as 07700 900001 or +44 7700 900001.',
  },
  mail: {
    title: 'Send a test email',
    label: 'Email address',
    type: 'email',
    autoComplete: 'email',
    hint: 'Your own.',
  },
} as const;

/** Asks where to send a test to. It closes once there is a result, which the provider's row shows. */
export function SendTest({
  provider,
  test,
  onClose,
}: {
  provider: keyof typeof forms;
  test: UseMutationResult<TestResult, Error, InputOf<'superadmin/provider_test'>>;
  onClose: () => void;
}) {
  const { title, label, hint, ...field } = forms[provider];
  const error = test.isError ? test.error : null;
  return (
    <PracticeFormDialog
      title={title}
      submitLabel="Send"
      busyLabel="Sending..."
      busy={test.isPending}
      error={error}
      fields={['to']}
      onSave={(form) => test.mutate({ provider, to: formText(form, 'to').trim() }, { onSuccess: onClose })}
      onMend={test.reset}
      onClose={onClose}
    >
      <TextField
        name="to"
        label={label}
        hint={hint}
        required
        maxLength={254}
        error={fieldError(error, 'to')}
        {...field}
      />
    </PracticeFormDialog>
  );
}
