import { describe, expect, it } from 'vitest';
import { fromStripeUnits, leastCharge, toStripeUnits } from './card-amounts.ts';

describe('an amount at Stripe', () => {
  it.each([
    ['GBP', 1050, 1050],
    ['eur', 1, 1],
    ['JPY', 150_000, 1500],
    ['krw', 1_000_000, 10_000],
    ['ISK', 150_000, 150_000],
    ['UGX', 500_000, 500_000],
  ])('of %s %i hundredths is %i of its units, and back', (currency, pence, units) => {
    expect(toStripeUnits(pence, currency)).toBe(units);
    expect(fromStripeUnits(units, currency)).toBe(pence);
  });

  it.each(['JPY', 'KRW', 'ISK', 'UGX'])('of %s has no hundredths', (currency) => {
    expect(toStripeUnits(150_050, currency)).toBeNull();
  });

  it.each([
    ['GBP', 30],
    ['gbp', 30],
    ['USD', 50],
    ['EUR', 50],
    ['SEK', 300],
    ['JPY', 5000],
    ['KRW', 100],
    ['ISK', 100],
  ])('of %s is %i hundredths at least', (currency, pence) => expect(leastCharge(currency)).toBe(pence));
});
