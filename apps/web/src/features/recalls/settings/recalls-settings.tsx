import type { CareType } from '@burrow/contracts/care';
import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { stepsInWords, typeInWords } from '../care-words.ts';
import { CareTypeDialog } from './care-type-dialog.tsx';
import { RecallPreviewDialog } from './recall-preview-dialog.tsx';

/** Whether recalls are sent, and the switch. */
function SwitchCard() {
  const query = useQuery(actionQuery('recalls', { limit: 1 }));
  const [asking, setAsking] = useState<'on' | 'off' | null>(null);
  const isOn = query.data?.on === '1';
  return (
    <Card
      title="Recalls"
      aside={query.data ? <Badge tone={isOn ? 'confirmed' : 'void'}>{isOn ? 'On' : 'Off'}</Badge> : null}
    >
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-ink-soft">
          Clients get a message when their animals are due: one text or email for the whole household, at most
          one a week, with a link to book. Messages stop once the animal is booked, the care is done or the
          client declines.
        </p>
        <QueryView
          query={query}
          skeleton={<SkeletonRows rows={1} />}
          failure="Couldn’t load the status of recalls"
        >
          {() => (
            <div className="flex flex-wrap gap-2">
              {isOn ? <Button onClick={() => setAsking('off')}>Turn off</Button> : null}
              <Button variant={isOn ? 'secondary' : 'primary'} onClick={() => setAsking('on')}>
                {isOn ? 'Message overdue clients…' : 'Preview and turn on…'}
              </Button>
              <ButtonLink to={paths.recalls()} variant="quiet">
                View recalls
              </ButtonLink>
            </div>
          )}
        </QueryView>
      </div>
      {asking === 'on' ? <RecallPreviewDialog onClose={() => setAsking(null)} /> : null}
      {asking === 'off' ? (
        <ConfirmCommand
          command="recall_switch_off"
          input={{}}
          title="Turn off recalls?"
          confirmLabel="Turn off"
          busyLabel="Switching off..."
          done="Recalls are off"
          failure="Couldn’t switch recalls off."
          onClose={() => setAsking(null)}
        >
          Queued recall messages won’t be sent. Due dates are kept.
        </ConfirmCommand>
      ) : null}
    </Card>
  );
}

function TypeList({ types, onEdit }: { types: readonly CareType[]; onEdit: (type: CareType) => void }) {
  const archive = useCommand('care_type_archive');
  const put = ({ care_type_id, name }: CareType, isArchived: boolean): void =>
    toast.tell(archive.mutateAsync({ care_type_id, archived: isArchived }), {
      done: isArchived ? `${name} archived` : `${name} restored`,
      failed: 'Couldn’t save the recall type',
      about: `recall type ${care_type_id}`,
    });
  const active = types.filter(({ archived }) => archived === '0');
  const archived = types.filter((type) => type.archived === '1');
  return (
    <>
      {active.length === 0 ? (
        <EmptyState icon={<BellRing className="size-7" />} title="No recall types yet">
          Add care that animals need regularly, such as a yearly booster or a groom every six weeks.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {active.map((type) => (
            <li key={type.care_type_id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-semibold wrap-anywhere">{type.name}</p>
                <p className="figures text-sm wrap-anywhere text-ink-soft">{typeInWords(type)}</p>
                <p className="figures text-sm text-ink-soft">
                  {stepsInWords(type.steps)} · {type.due} due
                </p>
              </div>
              <div className="flex gap-2">
                <Button size="small" onClick={() => onEdit(type)}>
                  Edit<span className="sr-only"> {type.name}</span>
                </Button>
                <Button size="small" variant="quiet" onClick={() => put(type, true)}>
                  Archive<span className="sr-only"> {type.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <ArchivedList
        title="Archived"
        className="px-4 py-3"
        items={archived.map((type) => ({ ...type, id: type.care_type_id }))}
        nameOf={({ name }) => name}
        isBusy={(id) => archive.isPending && archive.variables.care_type_id === id}
        onRestore={(type) => put(type, false)}
      />
    </>
  );
}

/** What animals are recalled for, and whether recalls are sent. */
export function RecallsSettings() {
  const query = useQuery(actionQuery('care_types', {}));
  const [edited, setEdited] = useState<CareType | 'new' | null>(null);
  return (
    <KeepFocus className="flex flex-col gap-4">
      <SwitchCard />
      <Card
        title="Recall types"
        flush
        actions={<AddButton what="recall type" onClick={() => setEdited('new')} />}
      >
        <QueryView
          query={query}
          skeleton={<SkeletonRows rows={3} />}
          failure="Couldn’t load the recall types"
        >
          {(types) => <TypeList types={types} onEdit={setEdited} />}
        </QueryView>
      </Card>
      {edited === null ? null : (
        <CareTypeDialog type={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </KeepFocus>
  );
}
