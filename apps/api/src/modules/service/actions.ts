import type { serviceActions } from '@burrow/contracts/service';
import type { Handlers } from '../../context/handlers.ts';
import { listServices, listStaff } from './read-model.ts';
import { setServiceNeeds, setServiceStaff } from './providing.ts';
import { addService, changeService, orderServices, restoreService, retireService } from './service.ts';

export const serviceHandlers: Handlers<typeof serviceActions> = {
  booking_types: (ctx, input) => listServices(ctx, input.include_retired ?? false),
  booking_type_insert: async (ctx, input) => ({ service_id: await addService(ctx, input) }),
  booking_type_update: async (ctx, input) => {
    await changeService(ctx, input);
    return { success: true };
  },
  booking_types_order: async (ctx, input) => {
    await orderServices(ctx, input.service_ids);
    return { success: true };
  },
  booking_type_retire: async (ctx, input) => {
    await retireService(ctx, input.service_id);
    return { success: true };
  },
  booking_type_restore: async (ctx, input) => {
    await restoreService(ctx, input.service_id);
    return { success: true };
  },
  service_staff_set: async (ctx, input) => {
    await setServiceStaff(ctx, input);
    return { success: true };
  },
  service_resources_set: (ctx, input) => setServiceNeeds(ctx, input),
  staff: (ctx) => listStaff(ctx),
};
