import { useQuery } from '@tanstack/react-query';
import { Activity, Building2, ChevronDown, CircleUserRound, LogOut, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useFreshPage } from '../../lib/use-fresh-page.ts';
import { KeptFormsNote } from '../../features/session/kept-forms-note.tsx';
import { sessionQuery } from '../../features/session/queries.ts';
import { takeAccountRequest } from '../../features/second-factor/account-request.ts';
import { signOut } from '../../features/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NavTabs } from '../../ui/nav-tabs.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const ConfirmIdentity = lazyComponent(
  async () => (await import('../../features/session/confirm-identity.tsx')).ConfirmIdentity,
);

const AccountDialog = lazyComponent(
  async () => (await import('../../features/session/account-dialog.tsx')).AccountDialog,
);

/** The frame of the superadmin's screens: header, the tabs, content, footer. It belongs to no practice. */
export function SuperadminShell() {
  const [accountOpen, setAccountOpen] = useState(takeAccountRequest);
  const me = useQuery(sessionQuery);
  const { pathname } = useLocation();
  const main = useFreshPage();
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))]">
      <SkipLink />
      <header className="bg-bar text-on-bar print:hidden">
        <div className="mx-auto flex min-h-14 max-w-7xl items-center gap-2 px-4 py-1.5 lg:px-6">
          <Logo className="size-8" />
          <p className="text-lg font-bold">Burrow</p>
          <p className="min-w-0 flex-1 border-l border-on-bar-soft/30 pl-3 font-semibold">Superadmin</p>
          <Menu
            trigger={
              <Button variant="bar" icon={<ChevronDown aria-hidden="true" className="order-1 size-4" />}>
                Account
              </Button>
            }
            header={
              <>
                <p className="font-semibold wrap-anywhere">{me.data?.name}</p>
                <p className="text-sm text-ink-soft">Logged in as superadmin</p>
              </>
            }
            entries={[
              {
                label: 'My account',
                icon: <CircleUserRound className="size-4" />,
                onSelect: () => setAccountOpen(true),
              },
              { label: 'Logout', icon: <LogOut className="size-4" />, onSelect: () => signOut() },
            ]}
          />
        </div>
        <div className="mx-auto max-w-7xl px-4 lg:px-6">
          <NavTabs
            label="Superadmin"
            tabs={[
              {
                label: 'Practices',
                to: paths.superadmin,
                icon: <Building2 />,
                active: pathname === paths.superadmin,
              },
              {
                label: 'Installation',
                to: paths.installation,
                icon: <Activity />,
                active: pathname === paths.installation,
              },
              {
                label: 'Security log',
                to: paths.securityLog,
                icon: <ShieldCheck />,
                active: pathname === paths.securityLog,
              },
            ]}
          />
        </div>
      </header>
      <KeptFormsNote className="mx-auto w-full max-w-7xl px-3 pt-4 sm:px-4 lg:px-6" />
      {/* Fill the screen while loading, so that the footer does not move in view. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl flex-1 has-[.animate-pulse]:min-h-dvh px-3 py-4 outline-none sm:px-4 lg:px-6 lg:py-6"
      >
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <footer className="px-4 py-4 text-center text-sm text-ink-soft">Burrow version {__VERSION__}</footer>
      <ConfirmIdentity />
      <Toaster />
      {accountOpen ? <AccountDialog onClose={() => setAccountOpen(false)} /> : null}
    </div>
  );
}
