import type { ResourceRecord } from '@burrow/contracts/resource';
import { CalendarOff, DoorOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { useLast } from '../../../lib/use-last.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { OrderedRecords } from '../../settings/components/ordered-records.tsx';
import { AbsenceList } from '../../rota/components/absence-list.tsx';
import { AbsenceDialog } from '../../rota/dialogs/absence-dialog.tsx';
import { useAllResources } from '../queries.ts';
import { kindNames } from '../resource-kinds.ts';
import { ResourceDialog } from './resource-dialog.tsx';
import { RetiredResources, RetireResource } from './retire-resource.tsx';

type Open =
  | { what: 'resource'; resource: ResourceRecord | null }
  | { what: 'absence' | 'retire'; resource: ResourceRecord };

/** 'Kennel · 6 places · used by 2 services'. */
const factsOf = ({ kind, places, service_ids: services }: ResourceRecord): string =>
  [
    kindNames[kind],
    ...(places === 1 ? [] : [plural(places, 'place')]),
    ...(services.length === 0 ? [] : [`used by ${plural(services.length, 'service')}`]),
  ].join(' · ');

function Resources({
  resources,
  onOpen,
}: {
  resources: readonly ResourceRecord[];
  onOpen: (open: Open) => void;
}) {
  return (
    <OrderedRecords
      label="Rooms and equipment, in the order they are listed"
      items={resources}
      nameOf={({ name }) => name}
      command="resources_order"
      input={(ids) => ({ resource_ids: ids })}
      onEdit={(resource) => onOpen({ what: 'resource', resource })}
      onArchive={(resource) => onOpen({ what: 'retire', resource })}
      entriesOf={(resource) => [
        {
          label: 'Out of use…',
          icon: <CalendarOff className="size-4" />,
          onSelect: () => onOpen({ what: 'absence', resource }),
        },
      ]}
    >
      {(resource) => (
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{resource.name}</p>
          <p className="figures text-sm text-ink-soft">{factsOf(resource)}</p>
        </div>
      )}
    </OrderedRecords>
  );
}

function Loaded({ all, onOpen }: { all: readonly ResourceRecord[]; onOpen: (open: Open) => void }) {
  const active = useMemo(() => all.filter(({ retired }) => retired === '0'), [all]);
  return (
    <KeepFocus>
      {active.length === 0 ? (
        <EmptyState
          icon={<DoorOpen />}
          title="No rooms or equipment yet"
          action={
            <Button variant="primary" onClick={() => onOpen({ what: 'resource', resource: null })}>
              Add room or equipment
            </Button>
          }
        >
          Add consulting rooms, grooming tables or an X-ray machine. Then choose under Services what each one
          needs, so that nothing is booked twice at the same time.
        </EmptyState>
      ) : (
        <Resources resources={active} onOpen={onOpen} />
      )}
      <RetiredResources resources={all.filter(({ retired }) => retired === '1')} />
    </KeepFocus>
  );
}

/** The practice's rooms, equipment and kennels, and their order. */
export function ResourcesSettings() {
  const resources = useAllResources();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  // Stays mounted while it closes, so that the focus returns before its row disappears.
  const retired = useLast(open?.what === 'retire' ? open.resource : null);
  return (
    <>
      <Card
        title="Rooms & equipment"
        flush
        actions={
          <AddButton what="room or equipment" onClick={() => setOpen({ what: 'resource', resource: null })} />
        }
      >
        <QueryView
          query={resources}
          skeleton={<SkeletonRows rows={4} />}
          failure="Couldn’t load the rooms and equipment"
        >
          {(all) => <Loaded all={all} onOpen={setOpen} />}
        </QueryView>
      </Card>
      {resources.data?.some((one) => one.retired === '0') === true ? (
        <AbsenceList
          title="Out of use"
          empty="No rooms or equipment are out of use"
          isShown={({ resource_id: id }) => id !== null}
          isEditable
        />
      ) : null}
      {open?.what === 'absence' ? (
        <AbsenceDialog absence={null} choice={{ resource: open.resource }} onClose={close} />
      ) : null}
      {open?.what === 'resource' ? <ResourceDialog resource={open.resource} onClose={close} /> : null}
      {retired === null ? null : (
        <RetireResource
          key={retired.id}
          resource={retired}
          all={resources.data ?? []}
          open={open?.what === 'retire'}
          onClose={close}
        />
      )}
    </>
  );
}
