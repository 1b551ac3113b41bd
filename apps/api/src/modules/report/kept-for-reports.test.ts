import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeDeposit, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { AnimalRow, BookingRow, PaymentRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

// Values that triggers store beside the records, so that reports need not compute them.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const firstBookingOf = async ({ tenant_id, client_id }: Pick<AnimalRow, 'tenant_id' | 'client_id'>) => {
  const { rows } = await db().query<{ day: string | null }>(
    'select c.first_booking_on::text as day from clients c where c.tenant_id = $1 and c.id = $2',
    [tenant_id, client_id],
  );
  return rows[0]?.day;
};

const change = ({ tenant_id, id }: BookingRow, set: string, value: unknown) =>
  db().query(`update bookings set ${set} = $3 where tenant_id = $1 and id = $2`, [tenant_id, id, value]);

const remove = ({ tenant_id, id }: BookingRow) =>
  db().query('delete from bookings where tenant_id = $1 and id = $2', [tenant_id, id]);

describe("the day of a client's first appointment", () => {
  const on = (animal: AnimalRow, booking_date: string, status: BookingRow['status'] = 'pending') =>
    makeBooking(db(), { animal, service_id: null, booking_date, status });

  it('is that of the earliest that is not cancelled, whichever was written first', async () => {
    const { animal } = await makePractice(db());
    expect(await firstBookingOf(animal)).toBeNull();
    await on(animal, '2025-05-05', 'cancelled');
    expect(await firstBookingOf(animal)).toBeNull();
    await on(animal, '2026-03-03');
    expect(await firstBookingOf(animal)).toBe('2026-03-03');
    await on(animal, '2026-04-04');
    expect(await firstBookingOf(animal)).toBe('2026-03-03');
    await on(animal, '2026-02-02', 'completed');
    expect(await firstBookingOf(animal)).toBe('2026-02-02');
  });

  it('follows it when it is cancelled, moved or deleted', async () => {
    const { animal } = await makePractice(db());
    const first = await on(animal, '2026-02-02');
    const second = await on(animal, '2026-03-03');
    await change(first, 'booking_date', '2026-04-04');
    expect(await firstBookingOf(animal)).toBe('2026-03-03');
    await change(first, 'booking_date', '2026-01-01');
    expect(await firstBookingOf(animal)).toBe('2026-01-01');
    await change(first, 'status', 'cancelled');
    expect(await firstBookingOf(animal)).toBe('2026-03-03');
    await change(first, 'status', 'confirmed');
    expect(await firstBookingOf(animal)).toBe('2026-01-01');
    await remove(first);
    expect(await firstBookingOf(animal)).toBe('2026-03-03');
    await remove(second);
    expect(await firstBookingOf(animal)).toBeNull();
  });

  it('follows an appointment that moves to another client, for both of them', async () => {
    const { animal, tenant } = await makePractice(db());
    const other = await makeAnimal(db(), { client: await makeClient(db(), { tenant }) });
    const first = await on(animal, '2026-02-02');
    await on(animal, '2026-03-03');
    await on(other, '2026-05-05');
    await change(first, 'client_id', other.client_id);
    expect([await firstBookingOf(animal), await firstBookingOf(other)]).toEqual(['2026-03-03', '2026-02-02']);
  });

  it('does not write to a client whose first day stays', async () => {
    const { animal } = await makePractice(db());
    const version = async () =>
      (await db().query('select c.xmin::text from clients c where c.id = $1', [animal.client_id])).rows;
    await on(animal, '2026-02-02');
    const before = await version();
    const second = await on(animal, '2026-03-03');
    await change(second, 'booking_date', '2026-04-04');
    await change(second, 'status', 'cancelled');
    expect(await version()).toEqual(before);
  });

  it.each([
    ['an earlier', '2026-01-20'],
    ['a later', '2026-03-03'],
  ])('is right when the first is cancelled while %s one is made', async (_which, day) => {
    const { animal } = await makePractice(db());
    const first = await on(animal, '2026-02-02');
    const insert = {
      text: `insert into bookings (tenant_id, client_id, animal_id, booking_date, booking_time, duration_minutes, starts_at)
             values ($1, $2, $3, $4, '10:00', 30, now())`,
      values: [animal.tenant_id, animal.client_id, animal.id, day],
    };
    const cancel = {
      text: "update bookings set status = 'cancelled' where tenant_id = $1 and id = $2",
      values: [animal.tenant_id, first.id],
    };
    // Whichever comes first, the other waits for it and sees what it did.
    await oneAfterTheOther(insert, cancel);
    expect(await firstBookingOf(animal)).toBe(day);
    await db().query("update bookings set status = 'confirmed' where id = $1", [first.id]);
    await db().query('delete from bookings where client_id = $1 and id <> $2', [animal.client_id, first.id]);
    expect(await firstBookingOf(animal)).toBe('2026-02-02');
    await oneAfterTheOther(cancel, insert);
    expect(await firstBookingOf(animal)).toBe(day);
  });
});

