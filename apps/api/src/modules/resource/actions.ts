import type { resourceActions } from '@burrow/contracts/resource';
import type { Handlers } from '../../context/handlers.ts';
import { listResources } from './read-model.ts';
import { addResource, changeResource, orderResources, restoreResource, retireResource } from './service.ts';

export const resourceHandlers: Handlers<typeof resourceActions> = {
  resources: (ctx, input) => listResources(ctx, input.include_retired ?? false),
  resource_create: async (ctx, input) => ({ resource_id: await addResource(ctx, input) }),
  resource_update: (ctx, input) => changeResource(ctx, input),
  resources_order: (ctx, input) => orderResources(ctx, input.resource_ids),
  resource_retire: async (ctx, input) => ({
    success: true,
    ...(await retireResource(ctx, input.resource_id)),
  }),
  resource_restore: (ctx, input) => restoreResource(ctx, input.resource_id),
};
