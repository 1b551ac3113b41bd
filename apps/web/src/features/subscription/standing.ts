import type { OutputOf } from '../../lib/api.ts';
import { trialRemaining } from './trial.ts';

export type SubscriptionStatus = OutputOf<'subscription/status'>;

/** The state of a subscription as the server reports it, and whether it renews automatically. */
export type Standing = 'trial' | 'trial-over' | 'active' | 'cancelling' | 'past_due' | 'lapsed';

export function standingOf(status: SubscriptionStatus): Standing {
  if (status.status === 'trial') return trialRemaining(status) === null ? 'trial-over' : 'trial';
  return status.status === 'active' && status.cancels ? 'cancelling' : status.status;
}

const aWeek = 7 * 24 * 60 * 60_000;

/**
 * Whether a trial is still running in a subscription that was started during it, before the first payment. The provider
 * may end it a little later than the practice's own trial.
 */
export function isBeforeFirstPayment(status: SubscriptionStatus): boolean {
  const { trial_end_date: trialEnd, period_end: end, price } = status;
  if (standingOf(status) !== 'active' || trialEnd === null || end === null || price === null) return false;
  const later = Date.parse(end) - Date.parse(trialEnd);
  // A trial that the operator extended afterwards ends after the paid period. The provider counts in whole seconds.
  return later > -1000 && later < aWeek;
}

type Say = (status: SubscriptionStatus, date: (instant: string) => string) => string;

const texts: Record<Standing, Say> = {
  trial: (status, date) =>
    `Your trial runs until ${date(status.trial_end_date ?? '')} (${trialRemaining(status) ?? ''}). You can use everything until then.`,
  'trial-over': ({ trial_end_date: end }, date) =>
    end === null
      ? 'Your practice is in its trial period.'
      : `Your trial ended on ${date(end)}. Please subscribe soon: in a few days you won’t be able to save anything new.`,
  active: () => 'Your subscription is active. You don’t need to do anything.',
  cancelling: ({ period_end: end }, date) =>
    end === null
      ? 'Your subscription has been cancelled.'
      : `Your subscription has been cancelled. You can use everything until ${date(end)}; after that you can’t save anything new.`,
  past_due: () =>
    'We haven’t received your last subscription payment. Please pay soon to avoid an interruption.',
  lapsed: (status) => lapsedText(status),
};

/** Either a trial that ended, or a subscription, which may still exist and only wait for its payment. */
function lapsedText({
  period_end: end,
  can_subscribe: canSubscribe,
  can_manage: canManage,
}: SubscriptionStatus) {
  if (end === null) return 'Your trial period has expired. Please subscribe to continue using the service.';
  return !canSubscribe && canManage
    ? 'We haven’t received your last subscription payment. Please pay to continue using the service.'
    : 'Your subscription has ended. Please subscribe to continue using the service.';
}

/** The state of a subscription in a sentence or two. `date` formats the day of an instant. */
export const standingText: Say = (status, date) => texts[standingOf(status)](status, date);
