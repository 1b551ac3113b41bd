import type { ServiceRecord } from '@burrow/contracts/service';
import { Plus, Tag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { OrderedRecords } from '../../settings/components/ordered-records.tsx';
import { lacksResource } from '../../resources/only-choice.ts';
import { useAllResources } from '../../resources/queries.ts';
import { useAllServices } from '../queries.ts';
import { ServiceDialog } from './service-dialog.tsx';

type Open = { what: 'service'; service: ServiceRecord | null } | { what: 'retire'; service: ServiceRecord };

function ServiceRow({ service, lacks }: { service: ServiceRecord; lacks: boolean }) {
  const formats = useFormats();
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <span
        aria-hidden="true"
        className="mt-1 size-3 shrink-0 rounded-full border border-edge/60"
        style={service.color === null ? undefined : { backgroundColor: service.color }}
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-semibold wrap-anywhere">{service.name}</span>
          <Badge tone={service.online === '1' ? 'confirmed' : 'neutral'}>
            {service.online === '1' ? 'Online' : 'Desk only'}
          </Badge>
        </p>
        <p className="figures text-sm text-ink-soft">
          {formats.money(service.base_price)} · {formatDuration(service.duration_minutes)}
        </p>
        {service.description ? (
          <p className="truncate text-sm text-ink-soft max-sm:hidden">{service.description}</p>
        ) : null}
        {lacks ? (
          <p className="text-sm font-medium text-attention">A room or equipment it needs is archived.</p>
        ) : null}
      </div>
    </div>
  );
}

function Services({
  services,
  onOpen,
}: {
  services: readonly ServiceRecord[];
  onOpen: (open: Open) => void;
}) {
  const resources = useAllResources();
  return (
    <OrderedRecords
      label="Services, in the order they are offered"
      items={services}
      nameOf={({ name }) => name}
      command="booking_types_order"
      input={(ids) => ({ service_ids: ids })}
      onEdit={(service) => onOpen({ what: 'service', service })}
      onArchive={(service) => onOpen({ what: 'retire', service })}
    >
      {(service) => (
        <ServiceRow
          service={service}
          lacks={resources.data !== undefined && lacksResource(service, resources.data)}
        />
      )}
    </OrderedRecords>
  );
}

const about = (service: ServiceRecord): string => `service ${service.id}`;

function useRestoreService() {
  const restore = useCommand('booking_type_restore');
  const run = (service: ServiceRecord) =>
    toast.tell(restore.mutateAsync({ service_id: service.id }), {
      done: `${service.name} restored`,
      failed: 'Couldn’t restore the service',
      about: about(service),
    });
  return { run, isBusy: (id: number) => restore.isPending && restore.variables.service_id === id };
}

/** Asks before a service is archived. */
function RetireService({
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
      failure="Couldn’t archive the service."
      done="Service archived"
      about={about(service)}
      undo={() => restore.run(service)}
    >
      It can’t be booked any more. Existing appointments keep it, and you can restore it at any time.
    </ConfirmCommand>
  );
}

function Loaded({ all, onOpen }: { all: readonly ServiceRecord[]; onOpen: (open: Open) => void }) {
  const restore = useRestoreService();
  const offered = useMemo(() => all.filter(({ retired }) => retired === '0'), [all]);
  return (
    <KeepFocus>
      {offered.length === 0 ? (
        <EmptyState
          icon={<Tag />}
          title="No services yet"
          action={
            <Button variant="primary" onClick={() => onOpen({ what: 'service', service: null })}>
              Add service
            </Button>
          }
        >
          What clients can book, with its price and how long it takes.
        </EmptyState>
      ) : (
        <Services services={offered} onOpen={onOpen} />
      )}
      <ArchivedList
        title="Archived services"
        className="border-t border-line px-4 py-3"
        items={all.filter(({ retired }) => retired === '1')}
        nameOf={(service) => service.name}
        isBusy={restore.isBusy}
        onRestore={restore.run}
      />
    </KeepFocus>
  );
}

function Content({ onOpen }: { onOpen: (open: Open) => void }) {
  const services = useAllServices();
  return (
    <QueryView query={services} skeleton={<SkeletonRows rows={4} />} failure="Couldn’t load the services">
      {(data) => <Loaded all={data} onOpen={onOpen} />}
    </QueryView>
  );
}

/** The practice's services with prices and durations, in order. */
export function ServicesSettings() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  // Stays mounted while it closes, so that the focus returns before its row disappears.
  const retired = useLast(open?.what === 'retire' ? open.service : null);
  return (
    <>
      <Card
        title="Services"
        flush
        actions={
          <Button
            size="small"
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setOpen({ what: 'service', service: null })}
          >
            Add service
          </Button>
        }
      >
        <Content onOpen={setOpen} />
      </Card>
      {open?.what === 'service' ? <ServiceDialog service={open.service} onClose={close} /> : null}
      {retired === null ? null : (
        <RetireService key={retired.id} service={retired} open={open?.what === 'retire'} onClose={close} />
      )}
    </>
  );
}
