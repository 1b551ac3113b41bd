import type { Scope } from '@burrow/contracts/scopes';
import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

// Effects of an action of one scope on another part of the product.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const keyWith = ({ admin }: Practice, ...scopes: Scope[]) =>
  makeSessionKey(db(), { user: admin, kind: 'integration', scopes });

const ledger = async (bookingId: number): Promise<unknown[]> =>
  (
    await db().query('select p.kind, p.amount_pence from payments p where p.booking_id = $1 order by p.id', [
      bookingId,
    ])
  ).rows;

const needs = (scope: Scope) => ({
  code: 'scope_missing',
  message: `This API key needs the scope ${scope} for that.`,
});

/** A confirmed appointment with a deposit that was paid by card. */
async function deposited(practice: Practice) {
  const client = await makeClient(db(), { tenant: practice.tenant });
  const animal = await makeAnimal(db(), { client });
  const service = await makeService(db(), { tenant: practice.tenant });
  const booking = await makeBooking(db(), {
    animal,
    service,
    booking_date: '2026-01-20',
    status: 'confirmed',
  });
  await makePayment(db(), {
    booking,
    kind: 'deposit',
    amount_pence: 1200,
    provider: 'stripe',
    provider_reference: `pi_${booking.id}`,
  });
  return { client, animal, booking };
}

const refunds = async (bookingId: number): Promise<number> =>
  Number(
    (
      await db().query<{ count: string }>(
        'select count(*) from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id where p.booking_id = $1',
        [bookingId],
      )
    ).rows[0]?.count,
  );

describe('an API key with appointments:write', () => {
  it('completes an appointment, and records its payment only with payments:write', async () => {
    const practice = await makePractice(db());
    const { id: booking_id } = await makeBooking(db(), { animal: practice.animal, status: 'confirmed' });
    const paying = { booking_id, status: 'completed', paid_type: 'Cash' } as const;
    const writer = await keyWith(practice, 'appointments:write');
    expect((await api.call('booking_status_update', paying, writer)).error).toMatchObject(
      needs('payments:write'),
    );
    expect(await ledger(booking_id)).toEqual([]);
    const till = await keyWith(practice, 'appointments:write', 'payments:write');
    expect((await api.call('booking_status_update', paying, till)).status).toBe(200);
    expect(await ledger(booking_id)).toHaveLength(1);
  });

  it.each(['booking_status_update', 'booking_update'] as const)(
    'does not void payments by leaving completed with %s',
    async (action) => {
      const practice = await makePractice(db());
      const booking = await makeBooking(db(), { animal: practice.animal, status: 'completed' });
      await makePayment(db(), { booking });
      const reopening = { booking_id: booking.id, status: 'confirmed' } as const;
      const writer = await keyWith(practice, 'appointments:write');
      expect((await api.call(action, reopening, writer)).error).toMatchObject(needs('payments:write'));
      expect(await ledger(booking.id)).toHaveLength(1);
      const both = await keyWith(practice, 'appointments:write', 'payments:write');
      expect((await api.call(action, reopening, both)).status).toBe(200);
      expect(await ledger(booking.id)).toHaveLength(2);
    },
  );

  it.each(['booking_status_update', 'booking_update'] as const)(
    'cancels an appointment with a deposit by %s only if the deposit is kept',
    async (action) => {
      const practice = await makePractice(db());
      const { booking } = await deposited(practice);
      const cancelling = { booking_id: booking.id, status: 'cancelled' } as const;
      const writer = await keyWith(practice, 'appointments:write');
      expect((await api.call(action, cancelling, writer)).error).toMatchObject(needs('payments:write'));
      expect(await refunds(booking.id)).toBe(0);
      expect((await api.call(action, { ...cancelling, deposit: 'keep' }, writer)).status).toBe(200);
      expect(await refunds(booking.id)).toBe(0);
    },
  );

  it('changes a price, but not of a completed appointment nor below what was paid', async () => {
    const practice = await makePractice(db());
    const writer = await keyWith(practice, 'appointments:write');
    const { booking } = await deposited(practice);
    const price = async (booking_id: number, to: string) =>
      (await api.call('booking_update', { booking_id, price: to }, writer)).status;
    expect([await price(booking.id, '12.00'), await price(booking.id, '11.99')]).toEqual([200, 403]);
    const done = await makeBooking(db(), { animal: practice.animal, status: 'completed' });
    expect(await price(done.id, '1.00')).toBe(403);
  });
});

