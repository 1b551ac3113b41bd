import type { ResourceRecord } from '@burrow/contracts/resource';
import { maxChoicesOfNeed, maxNeeds } from '@burrow/contracts/resource-limits';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useAllResources } from '../../resources/queries.ts';

type Needs = readonly (readonly number[])[];

/** A button with a menu of the resources that can be added. */
function AddResource({
  label,
  place,
  resources,
  onAdd,
}: {
  label: string;
  /** The need it adds to, or 'new'. */
  place: number | 'new';
  resources: readonly ResourceRecord[];
  onAdd: (id: number) => void;
}) {
  const entries = resources.map(({ id, name }) => ({ label: name, onSelect: () => onAdd(id) }));
  return (
    <Menu
      align="start"
      trigger={
        <Button size="small" data-add={place} icon={<Plus aria-hidden="true" className="size-4" />}>
          {label}
        </Button>
      }
      // Stays when nothing is left to add, because it has the focus at that moment.
      entries={entries.length > 0 ? entries : [{ label: 'No others to choose', disabled: true }]}
    />
  );
}

/** One need: the resources of which an appointment uses one. */
function Need({
  place,
  choices,
  resources,
  others,
  onAdd,
  onRemove,
}: {
  /** Index from 0. */
  place: number;
  choices: readonly number[];
  resources: readonly ResourceRecord[];
  /** Resources that no need has yet. */
  others: readonly ResourceRecord[];
  onAdd: (id: number) => void;
  onRemove: (id: number) => void;
}) {
  const chosen = resources.filter(({ id }) => choices.includes(id));
  return (
    <li className="rounded-md border border-line p-2" aria-label={`Need ${place + 1}`}>
      <p className="text-sm text-ink-soft">{choices.length === 1 ? 'This one' : 'One of these'}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {chosen.map(({ id, name, retired }) => (
          <span key={id} className="inline-flex min-w-0 items-center rounded-md bg-sunken pl-2.5">
            <span className="min-w-0 py-1 wrap-anywhere">
              {name}
              {retired === '1' ? <span className="text-attention"> (archived)</span> : null}
            </span>
            <IconButton
              label={`Remove ${name} from need ${place + 1}`}
              icon={<X className="size-4" />}
              onClick={() => onRemove(id)}
            />
          </span>
        ))}
        {choices.length < maxChoicesOfNeed ? (
          <AddResource label="Or" place={place} resources={others} onAdd={onAdd} />
        ) : null}
      </div>
    </li>
  );
}

function Loaded({
  needs,
  resources,
  onChange,
}: {
  needs: Needs;
  resources: readonly ResourceRecord[];
  onChange: (needs: Needs) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const chosen = new Set(needs.flat());
  const others = resources.filter(({ id, retired }) => retired === '0' && !chosen.has(id));
  const change = (place: number, choices: readonly number[]) =>
    onChange(
      needs.map((need, index) => (index === place ? choices : need)).filter((need) => need.length > 0),
    );
  // The button disappears with the need, so move the focus to the one that adds another.
  const remove = (place: number, choices: readonly number[]) => {
    flushSync(() => change(place, choices));
    const next = choices.length === 0 ? 'new' : place;
    box.current?.querySelector<HTMLButtonElement>(`[data-add="${next}"]`)?.focus();
  };
  if (resources.length === 0) {
    return (
      <p className="text-sm text-ink-soft">
        No rooms or equipment yet. Add them in Settings under Rooms & equipment.
      </p>
    );
  }
  return (
    <div ref={box} className="flex flex-col items-start gap-2">
      {needs.length === 0 ? null : (
        <ol className="flex w-full flex-col gap-2">
          {[...needs.entries()].map(([place, choices]) => (
            <Need
              key={place}
              place={place}
              choices={choices}
              resources={resources}
              others={others}
              onAdd={(id) => change(place, [...choices, id])}
              onRemove={(id) =>
                remove(
                  place,
                  choices.filter((other) => other !== id),
                )
              }
            />
          ))}
        </ol>
      )}
      {needs.length < maxNeeds ? (
        <AddResource
          label={needs.length === 0 ? 'Add a room or equipment' : 'And also'}
          place="new"
          resources={others}
          onAdd={(id) => onChange([...needs, [id]])}
        />
      ) : null}
    </div>
  );
}

/** What each appointment of a service uses: one resource of each need. */
export function ServiceNeeds({
  needs,
  error,
  onChange,
}: {
  needs: Needs;
  error: string | undefined;
  onChange: (needs: Needs) => void;
}) {
  const resources = useAllResources();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">What it needs</legend>
      <p className="text-sm text-ink-soft">Rooms and equipment used by each appointment</p>
      <div className="mt-2">
        <QueryView
          query={resources}
          skeleton={<SkeletonRows rows={1} />}
          failure="Couldn’t load the rooms and equipment"
        >
          {(all) => <Loaded needs={needs} resources={all} onChange={onChange} />}
        </QueryView>
      </div>
      {error === undefined ? null : (
        <p role="alert" className="mt-1.5 text-sm font-medium text-attention">
          {error}
        </p>
      )}
    </fieldset>
  );
}
