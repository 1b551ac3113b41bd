import { addDays, weekdayOf } from '@burrow/contracts/calendar-day';
import type { WebhookEventType } from '@burrow/contracts/webhook-event-types';
import { webhookData, webhookPayload } from '@burrow/contracts/webhook-events';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkoutFor, makeDepositPractice, ownerOf } from '../../testing/deposits.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking, makeBookingField } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { addEndpoint } from '../../testing/webhook-endpoint.ts';
import { isSigned, useWebhookReceiver, type Received } from '../../testing/webhook-receiver.ts';
import { deliverDueWebhooks } from './delivery.ts';

const api = useTestApi({ WEBHOOKS_TO_PRIVATE_NETWORKS: 'on' }, 'system');
const receiver = useWebhookReceiver();
const db = () => api.testDatabase.owner;

const january = `${new Date().getUTCFullYear() + 1}-01-20`;
/** A Wednesday of next January: to come whenever the tests run, and in winter, when London's clock and UTC agree. */
const day = addDays(january, (10 - weekdayOf(january)) % 7);

let practice: Practice;
beforeEach(async () => {
  await db().query('truncate webhook_endpoints cascade');
  practice = await makePractice(db());
});

const endpoint = (events?: readonly WebhookEventType[]) =>
  addEndpoint(api, practice.adminKey, { url: receiver.url(), ...(events ? { events } : {}) });

/** The posted events: 'type' and data. */
async function told(): Promise<Received['payload'][]> {
  receiver.received.length = 0;
  while ((await deliverDueWebhooks(api.deps)) > 0);
  const payloads = receiver.received.map(({ payload }) => payload);
  for (const payload of payloads) {
    const type = payload.type as WebhookEventType;
    webhookPayload(type)
      .extend({ data: webhookData(type).strict() })
      .strict()
      .parse(payload);
  }
  return payloads.toSorted((a, b) => a.type.localeCompare(b.type));
}
const toldTypes = async (): Promise<string[]> => (await told()).map(({ type }) => type);

const ok = ({ status }: { status: number }): void => expect(status).toBe(200);
const change = async (input: { booking_id: number } & Record<string, unknown>) =>
  ok(await api.call('booking_update', input, practice.staffKey));
const appointment = (columns: Partial<BookingRow> = {}) =>
  makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    booking_date: day,
    status: 'confirmed',
    ...columns,
  });

