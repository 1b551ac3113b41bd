import type { AnimalRecord } from '@burrow/contracts/animal';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { useAnimalSearch } from '../queries.ts';

function Found({ animal }: { animal: AnimalRecord }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 py-0.5">
      <SpeciesIcon species={animal.species} framed />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-semibold">
          <span className="truncate">{animal.animal_name}</span>
          {animal.active === '0' ? <Badge tone="void">Inactive</Badge> : null}
        </span>
        <span className="block truncate text-sm text-ink-soft">
          {[animal.breed, animal.species].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="truncate text-sm max-sm:basis-full max-sm:pl-12 sm:max-w-2/5">
        {animal.client_name}
      </span>
    </span>
  );
}

/** One search for whom the appointment is: by animal, client or breed. */
export function FindAnimalCard({ onChoose }: { onChoose: (animal: AnimalRecord) => void }) {
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Whoever comes here comes to search. On a touch screen the keyboard would cover half of the form.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  const wanted = query.trim();
  const asked = useDebounced(wanted);
  const search = useAnimalSearch(asked);
  const isSearching = wanted !== '' && (wanted !== asked || search.isFetching);
  return (
    <Card title="Find Client & Animal">
      <Combobox
        label="Find Client & Animal"
        hideLabel
        inputRef={input}
        items={wanted === '' ? [] : (search.data ?? [])}
        itemKey={(animal) => animal.id}
        itemLabel={(animal) => animal.animal_name}
        renderItem={(animal) => <Found animal={animal} />}
        value={null}
        onValueChange={(animal) => {
          if (animal) onChoose(animal);
        }}
        query={query}
        onQueryChange={setQuery}
        busy={isSearching}
        searchError={
          search.isError && !isSearching ? failureText('Failed to fetch animals', search.error) : null
        }
        placeholder="Search by animal name, client name or breed"
        emptyText="No animals match"
      />
    </Card>
  );
}
