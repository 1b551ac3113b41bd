import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePage } from '../../../../lib/page-name.ts';
import { paths } from '../../../../lib/paths.ts';
import { KeepFocus } from '../../../../ui/keep-focus.tsx';
import { textLinkClass } from '../../../../ui/text-link.ts';
import { PortalLink } from '../../portal-links.tsx';
import { useCodeProgress, type CodeStep, type StoredProgress } from '../code-progress.ts';
import { AccountCreated } from '../components/account-created.tsx';
import { EntranceFrame } from '../components/entrance-frame.tsx';
import { PhoneStep } from '../components/phone-step.tsx';
import { SignupRegister } from '../components/signup-register.tsx';
import { SignupVerify } from '../components/signup-verify.tsx';
import { VerifiedAlready } from '../components/verified-already.tsx';
import { useEntrance } from '../entrance.ts';
import { accessFailure } from '../failure-texts.ts';
import { readLoginState } from '../login-state.ts';
import { useCodeSending } from '../use-code-sending.ts';

const headings: Record<CodeStep, { number: number; text: string }> = {
  phone: { number: 1, text: 'Your mobile number' },
  verify: { number: 2, text: 'Verify your number' },
  register: { number: 3, text: 'About you' },
};

/** What the step is about, and which of the three; the focus follows from step to step. */
function StepHeading({ step }: { step: CodeStep }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [step]);
  const { number, text } = headings[step];
  return (
    <div className="mb-4">
      <p className="text-sm text-ink-soft">Step {number} of 3</p>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        {text}
      </h2>
    </div>
  );
}

/** One of the three steps, and what each leads to. */
function SignupStep({ stored, onCreated }: { stored: StoredProgress; onCreated: (phone: string) => void }) {
  const [progress, change] = stored;
  const { tenantId, british, passwordMinimum } = useEntrance();
  const [begunAt] = useState(progress.step);
  const [token, setToken] = useState<string | null>(null);
  const { send, busy, error, resending, goTo, enterCode } = useCodeSending(
    'cp/register/start',
    tenantId,
    stored,
  );
  const { phone } = progress;
  if (progress.step === 'phone') {
    return (
      <KeepFocus className="outline-none">
        <PhoneStep
          {...{ british, phone, busy }}
          askedFor={phone}
          sentTo={progress.sentTo}
          secondsLeft={resending.secondsLeft}
          problem={error ? accessFailure('signup-start', error, british) : null}
          onSend={send}
          onHaveCode={enterCode}
        />
      </KeepFocus>
    );
  }
  if (progress.step === 'verify' && progress.verified) {
    return <VerifiedAlready phone={phone} onContinue={() => goTo('register')} onBack={() => goTo('phone')} />;
  }
  if (progress.step === 'verify') {
    return (
      <SignupVerify
        {...{ tenantId, phone, resending }}
        takesFocus={begunAt !== 'verify'}
        onVerified={(registrationToken) => {
          setToken(registrationToken);
          change({ ...progress, step: 'register', verified: true });
        }}
        onBack={() => goTo('phone')}
      />
    );
  }
  return (
    <SignupRegister
      {...{ tenantId, phone, passwordMinimum }}
      registrationToken={token}
      onCreated={() => onCreated(phone)}
      onNotVerified={() => change({ ...progress, verified: false })}
      onBack={() => goTo('verify')}
    />
  );
}

/** A pet owner's new account (/app/cp/signup): the number, the code sent to it, and who it is. */
export function PortalSignupPage() {
  usePage('Create Account');
  const { tenantId, name, logo } = useEntrance();
  const { from } = readLoginState(useLocation().state);
  const [created, setCreated] = useState<string | null>(null);
  const stored = useCodeProgress('signup', tenantId);
  const [{ step, phone }, change] = stored;
  const state = { ...(from === undefined ? {} : { from }), ...(phone === '' ? {} : { phone }) };
  return (
    <EntranceFrame logo={logo} title="Create Account" lead={name}>
      {created === null ? (
        <>
          <StepHeading step={step} />
          <SignupStep
            stored={stored}
            onCreated={(number) => {
              setCreated(number);
              change(null);
            }}
          />
          <p className="mt-4 border-t border-line pt-2 text-center">
            Already have an account?{' '}
            <PortalLink
              to={paths.portalLogin}
              state={state}
              className={`inline-flex min-h-11 items-center px-1 font-semibold ${textLinkClass}`}
            >
              Sign In
            </PortalLink>
          </p>
        </>
      ) : (
        <AccountCreated phone={created} from={from} />
      )}
    </EntranceFrame>
  );
}
