import type { AnimalRecord } from '@burrow/contracts/animal';
import type { ListedClient } from '@burrow/contracts/client';
import { UserRound, UserRoundPlus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { focusOnArrival } from '../../../lib/use-fresh-page.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { looksLikePhone } from '../caller-form.ts';
import { useCallerSearch } from '../queries.ts';

/** A row of the results: an animal, a client without animals, or the option to add a new client. */
type Found =
  | { kind: 'animal'; animal: AnimalRecord }
  | { kind: 'client'; client: ListedClient }
  | { kind: 'new'; searched: string };

function keyOf(found: Found): string {
  if (found.kind === 'animal') return `animal ${found.animal.id}`;
  return found.kind === 'client' ? `client ${found.client.id}` : 'new';
}

function labelOf(found: Found): string {
  if (found.kind === 'animal') return found.animal.animal_name;
  return found.kind === 'client' ? found.client.name : found.searched;
}

function Line({
  icon,
  name,
  details,
  aside,
}: {
  icon: ReactNode;
  name: string;
  details: string;
  aside?: string;
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 py-0.5">
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="figures block truncate text-sm text-ink-soft">{details}</span>
      </span>
      {aside ? (
        <span className="truncate text-sm max-sm:basis-full max-sm:pl-12 sm:max-w-2/5">{aside}</span>
      ) : null}
    </span>
  );
}

const roundIcon = (icon: ReactNode) => (
  <span
    aria-hidden="true"
    className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand"
  >
    {icon}
  </span>
);

function FoundLine({ found }: { found: Found }) {
  if (found.kind === 'animal') {
    const { species, animal_name: name, breed, client_name: owner } = found.animal;
    return (
      <Line
        icon={<SpeciesIcon species={species} framed />}
        name={name}
        details={[breed, species].filter(Boolean).join(' · ')}
        aside={owner}
      />
    );
  }
  if (found.kind === 'client') {
    const { name, phone } = found.client;
    return (
      <Line
        icon={roundIcon(<UserRound className="size-5" />)}
        name={name}
        details={[formatPhone(phone), 'No animals yet'].filter(Boolean).join(' · ')}
      />
    );
  }
  const { searched } = found;
  return (
    <Line
      icon={roundIcon(<UserRoundPlus className="size-5" />)}
      name="Add client and animal"
      details={looksLikePhone(searched) ? `With the phone number ${searched}` : `With the name ${searched}`}
    />
  );
}

interface FindCallerCardProps {
  onAnimal: (animal: AnimalRecord) => void;
  onClient: (client: ListedClient) => void;
  /** Add a new client, starting from the search text. */
  onNew: (searched: string) => void;
}

/** Finds the client and animal of an appointment by phone number, client, animal or breed, or adds a new client. */
export function FindCallerCard({ onAnimal, onClient, onNew }: FindCallerCardProps) {
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Start in the search field; but on a touch screen the keyboard would cover half of the form.
    if (window.matchMedia('(pointer: fine)').matches) focusOnArrival(input.current);
  }, []);
  const wanted = query.trim();
  const asked = useDebounced(wanted);
  const search = useCallerSearch(asked);
  const isSearching = wanted !== '' && (wanted !== asked || search.isFetching);
  const matches: Found[] = [
    ...search.animals.map((animal) => ({ kind: 'animal' as const, animal })),
    ...search.clients.map((client) => ({ kind: 'client' as const, client })),
  ];
  // Offer 'Add' only after the search: Enter must not add a client who is about to be found.
  const items: Found[] = isSearching ? matches : [...matches, { kind: 'new', searched: wanted }];
  const choose = (found: Found) => {
    if (found.kind === 'animal') onAnimal(found.animal);
    else if (found.kind === 'client') onClient(found.client);
    else onNew(found.searched);
  };
  return (
    <Card
      title="Find Client & Animal"
      actions={
        <Button
          size="small"
          className="-my-1"
          icon={<UserRoundPlus aria-hidden="true" className="size-4" />}
          onClick={() => onNew(wanted)}
        >
          Add Client
        </Button>
      }
    >
      <Combobox
        label="Find Client & Animal"
        hideLabel
        inputRef={input}
        items={wanted === '' ? [] : items}
        itemKey={keyOf}
        itemLabel={labelOf}
        renderItem={(found) => <FoundLine found={found} />}
        value={null}
        onValueChange={(found) => {
          if (found) choose(found);
        }}
        query={query}
        onQueryChange={setQuery}
        keepsQuery
        busy={isSearching}
        nothingFound={!isSearching && search.error === null && matches.length === 0}
        searchError={
          search.error !== null && !isSearching ? failureText('Failed to fetch animals', search.error) : null
        }
        placeholder="Search by phone, client, animal or breed"
        emptyText="No clients or animals match"
      />
    </Card>
  );
}
