import { inSeconds, listOf, stripeId, type PaymentIntent, type Refund } from './objects.ts';
import type { StripeEndpoint, StripeRequest } from './protocol.ts';
import { found, StripeRefusal } from './refusal.ts';
import type { StripeStore } from './store.ts';

/** `/v1/refunds`: refunds a payment and reads the state of a refund; also reads the payment. */
export function refundEndpoints(store: StripeStore): StripeEndpoint[] {
  return [
    { method: 'post', path: '/v1/refunds', answer: (request) => createRefund(store, request) },
    { method: 'get', path: '/v1/refunds', answer: (request) => listRefunds(store, request) },
    {
      method: 'get',
      path: '/v1/payment_intents/:id',
      answer: ({ id }) => found(store.intents.get(id), 'payment_intent', id),
    },
    {
      method: 'get',
      path: '/v1/refunds/:id',
      answer: ({ id }) => found(store.refunds.get(id), 'refund', id),
    },
  ];
}

/** Newest first, as Stripe lists. */
function listRefunds(store: StripeStore, { form }: StripeRequest): object {
  form.allow(['limit', 'payment_intent']);
  const named = form.neededText('payment_intent');
  found(store.intents.get(named), 'payment_intent', named, 'payment_intent');
  const all = [...store.refunds.values()].filter((refund) => refund.payment_intent === named).toReversed();
  return listOf('/v1/refunds', all, form.limit());
}

function createRefund(store: StripeStore, { form }: StripeRequest): Refund {
  form.allow(['amount', 'metadata', 'payment_intent', 'reason']);
  const named = form.neededText('payment_intent');
  const intent = found(store.intents.get(named), 'payment_intent', named, 'payment_intent');
  const outcome = store.refundOutcomes.shift() ?? 'succeeded';
  if (outcome === 'unavailable') {
    throw new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred.' });
  }
  if (outcome === 'refused') {
    const message = 'This card doesn’t accept refunds.';
    throw new StripeRefusal(402, { type: 'card_error', code: 'refund_disputed_payment', message });
  }
  if (outcome === 'already_refunded') throw alreadyRefunded(intent);
  const refund: Refund = {
    id: stripeId('re'),
    object: 'refund',
    amount: amountOf(store, intent, form.integer('amount')),
    charge: intent.latest_charge ?? '',
    created: inSeconds(store.now()),
    currency: intent.currency,
    metadata: form.metadata(),
    payment_intent: intent.id,
    reason: null,
    // A failing refund is accepted first, and the bank returns it later.
    status: outcome === 'succeeded' ? 'succeeded' : 'pending',
  };
  store.refunds.set(refund.id, refund);
  store.webhooks.happened('refund.created', refund);
  // Its answer is still pending.
  const answered = structuredClone(refund);
  if (outcome === 'failed') settleRefund(store, refund.id, 'failed');
  return answered;
}

const alreadyRefunded = (intent: PaymentIntent): StripeRefusal =>
  new StripeRefusal(400, {
    code: 'charge_already_refunded',
    message: `Charge ${intent.latest_charge} has already been refunded.`,
  });

/** The amount of a refund: the requested one, or the whole remainder. */
function amountOf(store: StripeStore, intent: PaymentIntent, asked: number | null): number {
  if (intent.status !== 'succeeded') {
    const message = 'This PaymentIntent does not have a successful charge to refund.';
    throw new StripeRefusal(400, { message });
  }
  const returned = [...store.refunds.values()]
    .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const left = intent.amount_received - returned;
  if (left === 0) throw alreadyRefunded(intent);
  const amount = asked ?? left;
  if (amount <= 0 || amount > left) {
    const message = 'Refund amount is greater than the unrefunded amount on charge';
    throw new StripeRefusal(400, { param: 'amount', message });
  }
  return amount;
}

/** The bank settles an accepted refund. @throws StripeRefusal */
export function settleRefund(store: StripeStore, id: string, status: 'succeeded' | 'failed'): Refund {
  const refund = found(store.refunds.get(id), 'refund', id);
  refund.status = status;
  if (status === 'failed') refund.failure_reason = 'lost_or_stolen_card';
  store.webhooks.happened('refund.updated', refund);
  if (status === 'failed') store.webhooks.happened('refund.failed', refund);
  return refund;
}
