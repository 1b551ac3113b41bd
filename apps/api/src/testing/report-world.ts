import { valueParsers } from '../db/value-parsers.ts';
import { instantOf } from '../lib/clock.ts';
import { insertRows, type OwnerDb } from '../../../../packages/dev/src/factory-insert.ts';
import { makeDeposit, makePayment } from '../../../../packages/dev/src/factory-bookings.ts';
import type {
  AnimalRow,
  BookingRow,
  ClientRow,
  Columns,
  PaymentRow,
} from '../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { shifted, shownAt, type ReportWorld } from './report-model.ts';

type Roll = (below: number) => number;
interface Where {
  now: Date;
  timeZone: string;
  weekStartsOn: 'sunday' | 'monday';
}

const methods = ['Cash', 'Card', 'BACS'] as const;
const dayMs = 86_400_000;

/** A random number of days ago: mostly in the last weeks, sometimes up to three years. */
const someDaysAgo = (roll: Roll): number => roll([12, 12, 75, 75, 420, 1100][roll(6)] ?? 1);

/** An instant that is not after now, at any minute of the day. */
const someInstant = (roll: Roll, now: Date, daysAgo = someDaysAgo(roll)): Date =>
  new Date(now.getTime() - daysAgo * dayMs - roll(1440) * 60_000 - 1000);

/**
 * A practice with three years of random history: payments in parts and by several methods, voids and refunds days
 * later, deposits without an appointment, appointments cancelled, moved and given another service after they were
 * paid, clients and animals archived. All before `now`, except for some upcoming appointments.
 */
export async function makeReportWorld(
  db: OwnerDb,
  roll: Roll,
  { now, timeZone, weekStartsOn }: Where,
): Promise<{ practice: Practice; world: ReportWorld }> {
  const practice = await makePractice(db, { time_zone: timeZone, week_starts_on: weekStartsOn });
  const animals = await makeAnimals(db, roll, practice, now);
  const bookings = await makeBookings(db, roll, practice, animals, { now, timeZone, weekStartsOn });
  const services = await makeLedger(db, roll, practice, bookings, now);
  await changeAfterwards(db, roll, practice, bookings);
  // The factories stamp some rows with the database's clock.
  for (const table of ['clients', 'animals']) {
    const text = `update ${table} set created_at = $2 where tenant_id = $1 and created_at > $2`;
    await db.query({ text, values: [practice.tenant.id, new Date(now.getTime() - 1000)] });
  }
  const read = async <Row>(table: string): Promise<Row[]> => {
    const text = `select x.* from ${table} x where x.tenant_id = $1`;
    const { rows } = await db.query({ text, values: [practice.tenant.id], types: valueParsers });
    return rows as Row[];
  };
  const payments = await read<PaymentRow>('payments');
  return {
    practice,
    world: {
      now,
      timeZone,
      weekStartsOn,
      bookings: await read<BookingRow>('bookings'),
      payments: payments.map((line) => ({ ...line, forService: services.get(line.id) ?? null })),
      clients: await read<ClientRow>('clients'),
      animals: await read<AnimalRow>('animals'),
    },
  };
}

async function makeAnimals(db: OwnerDb, roll: Roll, practice: Practice, now: Date): Promise<AnimalRow[]> {
  const tenant_id = practice.tenant.id;
  const clients = await insertRows(
    db,
    'clients',
    Array.from({ length: 30 }, (_, index) => {
      const created = someInstant(roll, now);
      const archived = new Date(created.getTime() + roll(400) * dayMs);
      return {
        tenant_id,
        name: `Client ${index}`,
        created_at: created,
        archived_at: roll(5) === 0 && archived < now ? archived : null,
      };
    }),
  );
  const species = [practice.dog.id, practice.dog.id, practice.cat.id, null];
  return insertRows(
    db,
    'animals',
    [...clients, ...clients.slice(0, 8)].map((client, index) => ({
      tenant_id,
      client_id: client.id,
      species_id: species[roll(4)] ?? null,
      name: `Animal ${index}`,
      active: roll(6) !== 0,
      created_at: someInstant(roll, now),
    })),
  );
}

