import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const bookingOf = async ({ staffKey }: Practice, bookingId: number) =>
  (await api.call('booking', { booking_id: bookingId }, staffKey)).body;

/** The ledger of an appointment as kind, method and amount. */
const ledgerOf = async (practice: Practice, bookingId: number) =>
  (await bookingOf(practice, bookingId)).payments.map(({ kind, method, amount }) => [kind, method, amount]);

const take = (
  practice: Practice,
  bookingId: number,
  amount: string,
  method: 'Cash' | 'Card' | 'BACS' = 'Cash',
) => api.call('payment_record', { booking_id: bookingId, method, amount }, practice.staffKey);

const complete = ({ staffKey }: Practice, bookingId: number) =>
  api.call(
    'booking_status_update',
    { booking_id: bookingId, status: 'completed', paid_type: 'Card' },
    staffKey,
  );

describe('payment_record', () => {
  it('accepts part of the balance due, and leaves the status', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const first = await take(practice, booking.id, '20');
    expect(first.body).toEqual({ payment_id: first.body.payment_id, balance: '25.00' });
    expect((await take(practice, booking.id, '25.00', 'BACS')).body.balance).toBe('0.00');
    expect(await bookingOf(practice, booking.id)).toMatchObject({
      status: 'pending',
      paid: '45.00',
      balance: '0.00',
      paid_type: 'BACS',
    });
  });

  it('accepts no more than the balance due, and states how much that is', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await take(practice, booking.id, '10');
    const { status, error } = await take(practice, booking.id, '35.01');
    const message = 'Only £35.00 is due. Enter that or less.';
    expect([status, error.code, error.message]).toEqual([409, 'more_than_owed', message]);
    expect(error.fields).toEqual({ amount: message });
    await take(practice, booking.id, '35');
    expect((await take(practice, booking.id, '0.01')).error.message).toBe(
      'No balance is due for this appointment.',
    );
    expect(await ledgerOf(practice, booking.id)).toEqual([
      ['payment', 'Cash', '10.00'],
      ['payment', 'Cash', '35.00'],
    ]);
  });

  it('refuses a zero amount, and payments for a cancelled appointment', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal });
    const none = await take(practice, booking.id, '0');
    expect([none.status, none.error.fields]).toEqual([400, { amount: 'Enter an amount above 0.' }]);
    const cancelled = await makeBooking(db(), { animal: practice.animal, status: 'cancelled' });
    expect((await take(practice, cancelled.id, '5')).error.code).toBe('booking_closed');
  });

  it('notifies colleagues, with the amount', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await take(practice, booking.id, '20');
    const { body } = await api.call('notifications', {}, practice.adminKey);
    expect(body.notifications).toMatchObject([{ kind: 'payment', booking_id: booking.id, amount: '20.00' }]);
  });

  it('of twenty at once, accepts as many as the price allows', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(practice, booking.id, '10')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ error }) => error.code === 'more_than_owed')).toHaveLength(16);
    expect(await bookingOf(practice, booking.id)).toMatchObject({ paid: '40.00', balance: '5.00' });
  });

  it('leaves the rest to the completion', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await take(practice, booking.id, '20');
    await complete(practice, booking.id);
    expect(await ledgerOf(practice, booking.id)).toEqual([
      ['payment', 'Cash', '20.00'],
      ['payment', 'Card', '25.00'],
    ]);
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(await bookingOf(practice, booking.id)).toMatchObject({ paid: '0.00', paid_type: null });
  });
});

