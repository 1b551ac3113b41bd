import type { serviceActions } from '@burrow/contracts/service';
import type { Handlers } from '../../lib/handlers.ts';
import { listServices, listStaff } from './read-model.ts';

export const serviceHandlers: Handlers<typeof serviceActions> = {
  booking_types: (ctx) => listServices(ctx),
  staff: (ctx) => listStaff(ctx),
};
