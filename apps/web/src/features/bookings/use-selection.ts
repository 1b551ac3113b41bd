import type { AnimalRecord } from '@burrow/contracts/animal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { actionKey, actionQuery } from '../../lib/query.ts';
import { useSpecies } from '../species/queries.ts';
import { useAnimal, useAnimalsOfClient, useClient } from './queries.ts';

export interface Selection {
  clientId: number | null;
  animalId: number | null;
}

const none: Selection = { clientId: null, animalId: null };

/** The animal when none is chosen: the client's only active one. */
function onlyAnimal(animals: readonly AnimalRecord[] | undefined): AnimalRecord | undefined {
  const active = animals?.filter((animal) => animal.active === '1');
  return active?.length === 1 ? active[0] : undefined;
}

/**
 * The client and animal of an appointment. Choosing an animal chooses its client, so the two cannot disagree; choosing a
 * client with one animal chooses that.
 */
export function useSelection(initial: Selection) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState(initial);
  const asked = useAnimal(chosen.animalId);
  const clientId = asked.data?.client_id ?? chosen.clientId;
  const client = useClient(clientId);
  const animals = useAnimalsOfClient(clientId);
  const animal = chosen.animalId === null ? onlyAnimal(animals.data) : asked.data;
  const isLoading = asked.isLoading || client.isLoading || animals.isLoading;
  const choose = (next: AnimalRecord) => {
    // The search returns the whole record, so there is no need to fetch it.
    cache.setQueryData(actionKey('animal', { animal_id: next.id }), next);
    setChosen({ clientId: next.client_id, animalId: next.id });
  };
  const whenLoaded = async () => {
    const named =
      chosen.animalId === null
        ? undefined
        : await cache.ensureQueryData(actionQuery('animal', { animal_id: chosen.animalId }));
    const owner = named?.client_id ?? chosen.clientId;
    if (owner === null) return null;
    const ofClient = { client_id: owner };
    const only = named ?? onlyAnimal(await cache.ensureQueryData(actionQuery('animals_by_client', ofClient)));
    return only === undefined ? null : { clientId: owner, animal: only };
  };
  return {
    isEmpty: chosen.clientId === null && chosen.animalId === null,
    clientId: client.data ? clientId : null,
    animalId: animal?.id ?? null,
    clientName: client.data?.name ?? asked.data?.client_name ?? null,
    animal,
    client,
    animals,
    /** The query of an animal chosen by id, for its loading state and error. */
    asked,
    /** What is not chosen; nothing while it is loading. */
    lacks: {
      client: !isLoading && client.data === undefined,
      animal: !isLoading && animal === undefined,
    },
    /** The client and animal as soon as they are loaded, for a form that is sent before; null if none is chosen. */
    whenLoaded,
    choose,
    changeAnimal: () => setChosen({ clientId, animalId: null }),
    changeClient: () => setChosen(none),
    reset: setChosen,
  };
}

export type SelectionState = ReturnType<typeof useSelection>;

interface Adding {
  searched: string;
  client: { id: number; name: string } | null;
}

/**
 * Chooses the client and animal from the search results, or adds them. `onChosen` moves the focus, because the search
 * field disappears.
 */
export function useCaller(selection: SelectionState, onChosen: () => void) {
  const [adding, setAdding] = useState<Adding | null>(null);
  // Load the dialog's choices, so that it opens with the focus in its first field.
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
