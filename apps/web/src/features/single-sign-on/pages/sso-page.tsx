import { errors } from '@burrow/contracts/errors';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { usePage } from '../../../lib/page-name.ts';
import { absolute, paths } from '../../../lib/paths.ts';
import { sessionFromSignIn, switchedTo } from '../../../lib/session.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { Loading } from '../../../ui/loading.tsx';
import { toast } from '../../../ui/toast.ts';
import { TenantPickerDialog } from '../../session/tenant-picker-dialog.tsx';

const failed = 'Sign-in failed. Please try again.';

/** What a provider's answer led here with. Address and history forget the one-time token at once. */
function takeAnswer() {
  const carried = new URLSearchParams(window.location.hash.slice(1));
  window.history.replaceState(window.history.state, '', absolute(paths.singleSignOn));
  const code = carried.get('error');
  const problem =
    code === null ? null : Object.hasOwn(errors, code) ? errors[code as keyof typeof errors].message : failed;
  return { token: carried.get('token'), connect: carried.get('connect'), to: carried.get('to'), problem };
}

type SignInResult = OutputOf<'auth/sso_finish'>;
type Outcome = { problem: string } | { result: SignInResult } | 'connected';

async function outcomeOf({ token, connect, problem }: ReturnType<typeof takeAnswer>): Promise<Outcome> {
  if (problem !== null) return { problem };
  try {
    if (token !== null) return { result: await callAction('auth/sso_finish', { token }, { as: null }) };
    if (connect === null) return { problem: failed };
    await callAction('sso/connect_finish', { token: connect });
    return 'connected';
  } catch (error) {
    return { problem: messageOf(error, failed) };
  }
}

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

/** Where a sign-in provider's answer leads (/app/sso): it ends the sign-in, or connects the provider. */
export function SsoPage() {
  usePage('Login');
  const navigate = useNavigate();
  const ended = useOutcome();
  const isConnected = ended?.outcome === 'connected';
  useEffect(() => {
    if (isConnected) toast.success('Single sign-on connected');
  }, [isConnected]);
  if (ended === null) return <Loading page />;
  const { outcome, to } = ended;
  // The sign-in page leads those with a session on.
  const onward = <Navigate to={paths.login} replace state={{ from: to }} />;
  if (outcome === 'connected') return onward;
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
      onCancel={() => void navigate(paths.login, { replace: true })}
    />
  );
}

function Enter({ onEnter }: { onEnter: () => void }) {
  useEffect(onEnter);
  return <Loading page />;
}
