import { useState } from 'react';
import { useCommand } from '../../lib/query.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { joinedSpecies, noSpecies, speciesErrors, type SpeciesChoice } from './offered-species.ts';
import { useSpecies } from './queries.ts';

/** The choice of the species a practice treats, and saving it, for a step of the wizard. */
export function useSpeciesChoice() {
  const treated = useSpecies().data ?? [];
  const inUse = treated.filter(({ active }) => active === '1').map(({ name }) => name);
  const [choice, setChoice] = useState(noSpecies);
  const [saved, setSaved] = useState('');
  const [errors, setErrors] = useState<Problems<SpeciesChoice>>({});
  const insert = useCommand('animal_species_insert_multi');
  return {
    choice,
    inUse,
    errors,
    busy: insert.isPending,
    /** Why it could not be saved; null without an error. */
    error: insert.error,
    choose: (next: SpeciesChoice) => {
      setChoice(next);
      setErrors({});
      insert.reset();
    },
    /** Saves the chosen species that are not saved yet. */
    save: (onDone: () => void) => {
      if (insert.isPending) return;
      const species = joinedSpecies(choice);
      if (inUse.length > 0 && (species === '' || species === saved)) {
        onDone();
        return;
      }
      const found = speciesErrors(choice);
      setErrors(found);
      if (Object.keys(found).length > 0) return;
      insert.mutate(
        { species },
        {
          onSuccess: () => {
            setSaved(species);
            onDone();
          },
        },
      );
    },
  };
}
