import { expect, it } from 'vitest';
import type { PaymentMethod } from '@burrow/contracts/booking-status';
import { dice } from '../../testing/dice.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { ModelBooking } from '../../testing/ledger-model.ts';
import { makePaidDeposit } from '../../testing/paid-deposit.ts';
import { moneyFromPence } from '../../lib/money.ts';

// For any sequence of changes to the money of a client's appointments, the server's figures match a simple model's, to
// the penny, after every step.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const steps = 140;

interface Walk {
  practice: Practice;
  bookings: ModelBooking[];
  /** A number from 0 to below the given one. */
  roll: (below: number) => number;
  /** Every kind of answer. */
  seen: Set<string>;
}

const pick = <Thing>({ roll }: Walk, things: readonly Thing[]): Thing => {
  const thing = things[roll(things.length)];
  if (thing === undefined) throw new Error('There is nothing to pick from.');
  return thing;
};

const methods: readonly PaymentMethod[] = ['Cash', 'Card', 'BACS'];

async function begin(seed: number): Promise<Walk> {
  const practice = await makePractice(db());
  const { animal, checkUp: service } = practice;
  const bookings: ModelBooking[] = [];
  for (let day = 15; day < 23; day += 1) {
    const booking = await makeBooking(db(), {
      animal,
      service,
      status: 'confirmed',
      booking_date: `2026-01-${day}`,
    });
    const model = new ModelBooking(booking.id, booking.price_pence);
    if (day % 2 === 0) {
      const amount = day % 4 === 0 ? 4500 : 1000;
      const { paymentId: id } = await makePaidDeposit(api, practice, { booking, amountPence: amount });
      model.payments.push({ id, kind: 'deposit', method: 'Card', amount, left: amount, isVoid: false });
    }
    bookings.push(model);
  }
  return { practice, bookings, roll: dice(seed), seen: new Set() };
}

/** The server's answer in the model's terms: 'ok' or the code of the refusal. */
function verdictOf({ seen }: Walk, { status, error }: { status: number; error: { code: string } }): string {
  const verdict = status === 200 ? 'ok' : error.code;
  seen.add(verdict);
  return verdict;
}

type Step = (walk: Walk, booking: ModelBooking) => Promise<void>;

const record: Step = async (walk, booking) => {
  const { practice, roll } = walk;
  // Occasionally a penny too much, or exactly the balance due.
  const amount = pick(walk, [1 + roll(2500), booking.open || 1, booking.open + 1]);
  const method = pick(walk, methods);
  const asked = { booking_id: booking.id, method, amount: moneyFromPence(amount) };
  const answer = await api.call('payment_record', asked, practice.staffKey);
  expect(verdictOf(walk, answer)).toBe(booking.verdictOnRecording(amount));
  if (answer.status !== 200) return;
  booking.record(answer.body.payment_id, method, amount);
  expect(answer.body.balance).toBe(moneyFromPence(booking.balance));
};

const voidOne: Step = async (walk, booking) => {
  if (booking.payments.length === 0) return;
  const payment = pick(walk, booking.payments);
  const answer = await api.call('payment_void', { payment_id: payment.id }, walk.practice.staffKey);
  const verdict = booking.refunds.some((refund) => refund.payment === payment && refund.state === 'pending')
    ? 'payment_settled'
    : booking.verdictOnVoiding(payment);
  expect(verdictOf(walk, answer)).toBe(verdict);
  if (answer.status === 200) booking.void(payment);
};

const refund: Step = async (walk, booking) => {
  if (booking.payments.length === 0) return;
  const payment = pick(walk, booking.payments);
  const amount = pick(walk, [null, 1 + walk.roll(1500), booking.available(payment) + 1]);
  const asked = { payment_id: payment.id, ...(amount === null ? {} : { amount: moneyFromPence(amount) }) };
  const answer = await api.call('payment_refund', asked, walk.practice.staffKey);
  const wanted = amount ?? booking.available(payment);
  expect(verdictOf(walk, answer)).toBe(booking.verdictOnRefund(payment, wanted));
  if (answer.status === 200) booking.refund(payment, wanted);
};

const complete: Step = async (walk, booking) => {
  const method = pick(walk, [null, ...methods]);
  const asked = {
    booking_id: booking.id,
    status: 'completed',
    ...(method ? { paid_type: method } : {}),
  } as const;
  const answer = await api.call('booking_status_update', asked, walk.practice.staffKey);
  expect(verdictOf(walk, answer)).toBe(booking.verdictOnMove('completed'));
  if (answer.status !== 200) return;
  booking.move('completed', 'refund');
  if (!method) return;
  const { payments } = (await api.call('booking', { booking_id: booking.id }, walk.practice.staffKey)).body;
  const id = Math.max(...payments.map((payment) => payment.id));
  booking.record(id, method, booking.open);
};

const markUnpaid: Step = async (walk, booking) => {
  const asked = { booking_id: booking.id, status: 'confirmed' } as const;
  const answer = await api.call('booking_status_update', asked, walk.practice.staffKey);
  expect(verdictOf(walk, answer)).toBe(booking.verdictOnMove('confirmed'));
  if (answer.status === 200) booking.move('confirmed', 'refund');
};

