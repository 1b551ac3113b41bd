import type { tenantActions } from '@burrow/contracts/tenant';
import type { Handlers } from '../../http/handlers.ts';
import { subscriptionState } from '../../lib/subscription.ts';
import { ownTenant } from './read-model.ts';

const dayMs = 86_400_000;

export const tenantHandlers: Handlers<typeof tenantActions> = {
  tenant: async (ctx) => [await ownTenant(ctx)],
  'subscription/status': async ({ session, now }) => {
    const status = subscriptionState(session, now);
    const { trialEndsAt } = session;
    const daysLeft = trialEndsAt && Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs));
    return {
      has_subscription: status === 'active' || status === 'past_due',
      trial_end_date: trialEndsAt?.toISOString() ?? null,
      status,
      trial_days_left: status === 'trial' ? daysLeft : null,
    };
  },
};
