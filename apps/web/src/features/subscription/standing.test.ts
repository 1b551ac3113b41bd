import { describe, expect, it } from 'vitest';
import { isBeforeFirstPayment, standingOf, standingText, type SubscriptionStatus } from './standing.ts';

const subscribed: SubscriptionStatus = {
  has_subscription: true,
  trial_end_date: '2026-01-01T09:00:00Z',
  status: 'active',
  trial_days_left: null,
  plan: 'Burrow',
  price: '39.00',
  currency: 'GBP',
  interval: 'month',
  period_end: '2026-02-14T09:00:00Z',
  cancels: false,
  can_subscribe: false,
  can_manage: true,
};
const onTrial: SubscriptionStatus = { ...subscribed, status: 'trial', trial_days_left: 6, period_end: null };
const date = (instant: string) => instant.slice(0, 10);

describe('the state of a subscription', () => {
  it('distinguishes a subscription that ends from one that renews', () => {
    expect(standingOf(subscribed)).toBe('active');
    expect(standingOf({ ...subscribed, cancels: true })).toBe('cancelling');
    expect(standingText({ ...subscribed, cancels: true }, date)).toContain('until 2026-02-14');
  });

  it('distinguishes a trial from its grace period', () => {
    expect(standingText(onTrial, date)).toContain('until 2026-01-01 (6 days left)');
    expect(standingOf({ ...onTrial, trial_days_left: null })).toBe('trial-over');
  });

  it('tells whether the first payment is outstanding', () => {
    const begun: SubscriptionStatus = { ...subscribed, period_end: '2026-01-01T09:00:00Z' };
    expect(isBeforeFirstPayment(begun)).toBe(true);
    expect(isBeforeFirstPayment({ ...begun, period_end: '2026-01-03T09:00:00Z' })).toBe(true);
    expect(isBeforeFirstPayment({ ...begun, trial_end_date: '2026-01-01T09:00:00.900Z' })).toBe(true);
    expect(isBeforeFirstPayment(subscribed)).toBe(false);
    // The operator extended the trial afterwards.
    expect(isBeforeFirstPayment({ ...subscribed, trial_end_date: '2026-02-20T09:00:00Z' })).toBe(false);
    expect(isBeforeFirstPayment({ ...begun, cancels: true })).toBe(false);
    expect(isBeforeFirstPayment({ ...begun, price: null })).toBe(false);
    expect(isBeforeFirstPayment(onTrial)).toBe(false);
  });

  it('says whether a trial or a subscription has ended', () => {
    expect(standingText({ ...onTrial, status: 'lapsed' }, date)).toContain('Your trial period has expired.');
    const lapsed: SubscriptionStatus = { ...subscribed, status: 'lapsed' };
    expect(standingText({ ...lapsed, can_subscribe: true }, date)).toContain('Your subscription has ended.');
    expect(standingText(lapsed, date)).toContain('We haven’t received your last subscription payment.');
  });
});
