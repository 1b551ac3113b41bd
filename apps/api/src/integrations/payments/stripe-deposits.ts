import type { Stripe } from 'stripe';
import type { NewCheckout, Payments } from './payments.ts';
import { codeOf, orNull, statusOf, type AskStripe } from './stripe-ask.ts';
import { checkoutOf, refundOf } from './stripe-objects.ts';

/** A checkout may not end sooner than half an hour after Stripe has made it, and getting there takes a moment. */
const expirySlackSeconds = 60;

type Deposits = Pick<
  Payments,
  'createCheckout' | 'checkout' | 'expireCheckout' | 'refund' | 'refundNamed' | 'refundsOf'
>;

/** What is paid once, and given back. */
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
        // Paid or ended since we looked.
        if (statusOf(error) !== 400) throw error;
      }
    }),

  refund: ({ key, paymentReference, amountPence, metadata }) =>
    ask(async (stripe) =>
      refundOf(
        await stripe.refunds.create(
          { payment_intent: paymentReference, amount: amountPence, metadata },
          { idempotencyKey: key },
        ),
      ),
    ),

  refundNamed: (reference) =>
    ask(async (stripe) => {
      const refund = await orNull(stripe.refunds.retrieve(reference));
      return refund && refundOf(refund);
    }),

  refundsOf: (paymentReference) =>
    ask(async (stripe) => {
      const { data } = await stripe.refunds.list({ payment_intent: paymentReference, limit: 100 });
      return data.map(refundOf);
    }),
});

async function createSession(stripe: Stripe, checkout: NewCheckout): Promise<Stripe.Checkout.Session> {
  const options = { idempotencyKey: checkout.key };
  try {
    return await stripe.checkout.sessions.create(sessionFor(checkout), options);
  } catch (error) {
    if (codeOf(error) !== 'email_invalid') throw error;
    // Stripe is stricter about addresses than we are, and this one only spares some typing.
    return stripe.checkout.sessions.create(sessionFor({ ...checkout, email: null }), options);
  }
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
          unit_amount: amountPence,
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
