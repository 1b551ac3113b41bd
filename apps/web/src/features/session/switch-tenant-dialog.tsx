import { absolute, paths } from '../../lib/paths.ts';
import { switchedTo, type AvailableTenant } from '../../lib/session.ts';
import { sessionStore, useSession } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TenantList } from './tenant-list.tsx';

/** Switches to another practice of the same person and reloads the app. */
export function SwitchTenantDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const session = useSession();
  function choose(tenant: AvailableTenant) {
    const next = switchedTo(session, tenant);
    sessionStore.save(next);
    window.location.assign(absolute(next.role === 'superadmin' ? paths.superadmin : paths.dashboard));
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="small"
      title="Switch Tenant"
      description="Select a tenant to switch to"
      actions={<Button onClick={() => onOpenChange(false)}>Cancel</Button>}
    >
      <TenantList tenants={session.availableTenants} current={session} onChoose={choose} />
    </Dialog>
  );
}
