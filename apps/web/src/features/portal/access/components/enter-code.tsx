import type { ReactNode } from 'react';
import { useForm } from '../../../../lib/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { codeProblem } from '../code-check.ts';
import { accessFailure, type AccessStep } from '../failure-texts.ts';
import type { Resending } from '../use-code-sending.ts';
import { AccessForm } from './access-form.tsx';
import { CodeField } from './code-field.tsx';
import { CodeSent } from './code-sent.tsx';
import { QuietButton } from './quiet-button.tsx';
import { ResendCode } from './resend-code.tsx';

interface EnterCodeProps {
  /** The number that the code went to, as it is shown. */
  phone: string;
  /** Instead of where the code went. */
  sent?: ReactNode;
  resending: Resending;
  /** True when coming from the previous step, not from a reload. */
  takesFocus: boolean;
  /** The call that checks the code. */
  step: AccessStep;
  /** Checks the code, and does what follows. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}

/** Takes the code that was sent to the number. */
export function EnterCode({ phone, sent, resending, takesFocus, step, onCode, onBack }: EnterCodeProps) {
  const form = useForm({
    draft: null,
    values: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code) ?? undefined }),
    send: ({ code }) => onCode(code),
    failure: (error) => accessFailure(step, error),
  });

  function resend() {
    form.forgive();
    resending.run();
  }

  const notSent = resending.error ? accessFailure('reset-resend', resending.error) : null;
  return (
    <AccessForm form={form} problem={form.problem ?? (form.errors.code === undefined ? notSent : null)}>
      {sent ?? <CodeSent phone={phone} again={resending.done} />}
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
