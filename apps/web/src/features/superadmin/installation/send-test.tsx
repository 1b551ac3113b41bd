import type { UseMutationResult } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import type { InputOf } from '../../../lib/api.ts';
import { withRequired } from '../../../lib/form-problems.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
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
  const { title, ...field } = forms[provider];
  const form = useForm({
    draft: null,
    values: { to: '' },
    rules: withRequired(rulesOfCommand('superadmin/provider_test'), { to: true }),
    send: async ({ to }) => {
      await test.mutateAsync({ provider, to });
      onClose();
    },
    failure: (error) => messageOf(error, 'Couldn’t send the test. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title={title}
      width="small"
      submitLabel="Send"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <TextField {...form.field('to')} {...field} />
    </FormDialog>
  );
}
