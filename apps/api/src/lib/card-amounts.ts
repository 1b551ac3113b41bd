// Prices are stored in hundredths of every currency. Stripe counts in the smallest unit of each, which for some is
// the whole.

/** Stripe's currencies without a smaller unit. */
const wholeUnits = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);
/** Counted in hundredths anyway, which must be zero. */
const wholeHundredths = new Set(['ISK', 'UGX']);

/** The minimum charge of a card in hundredths, if Stripe's is not 0.50. */
const least: Readonly<Record<string, number>> = {
  AED: 200,
  BGN: 100,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  JPY: 5000,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
};
const usualLeast = 50;

/** Whether a card cannot be charged a fraction of this currency's unit. */
export const isWholeOnly = (currency: string): boolean =>
  wholeUnits.has(currency.toUpperCase()) || wholeHundredths.has(currency.toUpperCase());

/** The minimum charge of a card, in hundredths. */
export function leastCharge(currency: string): number {
  const minimum = least[currency.toUpperCase()] ?? usualLeast;
  return isWholeOnly(currency) ? Math.ceil(minimum / 100) * 100 : minimum;
}

/**
 * An amount in hundredths, as Stripe counts it.
 * @returns null for one that the currency cannot express
 */
export function toStripeUnits(pence: number, currency: string): number | null {
  if (!isWholeOnly(currency)) return pence;
  if (pence % 100 !== 0) return null;
  return wholeUnits.has(currency.toUpperCase()) ? pence / 100 : pence;
}

/** Stripe's amount in hundredths. */
export const fromStripeUnits = (units: number, currency: string): number =>
  wholeUnits.has(currency.toUpperCase()) ? units * 100 : units;
