import type { portalWaitlistActions } from '@burrow/contracts/portal-waitlist';
import type { waitlistActions } from '@burrow/contracts/waitlist';
import { staged, type Handlers } from '../../context/handlers.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { tellScreens } from '../notification/public.ts';
import { acceptOffer, answerAcceptance, declineOffer, endItsCheckout } from './answer.ts';
import { offerByDesk, withdrawOffer } from './desk-offer.ts';
import { ownOffer, ownWants } from './own-read-model.ts';
import { waitlist, wantsFitting } from './read-model.ts';
import { changeWant, createOwnWant, createWant, endWant } from './want-service.ts';

export const waitlistHandlers: Handlers<typeof waitlistActions> = {
  waitlist: (ctx) => waitlist(ctx),
  wants_fitting: (ctx, input) => wantsFitting(ctx, input),
  want_create: async (ctx, input) => {
    const id = await createWant(ctx, input);
    tellScreens(ctx);
    return { want_id: id };
  },
  want_update: async (ctx, input) => {
    await changeWant(ctx, input, null);
    tellScreens(ctx);
  },
  want_end: staged({
    run: async (ctx, input) => {
      const reference = await endWant(ctx, input.want_id, null);
      tellScreens(ctx);
      return reference;
    },
    finish: endItsCheckout,
  }),
  offer_make: async (ctx, input) => {
    const made = await offerByDesk(ctx, input);
    tellScreens(ctx);
    return made;
  },
  offer_withdraw: staged({
    run: async (ctx, input) => {
      const reference = await withdrawOffer(ctx, input.offer_id);
      tellScreens(ctx);
      return reference;
    },
    finish: endItsCheckout,
  }),
};

export const portalWaitlistHandlers: Handlers<typeof portalWaitlistActions> = {
  'cp/wants': (ctx) => ownWants(ctx),
  'cp/want_create': async (ctx, input) => {
    const id = await createOwnWant(ctx, input);
    tellScreens(ctx);
    return { want_id: id };
  },
  'cp/want_update': async (ctx, input) => {
    await changeWant(ctx, input, ownClientId(ctx));
    tellScreens(ctx);
  },
  'cp/want_end': staged({
    run: async (ctx, input) => {
      const reference = await endWant(ctx, input.want_id, ownClientId(ctx));
      tellScreens(ctx);
      return reference;
    },
    finish: endItsCheckout,
  }),
  'cp/offer': (ctx, input) => ownOffer(ctx, input.offer_id),
  'cp/offer_accept': staged({
    prepare: async ({ host }) => host,
    run: (ctx, input, host) => acceptOffer(ctx, input, host),
    finish: answerAcceptance,
  }),
  'cp/offer_decline': staged({
    run: async (ctx, input) => {
      const reference = await declineOffer(ctx, input.offer_id);
      tellScreens(ctx);
      return reference;
    },
    finish: endItsCheckout,
  }),
};
