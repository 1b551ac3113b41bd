import type { ServiceRecord } from '@burrow/contracts/service';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';

const about = (service: ServiceRecord): string => `service ${service.id}`;

function useRestoreService() {
  const restore = useCommand('booking_type_restore');
  const run = (service: ServiceRecord) =>
    toast.tell(restore.mutateAsync({ service_id: service.id }), {
      done: `${service.name} restored`,
      failed: 'Failed to restore the service',
      about: about(service),
    });
  return { run, isBusy: (id: number) => restore.isPending && restore.variables.service_id === id };
}

/** Asks before a service is offered no longer. */
export function RetireService({
  service,
  open,
  onClose,
}: {
  service: ServiceRecord;
  open: boolean;
  onClose: () => void;
}) {
  const retire = useCommand('booking_type_retire');
  const restore = useRestoreService();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Archive “${service.name}”?`}
      confirmLabel="Archive service"
      busyLabel="Archiving..."
      busy={retire.isPending}
      error={retire.isError ? messageOf(retire.error, 'Failed to archive the service') : null}
      onConfirm={() =>
        retire.mutate(
          { service_id: service.id },
          {
            onSuccess: () => {
              onClose();
              toast.success('Service archived', {
                about: about(service),
                action: { label: 'Undo', onPress: () => restore.run(service) },
              });
            },
          },
        )
      }
    >
      It can’t be booked any more. Existing appointments keep it, and you can restore it at any time.
    </ConfirmDialog>
  );
}

/** The services no longer offered, each with its way back. */
export function RetiredServices({ services }: { services: readonly ServiceRecord[] }) {
  const restore = useRestoreService();
  if (services.length === 0) return null;
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer font-semibold text-ink-soft">
        Archived services ({services.length})
      </summary>
      <ul className="mt-1 divide-y divide-line">
        {services.map((service) => (
          <li key={service.id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere text-ink-soft">{service.name}</span>
            <Button size="small" busy={restore.isBusy(service.id)} onClick={() => restore.run(service)}>
              Restore<span className="sr-only"> {service.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
