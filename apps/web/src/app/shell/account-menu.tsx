import { useQuery } from '@tanstack/react-query';
import { CircleUserRound, LogOut, Menu as MenuIcon, Repeat } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../../features/session/queries.ts';
import { signOut } from '../../features/session/sign-out.ts';
import { dropAccountRequest, isAccountRequested } from '../../features/second-factor/account-request.ts';
import { SwitchTenantDialog } from '../../features/session/switch-tenant-dialog.tsx';
import { useSession } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const AccountDialog = lazyDialog(
  async () => (await import('../../features/session/account-dialog.tsx')).AccountDialog,
);

const icons = {
  account: <CircleUserRound aria-hidden="true" className="size-4" />,
  switch: <Repeat aria-hidden="true" className="size-4" />,
  leave: <LogOut aria-hidden="true" className="size-4" />,
};

/** The right end of the bar: account, switching the practice, signing out. On a phone it is one menu. */
export function AccountMenu() {
  const session = useSession();
  const [open, setOpen] = useState<'switch' | 'account' | null>(() =>
    isAccountRequested() ? 'account' : null,
  );
  useEffect(dropAccountRequest, []);
  const me = useQuery(sessionQuery);
  const severalTenants = session.availableTenants.length > 1;
  const openAccount = { label: 'My account', onSelect: () => setOpen('account') };
  const openSwitch = { label: 'Switch Tenant', onSelect: () => setOpen('switch') };
  const leave = { label: 'Logout', onSelect: () => signOut() };
  return (
    <>
      <div className="hidden items-center gap-1 md:flex">
        <IconButton
          tone="bar"
          label={openAccount.label}
          icon={<CircleUserRound aria-hidden="true" />}
          onClick={openAccount.onSelect}
        />
        {severalTenants ? (
          <Button variant="bar" icon={icons.switch} onClick={openSwitch.onSelect}>
            {openSwitch.label}
          </Button>
        ) : null}
        <Button variant="bar" icon={icons.leave} onClick={leave.onSelect}>
          {leave.label}
        </Button>
      </div>
      <div className="md:hidden">
        <Menu
          trigger={<IconButton tone="bar" label="Menu" icon={<MenuIcon aria-hidden="true" />} />}
          header={
            <>
              <p className="font-semibold wrap-anywhere">{me.data?.name ?? session.tenantName}</p>
              <p className="text-sm text-ink-soft">Logged in as {session.role}</p>
              {me.data ? <p className="text-sm text-ink-soft">{session.tenantName}</p> : null}
            </>
          }
          entries={[
            { ...openAccount, icon: icons.account },
            ...(severalTenants ? [{ ...openSwitch, icon: icons.switch }] : []),
            { ...leave, icon: icons.leave },
          ]}
        />
      </div>
      <SwitchTenantDialog open={open === 'switch'} onOpenChange={(next) => setOpen(next ? 'switch' : null)} />
      {open === 'account' ? <AccountDialog onClose={() => setOpen(null)} /> : null}
    </>
  );
}
