import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callAction } from '../../../../lib/api.ts';
import { formText } from '../../../../lib/form-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { codeProblem } from '../code-check.ts';
import { accessFailure } from '../failure-texts.ts';
import type { Resending } from '../use-code-sending.ts';
import { AccessForm } from './access-form.tsx';
import { CodeField } from './code-field.tsx';
import { CodeSent } from './code-sent.tsx';
import { QuietButton } from './quiet-button.tsx';
import { ResendCode } from './resend-code.tsx';

interface SignupVerifyProps {
  tenantId: number;
  phone: string;
  resending: Resending;
  /** Somebody has come here from the step before, not by a reload. */
  takesFocus: boolean;
  onVerified: (registrationToken: string) => void;
  onBack: () => void;
}

/** Checks the code that was sent to the number. */
export function SignupVerify({
  tenantId,
  phone,
  resending,
  takesFocus,
  onVerified,
  onBack,
}: SignupVerifyProps) {
  const [errors, setErrors] = useState<{ code: string } | null>(null);
  const verify = useMutation({
    mutationFn: (code: string) =>
      callAction('cp/register/verify', { tenant_id: tenantId, phone, code }, { as: null }),
    onSuccess: ({ registration_token }) => onVerified(registration_token),
  });

  function submit(data: FormData) {
    if (verify.isPending) return;
    const code = formText(data, 'code');
    const wrong = codeProblem(code);
    setErrors(wrong === null ? null : { code: wrong });
    if (wrong === null) verify.mutate(code);
  }

  function resend() {
    verify.reset();
    setErrors(null);
    resending.run();
  }

  const failed = verify.error ? accessFailure('signup-verify', verify.error) : null;
  const notSent = resending.error ? accessFailure('reset-resend', resending.error) : null;
  return (
    <AccessForm errors={errors} problem={errors === null ? (failed ?? notSent) : null} onSubmit={submit}>
      <CodeSent phone={phone} again={resending.done} />
      <CodeField error={errors?.code} takesFocus={takesFocus} refusal={verify.error} />
      <Button variant="primary" size="large" type="submit" busy={verify.isPending} busyLabel="Verifying...">
        Verify Code
      </Button>
      <div className="flex flex-col gap-1">
        <ResendCode seconds={resending.secondsLeft} busy={resending.busy} onResend={resend} />
        <QuietButton onClick={onBack}>Back</QuietButton>
      </div>
    </AccessForm>
  );
}
