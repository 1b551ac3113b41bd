import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf, type SecondStepAsked } from '../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { requestAccount } from './account-request.ts';
import { CodeField } from './components/code-field.tsx';
import { askPasskey, canUsePasskeys, passkeyProblem } from './passkeys.ts';

type Verified = OutputOf<'auth/verify'>;
type Way = SecondStepAsked['factors'][number];

interface SecondStepProps {
  asked: SecondStepAsked;
  onDone: (result: Verified) => void;
  onBack: () => void;
}

/** Takes a code of the app, or a recovery code. */
function CodeForm({ asked, way, onDone }: Omit<SecondStepProps, 'onBack'> & { way: Way }) {
  const isRecovery = way === 'recovery_code';
  const form = useForm({
    values: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? 'Enter the code.' : undefined }),
    send: async ({ code }) => {
      onDone(await callAction('auth/verify', { challenge: asked.challenge, code }, { as: null }));
    },
    failure: (error) => messageOf(error, 'Couldn’t check the code. Please try again.'),
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      {isRecovery ? (
        <TextField
          {...form.field('code')}
          label="Recovery code"
          hint="One of the codes you saved, such as abcde-fghjk. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          inputClassName="figures"
        />
      ) : (
        <CodeField {...form.field('code')} label="Code" hint="The six digits in your authenticator app." />
      )}
      <FormProblem>{form.problem}</FormProblem>
      <Button variant="primary" size="large" type="submit" busy={form.busy} busyLabel="Checking...">
        Continue
      </Button>
    </Form>
  );
}

function PasskeyStep({ asked, onDone }: Omit<SecondStepProps, 'onBack'>) {
  const use = useMutation({
    mutationFn: async () => {
      const passkey = await askPasskey(asked.passkeyOptions ?? {});
      return callAction('auth/verify', { challenge: asked.challenge, passkey }, { as: null });
    },
    onSuccess: onDone,
  });
  return (
    <div className="flex flex-col gap-4">
      <Button
        variant="primary"
        size="large"
        busy={use.isPending}
        busyLabel="Waiting for your device..."
        icon={<Fingerprint aria-hidden="true" className="size-5" />}
        onClick={() => use.mutate()}
      >
        Use your passkey
      </Button>
      {use.isError ? <FormProblem>{passkeyProblem(use.error)}</FormProblem> : null}
    </div>
  );
}

const otherWays: Record<Way, string> = {
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
};

/** After a recovery code: how many are left, and what to do about the lost device. */
function AfterRecovery({ left, onContinue }: { left: number; onContinue: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        {left === 1 ? 'You have 1 recovery code left' : `You have ${left} recovery codes left`}
      </h2>
      <p>If you’ve lost your device, add a new one now and remove the lost one.</p>
      <Button
        variant="primary"
        size="large"
        onClick={() => {
          requestAccount();
          onContinue();
        }}
      >
        Set up a new device
      </Button>
      <Button variant="quiet" onClick={onContinue}>
        Not now
      </Button>
    </div>
  );
}

/** The second step of a sign-in, after the password. */
export function SecondStep({ asked, onDone, onBack }: SecondStepProps) {
  const ways = asked.factors.filter((way) => way !== 'passkey' || canUsePasskeys());
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code');
  const [recovered, setRecovered] = useState<Verified | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const finish = (result: Verified) =>
    result.recovery_codes_left === null ? onDone(result) : setRecovered(result);
  if (recovered)
    return <AfterRecovery left={recovered.recovery_codes_left ?? 0} onContinue={() => onDone(recovered)} />;
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        Confirm it’s you
      </h2>
      {way === 'passkey' ? (
        <PasskeyStep asked={asked} onDone={finish} />
      ) : (
        <CodeForm key={way} asked={asked} way={way} onDone={finish} />
      )}
      <div className="flex flex-col gap-1 border-t border-line pt-3">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="quiet" onClick={() => setWay(other)}>
              {otherWays[other]}
            </Button>
          ))}
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
