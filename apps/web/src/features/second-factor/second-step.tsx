import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { messageOf, type SecondStepAsked } from '../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { rulesOfCommand } from '../../lib/use-action-form.ts';
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

/** A person's answer to a challenge. */
export type SecondStepAnswer = { challenge: string } & ({ code: string } | { passkey: unknown });

interface WaysProps {
  asked: SecondStepAsked;
  send: (answer: SecondStepAnswer) => Promise<void>;
}

/** Asks for a code of the app, or a recovery code. */
function CodeForm({ asked, way, send }: WaysProps & { way: Way }) {
  const isRecovery = way === 'recovery_code';
  const form = useForm({
    draft: null,
    values: { code: '' },
    rules: rulesOfCommand('auth/step_up'),
    check: ({ code }) => ({ code: code.trim() === '' ? 'Enter the code.' : undefined }),
    send: ({ code }) => send({ challenge: asked.challenge, code }),
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

function PasskeyStep({ asked, send }: WaysProps) {
  const use = useMutation({
    mutationFn: async () =>
      send({ challenge: asked.challenge, passkey: await askPasskey(asked.passkeyOptions ?? {}) }),
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

/** After a sign-in with a recovery code: how many are left, and what to do about the lost device. */
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

/** Asks for one of the person's second factors. */
export function SecondStepWays({ asked, send, children }: WaysProps & { children?: ReactNode }) {
  const ways = asked.factors.filter((way) => way !== 'passkey' || canUsePasskeys());
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code');
  return (
    <div className="flex flex-col gap-4">
      {way === 'passkey' ? (
        <PasskeyStep asked={asked} send={send} />
      ) : (
        <CodeForm key={way} asked={asked} way={way} send={send} />
      )}
      <div className="flex flex-col gap-1 border-t border-line pt-3">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="quiet" onClick={() => setWay(other)}>
              {otherWays[other]}
            </Button>
          ))}
        {children}
      </div>
    </div>
  );
}

interface SecondStepProps {
  asked: SecondStepAsked;
  onDone: (result: Verified) => void;
  onBack: () => void;
}

/** The second step of a sign-in, after the password. */
export function SecondStep({ asked, onDone, onBack }: SecondStepProps) {
  const [recovered, setRecovered] = useState<Verified | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (recovered)
    return <AfterRecovery left={recovered.recovery_codes_left ?? 0} onContinue={() => onDone(recovered)} />;
  const send = async (answer: SecondStepAnswer): Promise<void> => {
    const result = await callAction('auth/verify', answer, { as: null });
    if (result.recovery_codes_left === null) onDone(result);
    else setRecovered(result);
  };
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        Confirm it’s you
      </h2>
      <SecondStepWays asked={asked} send={send}>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </SecondStepWays>
    </div>
  );
}
