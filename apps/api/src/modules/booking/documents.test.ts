import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { pdfText } from '../../testing/pdf-text.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const textOf = async (answer: { status: number; body: unknown }): Promise<string> => {
  expect(answer.status).toBe(200);
  return pdfText(answer.body as Uint8Array);
};

describe('booking_invoice', () => {
  it('is complete: who, what, how much, payments and balance due', async () => {
    const practice = await makePractice(db(), {
      tenant_name: 'Praxis Müller & Łoś',
      address: '1 High Street\nAmbleton\nAM1 2CD',
      vat_number: 'GB 999 9999 73',
      vat_basis_points: 2000,
    });
    const client = await makeClient(db(), { tenant: practice.tenant, name: 'Zoë O’Brien-Šimánek' });
    const animal = await makeAnimal(db(), { client, name: 'Señor Whiskers' });
    const booking = await makeBooking(db(), { animal, service: practice.vaccination, staff: practice.staff });
    await makePayment(db(), {
      booking,
      kind: 'deposit',
      amount_pence: 1000,
      taken_at: new Date('2026-01-10T12:00:00Z'),
    });
    const answer = await api.call('booking_invoice', { booking_id: booking.id }, practice.staffKey);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${booking.id}.pdf"`,
    );
    const text = await textOf(answer);
    for (const expected of [
      'Praxis Müller & Łoś',
      'AM1 2CD',
      'INV-000001',
      'Zoë O’Brien-Šimánek',
      'Señor Whiskers',
      'Vaccination',
      '£62.50',
      'GB 999 9999 73',
      '£10.42',
      '£10.00',
      '£52.50',
      practice.staff.name,
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('keeps its number and its words when requested again, whatever happens to the client, and shows new payments', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const ask = async () =>
      textOf(await api.call('booking_invoice', { booking_id: booking.id }, practice.staffKey));
    expect(await ask()).toContain('INV-000001');
    await db().query("update clients set name = 'Somebody Else' where id = $1", [practice.client.id]);
    await db().query("update services set name = 'MOT', description = 'New words' where id = $1", [
      practice.checkUp.id,
    ]);
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'completed', paid_type: 'Cash' },
      practice.staffKey,
    );
    const again = await ask();
    expect(again).toContain('INV-000001');
    expect(again).toContain(practice.client.name);
    expect(again).toContain('Consultation');
    expect(again).toContain('Paid in full');
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(await ask()).not.toContain('Paid in full');
  });

  it('is replaced by a new one when the price changes', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const ask = async () =>
      textOf(await api.call('booking_invoice', { booking_id: booking.id }, practice.staffKey));
    await ask();
    await api.call('booking_update', { booking_id: booking.id, price: '80.00' }, practice.staffKey);
    const text = await ask();
    expect(text).toContain('INV-000002');
    expect(text).toContain('INV-000001');
    expect(text).toContain('£80.00');
    const { rows } = await db().query(
      'select number, total_pence from invoices where tenant_id = $1 order by number',
      [practice.tenant.id],
    );
    expect(rows).toEqual([
      { number: 1, total_pence: 4500 },
      { number: 2, total_pence: 8000 },
    ]);
  });

  it('numbers have no gaps and no duplicates when many request one at once, separately per practice', async () => {
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    const bookings = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        makeBooking(db(), { animal: one.animal, booking_time: `1${n}:00` }),
      ),
    );
    const asked = [...bookings, ...bookings];
    await Promise.all(asked.map(({ id }) => api.call('booking_invoice', { booking_id: id }, one.staffKey)));
    const other = await makeBooking(db(), { animal: two.animal });
    await api.call('booking_invoice', { booking_id: other.id }, two.staffKey);
    const numbers = async (tenantId: number) => {
      const { rows } = await db().query('select number from invoices where tenant_id = $1 order by number', [
        tenantId,
      ]);
      return (rows as { number: number }[]).map(({ number }) => number);
    };
    expect(await numbers(one.tenant.id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await numbers(two.tenant.id)).toEqual([1]);
  });

  it('prints deposit, part payments and refunds to the penny, and no voided payments', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    await makePayment(db(), { booking, kind: 'deposit', amount_pence: 1000, provider: 'stripe' });
    const take = async (amount: string, method: 'Cash' | 'BACS') =>
      (await api.call('payment_record', { booking_id: booking.id, method, amount }, practice.staffKey)).body;
    const cash = await take('12.50', 'Cash');
    const mistake = await take('9', 'BACS');
    await api.call('payment_void', { payment_id: mistake.payment_id }, practice.staffKey);
    await api.call('payment_refund', { payment_id: cash.payment_id, amount: '2.50' }, practice.staffKey);
    const ask = async () =>
      textOf(await api.call('booking_invoice', { booking_id: booking.id }, practice.staffKey));
    const text = await ask();
    expect(text).toMatch(
      /Deposit deducted\s*−£10\.00\s+Payments received\s*−£12\.50\s+Refunded\s*£2\.50\s+Balance due\s*£25\.00/,
    );
    expect(text).not.toContain('BACS');
    // Mark Unpaid voids the rest of a payment; its refunded part stays on the document with the refund.
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'completed' },
      practice.staffKey,
    );
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(await ask()).toMatch(
      /Deposit deducted\s*−£10\.00\s+Payments received\s*−£2\.50\s+Refunded\s*£2\.50\s+Balance due\s*£35\.00/,
    );
  });

  it('requests no further payment once the appointment is cancelled, whether its deposit was returned or kept', async () => {
    const practice = await makePractice(db());
    const cancelledWith = async (booking_time: string, refunded: boolean) => {
      const booking = await makeBooking(db(), {
        animal: practice.animal,
        service: practice.checkUp,
        booking_time,
      });
      const deposit = await makePayment(db(), { booking, kind: 'deposit', amount_pence: 1000 });
      await api.call('booking_invoice', { booking_id: booking.id }, practice.staffKey);
      if (refunded) await api.call('payment_refund', { payment_id: deposit.id }, practice.staffKey);
      await api.call(
        'booking_status_update',
        { booking_id: booking.id, status: 'cancelled', deposit: 'keep' },
        practice.staffKey,
      );
      return textOf(await api.call('booking_invoice', { booking_id: booking.id }, practice.staffKey));
    };
    const returned = await cancelledWith('10:00', true);
    expect(returned).toContain('CANCELLED');
    expect(returned).toMatch(
      /Deposit deducted\s*−£10\.00\s+Refunded\s*£10\.00\s+Cancelled\s*−£45\.00\s+Nothing to pay\s*£0\.00/,
    );
    expect(await cancelledWith('11:00', false)).toMatch(
      /Deposit deducted\s*−£10\.00\s+Cancelled\s*−£35\.00\s+Nothing to pay\s*£0\.00/,
    );
  });

  it('numbers have no gaps when fifty are requested at once in two practices, some of which fail', async () => {
    const practices = [await makePractice(db()), await makePractice(db())];
    const asked = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const practice = practices[n % 2];
        if (!practice) throw new Error('There are two practices.');
        // Every fifth is cancelled, and so has no invoice; every seventh fails after its number was assigned.
        const fails = n % 5 === 0 ? 'early' : n % 7 === 0 ? 'late' : null;
        const { id } = await makeBooking(db(), {
          animal: practice.animal,
          booking_time: `${String(8 + (n % 10)).padStart(2, '0')}:00`,
          ...(fails === 'early' ? { status: 'cancelled' as const } : {}),
        });
        return { practice, id, fails };
      }),
    );
    const late = asked.filter(({ fails }) => fails === 'late').map(({ id }) => id);
    await db().query(`alter table invoices add constraint breaks check (booking_id not in (${late.join()}))`);
    api.expectLoggedErrors();
    const answers = await Promise.all(
      asked.map(({ practice, id }) => api.call('booking_invoice', { booking_id: id }, practice.staffKey)),
    );
    await db().query('alter table invoices drop constraint breaks');
    expect(answers.map(({ status }) => status)).toEqual(
      asked.map(({ fails }) => (fails === null ? 200 : fails === 'early' ? 409 : 500)),
    );
    for (const practice of practices) {
      const { rows } = await db().query<{ number: number }>(
        'select number from invoices where tenant_id = $1 order by number',
        [practice.tenant.id],
      );
      const issued = asked.filter((one) => one.practice === practice && one.fails === null).length;
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: issued }, (_, n) => n + 1));
    }
  });

  it('is not issued for a cancelled appointment', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, status: 'cancelled' });
    const { status, error } = await api.call(
      'booking_invoice',
      { booking_id: booking.id },
      practice.staffKey,
    );
    expect([status, error.code]).toEqual([409, 'booking_closed']);
    const { rows } = await db().query('select 1 from invoice_counters where tenant_id = $1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('booking_referral', () => {
  it("gives the receiving practice the animal's record", async () => {
    const practice = await makePractice(db());
    const animal = await makeAnimal(db(), {
      client: practice.client,
      name: 'Bruno',
      breed: 'Boxer',
      allergies: 'Penicillin',
      behaviour_notes: 'Shy of men with hats',
    });
    await makeBooking(db(), {
      animal,
      service: practice.vaccination,
      status: 'completed',
      booking_date: '2025-11-03',
    });
    const booking = await makeBooking(db(), {
      animal,
      service: practice.checkUp,
      notes: 'Murmur, please scan',
    });
    const answer = await api.call('booking_referral', { booking_id: booking.id }, practice.staffKey);
    expect(answer.headers.get('content-disposition')).toContain(`referral-${booking.id}.pdf`);
    const text = await textOf(answer);
    for (const expected of [
      'Bruno',
      'Boxer',
      'Penicillin',
      'Shy of men with hats',
      'Murmur, please scan',
      'Vaccination',
      practice.client.name,
      practice.staff.name,
    ]) {
      expect(text).toContain(expected);
    }
  });
});