const cancel: Step = async (walk, booking) => {
  // A cancelled one stays so, and only refunds change it.
  if (walk.roll(10) > 2) return;
  const deposit = pick(walk, ['refund', 'keep'] as const);
  const asked = { booking_id: booking.id, status: 'cancelled', deposit } as const;
  const answer = await api.call('booking_update', asked, walk.practice.staffKey);
  expect(verdictOf(walk, answer)).toBe(
    booking.status === 'cancelled' ? 'booking_closed' : booking.verdictOnMove('cancelled'),
  );
  if (answer.status === 200) booking.move('cancelled', deposit);
};

const reprice: Step = async (walk, booking) => {
  const price = 1000 + walk.roll(6000);
  const asked = { booking_id: booking.id, price: moneyFromPence(price) };
  const answer = await api.call('booking_update', asked, walk.practice.staffKey);
  expect(verdictOf(walk, answer)).toBe(booking.status === 'cancelled' ? 'booking_closed' : 'ok');
  if (answer.status === 200) booking.price = price;
};

const settle: Step = async (walk) => {
  const pending = walk.bookings.flatMap(({ refunds }) => refunds.filter(({ state }) => state === 'pending'));
  const outcome = pick(walk, ['succeeded', 'succeeded', 'refused'] as const);
  api.sandbox.stripe.refundOutcomes.push(...pending.map(() => outcome));
  await api.runJobs();
  expect(api.sandbox.stripe.refundOutcomes).toEqual([]);
  for (const booking of walk.bookings) booking.settle(outcome);
};

const retry: Step = async (walk, booking) => {
  const [failed] = booking.failed;
  if (!failed) return;
  const { client, staffKey } = walk.practice;
  const { refunds } = (await api.call('client_account', { client_id: client.id }, staffKey)).body;
  const found = refunds.find(
    ({ payment_id: paymentId, status, amount }) =>
      paymentId === failed.payment.id && status === 'failed' && amount === moneyFromPence(failed.amount),
  );
  expect((await api.call('refund_retry', { refund_id: found?.id ?? 0 }, staffKey)).status).toBe(200);
  failed.state = 'pending';
};

async function compare({ practice, bookings }: Walk): Promise<void> {
  const account = (await api.call('client_account', { client_id: practice.client.id }, practice.staffKey))
    .body;
  const unsettled = bookings.filter(({ status, balance }) => status === 'completed' && balance !== 0);
  expect(account.open_bookings.map((booking) => [booking.booking_id, booking.balance])).toEqual(
    unsettled.map(({ id, balance }) => [id, moneyFromPence(balance)]),
  );
  const owed = unsettled.reduce((total, { balance }) => total + balance, 0);
  expect(account.balance).toBe(moneyFromPence(owed));
  expect(account.refunds.map(({ status, amount }) => `${status} ${amount}`).toSorted()).toEqual(
    bookings
      .flatMap((booking) => [
        ...booking.refunds.filter(({ state }) => state === 'pending'),
        ...booking.failed,
      ])
      .map(({ state, amount }) => `${state} ${moneyFromPence(amount)}`)
      .toSorted(),
  );
  const { rows } = await db().query<{
    id: string;
    paid_pence: number;
    paid_type: string | null;
    sum: string;
  }>(
    `select b.id, b.paid_pence, b.paid_type,
       (select coalesce(sum(p.amount_pence), 0) from payments p where p.tenant_id = b.tenant_id and p.booking_id = b.id) as sum
     from bookings b where b.tenant_id = $1 order by b.id`,
    [practice.tenant.id],
  );
  expect(rows.map((row) => [Number(row.id), row.paid_pence, Number(row.sum), row.paid_type])).toEqual(
    bookings.map(({ id, paid, paidType }) => [id, paid, paid, paidType]),
  );
}

const kinds = { record, voidOne, refund, complete, markUnpaid, cancel, reprice, settle, retry };
const often: readonly (keyof typeof kinds)[] = [
  ...(['record', 'record', 'record', 'refund', 'refund', 'complete', 'complete', 'markUnpaid'] as const),
  ...(['voidOne', 'voidOne', 'cancel', 'reprice', 'settle', 'retry'] as const),
];

it.each([2, 3, 4])('matches a simple model after any sequence (%i)', { timeout: 60_000 }, async (seed) => {
  const walk = await begin(seed);
  const done: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const kind = pick(walk, often);
    const booking = pick(walk, walk.bookings);
    done.push(`${kind} ${booking.id}`);
    try {
      await kinds[kind](walk, booking);
      await compare(walk);
    } catch (error) {
      throw new Error(`After ${done.slice(-12).join(', ')}`, { cause: error });
    }
  }
  expect([...walk.seen].toSorted()).toEqual([
    'booking_closed',
    'illegal_transition',
    'more_than_owed',
    'ok',
    'payment_settled',
    'refund_too_large',
  ]);
});
