import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callAction } from '../../../../lib/api.ts';
import { formText } from '../../../../lib/form-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { codeProblem } from '../code-check.ts';
import { accessFailure } from '../failure-texts.ts';
import { newPasswordProblems } from '../new-password.ts';
import { refusedFields } from '../registration.ts';
import type { Resending } from '../use-code-sending.ts';
import { AccessForm } from './access-form.tsx';
import { CodeField } from './code-field.tsx';
import { CodeSent } from './code-sent.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { QuietButton } from './quiet-button.tsx';
import { ResendCode } from './resend-code.tsx';

type Problems = Partial<Record<'code' | 'password' | 'confirm', string>>;

/** What is wrong with the code and the new password, by field; null when nothing is. */
function problemsIn(data: FormData, minimum: number): Problems | null {
  const code = codeProblem(formText(data, 'code'));
  const problems: Problems = {
    ...(code === null ? {} : { code }),
    ...newPasswordProblems({
      password: formText(data, 'password'),
      confirm: formText(data, 'confirm'),
      minimum,
      missing: 'Please enter a new password',
    }),
  };
  return Object.keys(problems).length === 0 ? null : problems;
}

interface ResetVerifyProps {
  tenantId: number;
  phone: string;
  passwordMinimum: number;
  resending: Resending;
  /** Somebody has come here from the step before, not by a reload. */
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
  const [errors, setErrors] = useState<Problems | null>(null);
  const complete = useMutation({
    mutationFn: ({ code, password }: { code: string; password: string }) =>
      callAction(
        'cp/password/reset/complete',
        { tenant_id: tenantId, phone, code, new_password: password },
        { as: null },
      ),
    onSuccess: onReset,
    onError: (error) => setErrors(refusedFields(error)),
  });

  function submit(data: FormData) {
    if (complete.isPending) return;
    const wrong = problemsIn(data, passwordMinimum);
    setErrors(wrong);
    if (wrong === null) {
      complete.mutate({ code: formText(data, 'code'), password: formText(data, 'password') });
    }
  }

  function resend() {
    complete.reset();
    setErrors(null);
    resending.run();
  }

  const failed = complete.error ? accessFailure('reset-complete', complete.error) : null;
  const notSent = resending.error ? accessFailure('reset-resend', resending.error) : null;
  return (
    <AccessForm errors={errors} problem={errors === null ? (failed ?? notSent) : null} onSubmit={submit}>
      <CodeSent phone={phone} again={resending.done} />
      <CodeField error={errors?.code} takesFocus={takesFocus} refusal={complete.error} />
      <NewPasswordFields label="New Password" phone={phone} minimum={passwordMinimum} errors={errors} />
      <Button variant="primary" size="large" type="submit" busy={complete.isPending} busyLabel="Resetting...">
        Reset Password
      </Button>
      <div className="flex flex-col gap-1">
        <ResendCode seconds={resending.secondsLeft} busy={resending.busy} onResend={resend} />
        <QuietButton onClick={onChangePhone}>Change Phone Number</QuietButton>
      </div>
    </AccessForm>
  );
}
