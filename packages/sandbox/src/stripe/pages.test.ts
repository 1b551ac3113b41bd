import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stripe } from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import {
  account,
  accounts,
  clientAt,
  closed,
  listening,
  minutesFromNow,
  payment,
  useStripe,
} from './testing/setup.ts';

const api = useStripe();

describe('the page of a checkout', () => {
  const press = (page: string, action: string): Promise<Response> =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });

  it('pays and redirects the browser, or shows the page again', async () => {
    const [returning, staying] = [
      await api.stripe.checkout.sessions.create(payment()),
      await api.stripe.checkout.sessions.create(payment()),
    ];
    const declined = await press(returning.url ?? '', 'decline');
    const page = await fetch(new URL(declined.headers.get('location') ?? '', api.url));
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:8080;",
    );
    const html = await page.text();
    expect(html).toContain('Your card was declined');
    expect(html).not.toContain('<input');
    const paid = await press(returning.url ?? '', 'pay');
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `http://localhost:8080/paid?session_id=${returning.id}`,
    ]);
    const stays = await press(staying.url ?? '', 'stay');
    expect(await (await fetch(new URL(stays.headers.get('location') ?? '', api.url))).text()).toContain(
      'The browser stays here',
    );
    expect(api.sandbox.stripe.sessions.map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect((await fetch(`${api.url}/c/pay/cs_test_1`)).status).toBe(404);
  });

  it('escapes markup', async () => {
    const product_data = { name: '<script>alert(1)</script>' };
    const line_items = [{ quantity: 1, price_data: { currency: 'gbp', unit_amount: 1500, product_data } }];
    const session = await api.stripe.checkout.sessions.create(payment({ line_items }));
    const html = await (await fetch(session.url ?? '')).text();
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toContain('<script');
  });
});

describe('a subscription', () => {
  it('starts at a checkout, is renewed, fails, is paid again and ends', async () => {
    const { id: customer } = await api.stripe.customers.create({
      name: 'Willow Vets',
      metadata: { tenant_id: '1' },
    });
    const trial_end = minutesFromNow(5 * 24 * 60);
    const { id } = await api.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: account.price, quantity: 1 }],
      success_url: 'http://localhost:8080/done',
      subscription_data: { metadata: { tenant_id: '1' }, trial_end },
    });
    api.sandbox.stripe.pay(id);
    const { data } = await api.stripe.subscriptions.list({ customer, status: 'all' });
    const subscription = data[0]?.id ?? '';
    const expanded = { expand: ['items.data.price.product'] };
    expect(await api.stripe.subscriptions.retrieve(subscription, expanded)).toMatchObject({
      customer,
      items: {
        data: [
          {
            current_period_end: trial_end,
            price: { unit_amount: 3900, currency: 'gbp', product: { name: 'Burrow practice' } },
          },
        ],
      },
      metadata: { tenant_id: '1' },
      status: 'trialing',
    });
    const portal = await api.stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://localhost:8080/',
    });
    const press = async (action: string): Promise<string> => {
      await fetch(portal.url, { method: 'POST', body: new URLSearchParams({ action }) });
      return (await api.stripe.subscriptions.retrieve(subscription)).status;
    };
    expect([await press('renew'), await press('break'), await press('renew')]).toEqual([
      'active',
      'active',
      'past_due',
    ]);
    expect([await press('replace_card'), await press('cancel'), await press('renew')]).toEqual([
      'active',
      'active',
      'canceled',
    ]);
    const invoices = await api.stripe.invoices.list({ customer, limit: 2 });
    expect(invoices.data.map(({ total, status }) => [total, status])).toEqual([
      [3900, 'paid'],
      [3900, 'paid'],
    ]);
    expect(invoices.has_more).toBe(true);
    expect(new Set(api.types())).toEqual(
      new Set([
        'checkout.session.completed',
        'customer.subscription.created',
        'customer.subscription.updated',
        'customer.subscription.deleted',
        'invoice.paid',
        'invoice.payment_failed',
      ]),
    );
  });
});

describe('the file that stores the state of Stripe', () => {
  it('restores everything after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'burrow-sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const startKeeping = async (): Promise<{
      stripe: Stripe;
      sandbox: Sandbox;
      stop: () => Promise<void>;
    }> => {
      const sandbox = createSandbox({
        ...accounts,
        stripe: { ...account, file: join(folder, 'stripe.json') },
      });
      sandbox.stripe.webhooks = 'hold';
      const server = createServer(sandbox.app);
      const stripe = clientAt(await listening(server), account.secretKey);
      return { stripe, sandbox, stop: () => closed(server) };
    };
    const before = await startKeeping();
    const options = { idempotencyKey: 'deposit-7' };
    const wanted = payment();
    const { id } = await before.stripe.checkout.sessions.create(wanted, options);
    await before.stop();
    const after = await startKeeping();
    onTestFinished(after.stop);
    expect(await after.stripe.checkout.sessions.create(wanted, options)).toMatchObject({ id });
    after.sandbox.stripe.pay(id);
    expect(after.sandbox.stripe.sessions).toMatchObject([{ id, status: 'complete' }]);
  });
});
