import { freshProofSeconds } from '@burrow/contracts/action';
import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey, type SessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { makePaidDeposit } from '../../testing/paid-deposit.ts';

// Refunds above the practice's limit ask for a fresh proof, however they are made or split.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const ago = (seconds: number): Date => new Date(api.clock.now().getTime() - seconds * 1000);

/** A receptionist whose last proof is stale, in a practice that asks above £200. */
async function desk(): Promise<{ practice: Practice; stale: SessionKey; fresh: SessionKey }> {
  const practice = await makePractice(db());
  return {
    practice,
    stale: await makeSessionKey(db(), { user: practice.staff, verified: ago(3600) }),
    fresh: await makeSessionKey(db(), { user: practice.staff, verified: ago(freshProofSeconds) }),
  };
}

/** A payment taken at the desk two hours ago for a completed appointment. */
async function paid({ animal }: Practice, pence: number) {
  const booking = await makeBooking(db(), { animal, status: 'completed', price_pence: pence });
  return makePayment(db(), { booking, amount_pence: pence, taken_at: ago(7200) });
}

/** An upcoming appointment with a deposit paid by card. */
async function withDeposit(practice: Practice, amountPence: number) {
  const { animal, checkUp: service } = practice;
  const booking_date = '2026-01-20';
  const booking = await makeBooking(db(), { animal, service, status: 'confirmed', booking_date });
  return { booking, deposit: await makePaidDeposit(api, practice, { booking, amountPence }) };
}

const refund = (payment_id: number, caller: Caller, amount?: string, idempotency_key?: string) =>
  api.call(
    'payment_refund',
    { payment_id, ...(amount ? { amount } : {}), ...(idempotency_key ? { idempotency_key } : {}) },
    caller,
  );

const told = ({ status, error }: { status: number; error: { code?: string } }): string | number =>
  error.code ?? status;

const ledger = async ({ tenant }: Practice) =>
  (
    await db().query<{ lines: string }>(
      `select (select count(*) from payments p where p.tenant_id = $1) || ' ' ||
              (select count(*) from refunds r where r.tenant_id = $1) as lines`,
      [tenant.id],
    )
  ).rows[0]?.lines;

describe('a refund', () => {
  it('needs no fresh proof up to the limit; above it, it is refused and writes nothing', async () => {
    const { practice, stale, fresh } = await desk();
    const { id } = await paid(practice, 60_000);
    expect(told(await refund(id, stale, '200'))).toBe(200);
    const before = await ledger(practice);
    expect(told(await refund(id, stale, '0.01'))).toBe('step_up_required');
    expect(await ledger(practice)).toBe(before);
    expect(told(await refund(id, fresh, '400'))).toBe(200);
  });

  it('is added to the others since the last proof, so that splitting it does not help', async () => {
    const { practice, stale } = await desk();
    const payments = [await paid(practice, 15_000), await paid(practice, 15_000)];
    expect(told(await refund(payments[0]?.id ?? 0, stale))).toBe(200);
    expect(told(await refund(payments[1]?.id ?? 0, stale))).toBe('step_up_required');
    expect(told(await refund(payments[1]?.id ?? 0, stale, '50'))).toBe(200);
  });

  it('cannot exceed the limit by running concurrently with others', async () => {
    const { practice, stale } = await desk();
    const payments = await Promise.all(Array.from({ length: 8 }, () => paid(practice, 7500)));
    const answers = await Promise.all(payments.map(({ id }) => refund(id, stale)));
    expect(answers.filter((answer) => told(answer) === 200)).toHaveLength(2);
    expect(answers.filter((answer) => told(answer) === 'step_up_required')).toHaveLength(6);
  });

  it('is not added to refunds before the last proof, by colleagues, or from a day ago', async () => {
    const { practice, stale, fresh } = await desk();
    const own = await paid(practice, 90_000);
    expect(told(await refund(own.id, fresh, '300'))).toBe(200);
    api.clock.set(new Date(api.clock.now().getTime() + (freshProofSeconds + 1) * 1000).toISOString());
    const newest = await makeSessionKey(db(), {
      user: practice.staff,
      verified: ago(freshProofSeconds + 0.5),
    });
    expect(told(await refund(own.id, newest, '150'))).toBe(200);
    const colleague = await makeSessionKey(db(), { user: practice.admin, verified: ago(3600) });
    expect(told(await refund(own.id, colleague, '150'))).toBe(200);
    expect(told(await refund(own.id, stale, '1'))).toBe('step_up_required');
    api.clock.set(new Date(api.clock.now().getTime() + 86_400_000).toISOString());
    expect(told(await refund(own.id, stale, '200'))).toBe(200);
  });

  it('repeats its answer for the same idempotency key without a proof, and refunds nothing twice', async () => {
    const { practice, stale, fresh } = await desk();
    const { id } = await paid(practice, 30_000);
    expect(told(await refund(id, stale, '300', 'one'))).toBe('step_up_required');
    const done = await refund(id, fresh, '300', 'one');
    expect(done.status).toBe(200);
    const before = await ledger(practice);
    const again = await refund(id, stale, '300', 'one');
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      done.body,
      'true',
    ]);
    expect(await ledger(practice)).toBe(before);
  });
});