describe('an API key that writes clients and animals', () => {
  it('archives, and cancels appointments and refunds deposits only with the scopes of those', async () => {
    const practice = await makePractice(db());
    const { client, animal, booking } = await deposited(practice);
    const archiving = { animal_id: animal.id, reason: 'moved', cancel_bookings: '1' } as const;
    const writer = await keyWith(practice, 'animals:write', 'clients:write');
    expect((await api.call('animal_archive', archiving, writer)).error).toMatchObject(
      needs('appointments:write'),
    );
    const canceller = await keyWith(practice, 'clients:write', 'appointments:write');
    const leaving = { client_id: client.id, cancel_bookings: '1' } as const;
    expect((await api.call('client_archive', leaving, canceller)).error).toMatchObject(
      needs('payments:write'),
    );
    expect(await refunds(booking.id)).toBe(0);
    expect((await api.call('client_archive', { client_id: client.id }, writer)).status).toBe(200);
  });

  it('changes neither phone nor email of a client without clients:read, not even to the current value', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), { tenant: practice.tenant, email: 'vera@example.test' });
    const writer = await keyWith(practice, 'clients:write');
    const change = (input: object, caller = writer) =>
      api.call('client_update', { client_id: client.id, ...input }, caller);
    for (const input of [
      { phone: '07700900999' },
      { phone: client.phone },
      { phone: null },
      { email: 'me@example.test' },
    ])
      expect((await change(input)).error).toMatchObject(needs('clients:read'));
    expect((await change({ address: '1 Lane' })).status).toBe(200);
    const reader = await keyWith(practice, 'clients:write', 'clients:read');
    expect((await change({ phone: '07700900999' }, reader)).status).toBe(200);
  });

  it('reports that a phone number is taken, and names the client only with clients:read', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), { tenant: practice.tenant, name: 'Canary Client' });
    const taken = { name: 'Mallory', phone: client.phone ?? '' };
    const blind = await api.call('client_create', taken, await keyWith(practice, 'clients:write'));
    expect(blind.error).toMatchObject({ code: 'phone_taken', existing_id: client.id });
    expect(JSON.stringify(blind.error)).not.toContain('Canary');
    const seeing = await api.call(
      'client_create',
      taken,
      await keyWith(practice, 'clients:write', 'clients:read'),
    );
    expect(seeing.error.message).toContain('Canary Client');
  });
});

it('shows an API key with services:read which times are busy, and with whom only with appointments:read', async () => {
  const practice = await makePractice(db());
  await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-20', booking_time: '10:00' });
  const busyWith = async (...scopes: Scope[]) => {
    const asked = { date: '2026-01-20', duration_minutes: '30' } as never;
    const { body } = await api.call('bookings/free_times', asked, await keyWith(practice, ...scopes));
    const at = body.times.find(({ time }) => time === '10:00');
    return [at?.free, at?.busy_with];
  };
  expect(await busyWith('services:read')).toEqual([false, null]);
  expect(await busyWith('services:read', 'appointments:read')).toEqual([false, practice.animal.name]);
});

it.each(['animal_id', 'booking_id'] as const)(
  'does not show an API key with services:read alone the times that %s changes',
  async (field) => {
    const practice = await makePractice(db(), { parallel_places: 3 });
    const booking = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-20' });
    const id = field === 'animal_id' ? booking.animal_id : booking.id;
    const asked = { date: '2026-01-20', duration_minutes: '30', [field]: id } as never;
    const ask = async (...scopes: Scope[]) =>
      api.call('bookings/free_times', asked, await keyWith(practice, ...scopes));
    const { status, error } = await ask('services:read');
    expect([status, error.code, error.message]).toEqual([
      403,
      'scope_missing',
      needs('appointments:read').message,
    ]);
    expect((await ask('services:read', 'appointments:read')).status).toBe(200);
  },
);

it('refuses an invoice to an API key that may not read payments', async () => {
  const practice = await makePractice(db());
  const { id: booking_id } = await makeBooking(db(), { animal: practice.animal, status: 'completed' });
  const answer = await api.call('booking_invoice', { booking_id }, await keyWith(practice, 'payments:write'));
  expect(answer.error).toMatchObject(needs('payments:read'));
});

it('keeps a client’s phone number and email during support access, which the change would outlast', async () => {
  const practice = await makePractice(db());
  const client = await makeClient(db(), { tenant: practice.tenant, email: 'vera@example.test' });
  await db().query("update users set support_until = '2026-01-14T10:00:00Z' where id = $1", [
    practice.admin.id,
  ]);
  const change = async (input: object) =>
    api.call('client_update', { client_id: client.id, ...input }, practice.adminKey);
  expect((await change({ phone: '07700900999' })).error.code).toBe('forbidden');
  expect((await change({ email: 'support@example.test' })).error.code).toBe('forbidden');
  expect((await change({ phone: client.phone, email: 'vera@example.test', notes: 'Rang.' })).status).toBe(
    200,
  );
});
