import type { tenantActions } from '@burrow/contracts/tenant';
import type { Handlers } from '../../lib/handlers.ts';
import { ownTenant } from './read-model.ts';
import { ownSubscription } from './service.ts';

export const tenantHandlers: Handlers<typeof tenantActions> = {
  tenant: async (ctx) => [await ownTenant(ctx)],
  'subscription/status': async (ctx) => ownSubscription(ctx),
};
