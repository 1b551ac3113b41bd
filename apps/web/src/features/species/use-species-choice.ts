import { useState } from 'react';
import { useCommand } from '../../lib/query.ts';
import {
  joinedSpecies,
  noSpecies,
  speciesProblem,
  type SpeciesChoice,
  type SpeciesProblem,
} from './offered-species.ts';
import { useSpecies } from './queries.ts';

/**
 * The choice of the kinds of animals a practice treats, and its saving.
 * @param typed whether what was typed beside the kinds offered is saved as it stands or in small letters
 */
export function useSpeciesChoice(typed: 'as-it-stands' | 'lower-case') {
  const treated = useSpecies().data ?? [];
  const inUse = treated.filter(({ active }) => active === '1').map(({ name }) => name);
  const [choice, setChoice] = useState(noSpecies);
  const [saved, setSaved] = useState('');
  const [problem, setProblem] = useState<SpeciesProblem | null>(null);
  const insert = useCommand('animal_species_insert_multi');
  return {
    choice,
    inUse,
    problem,
    busy: insert.isPending,
    /** Why it could not be saved; null while nothing went wrong. */
    error: insert.error,
    choose: (next: SpeciesChoice) => {
      setChoice(next);
      setProblem(null);
      insert.reset();
    },
    /** Saves what was chosen, and tells whether there was anything to save beside what is in use or saved already. */
    save: (onDone: (isNew: boolean) => void) => {
      if (insert.isPending) return;
      const other = typed === 'lower-case' ? choice.other.toLowerCase() : choice.other;
      const species = joinedSpecies({ ...choice, other });
      if (inUse.length > 0 && (species === '' || species === saved)) {
        onDone(false);
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
            onDone(true);
          },
        },
      );
    },
  };
}
