import { dayMs } from '@burrow/contracts/calendar-day';
import type { Session } from './session.ts';

/** Days after the end of a trial or a failed renewal in which a practice can still write. */
const subscriptionGraceDays = 3;

type SubscriptionState = 'trial' | 'active' | 'past_due' | 'lapsed';

/** The state of a practice's subscription at `now`. Only 'lapsed' prevents writing. */
export function subscriptionState(
  practice: Pick<Session, 'trialEndsAt' | 'subscriptionStatus' | 'subscriptionEndsAt'>,
  now: Date,
): SubscriptionState {
  const grace = subscriptionGraceDays * dayMs;
  const { trialEndsAt, subscriptionStatus, subscriptionEndsAt } = practice;
  const paidFor = subscriptionEndsAt === null || now.getTime() < subscriptionEndsAt.getTime() + grace;
  if (subscriptionStatus === 'active' && paidFor) return 'active';
  if (subscriptionStatus === 'past_due' && paidFor) return 'past_due';
  // A cancelled subscription lasts to the end of the paid period.
  if (subscriptionStatus === 'cancelled' && subscriptionEndsAt && now < subscriptionEndsAt) return 'active';
  if (!subscriptionStatus && trialEndsAt && now.getTime() < trialEndsAt.getTime() + grace) return 'trial';
  return 'lapsed';
}
