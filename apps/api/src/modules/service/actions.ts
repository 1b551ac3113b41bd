import type { serviceActions } from '@burrow/contracts/service';
import type { Handlers } from '../../context/handlers.ts';
import { listServices, listStaff } from './read-model.ts';
import { setServiceNeeds, setServiceStaff } from './providing.ts';
import { addService, changeService, orderServices, restoreService, retireService } from './service.ts';

export const serviceHandlers: Handlers<typeof serviceActions> = {
  booking_types: (ctx, input) => listServices(ctx, input.include_retired ?? false),
  booking_type_insert: async (ctx, input) => ({ service_id: await addService(ctx, input) }),
  booking_type_update: (ctx, input) => changeService(ctx, input),
  booking_types_order: (ctx, input) => orderServices(ctx, input.service_ids),
  booking_type_retire: (ctx, input) => retireService(ctx, input.service_id),
  booking_type_restore: (ctx, input) => restoreService(ctx, input.service_id),
  service_staff_set: (ctx, input) => setServiceStaff(ctx, input),
  service_resources_set: (ctx, input) => setServiceNeeds(ctx, input),
  staff: (ctx) => listStaff(ctx),
};
