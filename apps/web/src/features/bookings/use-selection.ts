import type { AnimalRecord } from '@burrow/contracts/animal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionKey } from '../../lib/query.ts';
import { useAnimal, useAnimalsOfClient, useClient } from './queries.ts';

export interface Selection {
  clientId: number | null;
  animalId: number | null;
}

const nobody: Selection = { clientId: null, animalId: null };

/** The animal that is meant when none was chosen: the only one that is still with the client. */
function onlyAnimal(animals: readonly AnimalRecord[] | undefined): AnimalRecord | undefined {
  const active = animals?.filter((animal) => animal.active === '1');
  return active?.length === 1 ? active[0] : undefined;
}

/**
 * Whom an appointment is for. An animal brings its own client, so the two can't disagree; a client with one animal
 * brings that.
 */
export function useSelection(initial: Selection) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState(initial);
  const asked = useAnimal(chosen.animalId);
  const clientId = asked.data?.client_id ?? chosen.clientId;
  const client = useClient(clientId);
  const animals = useAnimalsOfClient(clientId);
  const animal = chosen.animalId === null ? onlyAnimal(animals.data) : asked.data;
  const choose = (next: AnimalRecord) => {
    // A found animal is the whole record: no need to wait for it once more.
    cache.setQueryData(actionKey('animal', { animal_id: next.id }), next);
    setChosen({ clientId: next.client_id, animalId: next.id });
  };
  return {
    isEmpty: chosen.clientId === null && chosen.animalId === null,
    clientId: client.data ? clientId : null,
    animalId: animal?.id ?? null,
    clientName: client.data?.name ?? asked.data?.client_name ?? null,
    animal,
    client,
    animals,
    /** The animal that was asked for by id, for its loading and its error. */
    asked,
    choose,
    changeAnimal: () => setChosen({ clientId, animalId: null }),
    changeClient: () => setChosen(nobody),
    reset: setChosen,
  };
}

export type SelectionState = ReturnType<typeof useSelection>;
