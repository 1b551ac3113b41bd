import { segmentsOf } from '@burrow/sandbox/twilio/message-length';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { connectOwner } from '../../../../../packages/dev/src/factory-insert.ts';
import { makeAccount, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import type { BookingRow, Columns, TenantRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { canBeAnswered } from './composition.ts';
import { planReminders } from './reminders.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
let owner: pg.Client;
beforeAll(async () => {
  owner = await connectOwner(api.testDatabase.ownerUrl);
});
beforeEach(async () => {
  await owner.query('delete from work_marks');
  await owner.query('delete from comms');
  await owner.query('delete from notifications');
  await owner.query('delete from bookings');
});
afterAll(() => owner.end());

/** An open practice without quiet hours, unless a test sets some. */
const practiceWith = (columns: Columns<TenantRow> & Record<string, unknown> = {}): Promise<Practice> =>
  makePractice(owner, { quiet_from: '00:00', quiet_until: '00:00', ...columns });

const book = ({ animal, checkUp }: Practice, columns: Columns<BookingRow> = {}): Promise<BookingRow> =>
  makeBooking(owner, { animal, service: checkUp, created_at: '2026-01-01T09:00:00Z', ...columns });

/** Creates the due reminders at a moment. @returns how many there were */
async function planAt(iso: string): Promise<number> {
  api.clock.set(iso);
  return planReminders(api.deps);
}

interface Reminder {
  type: string;
  recipient: string;
  due_at: string;
  dedupe_key: string;
}

const remindersOf = async ({ tenant_id, id }: BookingRow): Promise<Reminder[]> =>
  (
    await owner.query<Reminder>(
      `select type, recipient, due_at, dedupe_key from comms
       where tenant_id = $1 and booking_id = $2 and kind = 'booking_reminder' and status = 'pending' and priority = 1
       order by type desc, id`,
      [tenant_id, id],
    )
  ).rows;
const channelsOf = async (booking: BookingRow): Promise<string[]> =>
  (await remindersOf(booking)).map(({ type }) => type);

const change = (table: 'bookings' | 'clients' | 'tenants', assignment: string, row: { id: number }) =>
  owner.query(`update ${table} set ${assignment} where id = $1`, [row.id]);

describe('a reminder', () => {
  it("is created at its time, for each of the client's channels", async () => {
    const practice = await practiceWith();
    const booking = await book(practice);
    await planAt('2026-01-14T09:58:00Z');
    expect(await planAt('2026-01-14T09:59:59Z')).toBe(0);
    expect(await planAt('2026-01-14T10:00:00Z')).toBe(2);
    expect(await remindersOf(booking)).toMatchObject([
      {
        type: 'sms',
        recipient: practice.client.phone,
        due_at: '2026-01-14T10:00:00.000Z',
        dedupe_key: `reminder:${booking.id}:${Date.parse('2026-01-15T10:00:00Z') / 1000}:24:sms`,
      },
      { type: 'email', recipient: practice.client.email },
    ]);
    for (const at of ['10:00:00', '10:00:30', '10:01:00', '10:05:00']) {
      expect(await planAt(`2026-01-14T${at}Z`)).toBe(0);
    }
  });

  it.each([
    ['likes no text messages', 'clients', 'likes_sms = false', ['email']],
    ['likes no email', 'clients', 'likes_email = false', ['sms']],
    ['likes neither', 'clients', 'likes_sms = false, likes_email = false', []],
    ['has a number that gets no texts', 'clients', "phone = '01632960' || id", ['email']],
    ['has no address', 'clients', 'email = null', ['sms']],
    ['is archived', 'clients', "archived_at = '2026-01-01'", []],
    ['is of a suspended practice', 'tenants', "suspended_at = '2026-01-01'", []],
    ['is of a practice without reminders', 'tenants', "reminder_hours = '{}'", []],
  ] as const)(
    'is sent by the possible channels when the client %s',
    async (_what, table, assignment, channels) => {
      const practice = await practiceWith();
      const booking = await book(practice);
      await change(table, assignment, table === 'clients' ? practice.client : practice.tenant);
      await planAt('2026-01-14T10:00:00Z');
      expect(await channelsOf(booking)).toEqual(channels);
    },
  );

  it('is not sent by a channel whose text the practice has switched off', async () => {
    const practice = await practiceWith();
    const booking = await book(practice);
    await owner.query(
      `insert into message_templates (tenant_id, kind, channel, body, enabled)
       values ($1, 'booking_reminder', 'sms', 'Come.', false)`,
      [practice.tenant.id],
    );
    await planAt('2026-01-14T10:00:00Z');
    expect(await channelsOf(booking)).toEqual(['email']);
  });

  it.each([
    ['cancelled', "status = 'cancelled'"],
    ['completed', "status = 'completed'"],
    ['only asked for', 'is_provisional = true'],
    ['made after its moment', "created_at = '2026-01-14T10:00:00Z'"],
  ])('is not created for an appointment that is %s', async (_what, assignment) => {
    const booking = await book(await practiceWith());
    await change('bookings', assignment, booking);
    await planAt('2026-01-14T10:00:30Z');
    expect(await remindersOf(booking)).toEqual([]);
  });

  it('is created for each number of hours, and for the new ones when they change', async () => {
    const practice = await practiceWith({ reminder_hours: [24, 2] });
    const booking = await book(practice);
    expect(await planAt('2026-01-14T10:00:00Z')).toBe(2);
    expect(await planAt('2026-01-15T07:59:00Z')).toBe(0);
    await change('tenants', "reminder_hours = '{48,1}'", practice.tenant);
    expect(await planAt('2026-01-15T08:00:00Z')).toBe(0);
    expect(await planAt('2026-01-15T09:00:00Z')).toBe(2);
    expect(await channelsOf(booking)).toEqual(['sms', 'sms', 'email', 'email']);
  });

  it('is created again for the new time of an appointment that was moved', async () => {
    const booking = await book(await practiceWith());
    expect(await planAt('2026-01-14T10:00:00Z')).toBe(2);
    await change('bookings', "booking_date = '2026-01-16', starts_at = '2026-01-16T10:00:00Z'", booking);
    expect(await planAt('2026-01-14T11:00:00Z')).toBe(0);
    expect(await planAt('2026-01-15T10:00:00Z')).toBe(2);
  });
});

describe('the hours before an appointment', () => {
  it.each([
    ['begin', '2026-03-29', '09:00', '2026-03-28T08:00:00Z'],
    ['end', '2026-10-25', '09:00', '2026-10-24T09:00:00Z'],
  ])(
    'are elapsed hours, also when summer time is to %s',
    async (_what, booking_date, booking_time, moment) => {
      const booking = await book(await practiceWith(), { booking_date, booking_time });
      await planAt(new Date(Date.parse(moment) - 60_000).toISOString());
      expect(await remindersOf(booking)).toEqual([]);
      await planAt(moment);
      expect(await channelsOf(booking)).toEqual(['sms', 'email']);
    },
  );

  it('count from the appointment itself, in any time zone', async () => {
    const practice = await practiceWith({ time_zone: 'Pacific/Auckland' });
    const booking = await book(practice, { booking_date: '2026-01-15', booking_time: '10:00' });
    await planAt('2026-01-13T21:00:00Z');
    expect(await channelsOf(booking)).toEqual(['sms', 'email']);
  });

  it('may fall into the quiet hours: then the text is sent when they end, or not at all', async () => {
    const practice = await practiceWith({ reminder_hours: [10], quiet_from: '21:00', quiet_until: '08:00' });
    const early = await book(practice, { booking_time: '07:30' });
    const later = await book(practice, { booking_time: '08:30' });
    await planAt('2026-01-14T21:30:00Z');
    await planAt('2026-01-14T22:30:00Z');
    expect(await channelsOf(early)).toEqual(['email']);
    expect(await remindersOf(later)).toMatchObject([
      { type: 'sms', due_at: '2026-01-15T08:00:00.000Z' },
      { type: 'email', due_at: '2026-01-14T22:30:00.000Z' },
    ]);
  });
});

describe('creating reminders', () => {
  it('begins the first time with now, without overdue ones', async () => {
    const booking = await book(await practiceWith());
    expect(await planAt('2026-01-14T12:00:00Z')).toBe(0);
    expect(await remindersOf(booking)).toEqual([]);
  });

  it('catches up on missed hours, once, for upcoming appointments', async () => {
    const practice = await practiceWith({ reminder_hours: [24, 2] });
    await planAt('2026-01-14T06:00:00Z');
    const [past, soon, later] = [
      await book(practice, { booking_time: '08:00' }),
      await book(practice, { booking_time: '10:00' }),
      await book(practice, { booking_time: '18:00' }),
    ];
    expect(await planAt('2026-01-15T09:00:00Z')).toBe(4);
    expect(await remindersOf(past)).toEqual([]);
    expect((await remindersOf(soon)).map(({ dedupe_key }) => dedupe_key)).toEqual([
      expect.stringMatching(/:2:sms$/),
      expect.stringMatching(/:2:email$/),
    ]);
    expect((await remindersOf(later)).map(({ dedupe_key }) => dedupe_key)).toEqual([
      expect.stringMatching(/:24:sms$/),
      expect.stringMatching(/:24:email$/),
    ]);
  });

  it('has the same result by several processes at once as by one', async () => {
    const practice = await practiceWith();
    await planAt('2026-01-14T09:00:00Z');
    for (const minute of [10, 20, 30, 40]) await book(practice, { booking_time: `09:${minute}` });
    api.clock.set('2026-01-14T10:00:00Z');
    const counts = await Promise.all(Array.from({ length: 5 }, () => planReminders(api.deps)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
  });

  it('continues after a failure, in every practice that it could not process', async () => {
    const [well, ill] = [await practiceWith(), await practiceWith()];
    await planAt('2026-01-14T09:59:00Z');
    const [first, second] = [await book(well), await book(ill)];
    const { rows: before } = await owner.query('select at from work_marks');
    await owner.query(
      `create function refuse() returns trigger language plpgsql as $$
       begin if new.tenant_id = ${ill.tenant.id} then raise exception 'refused'; end if; return new; end $$`,
    );
    await owner.query('create trigger refuse before insert on comms for each row execute function refuse()');
    await expect(planAt('2026-01-14T10:00:00Z')).rejects.toThrow('Reminders failed; practices affected: 1');
    expect(await channelsOf(first)).toHaveLength(2);
    expect((await owner.query('select at from work_marks')).rows).toEqual(before);
    await owner.query('drop function refuse cascade');
    expect(await planAt('2026-01-14T10:30:00Z')).toBe(2);
    expect(await channelsOf(second)).toHaveLength(2);
  });

  it('creates more at once than one transaction does', async () => {
    const practice = await practiceWith();
    await planAt('2026-01-14T09:00:00Z');
    await owner.query(
      `insert into bookings (tenant_id, client_id, animal_id, service_id, booking_date, booking_time, starts_at,
         duration_minutes, price_pence, created_at)
       select $1, $2, $3, $4, '2026-01-15', '09:30', '2026-01-15T09:30:00Z', 30, 4500, '2025-01-01'
       from generate_series(1, 1200)`,
      [practice.tenant.id, practice.client.id, practice.animal.id, practice.checkUp.id],
    );
    expect(await planAt('2026-01-14T09:31:00Z')).toBe(2400);
    expect(await planAt('2026-01-14T09:31:30Z')).toBe(0);
  });
});

describe('a suspended practice', () => {
  /** Suspends or resumes a practice at a time of 14 January, UTC. */
  async function setSuspended(practice: Practice, what: 'suspend' | 'resume', time: string): Promise<void> {
    api.clock.set(`2026-01-14T${time}Z`);
    const superadmin = await makeSessionKey(owner, {
      account: await makeAccount(owner, { is_superadmin: true }),
    });
    const input = { practice_id: practice.tenant.id };
    expect((await api.call(`superadmin/practice_${what}`, input, superadmin)).status).toBe(200);
  }

  it('gets the missed reminders once it is resumed, and nothing is created twice', async () => {
    const [practice, other] = [await practiceWith(), await practiceWith()];
    const [resent, missed, ofOther] = [
      await book(practice, { booking_time: '09:40' }),
      await book(practice),
      await book(other),
    ];
    await planAt('2026-01-14T09:39:00Z');
    expect(await planAt('2026-01-14T09:40:00Z')).toBe(2);
    await planAt('2026-01-14T09:44:00Z');
    // As resending a failed message does.
    await owner.query("update comms set dedupe_key = 'asked:' || id where booking_id = $1", [resent.id]);
    await planAt('2026-01-14T09:45:00Z');
    await setSuspended(practice, 'suspend', '09:45:30');
    expect(await planAt('2026-01-14T10:00:00Z')).toBe(2);
    expect(await planAt('2026-01-14T10:12:00Z')).toBe(0);
    await setSuspended(practice, 'resume', '10:12:30');
    expect(await planAt('2026-01-14T10:13:00Z')).toBe(2);
    expect(await planAt('2026-01-14T10:14:00Z')).toBe(0);
    for (const booking of [resent, missed, ofOther]) {
      expect(await channelsOf(booking)).toEqual(['sms', 'email']);
    }
    const { rows } = await owner.query('select reminders_from from tenants where id = $1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([{ reminders_from: null }]);
  });

  it('gets those of both times when it is suspended again before the next run', async () => {
    const practice = await practiceWith();
    const [first, second] = [await book(practice), await book(practice, { booking_time: '10:20' })];
    await planAt('2026-01-14T09:59:00Z');
    await setSuspended(practice, 'suspend', '09:59:30');
    await planAt('2026-01-14T10:10:00Z');
    await setSuspended(practice, 'resume', '10:10:10');
    await setSuspended(practice, 'suspend', '10:10:20');
    expect(await planAt('2026-01-14T10:30:00Z')).toBe(0);
    await setSuspended(practice, 'resume', '10:30:10');
    expect(await planAt('2026-01-14T10:31:00Z')).toBe(4);
    for (const booking of [first, second]) expect(await channelsOf(booking)).toEqual(['sms', 'email']);
  });

  it('gets those that an outage before the suspension had delayed', async () => {
    const practice = await practiceWith();
    const booking = await book(practice);
    await planAt('2026-01-14T09:00:00Z');
    await setSuspended(practice, 'suspend', '10:05:00');
    await planAt('2026-01-14T10:06:00Z');
    await setSuspended(practice, 'resume', '10:10:00');
    expect(await planAt('2026-01-14T10:11:00Z')).toBe(2);
    expect(await channelsOf(booking)).toEqual(['sms', 'email']);
  });

  it('gets one for each appointment that is still to come, also if it was suspended for long', async () => {
    const practice = await practiceWith({ reminder_hours: [24, 2] });
    const [past, soon, later, muchLater] = [
      await book(practice, { booking_date: '2026-01-14', booking_time: '08:00' }),
      await book(practice, { booking_date: '2026-01-14', booking_time: '11:00' }),
      await book(practice, { booking_time: '08:00' }),
      await book(practice, { booking_date: '2026-01-16' }),
    ];
    await change('tenants', "suspended_at = '2026-01-02T09:00:00Z'", practice.tenant);
    await planAt('2026-01-14T10:00:00Z');
    await setSuspended(practice, 'resume', '10:00:30');
    expect(await planAt('2026-01-14T10:01:00Z')).toBe(4);
    const hours = async (booking: BookingRow): Promise<(string | undefined)[]> =>
      (await remindersOf(booking)).map(({ dedupe_key }) => dedupe_key.split(':')[3]);
    expect(await hours(past)).toEqual([]);
    expect(await hours(soon)).toEqual(['2', '2']);
    expect(await hours(later)).toEqual(['24', '24']);
    expect(await hours(muchLater)).toEqual([]);
  });

  it('gets them also when it is suspended again during a long run', async () => {
    const practice = await practiceWith();
    const booking = await book(practice);
    await planAt('2026-01-14T09:58:00Z');
    await setSuspended(practice, 'suspend', '09:58:10');
    await setSuspended(practice, 'resume', '09:58:20');
    api.clock.set('2026-01-14T09:59:00Z');
    await owner.query('begin');
    await change('tenants', "suspended_at = '2026-01-14T10:05:00Z'", practice.tenant);
    const planned = planReminders(api.deps);
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await api.testDatabase.owner.query(waiting)).rowCount).toBe(1);
    await owner.query('commit');
    expect(await planned).toBe(0);
    await planAt('2026-01-14T10:30:00Z');
    await setSuspended(practice, 'resume', '10:30:10');
    expect(await planAt('2026-01-14T10:31:00Z')).toBe(2);
    expect(await channelsOf(booking)).toEqual(['sms', 'email']);
  });
});

describe('a sent reminder', () => {
  it('can be answered, is confirmed, and its outcome is known', async () => {
    const practice = await practiceWith();
    const booking = await book(practice);
    await planAt('2026-01-14T10:00:00Z');
    await sendDueMessages(api.deps);
    const phone = practice.client.phone!;
    const [message] = api.smsTo(phone);
    expect(message?.body).toMatch(/\nReply YES to confirm or STOP to opt out\.$/);
    expect(segmentsOf(message!.body)).toBeLessThanOrEqual(2);
    expect(api.mailTo(practice.client.email!)[0]?.body).not.toContain('Reply YES');
    for (const report of api.sandbox.texting.reports.held) await api.sandbox.texting.reports.tell(report);
    await api.sandbox.texting.reply(phone, 'YES');
    const { rows } = await owner.query(
      `select k.type, k.direction, k.status, b.status as booking from comms k
       join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id where k.booking_id = $1 order by k.id`,
      [booking.id],
    );
    expect(rows).toEqual([
      { type: 'sms', direction: 'out', status: 'confirmed', booking: 'confirmed' },
      { type: 'email', direction: 'out', status: 'sent', booking: 'confirmed' },
      { type: 'sms', direction: 'in', status: 'confirmed', booking: 'confirmed' },
      { type: 'sms', direction: 'out', status: 'sent', booking: 'confirmed' },
    ]);
    expect(await planAt('2026-01-14T10:01:00Z')).toBe(0);
  });

  it.each([
    ['+441632960144', 'https://burrow.example', true],
    [`MG${'0'.repeat(32)}`, 'https://burrow.example', true],
    ['Burrow', 'https://burrow.example', false],
    ['+441632960144', undefined, false],
    [undefined, 'https://burrow.example', false],
  ])('asks for a reply only if it can reach us: from %s, at %s', (from, address, expected) => {
    expect(canBeAnswered({ ...api.deps.env, TWILIO_FROM: from, PUBLIC_URL: address })).toBe(expected);
  });
});
