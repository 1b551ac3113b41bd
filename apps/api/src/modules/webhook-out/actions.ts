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

export const webhookHandlers: Handlers<typeof webhookActions> = {
  webhook_endpoints: (ctx) => listEndpoints(ctx),
  webhook_endpoint_create: (ctx, input) => addEndpoint(ctx, input),
  webhook_endpoint_update: (ctx, input) => changeEndpoint(ctx, input),
  webhook_endpoint_delete: (ctx, input) => removeEndpoint(ctx, input.endpoint_id),
  webhook_secret_rotate: (ctx, input) => rotateSecret(ctx, input.endpoint_id),
  webhook_test: (ctx, input) => sendTest(ctx, input.endpoint_id),
  webhook_deliveries: (ctx, input) => deliveriesPage(ctx, input),
  webhook_delivery: (ctx, input) => deliveryDetail(ctx, input),
  webhook_resend: (ctx, input) => resend(ctx, input),
  webhook_resend_failed: (ctx, input) => resendFailed(ctx, input.endpoint_id),
};