/** Two statements in transactions of their own: the second begins while the first is not committed, and waits for it. */
async function oneAfterTheOther(first: pg.QueryConfig, second: pg.QueryConfig): Promise<void> {
  const [one, two] = await Promise.all([db().connect(), db().connect()]);
  try {
    await one.query('begin');
    await one.query(first);
    const { rows } = await two.query<{ pid: number }>('select pg_backend_pid() as pid');
    const done = two.query(second);
    await expect
      .poll(async () => {
        const waiting = await db().query('select from pg_locks l where l.pid = $1 and not l.granted', [
          rows[0]?.pid,
        ]);
        return waiting.rowCount;
      })
      .toBeGreaterThan(0);
    await one.query('commit');
    await done;
  } finally {
    one.release();
    two.release();
  }
}

describe('the service of a ledger entry', () => {
  const give = (booking: BookingRow, service: { id: number } | null) =>
    change(booking, 'service_id', service?.id ?? null);

  async function bookedCheckUp(): Promise<{ practice: Practice; booking: BookingRow }> {
    const practice = await makePractice(db());
    const { animal, checkUp: service } = practice;
    return { practice, booking: await makeBooking(db(), { animal, service }) };
  }

  const takenBack = (booking: BookingRow, line: PaymentRow, kind: 'refund' | 'void') =>
    makePayment(db(), { booking, kind, amount_pence: -100, reverses_payment_id: line.id });

  it("is the appointment's service at the time of payment", async () => {
    const { practice, booking } = await bookedCheckUp();
    const before = await makePayment(db(), { booking });
    await give(booking, practice.vaccination);
    const after = await makePayment(db(), { booking });
    await give(booking, null);
    const without = await makePayment(db(), { booking });
    expect([before.service_id, after.service_id, without.service_id]).toEqual([
      practice.checkUp.id,
      practice.vaccination.id,
      null,
    ]);
    const kept = await db().query<{ service_id: string | null }>(
      'select p.service_id from payments p where p.tenant_id = $1 order by p.id',
      [practice.tenant.id],
    );
    expect(kept.rows.map((row) => row.service_id && Number(row.service_id))).toEqual([
      practice.checkUp.id,
      practice.vaccination.id,
      null,
    ]);
  });

  it('is that of the entry which a refund or a void reverses', async () => {
    const { practice, booking } = await bookedCheckUp();
    const line = await makePayment(db(), { booking });
    await give(booking, practice.vaccination);
    const [refund, voided] = [
      await takenBack(booking, line, 'refund'),
      await takenBack(booking, line, 'void'),
    ];
    expect([refund.service_id, voided.service_id]).toEqual([practice.checkUp.id, practice.checkUp.id]);
    // A refund that its bank returned is voided in turn.
    const again = await makePayment(db(), {
      booking,
      kind: 'void',
      amount_pence: 100,
      reverses_payment_id: refund.id,
    });
    expect(again.service_id).toBe(practice.checkUp.id);
  });

  it('is that of the deposit if there is no appointment', async () => {
    const { practice, booking } = await bookedCheckUp();
    const deposit = await makeDeposit(db(), { booking, status: 'returned', booking_id: null });
    await give(booking, practice.vaccination);
    const unbooked = { tenant_id: practice.tenant.id, booking_id: null, deposit_id: deposit.id };
    const line = await makePayment(db(), { ...unbooked, kind: 'deposit', amount_pence: 1000 });
    const back = await makePayment(db(), {
      ...unbooked,
      kind: 'refund',
      amount_pence: -1000,
      reverses_payment_id: line.id,
    });
    expect([line.service_id, back.service_id]).toEqual([practice.checkUp.id, practice.checkUp.id]);
  });

  it("is set with the API's login as well, which sees one practice", async () => {
    const { practice, booking } = await bookedCheckUp();
    await change(booking, 'status', 'confirmed');
    const paid = await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'completed', paid_type: 'Cash' },
      practice.staffKey,
    );
    expect(paid.status).toBe(200);
    await give(booking, practice.vaccination);
    const undone = await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(undone.status).toBe(200);
    const { rows } = await db().query(
      'select p.kind, p.service_id::int as service from payments p where p.tenant_id = $1 order by p.id',
      [practice.tenant.id],
    );
    expect(rows).toEqual([
      { kind: 'payment', service: practice.checkUp.id },
      { kind: 'void', service: practice.checkUp.id },
    ]);
  });
});
