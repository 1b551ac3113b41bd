import type { AvailableTenant } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { NativeDialog } from '../../ui/native-dialog.tsx';
import { TenantList } from './tenant-list.tsx';

/** Asks which practice to open after signing in. */
export function TenantPickerDialog({
  tenants,
  onChoose,
  onCancel,
}: {
  tenants: readonly AvailableTenant[];
  onChoose: (tenant: AvailableTenant) => void;
  onCancel: () => void;
}) {
  return (
    <NativeDialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      width="small"
      title="Select Tenant"
      description="You have access to multiple tenants. Please select one to continue."
      actions={<Button onClick={onCancel}>Cancel</Button>}
    >
      <TenantList tenants={tenants} onChoose={onChoose} />
    </NativeDialog>
  );
}