describe('payment_void', () => {
  const voided = (practice: Practice, paymentId: number) =>
    api.call('payment_void', { payment_id: paymentId }, practice.staffKey);

  it('voids a payment once, and then the one before it is the last', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await take(practice, booking.id, '20', 'Cash');
    const mistake = await take(practice, booking.id, '25', 'BACS');
    expect((await voided(practice, mistake.body.payment_id)).status).toBe(200);
    expect(await bookingOf(practice, booking.id)).toMatchObject({ paid: '20.00', paid_type: 'Cash' });
    const again = await voided(practice, mistake.body.payment_id);
    expect([again.status, again.error.code]).toEqual([409, 'payment_settled']);
    expect(await ledgerOf(practice, booking.id)).toEqual([
      ['payment', 'Cash', '20.00'],
      ['payment', 'BACS', '25.00'],
      ['void', 'BACS', '-25.00'],
    ]);
  });

  it('refuses refunded payments, in part or whole, and reversals', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const { body } = await take(practice, booking.id, '20');
    await api.call('payment_refund', { payment_id: body.payment_id, amount: '5' }, practice.staffKey);
    const { error } = await voided(practice, body.payment_id);
    expect([error.code, error.message]).toEqual([
      'payment_settled',
      'Part of this payment has been refunded. Refund the rest instead.',
    ]);
    const refund = (await bookingOf(practice, booking.id)).payments.find(({ kind }) => kind === 'refund');
    expect((await voided(practice, refund?.id ?? 0)).error.code).toBe('payment_settled');
  });
});

describe('payment_refund of a desk payment', () => {
  const refund = (practice: Practice, paymentId: number, amount?: string) =>
    api.call('payment_refund', { payment_id: paymentId, ...(amount ? { amount } : {}) }, practice.staffKey);

  it('is recorded at once, in parts and then the remainder', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const { payment_id: paymentId } = (await take(practice, booking.id, '45', 'BACS')).body;
    expect((await refund(practice, paymentId, '15')).body).toEqual({ payment_id: paymentId, status: 'done' });
    expect(await bookingOf(practice, booking.id)).toMatchObject({ paid: '30.00', paid_type: 'BACS' });
    const tooMuch = await refund(practice, paymentId, '30.01');
    expect([tooMuch.error.code, tooMuch.error.message]).toEqual([
      'refund_too_large',
      'Only £30.00 of this payment can be refunded. Enter that or less.',
    ]);
    await refund(practice, paymentId);
    expect(await bookingOf(practice, booking.id)).toMatchObject({ paid: '0.00', paid_type: null });
    expect((await refund(practice, paymentId)).error.message).toBe('This payment has been refunded in full.');
    expect(await ledgerOf(practice, booking.id)).toEqual([
      ['payment', 'BACS', '45.00'],
      ['refund', 'BACS', '-15.00'],
      ['refund', 'BACS', '-30.00'],
    ]);
  });

  it('can use another method than the payment', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const { payment_id: paymentId } = (await take(practice, booking.id, '45', 'BACS')).body;
    const asked = { payment_id: paymentId, method: 'Cash', note: 'Was in a hurry' } as const;
    await api.call('payment_refund', asked, practice.staffKey);
    expect((await ledgerOf(practice, booking.id)).at(-1)).toEqual(['refund', 'Cash', '-45.00']);
    const { rows } = await db().query(
      "select details from audit_log where tenant_id = $1 and action = 'payment_refund'",
      [practice.tenant.id],
    );
    expect(rows).toMatchObject([{ details: { amount: '45.00', method: 'Cash', note: 'Was in a hurry' } }]);
  });

  it('of twenty at once, refunds no more than was paid', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const { payment_id: paymentId } = (await take(practice, booking.id, '45')).body;
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(practice, paymentId, '10')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ error }) => error.code === 'refund_too_large')).toHaveLength(16);
    expect(await bookingOf(practice, booking.id)).toMatchObject({ paid: '5.00' });
  });

  it('leaves the rest of it to Mark Unpaid', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await complete(practice, booking.id);
    const paymentId = (await bookingOf(practice, booking.id)).payments[0]?.id ?? 0;
    await refund(practice, paymentId, '10');
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(await bookingOf(practice, booking.id)).toMatchObject({ paid: '0.00', paid_type: null });
    expect((await ledgerOf(practice, booking.id)).at(-1)).toEqual(['void', 'Card', '-35.00']);
  });
});

