import type { apiKeyActions } from '@burrow/contracts/api-key';
import type { Handlers } from '../../context/handlers.ts';
import { listApiKeys } from './read-model.ts';
import { makeApiKey, revokeApiKey, rotateApiKey, takeOverApiKey } from './service.ts';

const done = { success: true } as const;

export const apiKeyHandlers: Handlers<typeof apiKeyActions> = {
  api_keys: (ctx) => listApiKeys(ctx),
  'api_key/create': (ctx, input) => makeApiKey(ctx, input),
  'api_key/revoke': async (ctx, input) => {
    await revokeApiKey(ctx, input.key_id);
    return done;
  },
  'api_key/take_over': async (ctx, input) => ({ ...done, api_key: await takeOverApiKey(ctx, input.key_id) }),
  'api_key/rotate': (ctx, input) => rotateApiKey(ctx, input),
};
