import { dayMs } from '@burrow/contracts/calendar-day';
import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import { AppError } from './app-error.ts';
import type { Session } from './session.ts';

/** Days after the end of a trial or a failed renewal in which a practice can still write. */
const subscriptionGraceDays = 3;

/** What decides the state of a practice's subscription. */
type Standing = Pick<Session, 'trialEndsAt' | 'subscriptionStatus' | 'subscriptionEndsAt'>;

/** The same as it is stored. */
export interface StandingRow {
  trial_ends_at: string | null;
  subscription_status: Session['subscriptionStatus'];
  subscription_ends_at: string | null;
}

const moment = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

export const standingOf = (row: StandingRow): Standing => ({
  trialEndsAt: moment(row.trial_ends_at),
  subscriptionStatus: row.subscription_status,
  subscriptionEndsAt: moment(row.subscription_ends_at),
});

type SubscriptionState = 'trial' | 'active' | 'past_due' | 'lapsed';

/** The state of a practice's subscription at `now`. Only 'lapsed' prevents writing. */
export function subscriptionState(
  { trialEndsAt, subscriptionStatus, subscriptionEndsAt }: Standing,
  now: Date,
): SubscriptionState {
  const grace = subscriptionGraceDays * dayMs;
  const paidFor = subscriptionEndsAt === null || now.getTime() < subscriptionEndsAt.getTime() + grace;
  if (subscriptionStatus === 'active' && paidFor) return 'active';
  if (subscriptionStatus === 'past_due' && paidFor) return 'past_due';
  // A cancelled subscription lasts to the end of the paid period.
  if (subscriptionStatus === 'cancelled' && subscriptionEndsAt && now < subscriptionEndsAt) return 'active';
  // A trial counts whenever no subscription does: an operator can give one after a subscription has ended.
  if (trialEndsAt && now.getTime() < trialEndsAt.getTime() + grace) return 'trial';
  return 'lapsed';
}

/**
 * Refuses a practice whose subscription has lapsed, for one case of an action that declares it as `paid.when`.
 * @throws AppError `subscription_required`
 */
export function requireSubscription({
  session,
  action,
  now,
}: {
  session: Session;
  action: ActionName;
  now: Date;
}): void {
  if (subscriptionState(session, now) !== 'lapsed') return;
  if (!actionNamed(action).paid)
    throw new Error(`${action} needs a subscription, which it does not declare.`);
  throw new AppError('subscription_required');
}
