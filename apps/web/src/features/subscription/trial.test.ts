import { expect, it } from 'vitest';
import { trialRemaining } from './trial.ts';

it.each([
  [12, '12 days left'],
  [1, '1 day left'],
  [0, 'ends today'],
])('with %i days left says %s', (days, text) => {
  expect(trialRemaining({ has_subscription: false, status: 'trial', trial_days_left: days })).toBe(text);
});

it('is null when no trial is running', () => {
  expect(trialRemaining({ has_subscription: true, status: 'active', trial_days_left: 5 })).toBeNull();
});
