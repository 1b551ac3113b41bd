import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf, type SecondStepAsked } from '../../../lib/api-error.ts';
import { callAction, type InputOf, type OutputOf } from '../../../lib/api.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { sessionFromSignIn, switchedTo } from '../../../lib/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { SecondStepAnswer } from '../../second-factor/second-step.tsx';
import { requestWizard } from '../../setup/setup-flags.ts';
import { followSetupLinks, setupLinkToken } from '../arrival.ts';
import { WelcomeSheet } from '../components/welcome-sheet.tsx';
import { newPasswordErrors } from '../new-password.ts';

const SecondStepWays = lazyComponent(
  async () => (await import('../../second-factor/second-step.tsx')).SecondStepWays,
);

const JoinBySso = lazyComponent(
  async () => (await import('../../single-sign-on/components/join-by-sso.tsx')).JoinBySso,
);

type SetupLink = OutputOf<'setup_link/check'>;

/** The one-time link of the page, and the person it is for. */
function useSetupLink() {
  const [token, setToken] = useState(setupLinkToken);
  useEffect(() => followSetupLinks(() => setToken(setupLinkToken())), []);
  const check = useQuery({
    queryKey: ['setup_link/check', token],
    queryFn: ({ signal }) => callAction('setup_link/check', { token: token ?? '' }, { signal, as: null }),
    enabled: token !== null,
    retry: false,
    // A used link is invalid; checking it again would replace the page while the person still reads it.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return { token, check };
}

/** Signs in with the password just chosen, in the practice that the link was for. */
async function signIn(used: OutputOf<'setup_link/use'>, password: string): Promise<void> {
  const result = await callAction('auth', { email: used.email, password }, { as: null });
  const session = sessionFromSignIn(result);
  const joined = session.availableTenants.find(({ tenantId }) => tenantId === used.tenant_id);
  sessionStore.setMustChangePassword(result.must_change_password);
  sessionStore.save(joined ? switchedTo(session, joined) : session);
}

/** Uses a link, then signs in. `signInFailed` is true when the link was used but signing in failed. */
function useRedeemLink(token: string) {
  const [signInFailed, setSignInFailed] = useState(false);
  const use = useMutation({
    mutationFn: async (given: Omit<InputOf<'setup_link/use'>, 'token'>) => {
      const { password } = given;
      const used = await callAction('setup_link/use', { token, ...given }, { as: null });
      try {
        await signIn(used, password);
      } catch (error) {
        console.info('The link was used, but signing in failed.', error);
        setSignInFailed(true);
      }
    },
  });
  return { use, signInFailed };
}

const toSignIn = (
  <ButtonLink to={paths.login} variant="primary" size="large" className="w-full">
    Go to sign-in
  </ButtonLink>
);

/** Shown for an incomplete or expired link, with the possible reasons and what to do. */
function NoGoodLink({ complete }: { complete: boolean }) {
  return (
    <WelcomeSheet
      title={complete ? 'This link has expired' : 'This link is incomplete'}
      lead={
        complete
          ? 'It has been used or has expired. Each link works once and for a limited time.'
          : 'Part of the address is missing. Copy the whole link from the message and open it again.'
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          {complete
            ? 'If you have used it already, sign in with your email and password. Otherwise ask the person who sent it for a new one.'
            : 'If that doesn’t help, ask the person who sent it for a new one.'}
        </p>
        {toSignIn}
      </div>
    </WelcomeSheet>
  );
}

const leads: Record<'join' | 'existing' | 'reset', string> = {
  join: 'Choose a password to join the team.',
  existing: 'Enter the password you sign in with to join the team.',
  reset: 'Choose a new password. You will be signed out everywhere else.',
};

const submitLabels = { join: 'Join', existing: 'Join', reset: 'Save password' };

type Kind = keyof typeof submitLabels;

/** The form whose password uses the link. */
function useLinkForm(token: string, link: SetupLink, kind: Kind) {
  const navigate = useNavigate();
  const { use, signInFailed } = useRedeemLink(token);
  const [secondStep, setSecondStep] = useState<SecondStepAsked | null>(null);
  async function send(given: Parameters<typeof use.mutateAsync>[0]) {
    await use.mutateAsync(given);
    if (!sessionStore.get()) return;
    if (link.purpose === 'join') requestWizard();
    // The guard redirects people without a practice, such as superadmins.
    void navigate(paths.dashboard, { replace: true });
  }
  const form = useForm({
    draft: null,
    values: { password: '', confirm: '' },
    check: (values) => {
      if (kind !== 'existing') return newPasswordErrors(values);
      return values.password === '' ? { password: 'Enter your password.' } : {};
    },
    send: async ({ password }) => {
      try {
        await send({ password });
      } catch (error) {
        if (!(error instanceof ApiError && error.secondStep)) throw error;
        setSecondStep(error.secondStep);
      }
    },
    failure: (error) => messageOf(error, 'Something went wrong. Please try again.'),
    blames: { invalid_credentials: 'password' },
  });
  return {
    form,
    signInFailed,
    secondStep,
    answer: (given: SecondStepAnswer) => send({ password: form.values.password, ...given }),
    isExpired: use.error instanceof ApiError && use.error.code === 'link_expired',
  };
}

/** The form for the link's purpose. */
function LinkForm({ token, link }: { token: string; link: SetupLink }) {
  const kind = link.purpose === 'reset' ? 'reset' : link.has_password ? 'existing' : 'join';
  const { form, signInFailed, secondStep, answer, isExpired } = useLinkForm(token, link, kind);
  if (isExpired) return <NoGoodLink complete />;
  if (signInFailed) {
    return (
      <WelcomeSheet
        title="You’re all set"
        lead={
          kind === 'existing'
            ? `You’ve joined ${link.tenant_name}.`
            : `Your password for ${link.email} is set.`
        }
      >
        {toSignIn}
      </WelcomeSheet>
    );
  }
  if (secondStep) {
    return (
      <WelcomeSheet title="Confirm it’s you" lead={`Use your passkey or a code to join ${link.tenant_name}.`}>
        <SecondStepWays asked={secondStep} send={answer} />
      </WelcomeSheet>
    );
  }
  return (
    <WelcomeSheet
      title={kind === 'reset' ? 'Choose a new password' : `Welcome to ${link.tenant_name}`}
      lead={`Hello ${link.name}. ${leads[kind]}`}
    >
      <Form form={form}>
        <TextField
          label="Email"
          name="username"
          type="email"
          autoComplete="username"
          value={link.email}
          readOnly
        />
        <PasswordField
          {...form.field('password')}
          label={kind === 'existing' ? 'Password' : 'New password'}
          autoComplete={kind === 'existing' ? 'current-password' : 'new-password'}
          required
          hint={kind === 'existing' ? undefined : 'At least 8 characters.'}
        />
        {kind === 'existing' ? null : (
          <PasswordField
            {...form.field('confirm')}
            label="Confirm password"
            autoComplete="new-password"
            required
          />
        )}
        <FormProblem>{form.problem}</FormProblem>
        <Button variant="primary" size="large" type="submit" busy={form.busy} busyLabel="Saving...">
          {submitLabels[kind]}
        </Button>
      </Form>
    </WelcomeSheet>
  );
}

/** The page of a one-time link (/app/welcome). */
export function WelcomePage() {
  usePage('Welcome');
  const { token, check } = useSetupLink();
  if (token === null) return <NoGoodLink complete={false} />;
  if (check.data?.sso) return <JoinBySso key={token} token={token} link={check.data} sso={check.data.sso} />;
  if (check.data) return <LinkForm key={token} token={token} link={check.data} />;
  if (check.error instanceof ApiError && check.error.code === 'link_expired') return <NoGoodLink complete />;
  if (check.isError) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <QueryError query={check} title="Couldn’t check the link" />
      </main>
    );
  }
  return <Loading page />;
}
