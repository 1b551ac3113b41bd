import type { ActionName, InputOf, OutputOf } from '@burrow/contracts/actions';
import type { ErrorBody } from '@burrow/contracts/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import type {
  AnimalRow,
  BookingRow,
  ClientRow,
  Columns,
  CommsRow,
} from '../../../../../packages/dev/src/factory-rows.ts';
import type { Caller } from '../harness.ts';
import type { HoldPoint } from '../hold-at.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';

// The server, or the database, is killed at every step between a payment and its appointment; nothing is lost or done
// twice.

const processes = useProcesses({ SMS_PER_SECOND: '100' });
const stripe = () => processes.sandbox.stripe;
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await processes.db.query<Row>(text, values)).rows;
const patiently = { timeout: 15_000, interval: 50 };

let server: ServerProcess | undefined;
let practice: Practice;
beforeEach(async () => {
  if (!server?.isRunning()) server = await processes.start();
  processes.sandbox.appUrl = server.url;
  practice = await makePractice(processes.db, { deposit_required: true, deposit_pence: 1000 });
});
afterEach(async () => {
  try {
    await expectMoneyToAgree();
  } finally {
    await processes.db.query('delete from pgboss.job');
    processes.sandbox.reset();
    stripe().webhooks = 'hold';
  }
});

const kill = async (): Promise<void> => server?.kill();

/** A server started after another one was killed. */
async function startAgain(): Promise<void> {
  server = await processes.start();
}

interface Answer<Body> {
  status: number;
  body: Body;
  error: ErrorBody;
}

