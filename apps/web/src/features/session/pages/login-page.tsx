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

/** The sign-in of staff at /app/login. `landing` returns the page that opens for a role. */
export function LoginPage({ landing }: { landing: (role: Role, origin: string | null) => string }) {
  usePage('Login');
  const { session, leaving } = useSessionState();
  const { state } = useLocation();
  const origin = originIn(state);
  const { busy, error, choice, offer, secondStep, signIn, signInWithPasskey, proceed } = useSignIn();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [forgotten, setForgotten] = useState<string | null>(null);

  useEffect(() => {
    // On a touch screen the keyboard would cover half the page before the person has read anything.
    if (window.matchMedia('(pointer: fine)').matches) email.current?.focus();
  }, []);

  useEffect(() => {
    // A typing error is the most likely cause, so select the password for retyping.
    if (error !== null && password.current?.value) password.current.select();
  }, [error]);

  if (session !== null && !leaving && !busy && offer === null) {
    return <Navigate to={landing(session.role, origin)} replace />;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    signIn(email.current?.value.trim() ?? '', password.current?.value ?? '');
  }

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center text-center">
          <Logo className="size-14 text-brand" />
          <h1 className="mt-1 text-2xl font-bold">Burrow</h1>
          <p className="text-ink-soft">Sign in to your practice</p>
        </div>
        {sessionEnded(state) ? (
          <div role="status" className="mb-4">
            <Banner>{endedSessionText}</Banner>
          </div>
        ) : null}
        {offer !== null && session !== null ? (
          <div role="status" className="mb-4">
            <Banner tone="warning" action={<Button onClick={offer.decline}>Stay signed in</Button>}>
              You’re already signed in{session.tenantName ? ` to ${session.tenantName}` : ''}. This link will
              sign you in as {offer.email}. Choose Login only if you trust who sent it.
            </Banner>
          </div>
        ) : null}
        {secondStep ? (
          <div className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
            <SecondStep asked={secondStep} onDone={proceed} onBack={secondStep.back} />
          </div>
        ) : null}
        <form
          onSubmit={submit}
          hidden={secondStep !== null}
          className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6"
        >
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
          <Button variant="quiet" onClick={() => setForgotten(email.current?.value.trim() ?? '')}>
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