describe('an event of an appointment', () => {
  it('is posted with ids, times and states, and a signature that its receiver can verify', async () => {
    const { secret } = await endpoint();
    const { body } = await api.call(
      'booking_create',
      {
        client_id: practice.client.id,
        animal_id: practice.animal.id,
        service_id: practice.checkUp.id,
        booking_date: day,
        booking_time: '10:00',
        notes: 'Bites',
      },
      practice.staffKey,
    );
    expect(await told()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        type: 'booking.created',
        occurred_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
        tenant_id: practice.tenant.id,
        data: {
          booking_id: body.booking_id,
          client_id: practice.client.id,
          animal_id: practice.animal.id,
          service_id: practice.checkUp.id,
          staff_id: null,
          resource_ids: [],
          starts_at: `${day}T10:00:00.000Z`,
          duration_minutes: 30,
          status: 'confirmed',
          stage: null,
          is_provisional: '0',
          price: '45.00',
          paid: '0.00',
        },
      },
    ]);
    const [request] = receiver.received;
    if (!request) throw new Error('Nothing came.');
    expect(request.headers['webhook-id']).toBe(request.payload.id);
    expect(request.headers['content-type']).toBe('application/json');
    expect(isSigned(request, secret)).toBe(true);
    expect(isSigned({ ...request, body: request.body.replace('45.00', '0.00') }, secret)).toBe(false);
    const headers = { ...request.headers, 'webhook-id': 'another' };
    expect(isSigned({ ...request, headers }, secret)).toBe(false);
  });

  it('names the changed fields, and is not sent when nothing changed', async () => {
    const booking = await appointment();
    await endpoint();
    const { id: booking_id } = booking;
    await change({ booking_id, booking_time: '11:30', staff_id: practice.staff.id });
    const [moved] = await told();
    expect(moved).toMatchObject({
      type: 'booking.updated',
      data: {
        changed: ['time', 'staff'],
        starts_at: `${day}T11:30:00.000Z`,
        staff_id: practice.staff.id,
      },
    });
    await change({ booking_id, duration_minutes: 60, price: '60' });
    expect((await told()).map(({ data }) => data)).toMatchObject([
      { changed: ['duration', 'price'], price: '60.00', duration_minutes: 60 },
    ]);
    ok(await api.call('booking/update_notes', { booking_id, notes: 'Calm today' }, practice.staffKey));
    const [noted] = await told();
    expect(noted?.data['changed']).toEqual(['notes']);
    expect(JSON.stringify(noted)).not.toContain('Calm');
    await change({ booking_id, booking_time: '11:30' });
    expect(await told()).toEqual([]);
  });

  it('names the rooms of an appointment from its creation on, and says when they change', async () => {
    await endpoint();
    const { tenant, checkUp, client, animal, staffKey } = practice;
    const [one, two] = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    await makeServiceNeed(db(), checkUp, [one, two]);
    const { body } = await api.call(
      'booking_create',
      {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        booking_date: day,
        booking_time: '10:00',
      },
      staffKey,
    );
    const { booking_id } = body;
    expect((await told()).map(({ data }) => data)).toMatchObject([{ resource_ids: [one.id], stage: null }]);
    await change({ booking_id, resource_ids: [two.id] });
    expect((await told()).map(({ type, data }) => [type, data['changed'], data['resource_ids']])).toEqual([
      ['booking.updated', ['resources'], [two.id]],
    ]);
    // It is released and assigned again.
    await change({ booking_id, booking_time: '11:00' });
    expect((await told()).map(({ data }) => [data['changed'], data['resource_ids']])).toEqual([
      [['time'], [two.id]],
    ]);
    await change({ booking_id, resource_ids: [two.id] });
    expect(await told()).toEqual([]);
  });

  it('names the stage of a visit', async () => {
    const { id: booking_id } = await appointment({ booking_date: '2026-11-20' });
    await endpoint();
    ok(await api.call('booking_stage_set', { booking_id, stage: 'arrived' }, practice.staffKey));
    expect((await told()).map(({ data }) => data)).toMatchObject([{ changed: ['stage'], stage: 'arrived' }]);
  });

  it('is sent once for answers to custom fields', async () => {
    const booking = await appointment();
    const field = await makeBookingField(db(), { tenant: practice.tenant });
    await endpoint();
    ok(
      await api.call(
        'booking_custom_field_values_set',
        { booking_id: booking.id, values: { [field.id]: 'Yes' } },
        practice.staffKey,
      ),
    );
    expect((await told()).map(({ type, data }) => [type, data['changed']])).toEqual([
      ['booking.updated', ['answers']],
    ]);
  });

  it('is a separate one for a status, a payment and a cancellation, each once', async () => {
    const booking = await appointment();
    await endpoint();
    const booking_id = booking.id;
    const to = (input: Record<string, unknown>) =>
      api.call('booking_status_update', { booking_id, ...input } as never, practice.staffKey);
    ok(await to({ status: 'in-progress' }));
    expect((await told()).map(({ type, data }) => [type, data['previous_status'], data['status']])).toEqual([
      ['booking.status_changed', 'confirmed', 'in-progress'],
    ]);
    ok(await to({ status: 'completed', paid_type: 'Card' }));
    const done = await told();
    expect(done.map(({ type }) => type)).toEqual(['booking.payment_changed', 'booking.status_changed']);
    // They can arrive in any order.
    for (const { data } of done)
      expect(data).toMatchObject({ status: 'completed', paid: '45.00', price: '45.00' });
    ok(await to({ status: 'confirmed' }));
    const undone = await told();
    expect(undone.map(({ type }) => type)).toEqual(['booking.payment_changed', 'booking.status_changed']);
    for (const { data } of undone) expect(data).toMatchObject({ status: 'confirmed', paid: '0.00' });
    ok(await to({ status: 'cancelled' }));
    expect((await told()).map(({ type, data }) => [type, data['previous_status']])).toEqual([
      ['booking.cancelled', 'confirmed'],
    ]);
  });

  it('is sent for an accepted request, and for a declined one', async () => {
    const [first, second] = await Promise.all([
      appointment({ status: 'pending', is_provisional: true, source: 'portal' }),
      appointment({ status: 'pending', is_provisional: true, source: 'portal', booking_time: '15:00' }),
    ]);
    await endpoint();
    await change({ booking_id: first.id, is_provisional: '0', staff_accepted: '1' });
    expect((await told()).map(({ type, data }) => [type, data['is_provisional']])).toEqual([
      ['booking.status_changed', '0'],
    ]);
    await change({ booking_id: second.id, status: 'cancelled' });
    expect(await toldTypes()).toEqual(['booking.cancelled']);
  });

  it('says who cancelled', async () => {
    const times = ['11:00', '12:00', '13:00'];
    const [own, ours, theirs] = await Promise.all(
      times.map((booking_time) => appointment({ status: 'confirmed', booking_time })),
    );
    await endpoint();
    const input = { booking_id: own?.id ?? 0, refund: '0.00' };
    ok(await api.call('cp/booking_cancel', input, practice.clientKey));
    await change({ booking_id: ours?.id ?? 0, status: 'cancelled' });
    await change({ booking_id: theirs?.id ?? 0, status: 'cancelled', cancelled_by: 'client' });
    const by = (await told()).map(({ type, data }) => [type, data['booking_id'], data['by']]);
    expect(new Set(by)).toEqual(
      new Set([
        ['booking.cancelled', own?.id, 'client'],
        ['booking.cancelled', ours?.id, 'practice'],
        ['booking.cancelled', theirs?.id, 'client'],
      ]),
    );
  });

  it("is sent for appointments cancelled by archiving their client, and for a change of the practice's time zone", async () => {
    const booking = await appointment();
    await endpoint();
    ok(await api.call('tenant_update', { time_zone: 'Europe/Paris' }, practice.adminKey));
    expect((await told()).map(({ type, data }) => [type, data['changed'], data['starts_at']])).toEqual([
      ['booking.updated', ['time'], `${day}T09:00:00.000Z`],
    ]);
    ok(
      await api.call(
        'client_archive',
        { client_id: practice.client.id, cancel_bookings: '1' },
        practice.staffKey,
      ),
    );
    expect((await told()).map(({ type, data }) => [type, data['booking_id'] ?? data['client_id']])).toEqual([
      ['booking.cancelled', booking.id],
      ['client.archived', practice.client.id],
    ]);
  });
});

