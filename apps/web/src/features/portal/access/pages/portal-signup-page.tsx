import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { callAction } from '../../../../lib/api.ts';
import { usePage } from '../../../../lib/page-name.ts';
import { paths } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { KeepFocus } from '../../../../ui/keep-focus.tsx';
import { textLinkClass } from '../../../../ui/text-link.ts';
import { PortalLink, usePortalNavigate } from '../../portal-links.tsx';
import { useCodeProgress, type CodeStep, type StoredProgress } from '../code-progress.ts';
import { EnterCode } from '../components/enter-code.tsx';
import { EntranceFrame } from '../components/entrance-frame.tsx';
import { PhoneStep } from '../components/phone-step.tsx';
import { QuietButton } from '../components/quiet-button.tsx';
import { SignupRegister } from '../components/signup-register.tsx';
import { useEntrance } from '../entrance.ts';
import { accessFailure } from '../failure-texts.ts';
import { readLoginState, type LoginState } from '../login-state.ts';
import { readablePhone } from '../phone-number.ts';
import { useCodeSending } from '../use-code-sending.ts';

const headings: Record<CodeStep, { number: number; text: string }> = {
  phone: { number: 1, text: 'Your mobile number' },
  verify: { number: 2, text: 'Verify your number' },
  register: { number: 3, text: 'About you' },
};

/** The step's number and heading, which takes the focus when the step changes. */
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

/** The code was used already: offers the next step instead of another code. */
const VerifiedAlready = ({
  phone,
  onContinue,
  onBack,
}: {
  phone: string;
  onContinue: () => void;
  onBack: () => void;
}) => (
  <div className="flex flex-col gap-4">
    <p>
      <strong className="figures whitespace-nowrap">{readablePhone(phone)}</strong> is verified.
    </p>
    <Button variant="primary" size="large" onClick={onContinue}>
      Continue
    </Button>
    <QuietButton onClick={onBack}>Back</QuietButton>
  </div>
);

/** The current one of the three steps. */
function SignupStep({ stored, onCreated }: { stored: StoredProgress; onCreated: (phone: string) => void }) {
  const [progress, change] = stored;
  const { tenantId, british, passwordMinimum } = useEntrance();
  const [begunAt] = useState(progress.step);
  const [token, setToken] = useState<string | null>(null);
  const { send, busy, error, resending, goTo, enterCode } = useCodeSending(
    (number) => callAction('cp/register/start', { tenant_id: tenantId, phone: number }, { as: null }),
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
      <EnterCode
        {...{ phone, resending }}
        takesFocus={begunAt !== 'verify'}
        step="signup-verify"
        onCode={async (code) => {
          const proof = { tenant_id: tenantId, phone, code };
          const verified = await callAction('cp/register/verify', proof, { as: null });
          setToken(verified.registration_token);
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

const shownFor = 2000;

/** Confirms the new account, then opens the sign-in. */
function AccountCreated({ phone, from }: { phone: string; from: string | undefined }) {
  const navigate = usePortalNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const state: LoginState = {
      message: 'Account created successfully! Please log in with your credentials.',
      phone,
      ...(from === undefined ? {} : { from }),
    };
    const timer = setTimeout(() => navigate(paths.portalLogin, { replace: true, state }), shownFor);
    return () => clearTimeout(timer);
  }, [navigate, phone, from]);
  return (
    <div className="flex flex-col items-center gap-1 py-4 text-center">
      <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        Account Created!
      </h2>
      <p role="status" className="text-ink-soft">
        Taking you to sign in...
      </p>
    </div>
  );
}

/** A pet owner's new account (/app/cp/signup): the number, the code sent to it, and the details. */
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
