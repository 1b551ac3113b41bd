import type { animalActions } from '@burrow/contracts/animal';
import type { Handlers } from '../../lib/handlers.ts';
import { clientById } from '../client/read-model.ts';
import { animalById, animalsOfClient, countAnimals, listAnimals } from './read-model.ts';

export const animalHandlers: Handlers<typeof animalActions> = {
  animals: (ctx, input) => listAnimals(ctx, input),
  'animals/count': (ctx, input) => countAnimals(ctx, input.q),
  animal: (ctx, input) => animalById(ctx, input.animal_id),
  animals_by_client: async (ctx, input) => {
    // A client that is not there is said so; one without animals has an empty list.
    const [, animals] = await Promise.all([
      clientById(ctx, input.client_id),
      animalsOfClient(ctx, input.client_id),
    ]);
    return animals;
  },
};
