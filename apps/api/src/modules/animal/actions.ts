import type { animalActions } from '@burrow/contracts/animal';
import type { Handlers } from '../../context/handlers.ts';
import { clientById } from '../client/public.ts';
import { tellScreens } from '../notification/public.ts';
import {
  animalById,
  animalsOfClient,
  animalsWithMicrochip,
  breedsNamed,
  countAnimals,
  listAnimals,
  ownersOf,
  weightsOf,
} from './read-model.ts';
import {
  addWeight,
  archiveAnimal,
  changeAnimal,
  createAnimal,
  removeWeight,
  restoreAnimal,
} from './service.ts';
import { transferAnimal } from './transfer.ts';

export const animalHandlers: Handlers<typeof animalActions> = {
  animals: (ctx, input) => listAnimals(ctx, input),
  'animals/count': (ctx, input) => countAnimals(ctx, input),
  'animals/breeds': (ctx, input) => breedsNamed(ctx, input.q),
  'animals/by_microchip': (ctx, input) => animalsWithMicrochip(ctx, input.microchip),
  animal: (ctx, input) => animalById(ctx, input.animal_id),
  animals_by_client: async (ctx, input) => {
    // An unknown client is 404; one without animals has an empty list.
    const [, animals] = await Promise.all([
      clientById(ctx, input.client_id),
      animalsOfClient(ctx, input.client_id),
    ]);
    return animals;
  },
  animal_create: async (ctx, input) => ({ animal_id: await createAnimal(ctx, input) }),
  animal_update: async (ctx, input) => {
    await changeAnimal(ctx, input);
    tellScreens(ctx);
  },
  animal_archive: async (ctx, input) => ({
    success: true,
    cancelled_bookings: await archiveAnimal(ctx, input),
  }),
  animal_restore: (ctx, input) => restoreAnimal(ctx, input.animal_id),
  animal_transfer: (ctx, input) => transferAnimal(ctx, input),
  animal_owners: async (ctx, input) => {
    const [, owners] = await Promise.all([animalById(ctx, input.animal_id), ownersOf(ctx, input.animal_id)]);
    return owners;
  },
  animal_weights: async (ctx, input) => {
    const [, weights] = await Promise.all([
      animalById(ctx, input.animal_id),
      weightsOf(ctx, input.animal_id),
    ]);
    return weights;
  },
  animal_weight_add: async (ctx, input) => ({ weight_id: await addWeight(ctx, input) }),
  animal_weight_delete: (ctx, input) => removeWeight(ctx, input),
};
