import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSiteName } from '../../../lib/page-name.ts';
import { tenantIn, withTenant } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session-store.ts';
import { useFreshPage } from '../../../lib/use-fresh-page.ts';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { PortalHeader } from './portal-header.tsx';
import { PortalTabs } from './portal-tabs.tsx';
import { unnamedPractice } from './practice-look.ts';
import { usePortalLook } from './use-portal-look.ts';
import { usePracticeColour } from './use-practice-colour.ts';

/** The address that names the practice of the session, when the current one names another; otherwise null. */
function useCorrectedAddress(): string | null {
  const { tenantId } = useSession();
  const { pathname, search } = useLocation();
  const named = tenantIn(search);
  return named === null || tenantId === null || named === String(tenantId)
    ? null
    : withTenant(`${pathname}${search}`, tenantId);
}

/** The frame of every screen of the portal behind the sign-in: header, tabs, content, footer. */
export function PortalShell() {
  const main = useFreshPage();
  const { pathname } = useLocation();
  const look = usePortalLook();
  const corrected = useCorrectedAddress();
  usePracticeColour(look.color);
  useSiteName(look.name === '' ? unnamedPractice : look.name);
  if (corrected !== null) return <Navigate to={corrected} replace />;
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))] print:block print:p-0">
      <SkipLink />
      <header className="bg-bar text-on-bar print:hidden">
        <div className="mx-auto max-w-3xl px-4">
          <PortalHeader name={look.name} logo={look.logo} />
          <PortalTabs />
        </div>
      </header>
      {/* Fill the screen while loading, so that the footer does not move in view. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-3xl flex-1 has-[.animate-pulse]:min-h-dvh px-4 py-4 outline-none md:py-6 print:max-w-none print:p-0"
      >
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <footer className="px-4 py-4 text-center text-sm text-ink-soft print:hidden">
        version {__VERSION__}
      </footer>
    </div>
  );
}
