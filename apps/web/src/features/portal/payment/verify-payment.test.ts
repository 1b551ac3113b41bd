import { describe, expect, it } from 'vitest';
import type { OutputOf } from '../../../lib/api.ts';
import { ApiError, unreachable } from '../../../lib/api-error.ts';
import { isDeclined, verifyPayment, watchPayment, type PaymentCalls } from './verify-payment.ts';

type Status = OutputOf<'cp/payment/status'>;

const open: Status = {
  status: 'PENDING',
  payment_id: null,
  booking_id: null,
  outcome: 'open',
  deposit_amount: '10.00',
};
const paid: Status = { ...open, status: 'PAID', payment_id: 'pi_1' };
const booked: Status = { ...paid, booking_id: 5, outcome: 'booked' };
const wanted = { animal_id: 7, service_id: 2, booking_date: '2026-11-24', booking_time: '10:00' };
const kept = { checkoutId: 'cs_1', wanted, isOfReminder: false };

/** A server that answers one after the other; the last answer is given again. */
function server(...answers: (Status | Error | Record<string, Status | Error>)[]) {
  const asked: string[] = [];
  const bookedWith: string[] = [];
  let pauses = 0;
  const calls: PaymentCalls = {
    status: async (checkoutId) => {
      asked.push(checkoutId);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      const found = answer instanceof Error || (answer && 'status' in answer) ? answer : answer?.[checkoutId];
      if (found instanceof Error) throw found;
      return found as Status;
    },
    book: async (_wanted, paymentId) => bookedWith.push(paymentId),
    pause: async () => {
      pauses += 1;
    },
  };
  return { calls, asked, bookedWith, pauses: () => pauses };
}

it('reports that there is nothing to verify', async () => {
  expect(await verifyPayment(null, null, server().calls)).toEqual({ kind: 'nothing-to-verify' });
  expect(await verifyPayment(null, '', server().calls)).toEqual({ kind: 'nothing-to-verify' });
});

describe('a paid deposit', () => {
  it('requests the stored appointment, even if the server already has it', async () => {
    for (const answer of [paid, booked]) {
      const { calls, bookedWith } = server(answer);
      expect(await verifyPayment(kept, null, calls)).toEqual({
        kind: 'booked',
        checkoutId: 'cs_1',
        amount: '10.00',
      });
      expect(bookedWith).toEqual(['pi_1']);
    }
  });

  it('that this browser did not store is only booked by the server', async () => {
    const { calls, bookedWith } = server(booked);
    expect(await verifyPayment(null, 'cs_1', calls)).toMatchObject({ kind: 'booked' });
    expect(bookedWith).toEqual([]);
    expect(await verifyPayment(null, 'cs_1', server(paid).calls)).toEqual({
      kind: 'paid-only',
      checkoutId: 'cs_1',
    });
  });

  it('whose time was taken is refunded', async () => {
    const { calls } = server({ ...paid, outcome: 'returned' });
    expect(await verifyPayment(kept, null, calls)).toMatchObject({ kind: 'returned', amount: '10.00' });
  });

  it('that could not be booked is checked once more before it counts as failed', async () => {
    const refused = async (...answers: Status[]) => {
      const { calls } = server(...answers);
      const book = () => Promise.reject(new ApiError(409, 'That time has just been taken.'));
      return verifyPayment(kept, null, { ...calls, book });
    };
    expect(await refused(paid)).toEqual({ kind: 'booking-failed', paymentId: 'pi_1' });
    expect(await refused(paid, { ...paid, outcome: 'returned' })).toMatchObject({ kind: 'returned' });
    expect(await refused(paid, booked)).toMatchObject({ kind: 'booked' });
  });
});

