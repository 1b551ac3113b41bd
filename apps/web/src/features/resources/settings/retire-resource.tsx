import type { ResourceRecord } from '@burrow/contracts/resource';
import { plural } from '../../../lib/format.ts';
import { useCommand } from '../../../lib/query.ts';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAllServices } from '../../services/queries.ts';
import { servicesNeedingOnly } from '../only-choice.ts';

const about = (resource: ResourceRecord): string => `resource ${resource.id}`;

function useRestoreResource() {
  const restore = useCommand('resource_restore');
  const run = (resource: ResourceRecord) =>
    toast.tell(restore.mutateAsync({ resource_id: resource.id }), {
      done: `${resource.name} restored`,
      failed: `Couldn’t restore ${resource.name}`,
      about: about(resource),
    });
  return { run, isBusy: (id: number) => restore.isPending && restore.variables.resource_id === id };
}

/** Asks before a resource is archived, and names the services that need only it. */
export function RetireResource({
  resource,
  all,
  open,
  onClose,
}: {
  resource: ResourceRecord;
  all: readonly ResourceRecord[];
  open: boolean;
  onClose: () => void;
}) {
  const restore = useRestoreResource();
  const services = useAllServices();
  const inNeed = servicesNeedingOnly(resource, services.data ?? [], all);
  return (
    <ConfirmCommand
      command="resource_retire"
      input={{ resource_id: resource.id }}
      open={open}
      onClose={onClose}
      title={`Archive “${resource.name}”?`}
      confirmLabel="Archive"
      busyLabel="Archiving..."
      disabled={services.isPending}
      failure={`Couldn’t archive ${resource.name}.`}
      onDone={({ upcoming_bookings: upcoming }) =>
        toast.success(`${resource.name} archived`, {
          about: about(resource),
          undo: () => restore.run(resource),
          ...(upcoming === 0
            ? {}
            : {
                description: `${plural(upcoming, 'upcoming appointment')} still ${upcoming === 1 ? 'uses' : 'use'} it.`,
              }),
        })
      }
    >
      You can’t choose it for services any more. Existing appointments keep it, and you can restore it at any
      time.
      {services.isError && !services.data ? (
        <QueryError query={services} title="Couldn’t check which services need it" />
      ) : null}
      {inNeed.length === 0 ? null : (
        <strong className="mt-2 block">
          These services need it and have no alternative: {inNeed.map(({ name }) => name).join(', ')}. Change
          what they need, or they can’t be booked online.
        </strong>
      )}
    </ConfirmCommand>
  );
}

export function RetiredResources({ resources }: { resources: readonly ResourceRecord[] }) {
  const restore = useRestoreResource();
  return (
    <ArchivedList
      className="border-t border-line px-4 py-3"
      title="Archived"
      items={resources}
      nameOf={({ name }) => name}
      isBusy={restore.isBusy}
      onRestore={restore.run}
    />
  );
}
