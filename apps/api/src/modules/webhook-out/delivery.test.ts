import type { ServerResponse } from 'node:http';
import { keptTries, maxEndpoints } from '@burrow/contracts/webhook-limits';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../context/context.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { addEndpoint } from '../../testing/webhook-endpoint.ts';
import { useWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { clearDeliveries } from './clear-up.ts';
import { backOffSeconds, createWebhookSender, deliverDueWebhooks, maxConcurrency } from './delivery.ts';

const api = useTestApi({ WEBHOOKS_TO_PRIVATE_NETWORKS: 'on' }, 'system');
const receiver = useWebhookReceiver();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  await db().query('truncate webhook_endpoints cascade');
  practice = await makePractice(db());
});

const endpoint = (of = practice, name = '') => addEndpoint(api, of.adminKey, { url: receiver.url(name) });

/** So many events, of added clients. */
const happen = async (count: number, of = practice): Promise<void> => {
  await db().query(
    "insert into clients (tenant_id, name) select $1, 'Client ' || n from generate_series(1, $2::integer) n",
    [of.tenant.id, count],
  );
};

const deliver = (deps: Dependencies = api.deps) => deliverDueWebhooks(deps);
/** Advances the clock. */
const pass = (seconds: number): void =>
  api.clock.set(new Date(api.clock.now().getTime() + seconds * 1000).toISOString());

const log = async (id: number, of = practice) =>
  (await api.call('webhook_deliveries', { endpoint_id: id }, of.adminKey)).body;
const detail = async (id: number, delivery: number) =>
  (await api.call('webhook_delivery', { endpoint_id: id, delivery_id: delivery }, practice.adminKey)).body;
