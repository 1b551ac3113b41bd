import type { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { invoiceOf, subscriptionFrom } from './stripe-objects.ts';

it.each([
  ['jpy', 390_000],
  ['isk', 3900],
  ['gbp', 3900],
])('the price of a subscription in %s is converted to hundredths', (currency, pence) => {
  const item = {
    price: { id: 'price_1', unit_amount: 3900, recurring: { interval: 'month' }, product: 'prod_1' },
    quantity: 1,
    current_period_start: 0,
    current_period_end: 1,
  };
  const subscription = {
    id: 'sub_1',
    status: 'active',
    customer: 'cus_1',
    currency,
    items: { data: [item] },
  };
  expect(subscriptionFrom(subscription as Stripe.Subscription)).toMatchObject({ pricePence: pence });
  const invoice = { id: 'in_1', created: 0, total: 3900, currency, status: 'paid' };
  expect(invoiceOf(invoice as Stripe.Invoice)).toMatchObject({ amountPence: pence });
});
