import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ApiError } from '../lib/api-error.ts';
import { paths, tenantIn, withTenant } from '../lib/paths.ts';
import { practiceQuery } from '../lib/practice.ts';
import { sessionStore, useSessionState } from '../lib/session-store.ts';
import { useLast } from '../lib/use-last.ts';
import { Loading } from '../ui/loading.tsx';
import { decide, type Access } from './guard.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { QueryError } from '../ui/query-view.tsx';

const SetPasswordDialog = lazyComponent(
  async () => (await import('../features/session/set-password-dialog.tsx')).SetPasswordDialog,
);

const SecondFactorRequired = lazyComponent(
  async () => (await import('../features/second-factor/second-factor-required.tsx')).SecondFactorRequired,
  () => <Loading page label="Loading..." />,
);

const IdleWarning = lazyComponent(
  async () => (await import('../features/session/idle-warning.tsx')).IdleWarning,
);

/** Whether the server refuses the session: neither a proxy, nor the limit of requests. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.isFromServer &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

/** Shows its children once the practice's record confirms that the session is valid; if it is refused, signs out. */
function Validated({ children }: { children: ReactNode }) {
  const practice = useQuery(practiceQuery);
  const { error } = practice;
  const refused = isRefusal(error);
  // An invalid key (401) has already ended its session.
  const unwelcome = refused && error.status !== 401;
  useEffect(() => {
    if (unwelcome) sessionStore.clear();
  }, [unwelcome]);
  // Deferred, so that a page's first rendering does not block the browser.
  const isValid = useDeferredValue(practice.data !== undefined);
  if (practice.data && isValid) return children;
  // Any other failure says nothing about the session, so the person stays signed in.
  if (practice.isError && !refused) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <h1 className="sr-only">Session</h1>
        <QueryError query={practice} title="Couldn’t check your session" fallback="Please try again." />
      </main>
    );
  }
  return <Loading page label="Validating session..." />;
}

/** The route guard: children for people with access; all others are redirected. */
export function Guarded({ access, children }: { access: Access; children: ReactNode }) {
  const { session, leaving, mustChangePassword, mustSetUpSecondFactor } = useSessionState();
  const { pathname, search } = useLocation();
  // A session that has just ended: the address may not name the practice.
  const last = useLast(session);
  if (leaving) return <Loading page label="Checking authentication..." />;
  const decision = decide(session, pathname, access);
  if (decision.kind === 'sign-in') {
    const tenant = tenantIn(search) ?? (last?.role === 'customer' ? last.tenantId : null);
    const to = decision.to === paths.portalLogin ? withTenant(decision.to, tenant) : decision.to;
    const ended = last !== null;
    return <Navigate to={to} replace state={{ from: `${pathname}${search}`, ...(ended && { ended }) }} />;
  }
  if (decision.kind === 'home') return <Navigate to={decision.to} replace />;
  // A forced password change comes first.
  if (mustSetUpSecondFactor && !mustChangePassword) return <SecondFactorRequired />;
  return (
    <>
      {decision.validate ? <Validated>{children}</Validated> : children}
      {session !== null && session.role !== 'customer' ? <IdleWarning key={session.apiKey} /> : null}
      {mustChangePassword && session?.role !== 'customer' ? <SetPasswordDialog /> : null}
    </>
  );
}