const listed = async () => {
  const [first] = (await api.call('webhook_endpoints', {}, practice.adminKey)).body;
  if (!first) throw new Error('There is no endpoint.');
  return first;
};
const counts = async (): Promise<Record<string, number>> => {
  const { rows } = await db().query<{ status: string; n: string }>(
    'select d.status, count(*) as n from webhook_deliveries d group by 1',
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
};

const failing = (status = 500) => {
  receiver.answer = (res: ServerResponse) => res.writeHead(status).end('Sorry, not now');
};
const well = () => {
  receiver.answer = (res: ServerResponse) => res.writeHead(200).end('thanks');
};

it('is due for a server whose clock shows the millisecond of the event', async () => {
  await endpoint();
  await happen(1);
  const { rows } = await db().query<{ due: string }>(
    "select to_char(d.due_at, 'US') as due from webhook_deliveries d",
  );
  expect(rows.map(({ due }) => due.slice(3))).toEqual(['000']);
});

it('about the content of an entry is sent once for the changes of five minutes', async () => {
  const { staffKey, animal } = practice;
  const { body: begun } = await api.call('entry_add', { animal_id: animal.id, kind: 'note' }, staffKey);
  const { entry_id } = begun;
  await endpoint();
  const saved = async (version: number, body: string) => {
    expect((await api.call('entry_amend', { entry_id, version, body }, staffKey)).status).toBe(200);
  };
  const changes = () => receiver.received.map(({ payload }) => payload.data['changed']);
  await saved(1, 'L');
  await saved(2, 'Li');
  await api.call('entry_share', { entry_id, shared: '1' }, staffKey);
  await saved(3, 'Limps');
  await deliver();
  expect(changes()).toEqual([['shared']]);
  pass(301);
  await deliver();
  expect(changes()).toEqual([['shared'], ['content']]);
  expect(receiver.received[1]?.payload).toMatchObject({
    type: 'entry.amended',
    data: { entry_id, shared: '1' },
  });
  await saved(4, 'Limps on the left');
  pass(301);
  await deliver();
  expect(changes()).toEqual([['shared'], ['content'], ['content']]);
});

it('about the content of an entry is sent to each endpoint, whatever waits for another', async () => {
  const { staffKey, adminKey, animal } = practice;
  const { entry_id } = (await api.call('entry_add', { animal_id: animal.id, kind: 'note' }, staffKey)).body;
  const saved = async (version: number, body: string) => {
    expect((await api.call('entry_amend', { entry_id, version, body }, staffKey)).status).toBe(200);
  };
  const first = await endpoint(practice, 'first');
  await saved(1, 'L');
  const second = await endpoint(practice, 'second');
  const statuses = async () =>
    Promise.all([first, second].map(async ({ id }) => (await log(id)).map(({ status }) => status)));
  await saved(2, 'Limps');
  expect(await statuses()).toEqual([['waiting'], ['waiting']]);
  const [waiting] = await log(first.id);
  const sendNow = { endpoint_id: first.id, delivery_id: waiting?.id ?? 0 };
  expect((await api.call('webhook_resend', sendNow, adminKey)).status).toBe(200);
  await deliver();
  expect(await statuses()).toEqual([['delivered'], ['waiting']]);
  await saved(3, 'Limps on the left');
  expect(await statuses()).toEqual([['waiting', 'delivered'], ['waiting']]);
  pass(301);
  await deliver();
  expect(await statuses()).toEqual([['delivered', 'delivered'], ['delivered']]);
});

describe('a failing delivery', () => {
  it('is attempted ten times over about three days, with increasing delay, and then fails', async () => {
    failing();
    const { id } = await endpoint();
    await happen(1);
    pass(1);
    const waits: number[] = [];
    for (let number = 1; number <= 10; number += 1) {
      // The endpoint may be paused for longer than the delivery has to wait.
      await db().query('update webhook_endpoints set paused_until = null');
      expect(await deliver()).toBe(1);
      const [row] = await log(id);
      expect(row).toMatchObject({
        attempts: number,
        last_error: 'It responded with 500 Internal Server Error.',
      });
      const { rows } = await db().query<{ due: string }>(
        'select d.due_at::text as due from webhook_deliveries d',
      );
      waits.push(Math.round((Date.parse(rows[0]?.due ?? '') - api.clock.now().getTime()) / 1000));
      expect(await deliver()).toBe(0);
      pass((waits.at(-1) ?? 0) + 1);
    }
    expect(waits.slice(0, 9)).toEqual(backOffSeconds);
    expect((await log(id))[0]).toMatchObject({ status: 'failed', next_try_at: null, attempts: 10 });
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    pass(1_000_000);
    expect(await deliver()).toBe(0);
  });

  it('is logged with each attempt, its answer and duration, until it arrives', async () => {
    failing(503);
    const { id } = await endpoint();
    await happen(1);
    pass(1);
    await deliver();
    well();
    pass(6);
    await deliver();
    const [row] = await log(id);
    expect(row).toMatchObject({ type: 'client.created', status: 'delivered', attempts: 2, last_error: null });
    const { payload, tries } = await detail(id, row?.id ?? 0);
    expect(payload).toBe(receiver.received[1]?.body);
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
    expect(tries).toEqual([
      {
        number: 2,
        at: expect.any(String),
        duration_ms: expect.any(Number),
        status: 200,
        error: null,
        answer: 'thanks',
      },
      {
        number: 1,
        at: expect.any(String),
        duration_ms: expect.any(Number),
        status: 503,
        error: 'It responded with 503 Service Unavailable.',
        answer: 'Sorry, not now',
      },
    ]);
    expect(await listed()).toMatchObject({ waiting: 0, failed: 0, failing_since: null });
    expect((await listed()).last_delivered_at).not.toBe(null);
  });

  it('is resent under its own id on request, alone or with all that failed', async () => {
    const { id } = await endpoint();
    await happen(3);
    await db().query(
      "update webhook_deliveries set status = 'failed', finished_at = now(), attempts = 10, round_attempts = 10",
    );
    const rows = await log(id);
    const failed = await api.call('webhook_deliveries', { endpoint_id: id, failed: '1' }, practice.adminKey);
    expect(failed.body).toEqual(rows);
    pass(1);
    const one = { endpoint_id: id, delivery_id: rows[1]?.id ?? 0 };
    expect((await api.call('webhook_resend', one, practice.adminKey)).status).toBe(200);
    expect(await deliver()).toBe(1);
    expect(receiver.received[0]?.payload.id).toBe(rows[1]?.event_id);
    const all = await api.call('webhook_resend_failed', { endpoint_id: id }, practice.adminKey);
    expect(all.body).toEqual({ deliveries: 2 });
    expect(await deliver()).toBe(2);
    expect(await counts()).toEqual({ delivered: 3 });
    // Including delivered ones, for a receiver that lost them.
    expect((await api.call('webhook_resend', one, practice.adminKey)).status).toBe(200);
    pass(1);
    expect(await deliver()).toBe(1);
    expect((await log(id))[1]).toMatchObject({ status: 'delivered', attempts: 12 });
  });
});

describe('a process that dies midway', () => {
  it('leaves a delivery to the next, which sends it once more under the same id', async () => {
    const { id } = await endpoint();
    await happen(1);
    pass(1);
    const { webhooks } = api.deps;
    const killed = {
      ...api.deps,
      webhooks: {
        ...webhooks,
        post: async (...args: Parameters<typeof webhooks.post>) => {
          await webhooks.post(...args);
          throw new Error('killed');
        },
      },
    };
    api.expectLoggedErrors();
    await deliver(killed);
    expect((await log(id))[0]).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(await deliver()).toBe(0);
    pass(61);
    expect(await deliver()).toBe(1);
    expect(receiver.received.map(({ payload }) => payload.id)).toEqual(
      Array.from({ length: 2 }, () => receiver.received[0]?.payload.id),
    );
    const [row] = await log(id);
    expect(row).toMatchObject({ status: 'delivered', attempts: 2 });
    expect((await detail(id, row?.id ?? 0)).tries.map(({ number }) => number)).toEqual([2]);
  });

  it('that resumes after its lease records its attempt and leaves the outcome to the next process', async () => {
    const { id } = await endpoint();
    await happen(1);
    pass(1);
    failing();
    const held = Promise.withResolvers<void>();
    receiver.answer = (res) => void held.promise.then(() => res.writeHead(500).end());
    const late = deliver();
    await expect.poll(() => receiver.received.length).toBe(1);
    pass(61);
    well();
    expect(await deliver()).toBe(1);
    held.resolve();
    await late;
    const [row] = await log(id);
    expect(row).toMatchObject({ status: 'delivered', attempts: 2, last_error: null });
    expect((await detail(id, row?.id ?? 0)).tries.map(({ status }) => status)).toEqual([200, 500]);
  });
});

describe('a slow or dead endpoint', () => {
  it('has at most four deliveries in progress, and delays no other', async () => {
    const other = await makePractice(db());
    await endpoint();
    await endpoint(other, 'theirs');
    await happen(30);
    await happen(3, other);
    pass(1);
    const held = Promise.withResolvers<void>();
    receiver.answer = (res, { payload }) => {
      if (payload.tenant_id === practice.tenant.id) void held.promise.then(() => res.writeHead(204).end());
      else res.writeHead(204).end();
    };
    const sender = createWebhookSender(api.deps);
    const begun = await sender.begin(40);
    expect(begun).toHaveLength(7);
    await expect.poll(async () => (await counts())['delivered']).toBe(3);
    // Another process claims nothing more for it either.
    expect(await createWebhookSender(api.deps).begin(40)).toEqual([]);
    held.resolve();
    await Promise.all(begun);
    expect(await counts()).toEqual({ delivered: 7, waiting: 26 });
  });

  it('is paused after three failures in a row, and is then tried with a single delivery', async () => {
    failing();
    const { id } = await endpoint();
    await happen(30);
    pass(1);
    expect(await deliver()).toBe(4);
    const { next_try_at: next, failing_since: since, waiting } = await listed();
    expect([since !== null, waiting]).toEqual([true, 30]);
    expect(Date.parse(next ?? '') - api.clock.now().getTime()).toBeGreaterThan(60_000);
    pass(60);
    expect(await deliver()).toBe(0);
    pass(100);
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    // A manual resend ends the pause.
    well();
    await api.call('webhook_test', { endpoint_id: id }, practice.adminKey);
    expect(await deliver()).toBe(1);
    expect(await listed()).toMatchObject({ failing_since: null, next_try_at: null });
    expect(await deliver()).toBe(4);
  });

  it('leaves most of the capacity to others when many of them are dead at once', async () => {
    const dead = await Promise.all(Array.from({ length: 5 }, () => makePractice(db())));
    for (const of of [practice, ...dead]) {
      await endpoint(of, String(of.tenant.id));
      await happen(10, of);
    }
    await db().query(
      'update webhook_endpoints set failures = 1, failing_since = now() where tenant_id <> $1',
      [practice.tenant.id],
    );
    pass(1);
    const held = Promise.withResolvers<void>();
    receiver.answer = (res) => void held.promise.then(() => res.writeHead(204).end());
    const sender = createWebhookSender(api.deps);
    const begun = await sender.begin(40);
    await expect.poll(() => receiver.received.length).toBe(14);
    expect(receiver.received.filter(({ payload }) => payload.tenant_id === practice.tenant.id)).toHaveLength(
      4,
    );
    expect(await sender.begin(26)).toEqual([]);
    held.resolve();
    await Promise.all(begun);
  });

  it('that is slow but working gets no further slot before endpoints without one', async () => {
    const other = await makePractice(db());
    for (let number = 0; number < maxEndpoints; number += 1) await endpoint(practice, `slow-${number}`);
    await happen(10);
    pass(1);
    const held: (() => void)[] = [];
    receiver.answer = (res, { payload }) => {
      if (payload.tenant_id === practice.tenant.id) held.push(() => void res.writeHead(204).end());
      else res.writeHead(204).end();
    };
    const sender = createWebhookSender(api.deps);
    const begun = await sender.begin(maxConcurrency);
    await expect.poll(() => held.length).toBe(maxConcurrency);
    await endpoint(other, 'theirs');
    await happen(1, other);
    pass(1);
    held[0]?.();
    await Promise.race(begun);
    // The deliveries behind the slow ones have waited for longer.
    const next = await sender.begin(1);
    await expect.poll(() => receiver.received.length).toBe(maxConcurrency + 1);
    for (const release of held.slice(1)) release();
    await Promise.all([...begun, ...next]);
    expect(receiver.received[maxConcurrency]?.payload.tenant_id).toBe(other.tenant.id);
  });

  it('has a bounded queue: ten thousand wait, the oldest of the others fail', async () => {
    failing();
    const { id } = await endpoint();
    await happen(11_500);
    pass(1);
    expect(await deliver()).toBe(4);
    expect(await deliver()).toBe(0);
    await clearDeliveries(api.deps);
    expect(await counts()).toEqual({ waiting: 10_000, failed: 1500 });
    await clearDeliveries(api.deps);
    expect(await counts()).toEqual({ waiting: 10_000, failed: 1000 });
    const { body } = await api.call(
      'webhook_deliveries',
      { endpoint_id: id, failed: '1' },
      practice.adminKey,
    );
    expect(body[0]?.last_error).toContain('too many');
    await api.call('webhook_endpoint_update', { endpoint_id: id, is_on: '0' }, practice.adminKey);
    await clearDeliveries(api.deps);
    await clearDeliveries(api.deps);
    expect(await counts()).toEqual({ failed: 1000 });
  });
});

describe('an endpoint is disabled', () => {
  const news = async (caller = practice.adminKey) =>
    (await api.call('notifications', {}, caller)).body.notifications;

  it('when it answers 410, with its pending deliveries, and the admins are notified', async () => {
    failing(410);
    const { id } = await endpoint();
    await happen(6);
    pass(1);
    await deliver();
    expect(await listed()).toMatchObject({ is_on: '0', off_reason: 'gone', waiting: 0, failed: 6 });
    expect(await news()).toEqual([
      expect.objectContaining({ kind: 'webhook_off', webhook_host: new URL(receiver.url()).host }),
    ]);
    expect(await news(practice.staffKey)).toEqual([]);
    expect(await deliver()).toBe(0);
    for (const name of ['webhook_test', 'webhook_resend_failed'] as const) {
      const refused = await api.call(name, { endpoint_id: id }, practice.adminKey);
      expect([refused.status, refused.error.code]).toEqual([409, 'webhook_off']);
    }
    well();
    await api.call('webhook_endpoint_update', { endpoint_id: id, is_on: '1' }, practice.adminKey);
    expect(await listed()).toMatchObject({ is_on: '1', off_reason: null });
    await api.call('webhook_resend_failed', { endpoint_id: id }, practice.adminKey);
    pass(1);
    while ((await deliver()) > 0);
    expect(await counts()).toEqual({ delivered: 6 });
  });

  it('when a delivery fails and none was accepted for five days, not before', async () => {
    failing();
    await endpoint();
    await happen(1);
    pass(1);
    const tryFor = async (days: number): Promise<void> => {
      const end = api.clock.now().getTime() + days * 86_400_000;
      while (api.clock.now().getTime() < end) {
        await deliver();
        pass(3 * 3600);
      }
    };
    await tryFor(4);
    expect(await listed()).toMatchObject({ is_on: '1', failed: 1, waiting: 0 });
    await db().query("update webhook_endpoints set failing_since = $1::timestamptz - interval '5 days'", [
      api.clock.now(),
    ]);
    const { id } = await listed();
    await api.call('webhook_test', { endpoint_id: id }, practice.adminKey);
    await deliver();
    expect(await listed()).toMatchObject({ is_on: '1', waiting: 1 });
    await tryFor(4);
    expect(await listed()).toMatchObject({ is_on: '0', off_reason: 'failing', waiting: 0, failed: 2 });
    expect(await news()).toHaveLength(1);
  });
});

describe('the log', () => {
  it('deletes entries older than thirty days or beyond the last thousand, and no pending ones', async () => {
    const { id } = await endpoint();
    await happen(1205);
    await db().query(
      "update webhook_deliveries set status = 'delivered', finished_at = now() where id not in (select min(id) from webhook_deliveries)",
    );
    await api.runJobs();
    await clearDeliveries(api.deps);
    expect(await counts()).toEqual({ delivered: 1000, waiting: 1 });
    const first = await log(id);
    expect(first).toHaveLength(50);
    const next = await api.call(
      'webhook_deliveries',
      { endpoint_id: id, cursor: String(first.at(-1)?.id) },
      practice.adminKey,
    );
    expect(next.body[0]?.id).toBeLessThan(first.at(-1)?.id ?? 0);
    pass(31 * 86_400);
    await clearDeliveries(api.deps);
    expect(await counts()).toEqual({ waiting: 1 });
  });

  it('is cleaned up for every endpoint, however many', async () => {
    const { rows } = await db().query<{ id: string }>(
      `insert into webhook_endpoints (tenant_id, url, events, secret, created_at, updated_at)
       select $1, 'https://example.test/' || n, '{client.created}', 'whsec_', now(), now()
       from generate_series(1, 250) n returning id`,
      [practice.tenant.id],
    );
    const full = [0, 99, 100, 249].map((place) => rows[place]?.id);
    await db().query(
      `insert into webhook_deliveries (tenant_id, endpoint_id, event_id, type, data, status, finished_at)
       select $1, e, gen_random_uuid(), 'client.created', '{}', 'delivered', now()
       from unnest($2::bigint[]) e, generate_series(1, 1003) n`,
      [practice.tenant.id, full],
    );
    expect(await clearDeliveries(api.deps)).toBe(12);
    expect(await counts()).toEqual({ delivered: 4000 });
    expect(await clearDeliveries(api.deps)).toBe(0);
  });

  it('keeps the last fifty attempts of a delivery, however often it is resent', async () => {
    const { id } = await endpoint();
    await happen(1);
    pass(1);
    await deliver();
    const [row] = await log(id);
    const delivery = row?.id ?? 0;
    await db().query(
      `insert into webhook_attempts (tenant_id, endpoint_id, delivery_id, number, at, duration_ms)
       select $1, $2, $3, n, now(), 1 from generate_series(2, $4::integer) n`,
      [practice.tenant.id, id, delivery, keptTries],
    );
    await db().query('update webhook_deliveries set attempts = $1', [keptTries]);
    const numbers = async () => (await detail(id, delivery)).tries.map(({ number }) => number);
    expect(await numbers()).toHaveLength(keptTries);
    await api.call('webhook_resend', { endpoint_id: id, delivery_id: delivery }, practice.adminKey);
    expect(await deliver()).toBe(1);
    const kept = await numbers();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([keptTries, keptTries + 1, 2]);
  });

  it('shows nothing of another endpoint, also of the same practice', async () => {
    const [one, two] = [await endpoint(practice, 'one'), await endpoint(practice, 'two')];
    await happen(1);
    const [row] = await log(one.id);
    for (const name of ['webhook_delivery', 'webhook_resend'] as const) {
      const input = { endpoint_id: two.id, delivery_id: row?.id ?? 0 };
      expect((await api.call(name, input, practice.adminKey)).status).toBe(404);
    }
  });
});

it('a suspended practice’s events wait until it is resumed', async () => {
  await endpoint();
  await happen(2);
  pass(1);
  await db().query('update tenants set suspended_at = now() where id = $1', [practice.tenant.id]);
  expect(await deliver()).toBe(0);
  await db().query('update tenants set suspended_at = null where id = $1', [practice.tenant.id]);
  expect(await deliver()).toBe(2);
});
