import { describe, expect, it } from 'vitest';
import { inPractice } from '../../context/in-practice.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { keepSubscription } from './repository.ts';
import { syncSubscription } from './sync.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const stripe = () => api.sandbox.stripe;

/** The harness's now is 14 January 2026, 09:00. */
const inTrial = { trial_ends_at: '2026-01-24T09:00:00Z' };
const afterTrial = { trial_ends_at: '2026-01-04T09:00:00Z' };

const statusOf = async ({ adminKey }: Practice) => (await api.call('subscription/status', {}, adminKey)).body;
const refreshed = async ({ adminKey }: Practice) =>
  (await api.call('subscription/refresh', {}, adminKey)).body;
const begin = ({ adminKey }: Practice) => api.call('subscription/checkout', {}, adminKey);

/** The checkout of a provider's page. */
const sessionAt = (url: string) => stripe().sessions.find((session) => session.url === url)?.id ?? '';

/** Subscribes, and returns. */
async function subscribe(practice: Practice) {
  const { body } = await begin(practice);
  stripe().pay(sessionAt(body.url));
  return refreshed(practice);
}

/** Presses a button on the provider's subscription page. */
async function manage(
  { adminKey }: Practice,
  action: 'cancel' | 'resume' | 'break' | 'replace_card' | 'renew' | 'end',
) {
  const { body } = await api.call('subscription/portal', {}, adminKey);
  const answer = await fetch(body.url, {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

/** Whether the practice can write now: the answer to a paid action. */
async function writing({ adminKey }: Practice): Promise<number> {
  const { status } = await api.call('holiday_create', aHoliday, adminKey);
  return status;
}
const aHoliday = {
  holiday_name: 'Stocktaking',
  start_date: '2026-05-01',
  end_date: '2026-05-01',
  is_recurring: 0,
} as const;

describe('subscribing', () => {
  it('in a trial keeps it to its exact end', async () => {
    const practice = await makePractice(db(), inTrial);
    expect(await statusOf(practice)).toMatchObject({
      status: 'trial',
      plan: null,
      can_subscribe: true,
      can_manage: false,
    });
    expect(await subscribe(practice)).toEqual({
      has_subscription: true,
      trial_end_date: '2026-01-24T09:00:00.000Z',
      status: 'active',
      trial_days_left: null,
      plan: expect.any(String),
      price: '39.00',
      currency: 'GBP',
      interval: 'month',
      period_end: '2026-01-24T09:00:00.000Z',
      cancels: false,
      can_subscribe: false,
      can_manage: true,
    });
    expect(stripe().subscriptions.at(-1)).toMatchObject({
      status: 'trialing',
      metadata: { tenant_id: String(practice.tenant.id), kind: 'subscription' },
    });
  });

  it('after the trial reactivates the practice, and is paid from that day', async () => {
    const practice = await makePractice(db(), afterTrial);
    expect([await writing(practice), (await statusOf(practice)).status]).toEqual([402, 'lapsed']);
    expect(await subscribe(practice)).toMatchObject({
      status: 'active',
      period_end: '2026-02-14T09:00:00.000Z',
    });
    expect(await writing(practice)).toBe(200);
    const { body: invoices } = await api.call('subscription/invoices', {}, practice.adminKey);
    expect(invoices).toMatchObject([{ amount: '39.00', currency: 'GBP', status: 'paid' }]);
  });

  it('in a trial that was given after an earlier subscription keeps it to its exact end', async () => {
    const practice = await makePractice(db(), afterTrial);
    await subscribe(practice);
    await manage(practice, 'cancel');
    api.clock.set('2026-02-14T09:01:00Z');
    await manage(practice, 'renew');
    expect(await refreshed(practice)).toMatchObject({ status: 'lapsed' });
    await db().query("update tenants set trial_ends_at = '2026-02-28T23:59:59Z' where id = $1", [
      practice.tenant.id,
    ]);
    expect(await statusOf(practice)).toMatchObject({ status: 'trial', trial_days_left: 14 });
    expect(await subscribe(practice)).toMatchObject({
      status: 'active',
      period_end: '2026-02-28T23:59:59.000Z',
    });
  });

  it('returns to its page', async () => {
    const practice = await makePractice(db(), inTrial);
    const { body } = await begin(practice);
    expect(stripe().sessions.find(({ url }) => url === body.url)).toMatchObject({
      success_url: `${api.url}/app/admin/subscription?checkout=done`,
      cancel_url: `${api.url}/app/admin/subscription?checkout=cancelled`,
      metadata: { tenant_id: String(practice.tenant.id), kind: 'subscription' },
    });
  });

  it('in two tabs at once is one customer, one page and one subscription', async () => {
    const practice = await makePractice(db(), inTrial);
    const [one, other] = await Promise.all([begin(practice), begin(practice)]);
    expect(one.body.url).toBe(other.body.url);
    stripe().pay(sessionAt(one.body.url));
    const again = await begin(practice);
    expect([again.status, again.error.code]).toEqual([409, 'already_subscribed']);
    const { rows } = await db().query<{ subscription_customer: string }>(
      'select subscription_customer from tenants where id = $1',
      [practice.tenant.id],
    );
    const customer = rows[0]?.subscription_customer;
    expect(stripe().subscriptions.filter((subscription) => subscription.customer === customer)).toHaveLength(
      1,
    );
  });

  it('closes the page of an earlier hour, so that one practice cannot pay on two', async () => {
    const practice = await makePractice(db(), inTrial);
    const elsewhere = await makePractice(db(), inTrial);
    const first = sessionAt((await begin(practice)).body.url);
    const foreign = sessionAt((await begin(elsewhere)).body.url);
    api.clock.set('2026-01-14T10:10:00Z');
    const second = sessionAt((await begin(practice)).body.url);
    const stateOf = (id: string) => stripe().sessions.find((session) => session.id === id)?.status;
    expect([first, second, foreign].map(stateOf)).toEqual(['expired', 'open', 'open']);
    expect(() => stripe().pay(first)).toThrow('expired');
    stripe().pay(second);
    expect(await refreshed(practice)).toMatchObject({ status: 'active' });
  });

  it('is not offered beside one that was agreed by hand', async () => {
    const practice = await makePractice(db(), { subscription_status: 'active' });
    expect(await statusOf(practice)).toMatchObject({ status: 'active', can_subscribe: false });
    expect((await begin(practice)).error.code).toBe('already_subscribed');
  });

  it('is for admins', async () => {
    const practice = await makePractice(db(), inTrial);
    expect((await api.call('subscription/checkout', {}, practice.staffKey)).status).toBe(403);
  });

  it('reports that the provider is unavailable', async () => {
    const practice = await makePractice(db(), inTrial);
    api.expectLoggedErrors();
    stripe().mood = 'outage';
    const { status, error } = await begin(practice);
    expect([status, error.code]).toEqual([503, 'payments_unavailable']);
    stripe().mood = 'well';
    expect(await subscribe(practice)).toMatchObject({ status: 'active' });
  });
});

describe('a subscription', () => {
  it('that is cancelled lasts to the end of the paid period, and can be resumed', async () => {
    const practice = await makePractice(db(), afterTrial);
    await subscribe(practice);
    await manage(practice, 'cancel');
    expect(await refreshed(practice)).toMatchObject({
      status: 'active',
      cancels: true,
      can_subscribe: false,
    });
    await manage(practice, 'resume');
    expect(await refreshed(practice)).toMatchObject({ status: 'active', cancels: false });
    await manage(practice, 'cancel');
    await refreshed(practice);
    api.clock.set('2026-02-14T08:59:00Z');
    expect(await writing(practice)).toBe(200);
    api.clock.set('2026-02-14T09:01:00Z');
    await manage(practice, 'renew');
    expect(await refreshed(practice)).toMatchObject({ status: 'lapsed', can_subscribe: true });
    expect(await writing(practice)).toBe(402);
    expect(await subscribe(practice)).toMatchObject({
      status: 'active',
      cancels: false,
      period_end: '2026-03-14T09:01:00.000Z',
    });
    expect(await writing(practice)).toBe(200);
  });

  it('whose renewal fails is overdue, then lapses, and is active as soon as it is paid', async () => {
    const practice = await makePractice(db(), afterTrial);
    await subscribe(practice);
    await manage(practice, 'break');
    api.clock.set('2026-02-14T10:00:00Z');
    await manage(practice, 'renew');
    expect(await refreshed(practice)).toMatchObject({
      status: 'past_due',
      has_subscription: true,
      period_end: '2026-02-14T09:00:00.000Z',
      can_subscribe: false,
    });
    expect(await writing(practice)).toBe(200);
    api.clock.set('2026-02-17T09:01:00Z');
    expect(await refreshed(practice)).toMatchObject({
      status: 'lapsed',
      can_subscribe: false,
      can_manage: true,
    });
    expect(await writing(practice)).toBe(402);
    await manage(practice, 'replace_card');
    expect(await refreshed(practice)).toMatchObject({ status: 'active' });
    expect(await writing(practice)).toBe(200);
  });

  it('that was never paid gives no free period when the provider ends it', async () => {
    const practice = await makePractice(db(), afterTrial);
    await subscribe(practice);
    await manage(practice, 'break');
    api.clock.set('2026-02-14T10:00:00Z');
    await manage(practice, 'renew');
    await manage(practice, 'end');
    expect(await refreshed(practice)).toMatchObject({ status: 'lapsed', can_subscribe: true });
    expect(await writing(practice)).toBe(402);
  });

  it('is checked automatically once its period is over', async () => {
    const practice = await makePractice(db(), afterTrial);
    await subscribe(practice);
    api.clock.set('2026-02-14T09:30:00Z');
    await manage(practice, 'renew');
    const before = (await statusOf(practice)).period_end;
    const done = await api.runJobs({ ignoreStartAfter: true });
    expect(done.map(({ name }) => name)).toContain('subscription_check');
    expect([before, (await statusOf(practice)).period_end]).toEqual([
      '2026-02-14T09:00:00.000Z',
      '2026-03-14T09:00:00.000Z',
    ]);
  });

  it("matches the provider's state, in any order and number of webhooks", async () => {
    const practice = await makePractice(db(), afterTrial);
    const { body } = await begin(practice);
    stripe().pay(sessionAt(body.url));
    await manage(practice, 'cancel');
    await manage(practice, 'resume');
    expect((await statusOf(practice)).status).toBe('lapsed');
    for (const event of stripe().events.toReversed()) {
      expect([event.type, ...(await stripe().deliver(event, { times: 2 }))]).toEqual([event.type, 200, 200]);
      expect(await statusOf(practice)).toMatchObject({ status: 'active', cancels: false });
    }
    await Promise.all(Array.from({ length: 5 }, () => syncSubscription(api.deps, practice.tenant.id)));
    expect(await statusOf(practice)).toMatchObject({ status: 'active', cancels: false });
  });
});

describe('an incomplete first payment', () => {
  it('is no subscription: it gives no access, and another one can be started at once', async () => {
    const practice = await makePractice(db(), afterTrial);
    const { body } = await begin(practice);
    stripe().pay(sessionAt(body.url));
    const half = stripe().subscriptions.at(-1);
    if (!half) throw new Error('Nothing was begun.');
    half.status = 'incomplete';
    expect(await refreshed(practice)).toMatchObject({
      status: 'lapsed',
      period_end: null,
      can_subscribe: true,
    });
    expect(await writing(practice)).toBe(402);
    api.clock.set('2026-01-14T10:01:00Z');
    expect(await subscribe(practice)).toMatchObject({ status: 'active' });
    expect(await writing(practice)).toBe(200);
  });
});

describe('open screens', () => {
  it('refetch when a new state is recorded, and otherwise not', async () => {
    const practice = await makePractice(db(), afterTrial);
    const { id: tenantId } = practice.tenant;
    await subscribe(practice);
    const heard: (string | null)[] = [];
    const [ready, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stop = api.database.live.listen(tenantId, {
      onUpdate: ({ action }) => {
        heard.push(action);
        if (action === null) ready.resolve();
        if (action === 'subscription/refresh') told.resolve();
      },
      onClosed: () => undefined,
    });
    await ready.promise;
    const answer = await api.deps.payments.subscriptionOf(stripe().subscriptions.at(-1)?.customer ?? '');
    if (!answer) throw new Error('There is no subscription.');
    const earlier = new Date(api.clock.now().getTime() - 1000);
    await inPractice(api.deps, { tenantId, action: 'subscription/portal', requestId: 'late' }, (ctx) =>
      keepSubscription(ctx, answer, earlier),
    );
    await syncSubscription(api.deps, tenantId);
    await told.promise;
    stop();
    expect(heard).toEqual([null, 'subscription/refresh']);
  });
});

describe('a change of account at the provider', () => {
  it('ends nothing automatically, and the paid period is kept when the practice subscribes again', async () => {
    const practice = await makePractice(db(), afterTrial);
    await subscribe(practice);
    stripe().reset();
    await expect(syncSubscription(api.deps, practice.tenant.id)).rejects.toMatchObject({
      lacksCustomer: true,
    });
    expect(await statusOf(practice)).toMatchObject({ status: 'active', can_subscribe: false });
    expect((await api.call('subscription/portal', {}, practice.adminKey)).status).toBe(200);
    expect(await statusOf(practice)).toMatchObject({
      status: 'active',
      period_end: '2026-02-14T09:00:00.000Z',
      can_subscribe: true,
    });
    expect(await subscribe(practice)).toMatchObject({
      status: 'active',
      can_subscribe: false,
      cancels: false,
    });
    expect(await writing(practice)).toBe(200);
  });

  it('does not prevent a practice whose trial or subscription is over from subscribing', async () => {
    const practice = await makePractice(db(), afterTrial);
    expect((await begin(practice)).status).toBe(200);
    stripe().reset();
    expect(await subscribe(practice)).toMatchObject({ status: 'active' });
    expect(await writing(practice)).toBe(200);
  });
});

describe('a practice without a customer at the provider', () => {
  it('has no invoices and calls no provider', async () => {
    const practice = await makePractice(db(), inTrial);
    expect((await api.call('subscription/invoices', {}, practice.adminKey)).body).toEqual([]);
    expect(await refreshed(practice)).toMatchObject({ status: 'trial', can_manage: false });
  });
});
