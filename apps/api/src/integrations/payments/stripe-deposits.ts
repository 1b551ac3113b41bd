import { setTimeout as rest } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { toStripeUnits } from '../../lib/card-amounts.ts';
import { PaymentsUnavailable, type NewCheckout, type Payments } from '../../lib/ports/payments.ts';
import { codeOf, orNull, statusOf, type AskStripe } from './stripe-ask.ts';
import { checkoutOf, refundOf } from './stripe-objects.ts';

/** Stripe's minimum lifetime of a checkout is half an hour after creation, and the request takes a moment. */
const expirySlackSeconds = 60;
/** The delays before each retry while another request is creating the same checkout. */
const restsMs = [200, 400];

type Deposits = Pick<
  Payments,
  'createCheckout' | 'checkout' | 'expireCheckout' | 'refund' | 'refundNamed' | 'metadataOf' | 'refundsOf'
>;

/** One-off payments and refunds. */
export const stripeDeposits = (ask: AskStripe): Deposits => ({
  createCheckout: (checkout) => ask(async (stripe) => checkoutOf(await createSession(stripe, checkout))),

  checkout: (reference) =>
    ask(async (stripe) => {
      const expanded = { expand: ['payment_intent'] };
      const session = await orNull(stripe.checkout.sessions.retrieve(reference, expanded));
      return session && checkoutOf(session);
    }),

  expireCheckout: (reference) =>
    ask(async (stripe) => {
      const session = await orNull(stripe.checkout.sessions.retrieve(reference));
      if (session?.status !== 'open') return;
      try {
        await stripe.checkout.sessions.expire(reference);
      } catch (error) {
        // It was paid or expired meanwhile.
        if (statusOf(error) !== 400) throw error;
      }
    }),

  refund: ({ key, paymentReference, amountPence, currency, metadata }) =>
    ask(async (stripe) =>
      refundOf(
        await stripe.refunds.create(
          { payment_intent: paymentReference, amount: unitsOf(amountPence, currency), metadata },
          { idempotencyKey: key },
        ),
      ),
    ),

  refundNamed: (reference) =>
    ask(async (stripe) => {
      const refund = await orNull(stripe.refunds.retrieve(reference));
      return refund && refundOf(refund);
    }),

  metadataOf: (paymentReference) =>
    ask(async (stripe) => {
      const intent = await orNull(stripe.paymentIntents.retrieve(paymentReference));
      return intent && intent.metadata;
    }),

  refundsOf: (paymentReference) =>
    ask(async (stripe) => {
      const asked = stripe.refunds.list({ payment_intent: paymentReference, limit: 100 });
      const refunds = await orNull(asked);
      return refunds === null ? [] : refunds.data.map(refundOf);
    }),
});

async function createSession(stripe: Stripe, checkout: NewCheckout): Promise<Stripe.Checkout.Session> {
  try {
    return await createOnce(stripe, checkout);
  } catch (error) {
    if (codeOf(error) !== 'email_invalid') throw error;
    // Stripe's check of addresses is stricter than ours, and this one only saves typing.
    return createOnce(stripe, { ...checkout, key: `${checkout.key}-no-email`, email: null });
  }
}

/** Creates the session of a key, or waits for the request that is creating it. */
async function createOnce(stripe: Stripe, checkout: NewCheckout): Promise<Stripe.Checkout.Session> {
  const create = () =>
    stripe.checkout.sessions.create(sessionFor(checkout), { idempotencyKey: checkout.key });
  for (const restMs of restsMs) {
    try {
      return await create();
    } catch (error) {
      if (codeOf(error) !== 'idempotency_key_in_use') throw error;
      await rest(restMs);
    }
  }
  return create();
}

/** @throws PaymentsUnavailable for an amount that the currency cannot express */
function unitsOf(amountPence: number, currency: string): number {
  const units = toStripeUnits(amountPence, currency);
  if (units !== null) return units;
  throw new PaymentsUnavailable(`Amounts in ${currency} must be whole numbers.`, {
    isFinal: true,
    fate: 'refused',
  });
}

function sessionFor(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const { amountPence, currency, description, email, successUrl, cancelUrl, expiresAt, metadata } = checkout;
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: unitsOf(amountPence, currency),
          product_data: { name: description },
        },
      },
    ],
    ...(email ? { customer_email: email } : {}),
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: Math.ceil(expiresAt.getTime() / 1000) + expirySlackSeconds,
    metadata,
    payment_intent_data: { metadata },
  };
}
