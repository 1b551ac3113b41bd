import { escaped } from '../page.ts';
import { subscriptionsOf } from './billing.ts';
import type { Invoice, PortalSession, Subscription } from './objects.ts';
import { actionButton, dayText, link, moneyText, stripePage } from './page.ts';
import type { StripeStore } from './store.ts';

const statusNames: Readonly<Record<Subscription['status'], string>> = {
  incomplete: 'Awaiting first payment',
  trialing: 'Free trial',
  active: 'Active',
  past_due: 'Payment overdue',
  canceled: 'Ended',
};

/** The page where a customer manages the subscription. */
export function portalPage(store: StripeStore, { customer, return_url }: PortalSession): string {
  const [subscription] = subscriptionsOf(store, customer);
  const name = store.customers.get(customer)?.name ?? '';
  const invoices = [...store.invoices.values()]
    .filter((invoice) => invoice.customer === customer)
    .toReversed();
  return stripePage(
    'Subscription',
    `<h1>Subscription</h1>
${name === '' ? '' : `<p class="lead">${escaped(name)}</p>`}
${subscription ? subscriptionCard(store, subscription) : '<p class="card">There is no subscription yet.</p>'}
${subscription && subscription.status !== 'canceled' ? actions(store, subscription) : ''}
${invoices.length === 0 ? '' : invoiceList(invoices)}
<p class="back">${link(return_url, 'Back to Burrow')}</p>`,
  );
}

function subscriptionCard(store: StripeStore, subscription: Subscription): string {
  const { unit_amount, currency } = store.price;
  return `<section class="card" aria-label="Subscription">
<p class="item">${escaped(store.product.name)} <span class="status ${subscription.status}">${statusNames[subscription.status]}</span></p>
<p class="amount">${moneyText(unit_amount, currency)} <span class="unit">a month</span></p>
<p>${escaped(periodText(subscription))}</p>
${store.brokenCards.has(subscription.id) ? '<p class="quiet">The card will be declined.</p>' : ''}
</section>`;
}

function periodText({ status, items, cancel_at_period_end, ended_at }: Subscription): string {
  const until = dayText(items.data[0]?.current_period_end ?? 0);
  if (status === 'canceled') return `Ended on ${dayText(ended_at ?? 0)}.`;
  if (cancel_at_period_end) return `Ends on ${until}.`;
  if (status === 'past_due') return 'The last payment failed. Update the card to pay the balance due.';
  return `${status === 'trialing' ? 'First payment' : 'Renewed'} on ${until}.`;
}

function actions(store: StripeStore, { id, status, cancel_at_period_end }: Subscription): string {
  const card = store.brokenCards.has(id)
    ? actionButton('replace_card', 'Update the card', {
        hint: 'The new card works; the balance due is charged to it.',
        isPrimary: true,
      })
    : actionButton('break', 'Use a card that will be declined', { hint: 'The next payment fails.' });
  const ending = cancel_at_period_end
    ? actionButton('resume', 'Do not cancel')
    : actionButton('cancel', 'Cancel the subscription', { hint: 'It ends when the paid period ends.' });
  const isOverdue = status === 'past_due';
  const later = actionButton('renew', isOverdue ? 'Try the payment again' : 'Skip to the end of the period', {
    hint: 'Does now what is due at the end of the period.',
  });
  const over = actionButton('end', 'Give up the payment', {
    hint: 'Stripe has run out of retries and ends the subscription.',
  });
  return `<form method="post">${card}${later}${ending}${isOverdue ? over : ''}</form>`;
}

const invoiceList = (invoices: readonly Invoice[]): string => `<section aria-labelledby="invoices">
<h2 id="invoices">Invoices</h2>
<ul class="invoices">
${invoices.map(invoiceItem).join('\n')}
</ul>
</section>`;

const invoiceItem = ({ id, number, created, total, currency, status }: Invoice): string =>
  `<li>${link(`/i/${id}`, number, '')}<span class="quiet">${escaped(dayText(created))}</span><span class="sum">${moneyText(total, currency)}</span><span class="status ${status}">${invoiceStates[status]}</span></li>`;

const invoiceStates: Readonly<Record<Invoice['status'], string>> = {
  open: 'Unpaid',
  paid: 'Paid',
  void: 'Void',
};

/** An invoice of a subscription. */
export const invoicePage = (
  store: StripeStore,
  { number, created, total, currency, status }: Invoice,
): string =>
  stripePage(
    `Invoice ${number}`,
    `<h1>Invoice ${escaped(number)}</h1>
<section class="card" aria-label="Invoice">
<p class="item">${escaped(store.product.name)} <span class="status ${status}">${invoiceStates[status]}</span></p>
<p class="amount">${moneyText(total, currency)}</p>
<p class="quiet">${escaped(dayText(created))}</p>
</section>`,
  );
