import type { PortalAnimal } from '@burrow/contracts/portal';
import { SearchX } from 'lucide-react';
import { useRef } from 'react';
import { plural } from '../../../lib/format.ts';
import { useListState } from '../../../lib/list-address.ts';
import { useUrlSearch } from '../../../lib/use-url-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { PetRow } from './pet-row.tsx';
import { usePetThumbnails } from './queries.ts';

type Searched = Pick<PortalAnimal, 'animal_name' | 'breed' | 'color'>;

/** The pets whose name, breed or colour contains the typed text, ignoring case; all pets for an empty text. */
function petsMatching<Pet extends Searched>(pets: readonly Pet[], typed: string): readonly Pet[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return pets;
  return pets.filter(({ animal_name: name, breed, color }) =>
    [name, breed, color].some((text) => text?.toLocaleLowerCase().includes(wanted)),
  );
}

/** The pets, with a search. */
export function PetList({ pets }: { pets: readonly PortalAnimal[] }) {
  const { text, setText } = useUrlSearch();
  const field = useRef<HTMLInputElement>(null);
  const thumbnails = usePetThumbnails(pets);
  const formats = usePortalFormats();
  const state = useListState();
  const found = petsMatching(pets, text);
  const all = plural(pets.length, 'pet');
  const searching = text.trim() !== '';
  const count = searching ? `${found.length} of ${all}` : all;
  const clear = () => {
    setText('');
    field.current?.focus();
  };
  return (
    <Card title={`Your Pets (${count})`} flush>
      <div className="border-b border-line px-4 py-3">
        <SearchField
          ref={field}
          label="Search your pets"
          placeholder="Name, breed or colour"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p role="status" className="sr-only">
          {searching ? `${count} found` : ''}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={`No pets match “${text.trim()}”`}
          action={<Button onClick={clear}>Clear search</Button>}
        />
      ) : (
        <ul aria-label="Your pets" className="divide-y divide-line">
          {found.map((pet) => (
            <PetRow
              key={pet.id}
              pet={pet}
              photo={pet.picture_file_id === null ? undefined : thumbnails?.get(pet.picture_file_id)}
              formats={formats}
              state={state}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
