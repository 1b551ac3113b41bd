import { callAction } from '../../../../lib/api.ts';
import { useForm } from '../../../../lib/use-form.ts';
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
  /** True when coming from the previous step, not from a reload. */
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
  const form = useForm({
    draft: null,
    values: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code) ?? undefined }),
    send: async ({ code }) => {
      const answer = await callAction(
        'cp/register/verify',
        { tenant_id: tenantId, phone, code },
        { as: null },
      );
      onVerified(answer.registration_token);
    },
    failure: (error) => accessFailure('signup-verify', error),
  });

  function resend() {
    form.forgive();
    resending.run();
  }

  const notSent = resending.error ? accessFailure('reset-resend', resending.error) : null;
  return (
    <AccessForm form={form} problem={form.problem ?? (form.errors.code === undefined ? notSent : null)}>
      <CodeSent phone={phone} again={resending.done} />
      <CodeField form={form} takesFocus={takesFocus} />
      <Button variant="primary" size="large" type="submit" busy={form.busy} busyLabel="Verifying...">
        Verify Code
      </Button>
      <div className="flex flex-col gap-1">
        <ResendCode seconds={resending.secondsLeft} busy={resending.busy} onResend={resend} />
        <QuietButton onClick={onBack}>Back</QuietButton>
      </div>
    </AccessForm>
  );
}
