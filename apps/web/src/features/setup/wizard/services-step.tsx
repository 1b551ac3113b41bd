import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useServices } from '../../services/queries.ts';
import { ServiceRow } from './service-row.tsx';
import type { useServiceDrafts } from './use-service-drafts.ts';

interface Suggestion {
  name: string;
  minutes: number;
}

const byType: readonly [RegExp, readonly Suggestion[]][] = [
  [
    /vet|clinic|hospital/i,
    [
      { name: 'Consultation', minutes: 15 },
      { name: 'Vaccination and health check', minutes: 15 },
      { name: 'Scale and polish', minutes: 60 },
      { name: 'Nail clip', minutes: 15 },
    ],
  ],
  [
    /groom|salon|spa/i,
    [
      { name: 'Full groom', minutes: 90 },
      { name: 'Bath and brush', minutes: 60 },
      { name: 'Nail clip', minutes: 15 },
      { name: 'Puppy’s first groom', minutes: 45 },
    ],
  ],
  [
    /board|kennel|cattery|hotel/i,
    [
      { name: 'Meet and greet', minutes: 30 },
      { name: 'Drop-off', minutes: 15 },
      { name: 'Collection', minutes: 15 },
    ],
  ],
  [
    /day ?care|walk|sitt/i,
    [
      { name: 'Meet and greet', minutes: 30 },
      { name: 'Dog walk', minutes: 60 },
      { name: 'Home visit', minutes: 30 },
    ],
  ],
  [
    /train|behavio/i,
    [
      { name: 'First consultation', minutes: 90 },
      { name: 'Training session', minutes: 60 },
      { name: 'Puppy class', minutes: 60 },
    ],
  ],
];

const forOtherTypes: readonly Suggestion[] = [
  { name: 'Consultation', minutes: 30 },
  { name: 'Follow-up', minutes: 15 },
];

/** Services that a type of practice often offers. Every practice has its own prices, so none is suggested. */
const suggestedServices = (businessType: string | null): readonly Suggestion[] =>
  byType.find(([pattern]) => pattern.test(businessType ?? ''))?.[1] ?? forOtherTypes;

/** Step 3: the practice's services. */
export function ServicesStep({
  services,
  businessType,
}: {
  services: ReturnType<typeof useServiceDrafts>;
  businessType: string | null;
}) {
  const { drafts, busy } = services;
  const offered = useServices().data ?? [];
  const used = new Set([...offered, ...drafts].map(({ name }) => name.trim().toLowerCase()));
  const suggestions = suggestedServices(businessType).filter(({ name }) => !used.has(name.toLowerCase()));
  const typed = drafts.filter(({ saved }) => !saved);
  return (
    <div className="flex flex-col gap-3">
      {offered.length > 0 && typed.length === drafts.length ? (
        <p className="text-ink-soft">Already added: {offered.map(({ name }) => name).join(', ')}.</p>
      ) : null}
      {suggestions.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-sm font-semibold text-ink-soft">Suggestions</p>
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion.name}
              size="small"
              disabled={busy}
              icon={<Plus aria-hidden="true" className="size-3.5" />}
              onClick={() => services.suggest(suggestion)}
            >
              {suggestion.name}
            </Button>
          ))}
        </div>
      ) : null}
      {drafts.map((draft, index) => (
        <ServiceRow
          key={draft.key}
          draft={draft}
          number={index + 1}
          errors={services.errorsOf(draft)}
          disabled={busy}
          onChange={(changes) => services.change(draft.key, changes)}
          onRemove={drafts.length > 1 ? () => services.remove(draft.key) : null}
        />
      ))}
      <Button
        className="self-start"
        disabled={busy}
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={services.add}
      >
        Add another service
      </Button>
    </div>
  );
}
