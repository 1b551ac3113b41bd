import type { apiKeyActions } from '@burrow/contracts/api-key';
import type { Handlers } from '../../context/handlers.ts';
import { listApiKeys } from './read-model.ts';
import { makeApiKey, revokeApiKey, rotateApiKey, takeOverApiKey } from './service.ts';

export const apiKeyHandlers: Handlers<typeof apiKeyActions> = {
  api_keys: (ctx) => listApiKeys(ctx),
  'api_key/create': (ctx, input) => makeApiKey(ctx, input),
  'api_key/revoke': (ctx, input) => revokeApiKey(ctx, input.key_id),
  'api_key/take_over': async (ctx, input) => ({
    success: true,
    api_key: await takeOverApiKey(ctx, input.key_id),
  }),
  'api_key/rotate': (ctx, input) => rotateApiKey(ctx, input),
};