describe('of two events of one record the later', () => {
  const changesInOrder = async (): Promise<unknown[]> => {
    const { rows } = await db().query<{ changed: string[] }>(
      "select d.data -> 'changed' as changed from webhook_deliveries d where d.tenant_id = $1 order by d.occurred_at",
      [practice.tenant.id],
    );
    return rows.map(({ changed }) => changed);
  };

  /** Runs `meanwhile` after a transaction has begun that then changes a record by `statement`. */
  async function inLongTransaction(
    meanwhile: () => Promise<void>,
    [statement, id]: [string, number],
  ): Promise<void> {
    const long = await db().connect();
    try {
      await long.query('begin');
      await long.query('select now()');
      await meanwhile();
      await long.query(statement, [id]);
      await long.query('commit');
    } finally {
      long.release();
    }
  }

  it('is the one about the later change of an appointment, whenever its transaction began', async () => {
    const { id: booking_id } = await appointment();
    await endpoint();
    await inLongTransaction(
      () => change({ booking_id, booking_time: '11:30' }),
      ['update bookings set price_pence = 6000 where id = $1', booking_id],
    );
    expect(await changesInOrder()).toEqual([['time'], ['price']]);
  });

  it('is the one about the last save of an entry, whenever its transaction began', async () => {
    const { staffKey, animal } = practice;
    const { entry_id } = (await api.call('entry_add', { animal_id: animal.id, kind: 'note' }, staffKey)).body;
    await endpoint();
    ok(await api.call('entry_amend', { entry_id, version: 1, body: 'L' }, staffKey));
    await inLongTransaction(
      async () => ok(await api.call('entry_share', { entry_id, shared: '1' }, staffKey)),
      ["update entries set body = 'Limps' where id = $1", entry_id],
    );
    expect(await changesInOrder()).toEqual([['shared'], ['content']]);
  });
});

