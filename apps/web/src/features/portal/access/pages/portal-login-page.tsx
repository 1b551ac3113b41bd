import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { messageOf } from '../../../../lib/api-error.ts';
import { callAction } from '../../../../lib/api.ts';
import { endedSessionText, sessionEnded } from '../../../../lib/ended-session.ts';
import { usePage } from '../../../../lib/page-name.ts';
import { paths } from '../../../../lib/paths.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { askPasskey, canUsePasskeys, passkeyProblem } from '../../../second-factor/passkeys.ts';
import { PortalButtonLink } from '../../portal-links.tsx';
import { beginSession } from '../begin-session.ts';
import { useCodeProgress } from '../code-progress.ts';
import { AccessForm } from '../components/access-form.tsx';
import { EntranceFrame } from '../components/entrance-frame.tsx';
import { PhoneField } from '../components/phone-field.tsx';
import { QuietButton } from '../components/quiet-button.tsx';
import { SignedInAlready } from '../components/signed-in-already.tsx';
import { useEntrance } from '../entrance.ts';
import { readLoginState } from '../login-state.ts';
import { phoneProblem } from '../phone-number.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';

const ResetDialog = lazyComponent(async () => (await import('../reset-dialog.tsx')).ResetDialog);

const CodeDialog = lazyComponent(async () => (await import('../code-dialog.tsx')).CodeDialog);

const messageShownFor = 5000;

/** A message from the previous page, for five seconds; or that the session ended, until sign-in. */
function ArrivalMessage() {
  const location = useLocation();
  const navigate = useNavigate();
  const { message, ...rest } = readLoginState(location.state);
  const ended = sessionEnded(location.state);
  const address = `${location.pathname}${location.search}`;
  const state = JSON.stringify(rest);
  useEffect(() => {
    if (message === undefined) return undefined;
    const timer = setTimeout(
      () => void navigate(address, { replace: true, state: JSON.parse(state) as unknown }),
      messageShownFor,
    );
    return () => clearTimeout(timer);
  }, [message, navigate, address, state]);
  return (
    <div role="status" className="empty:hidden">
      {message === undefined ? (
        ended && <Banner>{endedSessionText}</Banner>
      ) : (
        <Banner icon={<CircleCheck className="size-5 text-confirmed" />}>{message}</Banner>
      )}
    </div>
  );
}

/** Asks the device for one of its passkeys for the practice. */
async function signInByPasskey(tenantId: number) {
  const practice = { tenant_id: tenantId };
  const begun = await callAction('cp/passkey/challenge', practice, { as: null });
  const passkey = await askPasskey(begun.passkey_options);
  const answer = { ...practice, challenge: begun.challenge, passkey };
  return callAction('cp/passkey/sign_in', answer, { as: null });
}

/**
 * Signs a pet owner in, with a passkey if no number and password are given. It ends with a session in the store, which the
 * portal's entrance then sees.
 */
function usePortalSignIn() {
  const { tenantId, landing } = useEntrance();
  return useMutation({
    mutationFn: async (credentials: { phone: string; password: string } | null) => {
      const signIn = credentials
        ? await callAction('auth_customer', { tenant_id: tenantId, ...credentials }, { as: null })
        : await signInByPasskey(tenantId);
      await beginSession(signIn, landing, { byPasskey: credentials === null });
    },
  });
}

function PasskeySignIn() {
  const { mutate, isPending, error } = usePortalSignIn();
  if (!canUsePasskeys()) return null;
  return (
    <>
      <FormProblem>{error && passkeyProblem(error)}</FormProblem>
      <Button
        size="large"
        busy={isPending}
        busyLabel="Waiting for your device..."
        onClick={() => mutate(null)}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}

/** The sign-in form. `typed` is the number, which a password reset can fill in. */
function SignInForm({ typed, onType }: { typed: string; onType: (phone: string) => void }) {
  const { british } = useEntrance();
  const phone = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const signIn = usePortalSignIn();
  const form = useForm({
    draft: null,
    values: { phone: typed, password: '' },
    check: (values) => ({
      phone: phoneProblem(values.phone, british) ?? undefined,
      password: values.password === '' ? 'Please enter your password' : undefined,
    }),
    onEdit: (values) => onType(values.phone),
    send: (values) => signIn.mutateAsync({ phone: values.phone.trim(), password: values.password }),
    failure: (error) => messageOf(error, 'Sign-in failed. Please try again.'),
  });

  useEffect(() => {
    // On a touch screen the keyboard would cover half the page before the person has read anything.
    if (!window.matchMedia('(pointer: fine)').matches) return;
    (phone.current?.value ? password : phone).current?.focus();
  }, []);

  useEffect(() => {
    // A typing error is the most likely cause, so select the password for retyping.
    if (form.refusal !== null) password.current?.select();
  }, [form.refusal]);

  return (
    <AccessForm form={form}>
      <PhoneField {...form.field('phone')} ref={phone} british={british} autoComplete="username" />
      <PasswordField
        {...form.field('password')}
        ref={password}
        label="Password"
        autoComplete="current-password"
        required
      />
      <Button variant="primary" size="large" type="submit" busy={form.busy} busyLabel="Signing In...">
        Sign In
      </Button>
    </AccessForm>
  );
}

/** The sign-in of pet owners (/app/cp/login). */
export function PortalLoginPage() {
  usePage('Sign In');
  const { tenantId, name, logo } = useEntrance();
  const { from, phone: given = '' } = readLoginState(useLocation().state);
  const [phone, setPhone] = useState(given);
  const [{ step }] = useCodeProgress('reset', tenantId);
  // A phone may have unloaded the page while the person read the text message.
  const [resetting, setResetting] = useState(step === 'verify');
  const [resets, setResets] = useState(0);
  const [{ step: codeStep }] = useCodeProgress('code', tenantId);
  const [byCode, setByCode] = useState(codeStep === 'verify');
  return (
    <EntranceFrame logo={logo} title={name === '' ? null : `${name} Customer Portal`}>
      <div className="flex flex-col gap-4">
        <ArrivalMessage />
        <SignedInAlready tenantId={tenantId} />
        {/* Remounts after a reset, with the number filled in and the focus on the password. */}
        <SignInForm key={resets} typed={phone} onType={setPhone} />
        <PasskeySignIn />
        <div className="flex flex-col gap-1">
          <QuietButton onClick={() => setResetting(true)}>Forgot your password</QuietButton>
          <QuietButton onClick={() => setByCode(true)}>Sign in with a code by text</QuietButton>
        </div>
        <div className="flex flex-col gap-2 border-t border-line pt-4">
          <p className="text-center text-ink-soft">New here?</p>
          <PortalButtonLink
            to={paths.portalSignup}
            state={from === undefined ? null : { from }}
            size="large"
            className="w-full"
          >
            Create Account
          </PortalButtonLink>
        </div>
      </div>
      {resetting ? (
        <ResetDialog
          phone={phone}
          onReset={(number) => {
            setPhone(number);
            setResets(resets + 1);
            setResetting(false);
          }}
          onClose={() => setResetting(false)}
        />
      ) : null}
      {byCode ? (
        <CodeDialog
          phone={phone}
          onPassword={(number) => {
            setPhone(number);
            setResets(resets + 1);
            setByCode(false);
          }}
          onClose={() => setByCode(false)}
        />
      ) : null}
    </EntranceFrame>
  );
}