describe('client_account', () => {
  const account = async ({ staffKey, client }: Practice) =>
    (await api.call('client_account', { client_id: client.id }, staffKey)).body;

  it('shows the unpaid part of completed appointments, oldest first', async () => {
    const practice = await makePractice(db(), { hide_revenue_from_staff: true });
    const { animal, checkUp, vaccination } = practice;
    const late = await makeBooking(db(), { animal, service: vaccination, booking_date: '2026-01-13' });
    const early = await makeBooking(db(), { animal, service: checkUp, booking_date: '2026-01-12' });
    const coming = await makeBooking(db(), { animal, service: checkUp, booking_date: '2026-01-20' });
    for (const { id } of [late, early]) {
      await api.call('booking_status_update', { booking_id: id, status: 'completed' }, practice.staffKey);
    }
    await take(practice, early.id, '20');
    await take(practice, coming.id, '30');
    expect(await account(practice)).toMatchObject({
      balance: '87.50',
      open_bookings: [
        { booking_id: early.id, service: 'Consultation', price: '45.00', paid: '20.00', balance: '25.00' },
        { booking_id: late.id, booking_time: '10:00', price: '62.50', paid: '0.00', balance: '62.50' },
      ],
      entries: [
        {
          kind: 'payment',
          amount: '30.00',
          booking_id: coming.id,
          booking_date: '2026-01-20',
          booking_status: 'pending',
          reverses_payment_id: null,
        },
        { kind: 'payment', amount: '20.00', taken_by: practice.staff.name, animal_name: animal.name },
      ],
      refunds: [],
    });
  });

  it('is in credit after an overpayment, and stays correct after its refund', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await complete(practice, booking.id);
    await api.call('booking_update', { booking_id: booking.id, price: '40.00' }, practice.staffKey);
    const credit = await account(practice);
    expect([credit.balance, credit.open_bookings.map(({ balance }) => balance)]).toEqual([
      '-5.00',
      ['-5.00'],
    ]);
    const paymentId = credit.entries[0]?.id ?? 0;
    await api.call('payment_refund', { payment_id: paymentId, amount: '5' }, practice.staffKey);
    expect(await account(practice)).toMatchObject({ balance: '0.00', open_bookings: [] });
  });

  it('names the payment that a void reverses', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await take(practice, booking.id, '20');
    const [taken] = (await account(practice)).entries;
    await api.call('payment_void', { payment_id: taken?.id ?? 0 }, practice.staffKey);
    expect((await account(practice)).entries).toMatchObject([
      { kind: 'void', amount: '-20.00', reverses_payment_id: taken?.id },
      { kind: 'payment', amount: '20.00', reverses_payment_id: null },
    ]);
  });

  it('is not found for an unknown client', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { status } = await api.call('client_account', { client_id: other.client.id }, practice.staffKey);
    expect(status).toBe(404);
  });
});

describe("an appointment's last update", () => {
  it('changes when a payment is recorded, voided or refunded', async () => {
    const practice = await makePractice(db());
    const { animal, checkUp, staffKey } = practice;
    const { id } = await makeBooking(db(), { animal, service: checkUp, updated_at: '2026-01-02T09:00:00Z' });
    const updated = async () => (await bookingOf(practice, id)).updated_at;
    const at = async (instant: string, act: () => Promise<{ status: number }>) => {
      api.clock.set(instant);
      expect((await act()).status).toBe(200);
      expect(await updated()).toBe(instant);
    };
    let payment_id = 0;
    await at('2026-01-14T09:10:00.000Z', async () => {
      const answer = await take(practice, id, '20');
      payment_id = answer.body.payment_id;
      return answer;
    });
    await at('2026-01-14T09:20:00.000Z', () => api.call('payment_void', { payment_id }, staffKey));
    await at('2026-01-14T09:30:00.000Z', async () => {
      const answer = await take(practice, id, '45');
      payment_id = answer.body.payment_id;
      return answer;
    });
    await at('2026-01-14T09:40:00.000Z', () => api.call('payment_refund', { payment_id }, staffKey));
  });
});