async function makeBookings(
  db: OwnerDb,
  roll: Roll,
  practice: Practice,
  animals: readonly AnimalRow[],
  { now, timeZone }: Where,
): Promise<BookingRow[]> {
  const today = shownAt(now, timeZone).slice(0, 10);
  const services = [practice.checkUp, practice.checkUp, practice.vaccination, null];
  const people = [practice.admin.id, practice.staff.id, null];
  const rows = Array.from({ length: 260 }, (): Columns<BookingRow> => {
    const animal = animals[roll(animals.length)] as AnimalRow;
    const isToCome = roll(12) === 0;
    const booking_date = shifted(today, isToCome ? roll(20) : -someDaysAgo(roll));
    const asked = `${String(roll(24)).padStart(2, '0')}:${['00', '15', '30', '45'][roll(4)]}`;
    const shown = instantOf({ date: booking_date, time: asked }, timeZone);
    const booking_time = shown ? asked : '12:00';
    const service = services[roll(4)] ?? null;
    return {
      tenant_id: practice.tenant.id,
      client_id: animal.client_id,
      animal_id: animal.id,
      service_id: service?.id ?? null,
      staff_id: people[roll(3)] ?? null,
      overlap_allowed: true,
      booking_date,
      booking_time,
      starts_at: shown ?? (instantOf({ date: booking_date, time: '12:00' }, timeZone) as Date),
      duration_minutes: 30,
      is_provisional: roll(8) === 0,
      price_pence: [0, 4500, 4500, 6250, 12_005][roll(5)] ?? 0,
      status: (['pending', 'confirmed', 'in-progress', 'completed', 'completed', 'cancelled'] as const)[
        roll(6)
      ],
      created_at: someInstant(roll, now),
    };
  });
  return insertRows(db, 'bookings', rows);
}

/** Returns the service of each line of the ledger at the time of payment. */
async function makeLedger(
  db: OwnerDb,
  roll: Roll,
  practice: Practice,
  bookings: readonly BookingRow[],
  now: Date,
): Promise<Map<number, number | null>> {
  const services = new Map<number, number | null>();
  const kept = async (line: PaymentRow, service: number | null): Promise<PaymentRow> => {
    services.set(line.id, service);
    return line;
  };
  const takeBack = async (line: PaymentRow, service: number | null): Promise<void> => {
    if (roll(4) !== 0) return;
    const isVoid = line.kind === 'payment' && roll(2) === 0;
    const later = new Date(
      Math.min(new Date(line.taken_at).getTime() + roll(40) * 6 * 3_600_000, now.getTime() - 1000),
    );
    const back = await makePayment(db, {
      tenant_id: line.tenant_id,
      booking_id: line.booking_id,
      deposit_id: line.deposit_id,
      kind: isVoid ? 'void' : 'refund',
      method: line.method,
      amount_pence: isVoid ? -line.amount_pence : -(1 + roll(Math.max(1, line.amount_pence))),
      reverses_payment_id: line.id,
      taken_at: later.toISOString(),
    });
    await kept(back, service);
  };
  for (const booking of bookings.filter(({ price_pence }) => price_pence > 0)) {
    for (let part = roll(4); part > 1; part -= 1) {
      const line = await makePayment(db, {
        booking,
        kind: roll(5) === 0 ? 'deposit' : 'payment',
        method: methods[roll(3)],
        amount_pence: 1 + roll(booking.price_pence),
        taken_at: someInstant(roll, now).toISOString(),
      });
      await takeBack(await kept(line, booking.service_id), booking.service_id);
    }
  }
  for (let index = 0; index < 6; index += 1) {
    const booking = bookings[roll(bookings.length)] as BookingRow;
    const deposit = await makeDeposit(db, {
      booking,
      status: 'returned',
      booking_id: null,
      checkout_reference: `cs_lost_${booking.id}_${index}`,
      payment_reference: `pi_lost_${booking.id}_${index}`,
    });
    const line = await makePayment(db, {
      tenant_id: practice.tenant.id,
      booking_id: null,
      deposit_id: deposit.id,
      kind: 'deposit',
      amount_pence: 1000,
      taken_at: someInstant(roll, now).toISOString(),
    });
    await takeBack(await kept(line, deposit.service_id), deposit.service_id);
  }
  return services;
}

/** Changes to appointments after money was taken for them. */
async function changeAfterwards(
  db: OwnerDb,
  roll: Roll,
  practice: Practice,
  bookings: readonly BookingRow[],
): Promise<void> {
  for (const { id, booking_date } of bookings.slice(0, 60)) {
    const [column, value] = [
      ['service_id', practice.vaccination.id],
      ['status', 'cancelled'],
      ['booking_date', shifted(booking_date, roll(60) - 30)],
    ][roll(3)] as [string, unknown];
    await db.query({
      text: `update bookings set ${column} = $3 where tenant_id = $1 and id = $2`,
      values: [practice.tenant.id, id, value],
    });
  }
}