describe('a payment that is not complete', () => {
  it('is checked for half a minute, and then reported as still processing', async () => {
    const { calls, pauses } = server(open);
    expect(await verifyPayment(kept, null, calls)).toEqual({ kind: 'processing' });
    expect(pauses()).toBe(15);
  });

  it('is reported as soon as it completes', async () => {
    const { calls, pauses } = server(open, open, booked);
    expect(await verifyPayment(kept, null, calls)).toMatchObject({ kind: 'booked' });
    expect(pauses()).toBe(2);
  });

  it('has failed when the provider says so', async () => {
    const { calls } = server({ ...open, status: 'FAILED', outcome: 'ended' });
    expect(await verifyPayment(kept, null, calls)).toEqual({ kind: 'failed', checkoutId: 'cs_1' });
  });

  it('that was stored gives way to a complete one in the address', async () => {
    const { calls, bookedWith } = server({ cs_1: open, cs_2: booked });
    expect(await verifyPayment(kept, 'cs_2', calls)).toMatchObject({ kind: 'booked', checkoutId: 'cs_2' });
    expect(bookedWith).toEqual([]);
    const unknown = new ApiError(404, 'Record not found.');
    const second = server({ cs_1: unknown, cs_2: booked });
    expect(await verifyPayment(kept, 'cs_2', second.calls)).toMatchObject({ checkoutId: 'cs_2' });
  });
});

describe('a server that responds with an error', () => {
  it('is called again if that may help', async () => {
    const { calls } = server(unreachable(), new ApiError(503, 'Busy.'), booked);
    expect(await verifyPayment(kept, null, calls)).toMatchObject({ kind: 'booked' });
  });

  it('otherwise decides the result', async () => {
    const { calls, pauses } = server(new ApiError(404, 'Record not found.'));
    expect(await verifyPayment(kept, null, calls)).toEqual({
      kind: 'unknown',
      message: 'Record not found.',
    });
    expect(pauses()).toBe(0);
    const unworded = new ApiError(500, 'API Error: 500 - ', { isWorded: false });
    expect(await verifyPayment(kept, null, server(unworded).calls)).toEqual({
      kind: 'unknown',
      message: 'Failed to verify payment. Please contact support.',
    });
  });
});

describe('watching a payment', () => {
  const declined: Status = { ...open, status: 'FAILED' };
  const watching = (...answers: (Status | Error)[]) => {
    const { calls, asked, pauses } = server(...answers);
    const status = () => calls.status('cs_1');
    return { watch: (looks: number) => watchPayment({ ...calls, status, looks }), asked, pauses };
  };

  it('goes on after a declined card, with which the checkout can still be paid', async () => {
    const { watch, pauses } = watching(open, declined, declined, booked);
    expect(await watch(Number.POSITIVE_INFINITY)).toEqual(booked);
    expect(pauses()).toBe(3);
  });

  it('ends when the payment is refunded or its checkout has ended', async () => {
    for (const outcome of ['returned', 'ended'] as const) {
      const final: Status = { ...declined, outcome };
      const { watch, asked } = watching(open, final, booked);
      expect(await watch(16)).toEqual(final);
      expect(asked).toHaveLength(2);
    }
  });

  it('ends with the last answer when all checks are used up', async () => {
    const { watch, asked, pauses } = watching(open, open, declined);
    expect(await watch(3)).toEqual(declined);
    expect([asked.length, pauses()]).toEqual([3, 2]);
  });

  it('repeats a check that fails for a reason that may pass, and no other', async () => {
    expect(await watching(unreachable(), new ApiError(503, 'Busy.'), booked).watch(3)).toEqual(booked);
    const unknown = watching(new ApiError(404, 'Payment not found.'), booked);
    await expect(unknown.watch(3)).rejects.toThrow('Payment not found.');
    expect(unknown.asked).toHaveLength(1);
    const silent = watching(unreachable());
    await expect(silent.watch(2)).rejects.toThrow(unreachable().message);
    expect(silent.asked).toHaveLength(2);
  });

  it('tells a declined card from a checkout that has ended', () => {
    expect([open, declined, { ...declined, outcome: 'ended' as const }, booked].map(isDeclined)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
