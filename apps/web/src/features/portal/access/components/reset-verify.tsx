import { callAction } from '../../../../lib/api.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { codeProblem } from '../code-check.ts';
import { accessFailure } from '../failure-texts.ts';
import { newPasswordBlames, newPasswordProblems } from '../new-password.ts';
import type { Resending } from '../use-code-sending.ts';
import { AccessForm } from './access-form.tsx';
import { CodeField } from './code-field.tsx';
import { CodeSent } from './code-sent.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { QuietButton } from './quiet-button.tsx';
import { ResendCode } from './resend-code.tsx';

interface ResetVerifyProps {
  tenantId: number;
  phone: string;
  passwordMinimum: number;
  resending: Resending;
  /** True when coming from the previous step, not from a reload. */
  takesFocus: boolean;
  onReset: () => void;
  onChangePhone: () => void;
}

/** Takes the code and the new password. */
export function ResetVerify({
  tenantId,
  phone,
  passwordMinimum,
  resending,
  takesFocus,
  onReset,
  onChangePhone,
}: ResetVerifyProps) {
  const form = useForm({
    draft: null,
    values: { code: '', password: '', confirm: '' },
    check: ({ code, ...passwords }) => ({
      code: codeProblem(code) ?? undefined,
      ...newPasswordProblems({
        ...passwords,
        minimum: passwordMinimum,
        missing: 'Please enter a new password',
      }),
    }),
    send: async ({ code, password }) => {
      await callAction(
        'cp/password/reset/complete',
        { tenant_id: tenantId, phone, code, new_password: password },
        { as: null },
      );
      onReset();
    },
    failure: (error) => accessFailure('reset-complete', error),
    blames: newPasswordBlames,
    nameHere: (name) => (name === 'new_password' ? 'password' : name),
  });

  function resend() {
    form.forgive();
    resending.run();
  }

  const isWrong = Object.keys(form.errors).length > 0;
  const notSent = resending.error ? accessFailure('reset-resend', resending.error) : null;
  return (
    <AccessForm form={form} problem={form.problem ?? (isWrong ? null : notSent)}>
      <CodeSent phone={phone} again={resending.done} />
      <CodeField form={form} takesFocus={takesFocus} />
      <NewPasswordFields form={form} label="New Password" phone={phone} minimum={passwordMinimum} />
      <Button variant="primary" size="large" type="submit" busy={form.busy} busyLabel="Resetting...">
        Reset Password
      </Button>
      <div className="flex flex-col gap-1">
        <ResendCode seconds={resending.secondsLeft} busy={resending.busy} onResend={resend} />
        <QuietButton onClick={onChangePhone}>Change Phone Number</QuietButton>
      </div>
    </AccessForm>
  );
}
