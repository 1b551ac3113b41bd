import type { AnimalRecord } from '@burrow/contracts/animal';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSpecies } from '../species/queries.ts';
import type { SelectionState } from './use-selection.ts';

interface Adding {
  searched: string;
  client: { id: number; name: string } | null;
}

/**
 * The client and animal of the appointment: chosen from the search results, or added. `onChosen` moves the focus on,
 * because the search field disappears.
 */
export function useCaller(selection: SelectionState, onChosen: () => void) {
  const [adding, setAdding] = useState<Adding | null>(null);
  // Load what the dialog needs, so that it opens with the focus in its first field.
  useSpecies();
  const close = () => setAdding(null);
  const { client } = selection;
  const owner = client.data?.active === '1' ? { id: client.data.id, name: client.data.name } : null;
  const choose = (apply: () => void) => {
    flushSync(apply);
    onChosen();
  };
  return {
    chooseAnimal: (animal: AnimalRecord) => choose(() => selection.choose(animal)),
    /** A client without animals: opens the dialog to add one. */
    chooseClient: ({ id, name }: { id: number; name: string }) => {
      selection.reset({ clientId: id, animalId: null });
      setAdding({ searched: '', client: { id, name } });
    },
    addNew: (searched: string) => setAdding({ searched, client: null }),
    addAnimal: owner === null ? null : () => setAdding({ searched: '', client: owner }),
    /** Props of the dialog that adds a client or animal; null while it is closed. */
    adding: adding && {
      ...adding,
      onAdded: (clientId: number, animalId: number) =>
        choose(() => {
          close();
          selection.reset({ clientId, animalId });
        }),
      onExisting: (clientId: number) =>
        choose(() => {
          close();
          selection.reset({ clientId, animalId: null });
        }),
      onClose: close,
    },
  };
}
