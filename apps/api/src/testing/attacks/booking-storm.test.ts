import type { ActionName } from '@burrow/contracts/actions';
import { afterEach, describe, expect, it } from 'vitest';
import { dice } from '../dice.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// Everything at once on the same few appointments. In every order, diary, ledger, invoices and audit log must agree.

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** What must hold in a practice at any time; each row is a breach. */
const breaches: Record<string, string> = {
  'two appointments of one person at one time': `select a.id, b.id from bookings a join bookings b on
      a.tenant_id = b.tenant_id and a.staff_id = b.staff_id and a.id < b.id and a.during && b.during
    where a.tenant_id = $1 and a.status <> 'cancelled' and b.status <> 'cancelled'
      and not a.overlap_allowed and not b.overlap_allowed`,
  'a sum that is not the ledger’s': `select b.id from bookings b where b.tenant_id = $1 and b.paid_pence <>
      coalesce((select sum(p.amount_pence) from payments p where p.tenant_id = b.tenant_id and p.booking_id = b.id), 0)`,
  'money kept for what is not completed': `select b.id from bookings b
    where b.tenant_id = $1 and b.status <> 'completed' and b.paid_pence <> 0`,
  'an instant that is not the local time’s': `select b.id from bookings b join tenants t on t.id = b.tenant_id
    where b.tenant_id = $1 and (b.booking_date + b.booking_time) at time zone t.time_zone <> b.starts_at`,
  'a request that went on': `select b.id from bookings b
    where b.tenant_id = $1 and b.is_provisional and b.status <> 'pending'`,
  'an invoice number that is missing or twice': `select i.number from invoices i where i.tenant_id = $1
    group by i.number having count(*) > 1
    union all select c.last_number from invoice_counters c where c.tenant_id = $1
      and c.last_number <> (select count(*) from invoices i where i.tenant_id = $1)`,
};

async function breachesIn(practice: Practice): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(breaches)) {
    const { rows } = await db().query(query, [practice.tenant.id]);
    if (rows.length > 0) found.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return found;
}

const auditLines = async ({ tenant }: Practice): Promise<number> =>
  (await db().query('select 1 from audit_log where tenant_id = $1', [tenant.id])).rows.length;

/** One randomly chosen command on one of the appointments. */
function anyCommand(roll: (below: number) => number, ids: number[], { staff, admin }: Practice) {
  const booking_id = ids[roll(ids.length)] ?? 0;
  const pick = <T>(...choices: T[]): T => choices[roll(choices.length)] as T;
  const time = `${String(9 + roll(4)).padStart(2, '0')}:${pick('00', '15', '30')}`;
  const status = pick('pending', 'confirmed', 'in-progress', 'completed', 'completed', 'cancelled');
  const commands: (() => [ActionName, object])[] = [
    () => ['booking_update', { booking_id, booking_time: time, staff_id: pick(0, staff.id, admin.id) }],
    () => ['booking_update', { booking_id, duration_minutes: pick(15, 45, 90), price: pick('10', '99.99') }],
    () => ['booking_update', { booking_id, is_provisional: pick('0', '1'), allow_overlap: pick('0', '1') }],
    () => ['booking_update', { booking_id, status, booking_time: time }],
    () => [
      'booking_status_update',
      { booking_id, status, ...(status === 'completed' ? { paid_type: pick('Cash', 'Card') } : {}) },
    ],
    () => ['booking/update_notes', { booking_id, notes: time }],
    () => ['booking_invoice', { booking_id }],
  ];
  return (commands[roll(commands.length)] as () => [ActionName, object])();
}

describe('a storm of commands', () => {
  it.each([1, 2, 3, 4])('leaves the books consistent (%i)', async (seed) => {
    const roll = dice(seed * 7919);
    const practice = await makePractice(db());
    const { animal, staff } = practice;
    const bookings = [];
    for (const booking_time of ['09:00', '10:00', '11:00', '12:00', '13:00'])
      bookings.push(await makeBooking(db(), { animal, staff, booking_time }));
    for (const booking_time of ['09:00', '09:15'])
      bookings.push(
        await makeBooking(db(), { animal, booking_time, is_provisional: true, source: 'portal' }),
      );
    const ids = bookings.map(({ id }) => id);
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => {
        const [name, input] = anyCommand(roll, ids, practice);
        return api.call(name, input, practice.staffKey);
      }),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 409]));
    expect(await breachesIn(practice)).toEqual([]);
    expect(await auditLines(practice)).toBe(answers.filter(({ status }) => status === 200).length);
  });
});

describe('a command that fails at the very end', () => {
  afterEach(() => db().query('alter table audit_log drop constraint if exists nothing_more'));

  it('uses no invoice number, records no money and holds no time', async () => {
    const practice = await makePractice(db());
    const { animal, staff, staffKey } = practice;
    const [one, two] = [
      await makeBooking(db(), { animal, staff, booking_time: '09:00' }),
      await makeBooking(db(), { animal, staff, booking_time: '10:00' }),
    ];
    expect((await api.call('booking_invoice', { booking_id: one.id }, staffKey)).status).toBe(200);
    await db().query('alter table audit_log add constraint nothing_more check (false) not valid');
    api.expectLoggedErrors();
    const completed = { booking_id: two.id, status: 'completed', paid_type: 'Cash' } as const;
    for (const answer of [
      await api.call('booking_invoice', { booking_id: two.id }, staffKey),
      await api.call('booking_status_update', completed, staffKey),
      await api.call('booking_update', { booking_id: two.id, booking_time: '12:00' }, staffKey),
    ])
      expect(answer.status).toBe(500);
    await db().query('alter table audit_log drop constraint nothing_more');
    const { body } = await api.call('booking', { booking_id: two.id }, staffKey);
    expect(body).toMatchObject({ status: 'pending', booking_time: '10:00', paid: '0.00', payments: [] });
    expect((await api.call('booking_invoice', { booking_id: two.id }, staffKey)).status).toBe(200);
    expect(await breachesIn(practice)).toEqual([]);
    const { rows } = await db().query('select number from invoices where tenant_id = $1 order by 1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
  });
});

describe('a caller who disconnects', () => {
  it('leaves no transaction open, and the work is finished or rolled back', async () => {
    const practice = await makePractice(db());
    const { client, animal, checkUp, staff, staffKey } = practice;
    const aborts = Array.from({ length: 30 }, (_, n) => {
      const form = {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        staff_id: staff.id,
        booking_date: '2026-01-15',
        booking_time: `10:${n % 2 ? '00' : '15'}`,
      };
      return fetch(`${api.url}/api/booking_create`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${staffKey.apiKey}` },
        body: JSON.stringify(form),
        signal: AbortSignal.timeout(1 + n),
      });
    });
    const outcomes = await Promise.allSettled(aborts);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    const busy = `select 1 from pg_stat_activity
      where datname = current_database() and usename = 'burrow_app' and state <> 'idle'`;
    await expect.poll(async () => (await db().query(busy)).rows.length).toBe(0);
    expect(await breachesIn(practice)).toEqual([]);
    const { rows } = await db().query('select 1 from bookings where tenant_id = $1', [practice.tenant.id]);
    expect(await auditLines(practice)).toBe(rows.length);
  });
});
