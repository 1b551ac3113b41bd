import { daysBetween } from '@burrow/contracts/calendar-day';
import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx, Dependencies } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { standingOf, subscriptionState } from '../../lib/subscription.ts';

const subscriptionColumns = columns(
  'tenants',
  `tenant_name, email, time_zone, trial_ends_at, subscription_status, subscription_ends_at, subscription_customer,
   subscription_reference, subscription_plan, subscription_price_pence, subscription_currency, subscription_interval,
   subscription_cancels`,
);
type SubscriptionRow = RowOf<typeof subscriptionColumns>;

/** A practice's last recorded subscription, and the practice. */
export interface PracticeSubscription extends Omit<
  SubscriptionRow,
  'trial_ends_at' | 'subscription_ends_at'
> {
  trialEndsAt: Date | null;
  /** The end of the paid period. */
  paidUntil: Date | null;
  state: ReturnType<typeof subscriptionState>;
}

const subscriptionOfPractice = statement<SubscriptionRow>(
  'subscription_of_practice',
  `select ${subscriptionColumns.of('t')} from tenants t where t.id = $1`,
);

/** @throws AppError `not_found` for an unknown practice */
export async function practiceSubscription(
  tx: TenantTransaction,
  tenantId: number,
  now: Date,
): Promise<PracticeSubscription> {
  const row = await tx.row(subscriptionOfPractice, [tenantId]);
  if (!row) throw new AppError('not_found');
  const { trial_ends_at: _trialEnd, subscription_ends_at: _paidEnd, ...practice } = row;
  const standing = standingOf(row);
  return {
    ...practice,
    trialEndsAt: standing.trialEndsAt,
    paidUntil: standing.subscriptionEndsAt,
    state: subscriptionState(standing, now),
  };
}

/**
 * Whether a practice has no subscription that a new one would duplicate: none active at the provider, and none agreed by
 * hand.
 */
export function isFree({
  subscription_reference: reference,
  subscription_status: status,
  state,
}: PracticeSubscription): boolean {
  if (status === 'cancelled') return true;
  if (reference !== null && status !== null) return false;
  return state === 'trial' || state === 'lapsed';
}

/** Whether a subscription can be started here. */
const canSubscribe = ({ env, payments }: Dependencies, practice: PracticeSubscription): boolean => {
  const isReady = payments.isConfigured && payments.hasPlan && env.PUBLIC_URL !== undefined;
  return isReady && isFree(practice);
};

/** The state of the caller's practice's subscription, and the days on its clock until the last one of a trial. */
export async function ownSubscription({
  tx,
  tenantId,
  now,
  deps,
}: Ctx): Promise<OutputOf<'subscription/status'>> {
  const practice = await practiceSubscription(tx, tenantId, now);
  const { state, trialEndsAt, subscription_price_pence: pricePence } = practice;
  const dayOf = (instant: Date): string => localMoment(instant, practice.time_zone).date;
  const hasTrial = state === 'trial' && trialEndsAt !== null && now <= trialEndsAt;
  return {
    has_subscription: state === 'active' || state === 'past_due',
    trial_end_date: trialEndsAt?.toISOString() ?? null,
    status: state,
    trial_days_left: hasTrial ? daysBetween(dayOf(now), dayOf(trialEndsAt)) : null,
    plan: practice.subscription_plan,
    price: pricePence === null ? null : moneyFromPence(pricePence),
    currency: practice.subscription_currency,
    interval: practice.subscription_interval,
    period_end: practice.paidUntil?.toISOString() ?? null,
    // A cancelled one, too, lasts to the end of the paid period.
    cancels:
      practice.subscription_cancels || (state === 'active' && practice.subscription_status === 'cancelled'),
    can_subscribe: canSubscribe(deps, practice),
    can_manage:
      practice.subscription_customer !== null &&
      deps.payments.isConfigured &&
      deps.env.PUBLIC_URL !== undefined,
  };
}
