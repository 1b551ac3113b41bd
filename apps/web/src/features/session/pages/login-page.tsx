import type { Role } from '@burrow/contracts/roles';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { endedSessionText, sessionEnded } from '../../../lib/ended-session.ts';
import { usePage } from '../../../lib/page-name.ts';
import { useSessionState } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSignIn } from '../use-sign-in.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { canUsePasskeys } from '../../second-factor/passkeys.ts';

const TenantPickerDialog = lazyComponent(
  async () => (await import('../tenant-picker-dialog.tsx')).TenantPickerDialog,
);

const SecondStep = lazyComponent(
  async () => (await import('../../second-factor/second-step.tsx')).SecondStep,
);

const ForgotPasswordDialog = lazyComponent(
  async () => (await import('../forms/forgot-password-dialog.tsx')).ForgotPasswordDialog,
);

const SignInButtons = lazyComponent(
  async () => (await import('../../single-sign-on/components/sign-in-buttons.tsx')).SignInButtons,
);

/** Why a sign-in with a provider failed. */
function problemIn(state: unknown): string | null {
  const problem = typeof state === 'object' && state !== null && 'problem' in state ? state.problem : null;
  return typeof problem === 'string' ? problem : null;
}

/** The path the person wanted to open. */
function originIn(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' ? from : null;
}

type SignIn = ReturnType<typeof useSignIn>;

/** Why the person is here: their session has ended, or a link asks to sign in as someone else. */
function Notes({ hasEnded, offer, at }: { hasEnded: boolean; offer: SignIn['offer']; at: string | null }) {
  return (
    <>
      {hasEnded ? (
        <div role="status" className="mb-4">
          <Banner>{endedSessionText}</Banner>
        </div>
      ) : null}
      {offer !== null && at !== null ? (
        <div role="status" className="mb-4">
          <Banner tone="warning" action={<Button onClick={offer.decline}>Stay signed in</Button>}>
            You’re already signed in{at ? ` to ${at}` : ''}. This link will sign you in as {offer.email}.
            Choose Login only if you trust who sent it.
          </Banner>
        </div>
      ) : null}
    </>
  );
}

const formClass = 'rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6';

/** Email and password, or a passkey. */
function PasswordForm({
  signIn: { busy, error, offer, signIn, signInWithPasskey },
  hidden,
  onForgotten,
}: {
  signIn: SignIn;
  hidden: boolean;
  onForgotten: (email: string) => void;
}) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const typedEmail = () => email.current?.value.trim() ?? '';

  useEffect(() => {
    // On a touch screen the keyboard would cover half the page before the person has read anything.
    if (window.matchMedia('(pointer: fine)').matches) email.current?.focus();
  }, []);

  useEffect(() => {
    // A typing error is the most likely cause, so select the password for retyping.
    if (error !== null && password.current?.value) password.current.select();
  }, [error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    signIn(typedEmail(), password.current?.value ?? '');
  }

  return (
    <form onSubmit={submit} hidden={hidden} className={`flex flex-col gap-4 ${formClass}`}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={offer?.email}
        ref={email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        defaultValue={offer?.password}
        ref={password}
      />
      {error ? <FormProblem>{error}</FormProblem> : null}
      <Button variant="primary" size="large" type="submit" busy={busy} busyLabel="Logging in...">
        Login
      </Button>
      {canUsePasskeys() ? (
        <Button disabled={busy} onClick={signInWithPasskey}>
          Sign in with a passkey
        </Button>
      ) : null}
      <Button variant="quiet" onClick={() => onForgotten(typedEmail())}>
        Forgot your password?
      </Button>
      <p role="status" className="flex items-center justify-center gap-2 text-ink-soft empty:hidden">
        {busy ? (
          <>
            <Spinner /> Logging you in...
          </>
        ) : null}
      </p>
    </form>
  );
}

/** The sign-in of staff at /app/login. `landing` returns the page that opens for a role. */
export function LoginPage({ landing }: { landing: (role: Role, origin: string | null) => string }) {
  usePage('Login');
  const { session, leaving } = useSessionState();
  const { state } = useLocation();
  const origin = originIn(state);
  const signIn = useSignIn();
  const { choice, offer, secondStep } = signIn;
  const [forgotten, setForgotten] = useState<string | null>(null);

  if (session !== null && !leaving && !signIn.busy && offer === null) {
    return <Navigate to={landing(session.role, origin)} replace />;
  }

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center text-center">
          <Logo className="size-14 text-brand" />
          <h1 className="mt-1 text-2xl font-bold">Burrow</h1>
          <p className="text-ink-soft">Sign in to your practice</p>
        </div>
        <Notes
          hasEnded={sessionEnded(state)}
          offer={offer}
          at={session === null ? null : session.tenantName}
        />
        {secondStep ? (
          <div className={formClass}>
            <SecondStep asked={secondStep} onDone={signIn.proceed} onBack={secondStep.back} />
          </div>
        ) : null}
        <PasswordForm signIn={signIn} hidden={secondStep !== null} onForgotten={setForgotten} />
        <SignInButtons origin={origin} problem={problemIn(state)} />
      </div>
      {forgotten === null ? null : (
        <ForgotPasswordDialog typed={forgotten} onClose={() => setForgotten(null)} />
      )}
      {choice ? (
        <TenantPickerDialog tenants={choice.tenants} onChoose={choice.choose} onCancel={choice.cancel} />
      ) : null}
    </main>
  );
}
