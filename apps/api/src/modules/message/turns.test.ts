import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity', next_priority = 0");
});

/** A practice with an appointment to send messages about. */
async function practiceWithBooking(): Promise<BookingRow> {
  const { tenant, dog, checkUp } = await makePractice(db());
  const client = await makeClient(db(), { tenant });
  const animal = await makeAnimal(db(), { client, species: dog });
  return makeBooking(db(), { animal, service: checkUp, status: 'confirmed' });
}

/** Inserts text messages of a practice that have been due for `secondsAgo`. */
async function due(
  { tenant_id, id, client_id }: BookingRow,
  count: number,
  { secondsAgo, priority }: { secondsAgo: number; priority: 0 | 1 },
): Promise<void> {
  await db().query(
    `insert into comms (tenant_id, client_id, booking_id, type, status, kind, recipient, priority, due_at, created_at)
     select $1, $2, $3, 'sms', 'pending', 'ready_for_collection', '07700900001', $4, t.at, t.at
     from (select $5::timestamptz - make_interval(secs => $6) as at) t, generate_series(1, $7)`,
    [tenant_id, client_id, id, priority, testNow, secondsAgo, count],
  );
}

/** Inserts practices with one text message each that is due in an hour. */
async function makeDeferred(count: number): Promise<void> {
  const client = await db().connect();
  try {
    await client.query('begin');
    // Without triggers, which would take most of the time.
    await client.query('set local session_replication_role = replica');
    await client.query(
      `with made as (
         insert into tenants (tenant_name, contact_name, subdomain, email, phone)
         select 'Later', 'Later', 'later-' || n, 'later-' || n || '@example.test', '01632960123'
         from (select $1 || '-' || generate_series(1, $1::integer) as n) numbers returning id
       )
       insert into comms (tenant_id, client_id, type, status, kind, recipient, priority, due_at, created_at)
       select m.id, 1, 'sms', 'pending', 'ready_for_collection', '07700900001', 0, $2::timestamptz + interval '1 hour', $2
       from made m`,
      [count, testNow],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Practices of the messages claimed one at a time. */
async function lentInTurn(looks: number): Promise<number[]> {
  const lent: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    // With a rate of 8 a second each claim gets one.
    const { rows } = await db().query<{ tenant_id: string }>(
      "select m.tenant_id from claim_messages('sms', $1::timestamptz + make_interval(secs => $2), '1 hour', 10, 1) m",
      [testNow, look],
    );
    lent.push(...rows.map((row) => Number(row.tenant_id)));
  }
  return lent;
}

describe('practices with messages to send take turns', () => {
  it('sends the reminder of one practice before the second confirmation of a practice with hundreds', async () => {
    const busy = await practiceWithBooking();
    const quiet = await practiceWithBooking();
    await due(busy, 300, { secondsAgo: 600, priority: 0 });
    expect(await lentInTurn(5)).toEqual(Array.from({ length: 5 }, () => busy.tenant_id));
    await db().query("update send_pace set free_at = '-infinity'");
    await due(quiet, 2, { secondsAgo: 0, priority: 1 });
    const [own, others] = [quiet.tenant_id, busy.tenant_id];
    expect(await lentInTurn(6)).toEqual([own, others, own, others, others, others]);
  });

  it('sends the confirmation of one practice after at most one reminder and one confirmation of the others', async () => {
    const busy = await practiceWithBooking();
    const quiet = await practiceWithBooking();
    await due(busy, 30, { secondsAgo: 600, priority: 1 });
    await due(busy, 30, { secondsAgo: 600, priority: 0 });
    await lentInTurn(8);
    await db().query("update send_pace set free_at = '-infinity'");
    await due(quiet, 1, { secondsAgo: 0, priority: 0 });
    expect((await lentInTurn(2)).filter((tenantId) => tenantId === quiet.tenant_id)).toHaveLength(1);
  });

  it('delivers the message of a quiet practice while a busy one still has a queue', async () => {
    const busy = await practiceWithBooking();
    const quiet = await practiceWithBooking();
    await due(busy, 100, { secondsAgo: 600, priority: 0 });
    await due(quiet, 1, { secondsAgo: 0, priority: 1 });
    await sendDueMessages(api.deps);
    const { rows } = await db().query<{ tenant_id: string; status: string; n: number }>(
      `select k.tenant_id, k.status, count(*)::integer as n from comms k where k.tenant_id = any($1) and k.type = 'sms'
       group by 1, 2 order by 1, 2`,
      [[busy.tenant_id, quiet.tenant_id]],
    );
    expect(rows.map(({ tenant_id, status, n }) => [Number(tenant_id), status, n])).toEqual([
      [busy.tenant_id, 'pending', 81],
      [busy.tenant_id, 'sent', 19],
      [quiet.tenant_id, 'sent', 1],
    ]);
  });

  it('sends within one practice the confirmation before the reminder that has been due for longer', async () => {
    const { tenant_id: own, ...booking } = await practiceWithBooking();
    await due({ tenant_id: own, ...booking }, 1, { secondsAgo: 600, priority: 1 });
    await due({ tenant_id: own, ...booking }, 1, { secondsAgo: 0, priority: 0 });
    await lentInTurn(1);
    const { rows } = await db().query(
      'select k.priority from comms k where k.tenant_id = $1 and k.locked_until is not null',
      [own],
    );
    expect(rows).toEqual([{ priority: 0 }]);
  });

  it('gives no practice extra turns after a long time without messages', async () => {
    const busy = await practiceWithBooking();
    const rested = await practiceWithBooking();
    await due(busy, 50, { secondsAgo: 600, priority: 0 });
    await lentInTurn(20);
    await db().query("update send_pace set free_at = '-infinity'");
    await due(rested, 50, { secondsAgo: 0, priority: 0 });
    const lent = await lentInTurn(20);
    expect(lent.filter((tenantId) => tenantId === rested.tenant_id)).toHaveLength(10);
  });

  it('serves many practices equally', async () => {
    const practices = [];
    for (let number = 0; number < 4; number += 1) practices.push(await practiceWithBooking());
    for (const [index, one] of practices.entries()) {
      await due(one, 3, { secondsAgo: index, priority: 1 });
    }
    const lent = await lentInTurn(12);
    for (const round of [0, 4, 8]) {
      expect(new Set(lent.slice(round, round + 4))).toEqual(new Set(practices.map((one) => one.tenant_id)));
    }
  });

  it('skips a suspended practice and a message that another transaction has locked', async () => {
    const suspended = await practiceWithBooking();
    const changing = await practiceWithBooking();
    await due(suspended, 30, { secondsAgo: 600, priority: 0 });
    await due(changing, 2, { secondsAgo: 60, priority: 0 });
    await db().query('update tenants set suspended_at = now() where id = $1', [suspended.tenant_id]);
    const other = await db().connect();
    try {
      await other.query('begin');
      await other.query('select from comms k where k.tenant_id = $1 order by k.id limit 1 for update', [
        changing.tenant_id,
      ]);
      expect(await lentInTurn(3)).toEqual([changing.tenant_id]);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  it('reads only a few rows of each practice, however long its queue is', async () => {
    const busy = await practiceWithBooking();
    await due(busy, 20_000, { secondsAgo: 600, priority: 0 });
    for (let number = 0; number < 5; number += 1) {
      await due(await practiceWithBooking(), 2, { secondsAgo: 0, priority: 1 });
    }
    await db().query('analyze comms');
    await lentInTurn(6);
    const { rows } = await db().query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) select m.tenant_id
       from claim_messages('sms', $1::timestamptz + interval '1 hour', '1 minute', 10, 1) m`,
      [testNow],
    );
    const [{ Plan: plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: {} }];
    expect(plan['Actual Rows']).toBe(1);
    expect(Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])).toBeLessThan(400);
  });

  it('visits a limited number of practices in one claim, and continues after them in the next', async () => {
    const busy = await practiceWithBooking();
    await makeDeferred(1200);
    const far = await practiceWithBooking();
    await due(busy, 600, { secondsAgo: 600, priority: 0 });
    await due(far, 1, { secondsAgo: 0, priority: 0 });
    await db().query("update send_pace set last_practices = array[$1::bigint, 0] where channel = 'sms'", [
      busy.tenant_id,
    ]);
    const [own, others] = [far.tenant_id, busy.tenant_id];
    expect(await lentInTurn(4)).toEqual([others, others, own, others]);
  });

  it('claims due messages within the time limit while 10,000 practices have only later ones', async () => {
    const [one, other] = [await practiceWithBooking(), await practiceWithBooking()];
    // Statistics from before the messages are the worst case for the planner.
    await db().query('analyze comms');
    await makeDeferred(10_000);
    await due(one, 15, { secondsAgo: 60, priority: 0 });
    await due(other, 15, { secondsAgo: 30, priority: 1 });
    const client = await db().connect();
    try {
      await client.query('begin');
      await client.query("set local statement_timeout = '4s'");
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json)
         select m.tenant_id from claim_messages('sms', $1, '1 minute', 1000, 20) m`,
        [testNow],
      );
      const [{ Plan: plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: {} }];
      expect(plan['Actual Rows']).toBe(20);
      expect(Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])).toBeLessThan(2500);
      const claimed = await client.query(
        'select k.tenant_id::integer, count(*)::integer as n from comms k where k.locked_until is not null group by 1 order by 1',
      );
      expect(claimed.rows).toEqual([
        { tenant_id: one.tenant_id, n: 10 },
        { tenant_id: other.tenant_id, n: 10 },
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
