import type { subscriptionActions } from '@burrow/contracts/subscription';
import { prepared, type Handlers } from '../../context/handlers.ts';
import { ownSubscription } from './read-model.ts';
import {
  beginSubscription,
  manageSubscription,
  refreshSubscription,
  subscriptionInvoices,
} from './service.ts';

export const subscriptionHandlers: Handlers<typeof subscriptionActions> = {
  'subscription/status': (ctx) => ownSubscription(ctx),
  'subscription/checkout': prepared({
    prepare: (ctx) => beginSubscription(ctx),
    run: async (_ctx, _input, leadsTo) => leadsTo,
  }),
  'subscription/portal': prepared({
    prepare: (ctx) => manageSubscription(ctx),
    run: async (_ctx, _input, leadsTo) => leadsTo,
  }),
  'subscription/refresh': prepared({
    prepare: (ctx) => refreshSubscription(ctx),
    run: (ctx) => ownSubscription(ctx),
  }),
  'subscription/invoices': prepared({
    prepare: (ctx) => subscriptionInvoices(ctx),
    run: async (_ctx, _input, invoices) => invoices,
  }),
};
