import type { Env } from '../../config/env.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { PaymentsUnavailable, type Payments } from '../../lib/ports/payments.ts';
import { stripePayments } from './stripe.ts';

/** The provider from the settings; without settings every payment is refused. */
export function createPayments(env: Env, clock: Clock): Payments {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey && webhookSecret) {
    const { STRIPE_PRICE: price, STRIPE_API_URL: apiUrl } = env;
    return stripePayments({ secretKey, webhookSecret, price, apiUrl, clock });
  }
  const refuse = async (): Promise<never> => {
    throw new PaymentsUnavailable('No card provider is configured.', { fate: 'unsent' });
  };
  return {
    isConfigured: false,
    hasPlan: false,
    check: refuse,
    createCheckout: refuse,
    checkout: refuse,
    expireCheckout: refuse,
    refund: refuse,
    refundNamed: refuse,
    metadataOf: refuse,
    refundsOf: refuse,
    createCustomer: refuse,
    subscribe: refuse,
    billingPortal: refuse,
    subscriptionOf: refuse,
    invoicesOf: refuse,
    readEvent: async () => {
      throw new AppError('unauthenticated');
    },
  };
}
