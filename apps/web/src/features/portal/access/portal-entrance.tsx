import { minimumPortalPasswordLength } from '@burrow/contracts/password-length';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { usePage, useSiteName } from '../../../lib/page-name.ts';
import { paths, tenantIn, withTenant } from '../../../lib/paths.ts';
import { useSessionState } from '../../../lib/session-store.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useInstallable } from '../install/use-installable.ts';
import { rememberedLook, rememberLook, unnamedPractice } from '../shell/practice-look.ts';
import { usePracticeColour } from '../shell/use-practice-colour.ts';
import { EntranceFrame } from './components/entrance-frame.tsx';
import { EntranceShell } from './components/entrance-shell.tsx';
import type { Entrance } from './entrance.ts';
import { isFromLink, landingInPortal, readLoginState } from './login-state.ts';
import { usePortalTenant, usePublicPractice } from './portal-tenant.ts';

/** Shown when the address does not identify a practice, with possible reasons and what to do. */
function InvalidPath({ named }: { named: boolean }) {
  const title = named ? 'Invalid Access Path' : 'Invalid Path';
  usePage('Invalid Path');
  return (
    <EntranceFrame title={title}>
      <div className="flex flex-col gap-4">
        <p>
          {named
            ? 'The practice could not be identified. Please check the link.'
            : 'The practice could not be identified. This link doesn’t say which practice it’s for.'}
        </p>
        <p className="text-ink-soft">
          Please use the full link your practice gave you. If it still doesn’t work, contact the practice.
        </p>
        <div className="flex flex-col gap-2">
          <Button variant="primary" size="large" onClick={() => window.location.reload()}>
            Try Again
          </Button>
          {/* Outside the app. */}
          <a href="/" className={buttonClass('secondary', 'large')}>
            Go to Homepage
          </a>
        </div>
      </div>
    </EntranceFrame>
  );
}

/** Shown for a practice that doesn't exist. A pet owner whom a page of the portal led here returns to their own practice. */
function UnknownPractice() {
  const { session } = useSessionState();
  const { from } = readLoginState(useLocation().state);
  return session?.role === 'customer' && from !== undefined ? (
    <Navigate to={withTenant(paths.customerHome, session.tenantId)} replace />
  ) : (
    <InvalidPath named />
  );
}

/** The page of an identified practice. */
function PracticeEntrance({ tenantId, landing }: { tenantId: number; landing: string }) {
  const { practice, failed, missing } = usePublicPractice(tenantId);
  const remembered = rememberedLook(tenantId);
  useEffect(() => {
    if (!practice) return;
    rememberLook(practice.tenant_id, { name: practice.tenant_name, color: practice.color });
  }, [practice]);
  const name = practice?.tenant_name ?? (failed ? unnamedPractice : (remembered?.name ?? ''));
  usePracticeColour(practice ? practice.color : missing ? null : (remembered?.color ?? null));
  useSiteName(name === '' ? unnamedPractice : name);
  useInstallable(practice?.tenant_id ?? null, name);
  if (missing) return <UnknownPractice />;
  const entrance: Entrance = {
    tenantId,
    name,
    logo: practice?.tenant_logo ?? null,
    british: practice?.uk_mobile ?? true,
    passwordMinimum: practice?.password_minimum ?? minimumPortalPasswordLength,
    landing,
  };
  return <Outlet context={entrance} />;
}

/** Shown when the server could not be reached, so the address may still be correct. */
function Unreachable({
  message,
  onRetry,
  retrying,
}: {
  message: string;
  onRetry: () => void;
  retrying: boolean;
}) {
  usePage('Customer Portal');
  return (
    <EntranceFrame title="Customer Portal">
      <div className="flex flex-col gap-4">
        <FormProblem>Couldn’t open the portal. {message}</FormProblem>
        <Button variant="primary" size="large" busy={retrying} busyLabel="Trying..." onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </EntranceFrame>
  );
}

/**
 * The practice's page, or why it can't be shown. A signed-in pet owner of that practice is redirected to its portal, except
 * from a link that was made for another client: they can sign in instead.
 */
function EntrancePage() {
  const tenant = usePortalTenant();
  const { session, leaving } = useSessionState();
  const [before] = useState(session?.clientId);
  const { state, search } = useLocation();
  if (leaving || tenant.kind === 'looking') return <Loading page />;
  if (tenant.kind === 'unreachable') {
    return <Unreachable message={tenant.message} onRetry={tenant.retry} retrying={tenant.retrying} />;
  }
  if (tenant.kind !== 'known') return <InvalidPath named={tenant.kind === 'wrong'} />;
  const home = withTenant(paths.customerHome, tenantIn(search));
  const asked = readLoginState(state);
  const landing = landingInPortal(asked.from, home);
  const isOther = isFromLink(asked) && session?.clientId === before;
  if (session?.role === 'customer' && session.tenantId === tenant.tenantId && !isOther) {
    return <Navigate to={landing} replace />;
  }
  return <PracticeEntrance key={tenant.tenantId} tenantId={tenant.tenantId} landing={landing} />;
}

/** The frame of the portal's pages before the sign-in. Identifies their practice. */
export function PortalEntrance() {
  return (
    <EntranceShell>
      <EntrancePage />
    </EntranceShell>
  );
}
