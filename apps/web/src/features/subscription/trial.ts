/** The parts of `subscription/status` that decide the state. */
export interface SubscriptionState {
  has_subscription: boolean;
  status: 'trial' | 'active' | 'past_due' | 'lapsed';
  trial_days_left: number | null;
}

/** '12 days left', '1 day left', 'ends today'; null when no trial is running, or in its grace period. */
export function trialRemaining(state: SubscriptionState): string | null {
  if (state.status !== 'trial' || state.trial_days_left === null) return null;
  if (state.trial_days_left === 0) return 'ends today';
  return state.trial_days_left === 1 ? '1 day left' : `${state.trial_days_left} days left`;
}