async function call<Name extends ActionName>(
  name: Name,
  input: InputOf<Name>,
  { apiKey }: Caller,
): Promise<Answer<OutputOf<Name>>> {
  const response = await fetch(`${server?.url}/api/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(input),
  });
  const body: unknown = await response.json();
  return { status: response.status, body, error: body } as Answer<OutputOf<Name>>;
}

/** A future Wednesday on which the practice is open. */
const bookingDate = ((): string => {
  const day = new Date(Date.now() + 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
})();

const beginPaying = () =>
  call(
    'cp/payment/create_checkout',
    {
      animal_id: practice.animal.id,
      service_id: practice.checkUp.id,
      booking_date: bookingDate,
      booking_time: '10:00',
    },
    practice.clientKey,
  );

/** The pet owner has paid, and the provider is about to send its webhook. */
async function paid(): Promise<string> {
  const { status, body } = await beginPaying();
  expect(status).toBe(200);
  stripe().pay(body.checkout_id);
  return body.checkout_id;
}

/** Sends every webhook until it is accepted. */
async function tellUntilTaken(): Promise<void> {
  for (const event of stripe().events) {
    await expect.poll(() => stripe().deliver(event), patiently).toEqual([200]);
  }
}

/** The desk's view and the ledger of the practice. */
const outcome = async () => ({
  deposits: (
    await query<{ status: string }>('select status from deposits where tenant_id = $1', [practice.tenant.id])
  ).map(({ status }) => status),
  bookings: (
    await query<{ paid_pence: number }>('select paid_pence from bookings where tenant_id = $1 order by id', [
      practice.tenant.id,
    ])
  ).map((booking) => booking.paid_pence),
  ledger: (
    await query<{ amount_pence: number }>(
      'select amount_pence from payments where tenant_id = $1 order by id',
      [practice.tenant.id],
    )
  ).map((payment) => payment.amount_pence),
});
const bookedOnce = { deposits: ['booked'], bookings: [1000], ledger: [1000] };

/** The provider's payments and refunds match the ledger to the penny, and no payment made two appointments. */
async function expectMoneyToAgree(): Promise<void> {
  const taken = stripe().sessions.filter((session) => session.payment_status === 'paid');
  const given = stripe().refunds.filter((refund) => refund.status === 'succeeded');
  const sum = (amounts: (number | null)[]): number =>
    amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
  const [ledger] = await query<{ came: number; went: number }>(
    `select coalesce(sum(p.amount_pence) filter (where p.amount_pence > 0), 0)::integer as came,
            coalesce(-sum(p.amount_pence) filter (where p.amount_pence < 0), 0)::integer as went
     from payments p where p.tenant_id = $1 and p.provider = 'stripe'`,
    [practice.tenant.id],
  );
  expect(ledger).toEqual({
    came: sum(taken.map((session) => session.amount_total)),
    went: sum(given.map((refund) => refund.amount)),
  });
  const torn = await query(
    `select d.id from deposits d where d.status = 'booked' and d.tenant_id = $1
       and (select count(*) from payments p where p.tenant_id = $1 and p.deposit_id = d.id and p.booking_id = d.booking_id
            and p.kind = 'deposit') <> 1
     union all
     select min(p.id) from payments p where p.tenant_id = $1 and p.kind = 'deposit'
     group by p.provider_reference having count(*) > 1`,
    [practice.tenant.id],
  );
  expect(torn).toEqual([]);
}

/** Advances the time that jobs are scheduled by. */
const letJobsBegin = (name: string) =>
  query("update pgboss.job set start_after = now() where name = $1 and state in ('created', 'retry')", [
    name,
  ]);

describe('a server that is killed', () => {
  it('before the provider has answered starts the same payment again', async () => {
    stripe().mood = 'silence';
    const lost = beginPaying().catch(() => 'lost');
    await expect
      .poll(() => query('select id from deposits where tenant_id = $1', [practice.tenant.id]), patiently)
      .toHaveLength(1);
    await kill();
    expect(await lost).toBe('lost');
    stripe().mood = 'well';
    await startAgain();
    await paid();
    await tellUntilTaken();
    expect(stripe().sessions).toHaveLength(1);
    expect(await outcome()).toEqual(bookedOnce);
  });

  it('after the provider has answered, before that is recorded, starts the same payment again', async () => {
    const held = await processes.holdAt({ before: 'update', table: 'deposits' });
    const lost = beginPaying().catch(() => 'lost');
    await held.reached();
    await kill();
    await held.cut();
    expect(await lost).toBe('lost');
    await startAgain();
    await paid();
    await tellUntilTaken();
    expect(stripe().sessions).toHaveLength(1);
    expect(await outcome()).toEqual(bookedOnce);
  });

  it.each<HoldPoint>([
    { before: 'insert', table: 'bookings' },
    { before: 'insert', table: 'payments' },
    { before: 'update', table: 'deposits' },
  ])('while it settles, at the $before of $table, books once on the next webhook', async (point) => {
    await paid();
    const held = await processes.holdAt(point);
    const [event] = stripe().events;
    if (!event) throw new Error('Nothing has happened.');
    const unheard = stripe().deliver(event);
    await held.reached();
    await kill();
    await held.cut();
    expect(await unheard).toEqual([0]);
    expect(await outcome()).toEqual({ deposits: ['open'], bookings: [], ledger: [] });
    await startAgain();
    await tellUntilTaken();
    await tellUntilTaken();
    expect(await outcome()).toEqual(bookedOnce);
  });

  // Arbitrary moments: after so many answers of the database to another request.
  it.each([1, 6, 15, 40])('some time after the webhook of a payment (%i) books once', async (moments) => {
    await paid();
    const [event] = stripe().events;
    if (!event) throw new Error('Nothing has happened.');
    const told = stripe().deliver(event, { times: 2 });
    for (let moment = 0; moment < moments; moment += 1) await query('select 1');
    await kill();
    await told;
    await startAgain();
    await tellUntilTaken();
    expect(await outcome()).toEqual(bookedOnce);
  });

  it('beside a second server, both called at once and again, books once', async () => {
    await paid();
    const first = server;
    const second = await processes.start();
    const [event] = stripe().events;
    if (!event || !first) throw new Error('Nothing has happened.');
    const told = [second, first, second].map(({ url }) => {
      processes.sandbox.appUrl = url;
      return stripe().deliver(event);
    });
    await first.kill();
    await Promise.all(told);
    await tellUntilTaken();
    expect(await outcome()).toEqual(bookedOnce);
    server = second;
  });

  it('between a refund at the provider and the ledger refunds once', async () => {
    await paid();
    await tellUntilTaken();
    const [booking] = await query<{ id: number }>('select id::integer from bookings where tenant_id = $1', [
      practice.tenant.id,
    ]);
    const held = await processes.holdAt({ before: 'insert', table: 'payments' });
    const cancelled = await call(
      'booking_status_update',
      { booking_id: booking?.id ?? 0, status: 'cancelled' },
      practice.staffKey,
    );
    expect(cancelled.status).toBe(200);
    await held.reached();
    await kill();
    await held.cut();
    expect(stripe().refunds).toHaveLength(1);
    expect((await outcome()).ledger).toEqual([1000]);
    await startAgain();
    await processes.findOrphanedJobs();
    await letJobsBegin('refund');
    await expect.poll(async () => (await outcome()).ledger, patiently).toEqual([1000, -1000]);
    expect(stripe().refunds).toHaveLength(1);
    expect(await query('select status from refunds where tenant_id = $1', [practice.tenant.id])).toEqual([
      { status: 'done' },
    ]);
  });
});

describe('a database that crashes during a booking', () => {
  it('makes the provider send again, and books once', async () => {
    await paid();
    const held = await processes.holdAt({ before: 'insert', table: 'bookings' });
    const [event] = stripe().events;
    if (!event) throw new Error('Nothing has happened.');
    const told = stripe().deliver(event);
    await held.reached();
    await processes.restartPostgres();
    await held.cut();
    const [status] = await told;
    expect(status).toBeGreaterThanOrEqual(500);
    await tellUntilTaken();
    expect(await outcome()).toEqual(bookedOnce);
  });
});

describe('a payment without a webhook', () => {
  it("is found by the server's own check", async () => {
    await paid();
    await letJobsBegin('deposit_check');
    await expect.poll(outcome, patiently).toEqual(bookedOnce);
  });
});

describe('a server that is killed while sending', () => {
  it('leaves no message unsent, and sends none twice', async () => {
    const count = 200;
    const reminded = new Set(await queueReminders(count));
    // Not the confirmations of the bookings before.
    const inbox = () => processes.sandbox.inbox.messages().filter(({ to }) => reminded.has(to));
    await expect.poll(() => inbox().length, patiently).toBeGreaterThan(count / 4);
    await kill();
    const before = inbox().length;
    expect(before).toBeLessThan(count);
    // Advances past the minute of the lease on its messages.
    await query("update comms set locked_until = now() where status = 'pending'");
    await startAgain();
    const unsent = () =>
      query("select id from comms where tenant_id = $1 and status <> 'sent'", [practice.tenant.id]);
    await expect.poll(unsent, patiently).toEqual([]);
    const recipients = inbox().map(({ to }) => to);
    expect([recipients.length, new Set(recipients).size]).toEqual([count, count]);
  });
});

/** Queues reminders that are due now, each to a different client. @returns their numbers */
async function queueReminders(count: number): Promise<string[]> {
  const { tenant, dog, checkUp } = practice;
  const tenant_id = tenant.id;
  const startsAt = new Date(`${bookingDate}T12:00:00Z`);
  await query("update tenants set quiet_from = '00:00', quiet_until = '00:00' where id = $1", [tenant_id]);
  const numbers = Array.from({ length: count }, (_, n) => `0770090${String(1000 + n)}`);
  const clients = await insertRows(
    processes.db,
    'clients',
    numbers.map((phone): Columns<ClientRow> => ({
      tenant_id,
      name: `Owner ${phone}`,
      phone,
      likes_sms: true,
    })),
  );
  const animals = await insertRows(
    processes.db,
    'animals',
    clients.map((client): Columns<AnimalRow> => ({
      tenant_id,
      client_id: client.id,
      species_id: dog.id,
      name: 'Rex',
    })),
  );
  const bookings = await insertRows(
    processes.db,
    'bookings',
    animals.map((animal): Columns<BookingRow> => ({
      tenant_id,
      client_id: animal.client_id,
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: bookingDate,
      booking_time: '12:00',
      starts_at: startsAt,
      duration_minutes: 30,
      price_pence: 4500,
    })),
  );
  await insertRows(
    processes.db,
    'comms',
    bookings.map((booking, n): Columns<CommsRow> => ({
      tenant_id,
      client_id: booking.client_id,
      booking_id: booking.id,
      type: 'sms',
      status: 'pending',
      kind: 'booking_reminder',
      recipient: numbers[n] ?? '',
      due_at: new Date(),
    })),
  );
  return numbers;
}
