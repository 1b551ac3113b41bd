import { useQuery } from '@tanstack/react-query';
import { Activity, Building2, ChevronDown, CircleUserRound, LogOut, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { sessionQuery } from '../../features/session/queries.ts';
import { dropAccountRequest, isAccountRequested } from '../../features/second-factor/account-request.ts';
import { SignedInFrame } from '../../features/session/signed-in-frame.tsx';
import { signOut } from '../../features/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NavTabs } from '../../ui/nav-tabs.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ConfirmIdentity = lazyComponent(
  async () => (await import('../../features/session/confirm-identity.tsx')).ConfirmIdentity,
);

const AccountDialog = lazyDialog(
  async () => (await import('../../features/session/account-dialog.tsx')).AccountDialog,
);

/** The frame of the superadmin's screens: header, the tabs, content, footer. It belongs to no practice. */
export function SuperadminShell() {
  const [accountOpen, setAccountOpen] = useState(isAccountRequested);
  useEffect(dropAccountRequest, []);
  const me = useQuery(sessionQuery);
  const { pathname } = useLocation();
  return (
    <SignedInFrame
      width="desk"
      header={
        <>
          <div className="flex min-h-14 items-center gap-2 py-1.5">
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
        </>
      }
      footer={<>Burrow version {__VERSION__}</>}
    >
      <ConfirmIdentity />
      <Toaster />
      {accountOpen ? <AccountDialog onClose={() => setAccountOpen(false)} /> : null}
    </SignedInFrame>
  );
}