describe('money that is refunded in another way', () => {
  const ways: [string, (practice: Practice) => Promise<(caller: Caller) => Promise<string | number>>][] = [
    [
      'a card refund',
      async (practice) => {
        const { deposit } = await withDeposit(practice, 25_000);
        return async (caller) => told(await refund(deposit.paymentId, caller));
      },
    ],
    [
      'a void',
      async (practice) => {
        const { id } = await paid(practice, 25_000);
        return async (caller) => told(await api.call('payment_void', { payment_id: id }, caller));
      },
    ],
    [
      'Mark Unpaid',
      async (practice) => {
        const { booking_id } = await paid(practice, 25_000);
        const input = { booking_id: booking_id ?? 0, status: 'confirmed' } as const;
        return async (caller) => told(await api.call('booking_status_update', input, caller));
      },
    ],
    ...(['booking_status_update', 'booking_update'] as const).map((action): (typeof ways)[number] => [
      `a cancellation with ${action}`,
      async (practice) => {
        const { booking } = await withDeposit(practice, 25_000);
        const input = { booking_id: booking.id, status: 'cancelled' } as const;
        return async (caller) => told(await api.call(action, input, caller));
      },
    ]),
    [
      'archiving a client with their appointments',
      async (practice) => {
        await withDeposit(practice, 25_000);
        const input = { client_id: practice.client.id, cancel_bookings: '1' } as const;
        return async (caller) => told(await api.call('client_archive', input, caller));
      },
    ],
    [
      'archiving an animal with its appointments',
      async (practice) => {
        await withDeposit(practice, 25_000);
        const input = { animal_id: practice.animal.id, cancel_bookings: '1', reason: 'other' } as const;
        return async (caller) => told(await api.call('animal_archive', input, caller));
      },
    ],
    [
      'a retry of a refund that failed',
      async (practice) => {
        const { deposit } = await withDeposit(practice, 25_000);
        const { rows } = await db().query<{ id: string }>(
          `insert into refunds (tenant_id, payment_id, amount_pence, reason, status, last_error, requested_at, settled_at)
           values ($1, $2, 25000, 'asked', 'failed', 'No', '2026-01-01', '2026-01-01') returning id`,
          [practice.tenant.id, deposit.paymentId],
        );
        const input = { refund_id: Number(rows[0]?.id) };
        return async (caller) => told(await api.call('refund_retry', input, caller));
      },
    ],
  ];

  it.each(ways)('asks above the limit: %s', async (_what, prepare) => {
    const { practice, stale, fresh } = await desk();
    const act = await prepare(practice);
    const before = await ledger(practice);
    expect(await act(stale)).toBe('step_up_required');
    expect(await ledger(practice)).toBe(before);
    expect(await act(fresh)).toBe(200);
  });

  it('needs no proof when a deposit is kept or a small one is refunded', async () => {
    const { practice, stale } = await desk();
    const cancel = async (amountPence: number, deposit: 'keep' | 'refund') => {
      const { booking } = await withDeposit(practice, amountPence);
      const input = { booking_id: booking.id, status: 'cancelled', deposit } as const;
      return told(await api.call('booking_status_update', input, stale));
    };
    expect(await cancel(25_000, 'keep')).toBe(200);
    expect(await cancel(1000, 'refund')).toBe(200);
  });
});

describe('step_up_refund_over', () => {
  const limitOf = async ({ adminKey }: Practice) =>
    (await api.call('tenant', {}, adminKey)).body[0]?.step_up_refund_over;

  it('is £200 by default, can be lowered at any time, and raised only with a fresh proof', async () => {
    const { practice } = await desk();
    expect(await limitOf(practice)).toBe('200.00');
    const stale = await makeSessionKey(db(), { user: practice.admin, verified: ago(3600) });
    const change = (step_up_refund_over: string, caller: Caller) =>
      api.call('tenant_update', { step_up_refund_over }, caller);
    expect(told(await change('20', stale))).toBe(200);
    expect(told(await change('20', stale))).toBe(200);
    expect(told(await change('20.01', stale))).toBe('step_up_required');
    expect(await limitOf(practice)).toBe('20.00');
    expect(told(await change('500', practice.adminKey))).toBe(200);
    expect(await limitOf(practice)).toBe('500.00');
  });

  it('cannot be raised by an API key, which needs no proof', async () => {
    const { practice } = await desk();
    const key = await makeSessionKey(db(), { user: practice.admin, kind: 'integration' });
    const change = (step_up_refund_over: string) => api.call('tenant_update', { step_up_refund_over }, key);
    expect(told(await change('1000'))).toBe('forbidden');
    expect(told(await change('100'))).toBe(200);
  });

  it('asks for a proof of every refund when it is 0', async () => {
    const { practice, stale } = await desk();
    await api.call('tenant_update', { step_up_refund_over: '0' }, practice.adminKey);
    const { id } = await paid(practice, 100);
    expect(told(await refund(id, stale))).toBe('step_up_required');
  });
});
