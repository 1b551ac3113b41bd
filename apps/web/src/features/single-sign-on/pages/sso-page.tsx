import { errors } from '@burrow/contracts/errors';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { announceConfirmed } from '../../../lib/identity-confirmed.ts';
import { usePage } from '../../../lib/page-name.ts';
import { absolute, paths } from '../../../lib/paths.ts';
import { sessionFromSignIn, switchedTo } from '../../../lib/session.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { TenantPickerDialog } from '../../session/tenant-picker-dialog.tsx';

const failed = 'Sign-in failed. Please try again.';

/** The provider's answer in the address. Removes the one-time token from address and history at once. */
function takeAnswer() {
  const carried = new URLSearchParams(window.location.hash.slice(1));
  window.history.replaceState(window.history.state, '', absolute(paths.singleSignOn));
  const code = carried.get('error');
  const problem =
    code === null ? null : Object.hasOwn(errors, code) ? errors[code as keyof typeof errors].message : failed;
  const confirm = carried.get('confirm');
  const isConfirming = confirm !== null || carried.get('for') === 'confirm';
  const [token, connect, to] = ['token', 'connect', 'to'].map((name) => carried.get(name));
  return { token, connect, confirm, isConfirming, to: to ?? null, problem };
}

type SignInResult = OutputOf<'auth/sso_finish'>;
/** The last two: why the provider was not connected, or the session not confirmed; null if it was. */
type Outcome =
  | { problem: string }
  | { result: SignInResult }
  | { connected: string | null }
  | { confirmed: string | null };

async function outcomeOf(answer: ReturnType<typeof takeAnswer>): Promise<Outcome> {
  const { token, connect, confirm, isConfirming, problem } = answer;
  const refused = (text: string): Outcome => (isConfirming ? { confirmed: text } : problemOf(text));
  try {
    if (confirm) await callAction('sso/confirm_finish', { token: confirm });
    if (confirm) return { confirmed: null };
    if (connect) await callAction('sso/connect_finish', { token: connect });
    if (connect) return { connected: null };
    if (!token) return refused(problem ?? failed);
    return { result: await callAction('auth/sso_finish', { token }, { as: null }) };
  } catch (error) {
    return refused(messageOf(error, failed));
  }
}

/** With a session, connecting failed. The sign-in page would skip the message, so this page shows it. */
const problemOf = (problem: string): Outcome =>
  sessionStore.get() === null ? { problem } : { connected: problem };

function saveSession(result: SignInResult, tenantId?: number | null): void {
  const session = sessionFromSignIn(result);
  const chosen = session.availableTenants.find((tenant) => tenant.tenantId === tenantId);
  sessionStore.setMustChangePassword(result.must_change_password);
  sessionStore.save(chosen ? switchedTo(session, chosen) : session);
}

/** A token works once, also when React runs an effect twice. */
let pending: { answer: ReturnType<typeof takeAnswer>; outcome: Promise<Outcome> } | null = null;

function useOutcome() {
  const [ended, setEnded] = useState<{ outcome: Outcome; to: string | null } | null>(null);
  useEffect(() => {
    let isMounted = true;
    if (pending === null || window.location.hash !== '') {
      const answer = takeAnswer();
      pending = { answer, outcome: outcomeOf(answer) };
    }
    const { answer, outcome } = pending;
    void outcome.then((reached) => {
      if (isMounted) setEnded({ outcome: reached, to: answer.to });
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return ended;
}

/** The page that a sign-in provider redirects to (/app/sso). It finishes the sign-in, connects the provider, or confirms who the person is. */
export function SsoPage() {
  usePage('Login');
  const navigate = useNavigate();
  const ended = useOutcome();
  if (ended === null) return <Loading page />;
  const { outcome, to } = ended;
  if ('connected' in outcome) return <Connected problem={outcome.connected} />;
  if ('confirmed' in outcome) return <Confirmed problem={outcome.confirmed} />;
  if ('problem' in outcome)
    return <Navigate to={paths.login} replace state={{ from: to, problem: outcome.problem }} />;
  const { result } = outcome;
  const enter = (tenantId?: number | null) => {
    saveSession(result, tenantId);
    void navigate(paths.login, { replace: true, state: { from: to } });
  };
  if (!result.multiple_tenants) return <Enter onEnter={enter} />;
  return (
    <TenantPickerDialog
      tenants={sessionFromSignIn(result).availableTenants}
      onChoose={({ tenantId }) => enter(tenantId)}
      onCancel={() => {
        void navigate(paths.login, { replace: true });
        // The keys were never stored, so the server revokes them now instead of letting them expire.
        callAction('logout', {}, { as: { apiKey: result.api_key, userId: result.user_id } }).catch(
          (failure: unknown) => console.info('Failed to revoke the unused keys.', failure),
        );
      }}
    />
  );
}

function Enter({ onEnter }: { onEnter: () => void }) {
  useEffect(onEnter);
  return <Loading page />;
}

const Result = ({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center px-4 py-8">
    <div className="flex w-full max-w-sm flex-col items-center gap-4 text-center">
      <Logo className="size-14 text-brand" />
      <h1 className="text-2xl font-bold text-balance">{heading}</h1>
      <p className="text-pretty text-ink-soft">{text}</p>
      {children}
    </div>
  </main>
);

/** The result of connecting a provider. */
const Connected = ({ problem }: { problem: string | null }) => (
  <Result
    heading={problem === null ? 'Single sign-on connected' : 'Couldn’t connect single sign-on'}
    text={problem ?? 'You can now sign in with it instead of your password.'}
  >
    <ButtonLink to={paths.login} variant="primary" size="large" className="w-full">
      Continue
    </ButtonLink>
  </Result>
);

/** The result of confirming who the person is, in a tab of its own. */
function Confirmed({ problem }: { problem: string | null }) {
  useEffect(() => {
    if (problem !== null) return;
    announceConfirmed();
    // Browsers close only a tab that a page opened.
    window.close();
  }, [problem]);
  return problem === null ? (
    <Result heading="You’ve confirmed it’s you" text="Close this tab to continue where you were." />
  ) : (
    <Result heading="Couldn’t confirm it’s you" text={`${problem} Close this tab to go back.`} />
  );
}