describe('an event without an action of staff', () => {
  it('is sent for a deposit that a job finds paid, and books', async () => {
    const asking = await makeDepositPractice(api);
    await addEndpoint(api, asking.adminKey, { url: receiver.url() });
    const draft = { booking_date: day };
    api.sandbox.stripe.pay(await checkoutFor(api, asking, ownerOf(asking), draft));
    expect(await told()).toEqual([]);
    await api.runJobs({ ignoreStartAfter: true });
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual(['booking.created', 'booking.payment_changed']);
    for (const { data } of events) expect(data).toMatchObject({ paid: '10.00', is_provisional: '1' });
  });
});

describe('an event of a client', () => {
  it('has their id, names the changed fields, and nothing else about them', async () => {
    await endpoint();
    const { body } = await api.call(
      'client_create',
      { name: 'Ann Miller', email: 'ann@example.test', phone: '07700900123' },
      practice.staffKey,
    );
    const { client_id } = body;
    expect((await told()).map(({ type, data }) => [type, data])).toEqual([['client.created', { client_id }]]);
    ok(
      await api.call(
        'client_update',
        { client_id, phone: '07700900124', likes_sms: '0', name: 'Ann Miller', alert: 'Owes' },
        practice.staffKey,
      ),
    );
    expect((await told()).map(({ type, data }) => [type, data])).toEqual([
      ['client.updated', { client_id, changed: ['phone', 'preferences', 'alert'] }],
    ]);
    ok(await api.call('client_update', { client_id, likes_push: '0' }, practice.staffKey));
    expect((await told()).map(({ type, data }) => [type, data])).toEqual([
      ['client.updated', { client_id, changed: ['preferences'] }],
    ]);
    ok(await api.call('client_archive', { client_id }, practice.staffKey));
    ok(await api.call('client_restore', { client_id }, practice.staffKey));
    expect(await toldTypes()).toEqual(['client.archived', 'client.restored']);
    expect(JSON.stringify(receiver.received)).not.toMatch(/Ann|example\.test|07700|Owes/);
  });

  it('is not sent for internal data about them', async () => {
    await endpoint(['client.updated']);
    await appointment();
    expect(await told()).toEqual([]);
  });
});

describe('the receivers of an event', () => {
  it('are the endpoints that subscribe to it, and none of another practice', async () => {
    const other = await makePractice(db());
    await addEndpoint(api, other.adminKey, { url: receiver.url('theirs') });
    await addEndpoint(api, practice.adminKey, { url: receiver.url('one') });
    await addEndpoint(api, practice.adminKey, { url: receiver.url('two'), events: ['booking.created'] });
    await addEndpoint(api, practice.adminKey, { url: receiver.url('three'), events: ['booking.updated'] });
    await appointment();
    const payloads = await told();
    expect(payloads.map(({ type }) => type)).toEqual(['booking.created', 'booking.created']);
    expect(new Set(payloads.map(({ id }) => id)).size).toBe(1);
  });

  it('do not include it if it was rolled back, or happened before or while the endpoint was off', async () => {
    await appointment();
    const { id } = await endpoint();
    const count = async () =>
      Number((await db().query('select count(*) as n from webhook_deliveries')).rows[0]?.n);
    await db().query("begin; insert into clients (tenant_id, name) select id, 'Gone' from tenants; rollback");
    // A refusal after the appointment was written rolls back its event.
    const busy = await api.call(
      'booking_create',
      {
        client_id: practice.client.id,
        animal_id: practice.animal.id,
        service_id: practice.checkUp.id,
        booking_date: addDays(day, 1),
        booking_time: '10:00',
        staff_id: 9_000_000,
      },
      practice.staffKey,
    );
    expect(busy.status).toBe(404);
    expect(await count()).toBe(0);
    ok(await api.call('webhook_endpoint_update', { endpoint_id: id, is_on: '0' }, practice.adminKey));
    await appointment({ booking_time: '12:00' });
    expect(await count()).toBe(0);
    ok(await api.call('webhook_endpoint_update', { endpoint_id: id, is_on: '1' }, practice.adminKey));
    await appointment({ booking_time: '13:00' });
    expect(await count()).toBe(1);
  });
});

