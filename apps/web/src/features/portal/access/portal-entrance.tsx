import { minimumPortalPasswordLength } from '@burrow/contracts/password-length';
import { useEffect, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSiteName } from '../../../lib/page-name.ts';
import { paths, tenantIn, withTenant } from '../../../lib/paths.ts';
import { useSessionState } from '../../../lib/session-store.ts';
import { useFreshPage } from '../../../lib/use-fresh-page.ts';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { rememberedLook, rememberLook, unnamedPractice } from '../shell/practice-look.ts';
import { usePracticeColour } from '../shell/use-practice-colour.ts';
import { InvalidPath } from './components/invalid-path.tsx';
import { Unreachable } from './components/unreachable.tsx';
import type { Entrance } from './entrance.ts';
import { landingInPortal, readLoginState } from './login-state.ts';
import { usePortalTenant, usePublicPractice } from './portal-tenant.ts';

/** The page of a practice that is known. */
function PracticeEntrance({ tenantId }: { tenantId: number }) {
  const { practice, failed, missing } = usePublicPractice(tenantId);
  const remembered = rememberedLook(tenantId);
  useEffect(() => {
    if (!practice) return;
    rememberLook(practice.tenant_id, { name: practice.tenant_name, color: practice.color });
  }, [practice]);
  const name = practice?.tenant_name ?? (failed ? unnamedPractice : (remembered?.name ?? ''));
  usePracticeColour(practice ? practice.color : missing ? null : (remembered?.color ?? null));
  useSiteName(name === '' ? unnamedPractice : name);
  if (missing) return <InvalidPath named />;
  const entrance: Entrance = {
    tenantId,
    name,
    logo: practice?.tenant_logo ?? null,
    british: practice?.uk_mobile ?? true,
    passwordMinimum: practice?.password_minimum ?? minimumPortalPasswordLength,
  };
  return <Outlet context={entrance} />;
}

/** What is there: a practice's page, or why there is none. A signed-in pet owner of that practice goes on to its portal. */
function EntrancePage() {
  const tenant = usePortalTenant();
  const { session, leaving } = useSessionState();
  const { state, search } = useLocation();
  if (leaving || tenant.kind === 'looking') return <Loading page />;
  if (tenant.kind === 'unreachable') {
    return <Unreachable message={tenant.message} onRetry={tenant.retry} retrying={tenant.retrying} />;
  }
  if (tenant.kind !== 'known') return <InvalidPath named={tenant.kind === 'wrong'} />;
  if (session?.role === 'customer' && session.tenantId === tenant.tenantId) {
    const home = withTenant(paths.customerHome, tenantIn(search));
    return <Navigate to={landingInPortal(readLoginState(state).from, home)} replace />;
  }
  return <PracticeEntrance key={tenant.tenantId} tenantId={tenant.tenantId} />;
}

function EntranceMain({ children }: { children: ReactNode }) {
  const main = useFreshPage();
  return (
    <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
      {children}
    </main>
  );
}

/** The frame of the portal's pages before the sign-in, and the way to the practice that they belong to. */
export function PortalEntrance() {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <EntranceMain>
        <ErrorBoundary key={pathname}>
          <EntrancePage />
        </ErrorBoundary>
      </EntranceMain>
      <footer className="px-4 py-4 text-center text-sm text-ink-soft">version {__VERSION__}</footer>
    </div>
  );
}
