import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../testing/factory-bookings.ts';
import { makeClient } from '../../testing/factory-people.ts';
import { makeAnimal } from '../../testing/factory-records.ts';
import { makePractice } from '../../testing/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { pdfText } from '../../testing/pdf-text.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const textOf = async (answer: { status: number; body: unknown }): Promise<string> => {
  expect(answer.status).toBe(200);
  return pdfText(answer.body as Uint8Array);
};

describe('booking_invoice', () => {
  it('is a document to hand over: who, what, how much, what is paid and what is open', async () => {
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

  it('keeps its number and its words when asked again, whatever happens to the client, and shows new payments', async () => {
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
    expect(again).toContain('Check-up');
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

  it('numbers have no gaps and no twins when many ask at once, each practice for itself', async () => {
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
  it('tells the receiving practice what is known of the animal', async () => {
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
