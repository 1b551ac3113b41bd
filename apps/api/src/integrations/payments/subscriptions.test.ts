import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { systemClock } from '../../lib/clock.ts';
import { PaymentsUnavailable } from '../../lib/ports/payments.ts';
import { startSandbox, type RunningSandbox } from '../../testing/running-sandbox.ts';
import { createPayments } from './payments-provider.ts';

const databaseUrl = { DATABASE_URL: 'postgres://burrow_app@localhost/burrow' };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const paymentsWith = (settings: Record<string, string> = {}) =>
  createPayments(readEnv({ ...databaseUrl, ...sandbox.settings, ...settings }), systemClock);

let asked = 0;
describe('a subscription', () => {
  const begin = async (trialEndsAt: Date | null): Promise<string> => {
    const payments = paymentsWith();
    const customer = await payments.createCustomer({
      key: `customer-${++asked}`,
      name: 'Willow Vets',
      email: 'desk@willow.example',
      metadata: { tenant_id: '1' },
    });
    const { url } = await payments.subscribe({
      key: `subscription-${asked}`,
      customer,
      trialEndsAt,
      successUrl: 'http://localhost:8080/app/admin/subscription?done=1',
      cancelUrl: 'http://localhost:8080/app/admin/subscription',
      metadata: { tenant_id: '1' },
    });
    sandbox.stripe.pay(url.split('/').at(-1) ?? '');
    return customer;
  };
  const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000);

  it('begins once per key, on whatever day of a trial', async () => {
    const payments = paymentsWith();
    const customer = await payments.createCustomer({
      key: 'once',
      name: 'Old Mill',
      email: null,
      metadata: {},
    });
    const wanted = {
      key: 'one page',
      customer,
      successUrl: 'http://localhost:8080/done',
      cancelUrl: 'http://localhost:8080/back',
      metadata: {},
    };
    const pages = [];
    for (const days of [1.5, 1.5, 0.5]) {
      pages.push(await payments.subscribe({ ...wanted, trialEndsAt: daysFromNow(days) }));
    }
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).not.toEqual(pages[0]);
  });

  it('is returned with its plan, price and period', async () => {
    const payments = paymentsWith();
    expect(payments.hasPlan).toBe(true);
    const customer = await begin(null);
    expect(await payments.subscriptionOf(customer)).toEqual({
      reference: expect.stringMatching(/^sub_/),
      customer,
      state: 'active',
      plan: 'Burrow practice',
      pricePence: 3900,
      currency: 'GBP',
      interval: 'month',
      periodEnd: expect.any(Date),
      cancels: false,
    });
    const [invoice, ...others] = await payments.invoicesOf(customer, 24);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ amountPence: 3900, currency: 'GBP', status: 'paid', pdfUrl: null });
    expect(invoice?.url).toContain(sandbox.url);
  });

  it.each([
    ['to its last moment', 5, 5],
    ['to the end of its last day where it ends too soon', 1.5, 2],
  ])('keeps a trial %s', async (_how, days, kept) => {
    const customer = await begin(daysFromNow(days));
    const { periodEnd, state } = (await paymentsWith().subscriptionOf(customer)) ?? {};
    expect(state).toBe('active');
    expect(Math.abs((periodEnd?.getTime() ?? 0) - daysFromNow(kept).getTime())).toBeLessThan(60_000);
    expect(await paymentsWith().invoicesOf(customer, 24)).toMatchObject([{ amountPence: 0 }]);
  });

  it('is managed on a page: it renews, is overdue, and ends with its period', async () => {
    const payments = paymentsWith();
    const customer = await begin(null);
    const { url } = await payments.billingPortal(customer, 'http://localhost:8080/app/admin/subscription');
    const press = async (action: string) => {
      await fetch(url, { method: 'POST', body: new URLSearchParams({ action }) });
      return payments.subscriptionOf(customer);
    };
    expect(await press('cancel')).toMatchObject({ state: 'active', cancels: true });
    expect(await press('resume')).toMatchObject({ state: 'active', cancels: false });
    await press('break');
    expect(await press('renew')).toMatchObject({ state: 'past_due' });
    expect(await press('end')).toMatchObject({ state: 'cancelled' });
  });

  it('that never began does not count', async () => {
    const payments = paymentsWith();
    const customer = await payments.createCustomer({
      key: 'none',
      name: 'Old Mill',
      email: null,
      metadata: {},
    });
    expect(await payments.subscriptionOf(customer)).toBeNull();
    expect(await payments.invoicesOf(customer, 24)).toEqual([]);
    await expect(payments.subscriptionOf('cus_unknown')).rejects.toBeInstanceOf(PaymentsUnavailable);
    const { STRIPE_PRICE: _price, ...settings } = sandbox.settings;
    expect(createPayments(readEnv({ ...databaseUrl, ...settings }), systemClock).hasPlan).toBe(false);
  });
});