describe('an endpoint', () => {
  const list = async () => (await api.call('webhook_endpoints', {}, practice.adminKey)).body;

  it('is listed without its secret, which is shown once', async () => {
    const { id, secret } = await endpoint(['client.created', 'booking.created']);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const listed = await list();
    expect(listed).toEqual([
      {
        id,
        url: receiver.url(),
        description: null,
        events: ['booking.created', 'client.created'],
        is_on: '1',
        off_reason: null,
        failing_since: null,
        next_try_at: null,
        waiting: 0,
        failed: 0,
        last_delivered_at: null,
        old_secret_until: null,
        created_at: expect.any(String),
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(secret.slice(6));
    expect(api.logLines.join('\n')).not.toContain(secret.slice(6));
    const { rows } = await db().query("select string_agg(a.details::text, '') as details from audit_log a");
    expect(rows[0]?.details).toContain('127.0.0.1');
    expect(rows[0]?.details).not.toContain(secret.slice(6));
  });

  it('has a unique address, and a practice at most ten, also when they are added at once', async () => {
    await endpoint();
    const again = await api.call(
      'webhook_endpoint_create',
      { url: receiver.url(), events: ['client.created'] },
      practice.adminKey,
    );
    expect([again.status, again.error.code]).toEqual([409, 'webhook_exists']);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        api.call(
          'webhook_endpoint_create',
          { url: receiver.url(String(number)), events: 'client.created' },
          practice.adminKey,
        ),
      ),
    );
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 9 }, () => 200),
      ...Array.from({ length: 3 }, () => 409),
    ]);
    const [first, second, ...others] = await list();
    expect(others).toHaveLength(8);
    const taken = await api.call(
      'webhook_endpoint_update',
      { endpoint_id: first?.id ?? 0, url: second?.url },
      practice.adminKey,
    );
    expect([taken.status, taken.error.code]).toEqual([409, 'webhook_exists']);
  });

  it('is named in the audit log by its host in every entry, and never by a possible secret', async () => {
    const { id } = await endpoint();
    const of = { endpoint_id: id };
    const { adminKey } = practice;
    const old = new URL(receiver.url()).host;
    await api.call('webhook_test', of, adminKey);
    await api.call('webhook_resend_failed', of, adminKey);
    await api.call('webhook_secret_rotate', of, adminKey);
    await api.call(
      'webhook_endpoint_update',
      { ...of, url: 'https://new.example.test/private?key=1' },
      adminKey,
    );
    await api.call('webhook_endpoint_delete', of, adminKey);
    const { body } = await api.call('audit_log', { entity: 'webhook_endpoint' }, adminKey);
    const hostIn = (details: string | null) => (JSON.parse(details ?? '{}') as { host?: string }).host;
    expect(body.map(({ action, details }) => [action, hostIn(details)])).toEqual([
      ['webhook_endpoint_delete', 'new.example.test'],
      ['webhook_endpoint_update', 'new.example.test'],
      ['webhook_secret_rotate', old],
      ['webhook_resend_failed', old],
      ['webhook_test', old],
      ['webhook_endpoint_create', old],
    ]);
    expect(JSON.stringify(body)).not.toContain('private');
  });

  it.each([
    [{ url: 'https://example.com/hook', events: [] }, 'events'],
    [{ url: 'https://example.com/hook', events: ['booking.deleted'] }, 'events'],
    [{ url: 'example.com/hook', events: ['client.created'] }, 'url'],
    [{ url: 'https://ann:secret@example.com/', events: ['client.created'] }, 'url'],
    [{ url: `https://example.com/${'x'.repeat(500)}`, events: ['client.created'] }, 'url'],
  ])('is refused with %j', async (input, field) => {
    const answer = await api.call('webhook_endpoint_create', input, practice.adminKey);
    expect([answer.status, Object.keys(answer.error.fields ?? {}).map((name) => name.split('.')[0])]).toEqual(
      [400, [field]],
    );
  });

  it('is in the audit log as turned off or on', async () => {
    const { id: endpoint_id } = await endpoint();
    for (const is_on of ['0', '1'] as const)
      ok(await api.call('webhook_endpoint_update', { endpoint_id, is_on }, practice.adminKey));
    const { body } = await api.call('audit_log', { entity: 'webhook_endpoint' }, practice.adminKey);
    const [on, off] = body.map(({ details }): unknown => JSON.parse(details ?? '{}'));
    expect([on, off]).toMatchObject([
      { changed: ['is_on'], is_on: true },
      { changed: ['is_on'], is_on: false },
    ]);
  });

  it.each([false, 0, '0'] as const)(
    'can be turned off, and not on, without a subscription, also by the value %j',
    async (is_on) => {
      const { id: endpoint_id } = await endpoint();
      await db().query("update tenants set trial_ends_at = '2026-01-01' where id = $1", [practice.tenant.id]);
      const turn = (value: typeof is_on | '1') =>
        api.call('webhook_endpoint_update', { endpoint_id, is_on: value }, practice.adminKey);
      ok(await turn(is_on));
      expect(await turn('1')).toMatchObject({ status: 402, error: { code: 'subscription_required' } });
    },
  );

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret: old } = await endpoint();
    const { body } = await api.call('webhook_secret_rotate', { endpoint_id: id }, practice.adminKey);
    const { signing_secret: fresh } = body;
    expect(fresh).not.toBe(old);
    await appointment();
    await told();
    const [both] = receiver.received;
    expect(both && [isSigned(both, old), isSigned(both, fresh)]).toEqual([true, true]);
    expect((await list())[0]?.old_secret_until).toBe(body.old_secret_until);
    await db().query("update webhook_endpoints set old_secret_until = now() - interval '1 second'");
    await appointment({ booking_time: '12:00' });
    await told();
    const [one] = receiver.received;
    expect(one && [isSigned(one, old), isSigned(one, fresh)]).toEqual([false, true]);
  });

  it('keeps signing with the secret in use when a rotation whose answer was lost is repeated', async () => {
    const { id, secret: inUse } = await endpoint();
    const rotate = async () =>
      (await api.call('webhook_secret_rotate', { endpoint_id: id }, practice.adminKey)).body;
    const lost = await rotate();
    const shown = await rotate();
    expect(shown.old_secret_until).toBe(lost.old_secret_until);
    await appointment();
    await told();
    const [both] = receiver.received;
    const signs = (secret: string) => both && isSigned(both, secret);
    expect([inUse, lost.signing_secret, shown.signing_secret].map(signs)).toEqual([true, false, true]);
    await db().query(
      "update webhook_endpoints set old_secret_until = old_secret_until - interval '10 minutes'",
    );
    const later = await rotate();
    await appointment({ booking_time: '12:00' });
    await told();
    const [next] = receiver.received;
    const signsNext = (secret: string) => next && isSigned(next, secret);
    expect([inUse, shown.signing_secret, later.signing_secret].map(signsNext)).toEqual([false, true, true]);
  });

  it('is deleted with its log', async () => {
    const { id } = await endpoint();
    await appointment();
    await told();
    ok(await api.call('webhook_endpoint_delete', { endpoint_id: id }, practice.adminKey));
    expect(await list()).toEqual([]);
    const { rows } = await db().query(
      'select (select count(*) from webhook_deliveries) + (select count(*) from webhook_attempts) as left',
    );
    expect(Number(rows[0]?.left)).toBe(0);
    const gone = await api.call('webhook_deliveries', { endpoint_id: id }, practice.adminKey);
    expect(gone.status).toBe(404);
  });

  it('is for admins only', async () => {
    const answer = await api.call('webhook_endpoints', {}, practice.staffKey);
    expect(answer.status).toBe(403);
  });
});
