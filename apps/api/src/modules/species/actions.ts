import type { speciesActions } from '@burrow/contracts/species';
import type { Handlers } from '../../context/handlers.ts';
import { listSpecies } from './read-model.ts';
import { addSpecies, changeSpecies } from './service.ts';

export const speciesHandlers: Handlers<typeof speciesActions> = {
  animal_species: (ctx) => listSpecies(ctx),
  animal_species_insert_multi: async (ctx, input) => ({
    success: true,
    added: await addSpecies(ctx, input.species),
  }),
  animal_species_update: (ctx, input) => changeSpecies(ctx, input),
};
