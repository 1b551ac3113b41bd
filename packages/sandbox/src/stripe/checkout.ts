import { beginSubscription } from './billing.ts';
import type { StripeForm } from './form.ts';
import { inSeconds, listOf, stripeId, type CheckoutSession, type PaymentIntent } from './objects.ts';
import type { StripeEndpoint, StripeRequest } from './protocol.ts';
import { found, StripeRefusal } from './refusal.ts';
import type { StripeStore } from './store.ts';

const shortestSeconds = 30 * 60;
const maxSeconds = 24 * 60 * 60;
/** The minimum charge of a card, in pence. */
const leastAmount = 30;

const parameters = [
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'submit_type',
  'subscription_data',
  'success_url',
  'ui_mode',
];

/** `/v1/checkout/sessions`: creates, reads and expires a checkout. */
export function checkoutEndpoints(store: StripeStore): StripeEndpoint[] {
  const path = '/v1/checkout/sessions';
  return [
    { method: 'post', path, answer: (request) => createSession(store, request) },
    {
      method: 'get',
      path,
      answer: ({ form }) => {
        form.allow(['customer', 'limit', 'status']);
        const [customer, status] = [form.text('customer'), form.text('status')];
        const sessions = [...store.sessions.keys()]
          .map((id) => sessionOf(store, id))
          .filter((session) => customer === null || session.customer === customer)
          .filter((session) => status === null || session.status === status);
        return listOf(path, sessions.toReversed(), form.limit());
      },
    },
    {
      method: 'get',
      path: `${path}/:id`,
      answer: ({ id, expands }) => {
        const session = sessionOf(store, id);
        const intent = session.payment_intent ? store.intents.get(session.payment_intent) : undefined;
        return expands('payment_intent') && intent ? { ...session, payment_intent: intent } : session;
      },
    },
    {
      method: 'post',
      path: `${path}/:id/expire`,
      answer: ({ id }) => {
        const session = sessionOf(store, id);
        if (session.status !== 'open') {
          const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`;
          throw new StripeRefusal(400, { message });
        }
        return expireSession(store, session);
      },
    },
  ];
}

/** The current state of a checkout; past its time it has expired. @throws StripeRefusal */
export function sessionOf(store: StripeStore, id: string): CheckoutSession {
  const session = found(store.sessions.get(id), 'checkout.session', id);
  const isOver = session.status === 'open' && inSeconds(store.now()) >= session.expires_at;
  return isOver ? expireSession(store, session) : session;
}

function createSession(store: StripeStore, { form }: StripeRequest): CheckoutSession {
  form.allow(parameters);
  const mode = form.neededText('mode');
  if (mode !== 'payment' && mode !== 'subscription') {
    throw new StripeRefusal(400, { param: 'mode', message: `Invalid mode: must be payment or subscription` });
  }
  const { amount, currency, description } = itemsOf(store, form, mode);
  const customer = form.text('customer');
  if (customer) found(store.customers.get(customer), 'customer', customer, 'customer');
  const id = stripeId('cs_test');
  const now = inSeconds(store.now());
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: form.address('cancel_url'),
    created: now,
    currency,
    customer,
    customer_email: emailOf(form, customer),
    expires_at: expiryOf(form, now),
    livemode: false,
    metadata: form.metadata(),
    mode,
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: form.neededAddress('success_url'),
    ui_mode: 'hosted_page',
    url: `${store.origin}/c/pay/${id}`,
  };
  const trialEnd = trialEndOf(form, now);
  store.sessions.set(id, session);
  // Expires a checkout that is never read, unless it was deleted before.
  const ends = (): void => void (store.sessions.has(id) && sessionOf(store, id));
  setTimeout(ends, (session.expires_at - now) * 1000).unref();
  store.orders.set(id, {
    description,
    intentMetadata: form.metadata('payment_intent_data.metadata'),
    subscription: { metadata: form.metadata('subscription_data.metadata'), trialEnd },
  });
  return session;
}

function itemsOf(
  store: StripeStore,
  form: StripeForm,
  mode: CheckoutSession['mode'],
): { amount: number; currency: string; description: string } {
  const count = form.count('line_items');
  if (count === 0) {
    throw new StripeRefusal(400, {
      code: 'parameter_missing',
      param: 'line_items',
      message: 'Missing line items.',
    });
  }
  const items = Array.from({ length: count }, (_, index) => itemAt(store, form, `line_items.${index}`, mode));
  const [first] = items;
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  if (mode === 'payment' && amount < leastAmount) {
    const message = `The Checkout Session's total amount due must add up to at least £0.30 gbp`;
    throw new StripeRefusal(400, { code: 'amount_too_small', message });
  }
  return {
    amount,
    currency: first?.currency ?? 'gbp',
    description: items.map(({ name }) => name).join(', '),
  };
}

function itemAt(
  store: StripeStore,
  form: StripeForm,
  item: string,
  mode: CheckoutSession['mode'],
): { amount: number; currency: string; name: string } {
  const quantity = form.neededInteger(`${item}.quantity`);
  const price = form.text(`${item}.price`);
  if ((price === null) === (mode === 'subscription')) {
    const message =
      'The sandbox subscribes to its own price, and takes payments for a price that comes with them.';
    throw new StripeRefusal(400, { param: `${item}.price`, message });
  }
  if (price !== null) {
    found(price === store.price.id ? store.price : undefined, 'price', price, `${item}.price`);
    return { amount: store.price.unit_amount * quantity, currency: 'gbp', name: store.product.name };
  }
  const currency = form.neededText(`${item}.price_data.currency`);
  if (!/^[a-z]{3}$/.test(currency)) {
    const param = `${item}.price_data.currency`;
    throw new StripeRefusal(400, { param, message: `Invalid currency: ${currency}` });
  }
  return {
    amount: form.neededInteger(`${item}.price_data.unit_amount`) * quantity,
    currency,
    name: form.neededText(`${item}.price_data.product_data.name`),
  };
}

function emailOf(form: StripeForm, customer: string | null): string | null {
  const email = form.text('customer_email');
  if (email !== null && customer !== null) {
    const message = 'You may only specify one of these parameters: customer, customer_email.';
    throw new StripeRefusal(400, { message });
  }
  if (email === null || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return email;
  const message = `Invalid email address: ${email}`;
  throw new StripeRefusal(400, { code: 'email_invalid', param: 'customer_email', message });
}

function expiryOf(form: StripeForm, now: number): number {
  const at = form.integer('expires_at') ?? now + maxSeconds;
  if (at >= now + shortestSeconds && at <= now + maxSeconds) return at;
  const side = at < now + shortestSeconds ? 'at least 30 minutes' : 'less than 24 hours';
  const message = `The \`expires_at\` timestamp must be ${side} from Checkout Session creation.`;
  throw new StripeRefusal(400, { param: 'expires_at', message });
}

function trialEndOf(form: StripeForm, now: number): number | null {
  const days = form.integer('subscription_data.trial_period_days');
  if (days !== null) return now + days * maxSeconds;
  const at = form.integer('subscription_data.trial_end');
  if (at === null || at >= now + 2 * maxSeconds) return at;
  const message = 'The `trial_end` date has to be at least 2 days in the future.';
  throw new StripeRefusal(400, { param: 'subscription_data[trial_end]', message });
}

/** Pays with a valid card. @throws StripeRefusal for a checkout that is not open */
export function paySession(store: StripeStore, id: string): CheckoutSession {
  const session = openSession(store, id);
  if (session.mode === 'payment') {
    const intent = intentOf(store, session);
    Object.assign(intent, {
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: stripeId('ch'),
      status: 'succeeded',
    });
  } else {
    const customer = session.customer ?? addCustomer(store, session.customer_email);
    const terms = store.orders.get(id)?.subscription ?? { metadata: {}, trialEnd: null };
    session.customer = customer;
    session.subscription = beginSubscription(store, { customer, ...terms }).id;
    if (terms.trialEnd !== null) session.amount_total = 0;
  }
  const isFree = session.amount_total === 0;
  session.status = 'complete';
  session.payment_status = isFree ? 'no_payment_required' : 'paid';
  session.url = null;
  store.webhooks.happened('checkout.session.completed', session);
  return session;
}

/** Pays with a card that is declined; the checkout stays open. @throws StripeRefusal */
export function declineSession(store: StripeStore, id: string): CheckoutSession {
  const session = openSession(store, id);
  if (session.mode === 'subscription') return session;
  intentOf(store, session).last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  };
  return session;
}

export function expireSession(store: StripeStore, session: CheckoutSession): CheckoutSession {
  session.status = 'expired';
  session.url = null;
  store.webhooks.happened('checkout.session.expired', session);
  return session;
}

function openSession(store: StripeStore, id: string): CheckoutSession {
  const session = sessionOf(store, id);
  if (session.status === 'open') return session;
  throw new StripeRefusal(400, { message: `This Checkout Session is ${session.status}.` });
}

/** The payment of a checkout, created by the first attempt to pay. */
function intentOf(store: StripeStore, session: CheckoutSession): PaymentIntent {
  const begun = session.payment_intent ? store.intents.get(session.payment_intent) : undefined;
  if (begun) return begun;
  const intent: PaymentIntent = {
    id: stripeId('pi'),
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: 0,
    created: inSeconds(store.now()),
    currency: session.currency,
    customer: session.customer,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: store.orders.get(session.id)?.intentMetadata ?? {},
    status: 'requires_payment_method',
  };
  store.intents.set(intent.id, intent);
  session.payment_intent = intent.id;
  return intent;
}

function addCustomer(store: StripeStore, email: string | null): string {
  const id = stripeId('cus');
  const created = inSeconds(store.now());
  store.customers.set(id, {
    id,
    object: 'customer',
    created,
    email,
    livemode: false,
    metadata: {},
    name: null,
  });
  return id;
}
