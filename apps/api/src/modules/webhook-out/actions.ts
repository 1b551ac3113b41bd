import type { webhookActions } from '@burrow/contracts/webhook';
import type { Handlers } from '../../context/handlers.ts';
import { deliveriesPage, deliveryDetail, listEndpoints } from './read-model.ts';
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  resend,
  resendFailed,
  rotateSecret,
  sendTest,
} from './service.ts';

const done = { success: true } as const;

export const webhookHandlers: Handlers<typeof webhookActions> = {
  webhook_endpoints: (ctx) => listEndpoints(ctx),
  webhook_endpoint_create: (ctx, input) => addEndpoint(ctx, input),
  webhook_endpoint_update: async (ctx, input) => {
    await changeEndpoint(ctx, input);
    return done;
  },
  webhook_endpoint_delete: async (ctx, input) => {
    await removeEndpoint(ctx, input.endpoint_id);
    return done;
  },
  webhook_secret_rotate: (ctx, input) => rotateSecret(ctx, input.endpoint_id),
  webhook_test: (ctx, input) => sendTest(ctx, input.endpoint_id),
  webhook_deliveries: (ctx, input) => deliveriesPage(ctx, input),
  webhook_delivery: (ctx, input) => deliveryDetail(ctx, input),
  webhook_resend: async (ctx, input) => {
    await resend(ctx, input);
    return done;
  },
  webhook_resend_failed: (ctx, input) => resendFailed(ctx, input.endpoint_id),
};
