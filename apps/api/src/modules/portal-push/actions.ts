import type { portalPushActions } from '@burrow/contracts/portal-push';
import type { Handlers } from '../../context/handlers.ts';
import { attach, noteShown, ownPush, subscribe, unsubscribe } from './service.ts';

const done = { success: true } as const;

export const portalPushHandlers: Handlers<typeof portalPushActions> = {
  'cp/push': (ctx) => ownPush(ctx),
  'cp/push/subscribe': async (ctx, input) => {
    await subscribe(ctx, input);
    return done;
  },
  'cp/push/attach': async (ctx, input) => {
    await attach(ctx, input.endpoint);
    return done;
  },
  'cp/push/unsubscribe': async (ctx, input) => {
    await unsubscribe(ctx, input.subscription_id);
    return done;
  },
  'cp/push/shown': async (ctx, input) => {
    await noteShown(ctx, input);
    return done;
  },
};
