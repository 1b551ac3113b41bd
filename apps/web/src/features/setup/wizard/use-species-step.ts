import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import {
  joinedSpecies,
  noSpecies,
  speciesProblem,
  type SpeciesChoice,
} from '../../species/offered-species.ts';
import { useTreatedSpecies } from '../queries.ts';

/** The choice of species in the guided setup, and its saving. */
export function useSpeciesStep() {
  const treated = useTreatedSpecies().data ?? [];
  const inUse = treated.filter(({ active }) => active === '1').map(({ name }) => name);
  const [choice, setChoice] = useState(noSpecies);
  const [saved, setSaved] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const insert = useCommand('animal_species_insert_multi');
  return {
    choice,
    inUse,
    problem,
    busy: insert.isPending,
    failure: insert.error ? messageOf(insert.error, 'Failed to save species') : null,
    choose: (next: SpeciesChoice) => {
      setChoice(next);
      setProblem(null);
      insert.reset();
    },
    /** Saves what was chosen, unless it is saved already. */
    save: (onSaved: () => void) => {
      const species = joinedSpecies(choice);
      // Nothing to add to what the practice treats already.
      if (species === saved ? inUse.length > 0 : species === '' && inUse.length > 0) {
        onSaved();
        return;
      }
      const found = speciesProblem(choice);
      setProblem(found);
      if (found !== null) return;
      insert.mutate(
        { species },
        {
          onSuccess: () => {
            setSaved(species);
            onSaved();
          },
        },
      );
    },
  };
}
