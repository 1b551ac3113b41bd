import type { tenantActions } from '@burrow/contracts/tenant';
import type { Handlers } from '../../context/handlers.ts';
import { ownTenant } from './read-model.ts';
import { changePractice } from './service.ts';

export const tenantHandlers: Handlers<typeof tenantActions> = {
  tenant: async (ctx) => [await ownTenant(ctx)],
  tenant_update: (ctx, input) => changePractice(ctx, input),
};
