import { escaped } from '../page.ts';
import type { CheckoutSession } from './objects.ts';
import { actionButton, dayText, link, moneyText, stripePage } from './page.ts';
import type { CheckoutOrder, StripeStore } from './store.ts';

/** Where a checkout redirects after the payment. */
export const successAddress = ({ success_url, id }: CheckoutSession): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** The page of a checkout in its current state. @param isDeclined whether a card was just declined */
export function payPage(store: StripeStore, session: CheckoutSession, isDeclined: boolean): string {
  if (session.status === 'complete') return paidPage(session);
  if (session.status === 'expired') return expiredPage(session);
  const order = store.orders.get(session.id);
  const price = moneyText(session.amount_total, session.currency);
  const isSubscription = session.mode === 'subscription';
  const free = isSubscription ? (order?.subscription.trialEnd ?? null) : null;
  const label = free !== null ? 'Start the free trial' : isSubscription ? 'Subscribe' : `Pay ${price}`;
  return stripePage(
    isSubscription ? 'Subscribe' : 'Pay',
    `<h1>${isSubscription ? 'Subscribe' : 'Pay'}</h1>
${isDeclined ? '<p class="alert" role="alert">Your card was declined. Please try a different card.</p>' : ''}
${orderCard(session, order, price, free)}
<form method="post">
${actionButton('pay', label, { isPrimary: true })}
${actionButton('decline', 'Pay with a declined card', { hint: 'The bank declines; you can try again on this page.' })}
${actionButton('stay', 'Pay, but never return', { hint: 'As if the browser closed right after payment: Burrow only gets the webhook.' })}
</form>
${session.cancel_url === null ? '' : `<p class="back">${link(session.cancel_url, 'Cancel payment')}</p>`}`,
  );
}

function orderCard(
  { customer_email: email, expires_at: expiresAt, mode }: CheckoutSession,
  order: CheckoutOrder | undefined,
  price: string,
  freeUntil: number | null,
): string {
  const description = escaped(order?.description ?? '');
  const until = escaped(timeFormat.format(new Date(expiresAt * 1000)));
  const amount = mode === 'subscription' ? `${price} <span class="unit">a month</span>` : price;
  const trial =
    freeUntil === null
      ? ''
      : `<p>Free until ${escaped(dayText(freeUntil))}, and paid monthly from then on.</p>`;
  return `<section class="card" aria-label="Order">
<p class="item">${description}</p>
<p class="amount">${amount}</p>
${trial}${email === null ? '' : `<p class="quiet">Paid by ${escaped(email)}</p>`}
<p class="quiet">Open until ${until}</p>
</section>`;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/London',
});

const paidPage = (session: CheckoutSession): string =>
  stripePage(
    'Paid',
    `<h1>${session.payment_status === 'paid' ? 'Paid' : 'Started'}</h1>
<p class="card">${session.payment_status === 'paid' ? `${escaped(moneyText(session.amount_total, session.currency))} went through.` : 'The free trial has begun.'} The browser stays here, as if it had closed: Burrow only gets the webhook.</p>
<p class="back">${link(successAddress(session), 'Return to Burrow')}</p>`,
  );

const expiredPage = ({ cancel_url }: CheckoutSession): string =>
  stripePage(
    'Ended',
    `<h1>This checkout has ended</h1>
<p class="card">It expired without payment or was cancelled. You can’t pay here any more.</p>
${cancel_url === null ? '' : `<p class="back">${link(cancel_url, 'Back to Burrow')}</p>`}`,
  );

/** The page for an unknown address. */
export const unknownPage = (): string =>
  stripePage(
    'Not found',
    `<h1>Nothing here</h1>
<p class="card">The sandbox doesn’t know this address. It keeps its data in memory, so a restart clears it.</p>`,
  );
