import type { ServiceRecord } from '@burrow/contracts/service';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
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
  const restore = useRestoreService();
  return (
    <ConfirmCommand
      command="booking_type_retire"
      input={{ service_id: service.id }}
      open={open}
      onClose={onClose}
      title={`Archive “${service.name}”?`}
      confirmLabel="Archive service"
      busyLabel="Archiving..."
      failure="Failed to archive the service"
      done="Service archived"
      about={about(service)}
      undo={() => restore.run(service)}
    >
      It can’t be booked any more. Existing appointments keep it, and you can restore it at any time.
    </ConfirmCommand>
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
