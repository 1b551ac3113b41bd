import { expect, it } from 'vitest';
import { accountStanding } from './account-standing.ts';

it.each([
  ['35.00', 'Owes £35.00', 'attention'],
  ['-5.00', 'In credit £5.00', 'confirmed'],
  ['0.00', 'Settled', 'done'],
] as const)('a balance of %s is said as %s', (balance, label, tone) => {
  expect(accountStanding(balance, (amount) => `£${amount}`)).toEqual({ label, tone });
});
