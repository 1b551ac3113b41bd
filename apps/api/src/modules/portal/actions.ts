import type { portalActions } from '@burrow/contracts/portal';
import { staged, type Handlers } from '../../context/handlers.ts';
import { changeOwnAnimal, createOwnAnimal } from '../animal/public.ts';
import { changeOwnDetails } from '../client/public.ts';
import { endOwnClientSessions, listOwnClientSessions, tellFormerPhone } from '../portal-access/public.ts';
import {
  ownAnimal,
  ownAnimals,
  ownBooking,
  ownBookings,
  ownRecord,
  portalServices,
  portalSpecies,
  portalTenant,
} from './read-model.ts';

export const portalHandlers: Handlers<typeof portalActions> = {
  'cp/tenant': (ctx) => portalTenant(ctx),
  'cp/client': (ctx) => ownRecord(ctx),
  'cp/client_update': staged({
    run: (ctx, input) => changeOwnDetails(ctx, input),
    finish: async (ctx, formerPhone) => {
      if (formerPhone) await tellFormerPhone(ctx, formerPhone);
    },
  }),
  'cp/session_list': (ctx) => listOwnClientSessions(ctx),
  'cp/session_end': async (ctx, input) => {
    await endOwnClientSessions(ctx, input.session_id);
    return { success: true };
  },
  'cp/animals': (ctx) => ownAnimals(ctx),
  'cp/animal': (ctx, input) => ownAnimal(ctx, input.animal_id),
  'cp/animal_species': (ctx) => portalSpecies(ctx),
  'cp/animal_create': async (ctx, input) => {
    const id = await createOwnAnimal(ctx, input);
    return { id, animal_id: id };
  },
  'cp/animal_update': (ctx, input) => changeOwnAnimal(ctx, input),
  'cp/bookings': (ctx, input) => ownBookings(ctx, input),
  'cp/booking': (ctx, input) => ownBooking(ctx, input.booking_id),
  'cp/booking_services': (ctx) => portalServices(ctx),
};
