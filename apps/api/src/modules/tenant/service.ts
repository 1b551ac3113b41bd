import type { OutputOf } from '@burrow/contracts/actions';
import { dayMs } from '../../lib/clock.ts';
import type { Ctx } from '../../lib/context.ts';
import { subscriptionState } from '../../lib/subscription.ts';

/** How the caller's practice stands with its subscription now; days left of a trial are rounded up. */
export function ownSubscription({ session, now }: Ctx): OutputOf<'subscription/status'> {
  const status = subscriptionState(session, now);
  const { trialEndsAt } = session;
  const daysLeft = trialEndsAt && Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs));
  return {
    has_subscription: status === 'active' || status === 'past_due',
    trial_end_date: trialEndsAt?.toISOString() ?? null,
    status,
    trial_days_left: status === 'trial' ? daysLeft : null,
  };
}
