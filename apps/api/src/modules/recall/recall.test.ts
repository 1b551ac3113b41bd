import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCareDue, makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type {
  AnimalRow,
  CareDueRow,
  CareTypeRow,
  Columns,
} from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from '../message/sender.ts';
import { planRecalls } from './public.ts';

const ten = '2026-01-14T10:00:00Z';
const api = useTestApi({}, ten);
const db = () => api.testDatabase.owner;

let practice: Practice;
let booster: CareTypeRow;
let biscuit: AnimalRow;
let rex: AnimalRow;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db(), {
    tenant_name: 'Willow Vets',
    recalls_on_since: '2026-01-01T00:00:00Z',
  });
  booster = await makeCareType(db(), {
    tenant: practice.tenant,
    name: 'Booster',
    service_id: practice.vaccination.id,
    every_count: 12,
    every_unit: 'months',
  });
  const { client } = practice;
  biscuit = await makeAnimal(db(), { client, name: 'Biscuit' });
  rex = await makeAnimal(db(), { client, name: 'Rex' });
});

const due = (animal: AnimalRow, due_on: string, columns: Columns<CareDueRow> = {}) =>
  makeCareDue(db(), { animal, type: booster, due_on, ...columns });

/** Runs the day's job, and sends what is due. */
async function run(at: string = ten): Promise<void> {
  api.clock.set(at);
  await planRecalls(api.deps);
  while ((await sendDueMessages(api.deps)) > 0);
}

const texts = (phone = practice.client.phone ?? '') => api.smsTo(phone).map(({ body }) => body);

const setClient = (text: string) =>
  db().query(`update clients set ${text} where id = $1`, [practice.client.id]);
const setTenant = (text: string) =>
  db().query(`update tenants set ${text} where id = $1`, [practice.tenant.id]);

const preview = async (include_overdue: '0' | '1' = '0') =>
  (await api.call('recall_preview', { include_overdue }, practice.adminKey)).body;

const recalls = async (input: InputOf<'recalls'> = {}) =>
  (await api.call('recalls', input, practice.staffKey)).body;

describe('a recall', () => {
  it('names everything of a household that is due within the week, in one text with a link', async () => {
    await due(biscuit, '2026-02-13');
    await due(rex, '2026-02-19');
    await run();
    expect(texts()).toEqual([
      expect.stringMatching(
        /^Willow Vets: Biscuit's booster is due on 13 February, Rex's on 19 February\.\nBook online: http:\/\/127\.0\.0\.1:\d+\/l\/[\w-]{12}$/,
      ),
    ]);
    expect((await recalls({ show: 'told' })).rows).toMatchObject([
      {
        animal_name: 'Biscuit',
        told: 1,
        last_message: { sent_on: '2026-01-14', type: 'sms', status: 'sent' },
      },
      { animal_name: 'Rex', told: 1, last_message: { sent_on: '2026-01-14', type: 'sms', status: 'sent' } },
    ]);
    await run('2026-01-20T10:00:00Z');
    expect(texts()).toHaveLength(1);
  });

  it('says of each date whether it has passed', async () => {
    await due(biscuit, '2026-02-13');
    await due(rex, '2026-03-20');
    await run('2026-03-15T10:00:00Z');
    expect(texts()).toEqual([
      expect.stringContaining("Biscuit's booster was due on 13 February, Rex's is due on 20 March."),
    ]);
  });

  it('is sent once for each step, also when the job runs again', async () => {
    await due(biscuit, '2026-02-13');
    for (const day of ['2026-01-14', '2026-01-15', '2026-02-06', '2026-02-13', '2026-03-15', '2026-04-01']) {
      await run(`${day}T10:00:00Z`);
      await run(`${day}T10:01:00Z`);
    }
    expect(texts()).toHaveLength(4);
    expect(texts()[0]).toContain("Biscuit's booster was due on 13 February.");
  });

  it('is not sent before ten o’clock on the practice’s clock', async () => {
    await setTenant("time_zone = 'America/New_York'");
    await due(biscuit, '2026-02-13');
    await run('2026-01-14T14:59:00Z');
    expect(texts()).toEqual([]);
    await run('2026-01-14T15:00:00Z');
    expect(texts()).toHaveLength(1);
  });

  it('is not sent at 10:01 if the care was recorded at 10:00', async () => {
    await due(biscuit, '2026-02-13');
    await planRecalls(api.deps);
    const given = { animal_id: biscuit.id, care_type_id: booster.id, given_on: '2026-01-14' };
    await api.call('animal_care_given', given, practice.staffKey);
    api.clock.set('2026-01-14T10:01:00Z');
    while ((await sendDueMessages(api.deps)) > 0);
    expect(texts()).toEqual([]);
    expect((await recalls({ show: 'done' })).rows).toMatchObject([
      { animal_name: 'Biscuit', last_message: { status: 'withdrawn' } },
    ]);
  });

  it('is stopped by recording the vaccination, which sets the next due date', async () => {
    const medicine = await api.call(
      'medicine_create',
      { kind: 'vaccine', name: 'Nobivac DHP', care_type_id: booster.id },
      practice.adminKey,
    );
    const { medicine_id } = medicine.body;
    await due(biscuit, '2026-02-13');
    await planRecalls(api.deps);
    const vaccination = {
      animal_id: biscuit.id,
      medicine_id,
      batch: 'A123',
      next_due_on: '2027-01-10',
    };
    expect((await api.call('vaccination_add', vaccination, practice.staffKey)).status).toBe(200);
    api.clock.set('2026-01-14T10:01:00Z');
    while ((await sendDueMessages(api.deps)) > 0);
    expect(texts()).toEqual([]);
    const { body } = await api.call('animal_care', { animal_id: biscuit.id }, practice.staffKey);
    expect(body).toMatchObject([
      { due_on: '2027-01-10', origin: 'given', state: 'due', given_on: '2026-01-14' },
      { due_on: '2026-02-13', state: 'done', done_on: '2026-01-14' },
    ]);
  });

  it.each([
    ['booked', () => book()],
    [
      'dismissed',
      () =>
        api.call('animal_care_dismiss', { care_due_id: dueId, reason: 'Done elsewhere' }, practice.staffKey),
    ],
    ['of a dead animal', () => archive('deceased')],
    ['of an animal that moved away', () => archive('moved')],
    [
      'of an archived client',
      () => api.call('client_archive', { client_id: practice.client.id }, practice.adminKey),
    ],
    [
      'that the client declined',
      () => api.call('cp/care_dismiss', { care_due_id: dueId }, practice.clientKey),
    ],
    ['of a client who wants no recalls', () => setClient('likes_recall = false')],
    ['after recalls were switched off', () => api.call('recall_switch_off', {}, practice.adminKey)],
  ])('is neither written nor, if queued, sent when %s', async (_what, end) => {
    for (const isQueued of [false, true]) {
      await db().query('delete from care_due where animal_id = $1 and state <> $2', [biscuit.id, 'told']);
      dueId = (await due(biscuit, '2026-02-13')).id;
      if (isQueued) await planRecalls(api.deps);
      await end();
      await run();
      expect(texts()).toEqual([]);
      await reset();
    }
  });
  let dueId: number;
  const archive = (reason: 'deceased' | 'moved') =>
    api.call('animal_archive', { animal_id: biscuit.id, reason }, practice.staffKey);
  const book = () =>
    makeBooking(db(), {
      animal: biscuit,
      service: practice.vaccination,
      status: 'confirmed',
      booking_date: '2026-01-20',
    });
  /** As before the case. */
  async function reset(): Promise<void> {
    await db().query('delete from comms where tenant_id = $1', [practice.tenant.id]);
    await db().query('delete from recall_items where tenant_id = $1', [practice.tenant.id]);
    await db().query('delete from recalls where tenant_id = $1', [practice.tenant.id]);
    await db().query('delete from care_due where tenant_id = $1', [practice.tenant.id]);
    await db().query("update bookings set status = 'cancelled' where tenant_id = $1", [practice.tenant.id]);
    await db().query('update recall_looks set looked_on = null where tenant_id = $1', [practice.tenant.id]);
    await db().query('update animals set active = true, archived_reason = null where tenant_id = $1', [
      practice.tenant.id,
    ]);
    await setClient('likes_recall = true, archived_at = null');
    await setTenant("recalls_on_since = '2026-01-01'");
  }

  it.each([
    ['fails', 'between its ten o’clock and a restore', '2026-01-12', '2026-01-14T09:59:00Z', ['failed']],
    ['fails', 'on the day of a restore', null, '2026-01-14T10:00:00Z', ['failed']],
    ['is sent', 'after an early restore', '2026-01-13', '2026-01-14T09:59:00Z', ['sent']],
    ['is sent', 'on the day after a restore', null, '2026-01-13T12:00:00Z', ['sent']],
  ])('%s if it was first due %s', async (_what, _when, lookedOn, restored, statuses) => {
    await due(biscuit, '2026-02-13');
    await db().query('update recall_looks set looked_on = $2 where tenant_id = $1', [
      practice.tenant.id,
      lookedOn,
    ]);
    await db().query("insert into work_marks values ('restored', $1)", [restored]);
    try {
      await run();
    } finally {
      await db().query("delete from work_marks where name = 'restored'");
    }
    const { rows } = await db().query<{ status: string }>(
      'select status from comms where tenant_id = $1 and kind = $2',
      [practice.tenant.id, 'recall'],
    );
    expect(rows.map(({ status }) => status)).toEqual(statuses);
    await run('2026-01-15T10:00:00Z');
    expect(texts()).toHaveLength(statuses.filter((status) => status === 'sent').length);
  });

  it('is sent by email to a client without texts, and not sent to a client without any channel', async () => {
    await due(biscuit, '2026-02-13');
    await setClient("likes_sms = false, email = 'ann@example.com'");
    await run();
    expect(texts()).toEqual([]);
    const [mail] = api.mailTo('ann@example.com');
    expect(mail).toMatchObject({ subject: 'Time for a visit: Biscuit' });
    expect(mail?.body).toContain("Biscuit's booster is due on 13 February.");
    const next = await makeClient(db(), {
      tenant: practice.tenant,
      likes_sms: false,
      likes_email: false,
    });
    const pet = await makeAnimal(db(), { client: next, name: 'Molly' });
    await due(pet, '2026-02-13');
    await run('2026-01-15T10:00:00Z');
    expect((await preview()).households).toMatchObject([
      { client_id: next.id, channel: null, why_not: 'no_channel' },
    ]);
  });

  it('waits for the end of the quiet hours', async () => {
    await setTenant("quiet_from = '08:00', quiet_until = '12:00'");
    await due(biscuit, '2026-02-13');
    await run();
    expect(texts()).toEqual([]);
    await run('2026-01-14T12:00:00Z');
    expect(texts()).toHaveLength(1);
  });

  it('leaves half of the day’s texts to other messages, and the rest of the recalls to the next day', async () => {
    await setTenant('sms_daily_cap = 2');
    await due(biscuit, '2026-02-13');
    const next = await makeClient(db(), { tenant: practice.tenant });
    await due(await makeAnimal(db(), { client: next }), '2026-02-13');
    await run();
    expect([texts().length, texts(next.phone ?? '').length]).toEqual([1, 0]);
    await run('2026-01-15T10:00:00Z');
    expect([texts().length, texts(next.phone ?? '').length]).toEqual([1, 1]);
  });

  it('is never sent about a date that is too long overdue, or was overdue when it was recorded', async () => {
    await due(biscuit, '2025-10-15');
    const type = { animal_id: rex.id, care_type_id: booster.id, due_on: '2026-01-13' };
    await api.call('animal_care_set', type, practice.staffKey);
    await run();
    expect(texts()).toEqual([]);
    expect((await recalls()).rows).toMatchObject([
      { animal_name: 'Rex', silent: '1' },
      { animal_name: 'Biscuit', silent: '0' },
    ]);
  });

  it('is sent about a date that was moved and moved back, or of an animal with a new owner, and delays no other', async () => {
    const other = await makeClient(db(), { tenant: practice.tenant });
    await due(biscuit, '2026-02-13');
    await due(rex, '2026-02-13');
    await run();
    const set = (due_on: string) =>
      api.call('animal_care_set', { animal_id: rex.id, care_type_id: booster.id, due_on }, practice.staffKey);
    expect([(await set('2026-06-01')).status, (await set('2026-02-13')).status]).toEqual([200, 200]);
    const transfer = { animal_id: biscuit.id, client_id: other.id };
    expect((await api.call('animal_transfer', transfer, practice.adminKey)).status).toBe(200);
    await run('2026-01-22T10:00:00Z');
    expect([texts(), texts(other.phone ?? '')]).toMatchObject([{ length: 2 }, { length: 1 }]);
  });

  it('uses the practice’s own words', async () => {
    const body = 'Hi {{client_first_name}}. {{care}} {{book_link}}';
    const template = { kind: 'recall', channel: 'sms', body } as const;
    await api.call('message_template_update', template, practice.adminKey);
    await due(biscuit, '2026-02-13');
    await run();
    expect(texts()[0]).toMatch(/^Hi .+\. Biscuit's booster is due on 13 February\. http/);
  });
});

describe('switching recalls on', () => {
  beforeEach(() => setTenant('recalls_on_since = null'));

  it('previews what would be sent, and sends nothing about overdue animals unless they are included', async () => {
    await due(biscuit, '2026-01-13');
    const next = await makeClient(db(), { tenant: practice.tenant, name: 'Bea Smith' });
    await due(await makeAnimal(db(), { client: next, name: 'Molly' }), '2026-02-13');
    await due(rex, '2025-09-01');
    expect(await preview()).toMatchObject({
      on: '0',
      can_send: true,
      due: 3,
      overdue: 2,
      too_old: 1,
      today: 1,
      households: [
        {
          client_name: 'Bea Smith',
          channel: 'sms',
          why_not: null,
          items: [{ animal_name: 'Molly', due_on: '2026-02-13' }],
        },
        { client_id: practice.client.id, why_not: 'overdue', items: [{ animal_name: 'Biscuit' }] },
      ],
    });
    expect(await preview('1')).toMatchObject({ today: 2 });
    await run();
    expect(texts(next.phone ?? '')).toEqual([]);
    await api.call('recall_switch_on', {}, practice.adminKey);
    await run();
    expect([texts().length, texts(next.phone ?? '').length]).toEqual([0, 1]);
    await api.call('recall_switch_on', { include_overdue: '1' }, practice.adminKey);
    await run();
    expect(texts()).toEqual([expect.stringContaining("Biscuit's booster was due on 13 January.")]);
  });

  it('is for admins', async () => {
    expect((await api.call('recall_switch_on', {}, practice.staffKey)).status).toBe(403);
  });
});

describe('the link of a recall', () => {
  it('shows its client the animals, their service and the first free times, and books all at once', async () => {
    await due(biscuit, '2026-02-13');
    await due(rex, '2026-02-19');
    await run();
    const token = /\/l\/([\w-]+)$/.exec(texts()[0] ?? '')?.[1] ?? '';
    const opened = await api.call('cp/link/open', { token }, practice.clientKey);
    expect(opened.body).toMatchObject({ kind: 'recall', booking_id: null });
    const recall_id = opened.body.recall_id ?? 0;
    const { body } = await api.call('cp/recall', { recall_id }, practice.clientKey);
    expect(body.items).toMatchObject([
      { animal_name: 'Biscuit', service: 'Vaccination', price: '62.50', state: 'told' },
      { animal_name: 'Rex', service: 'Vaccination', state: 'told' },
    ]);
    const [first, second] = body.times;
    expect(first).toMatchObject({ booking_date: '2026-01-14' });
    expect(second?.booking_date).toBe('2026-01-14');
    expect((second?.booking_time ?? '') > (first?.booking_time ?? '')).toBe(true);
    const appointments = body.times.map(({ care_due_id, booking_date, booking_time }) => ({
      care_due_id,
      booking_date: booking_date ?? '',
      booking_time: booking_time ?? '',
    }));
    const booked = await api.call('cp/care_book', { appointments }, practice.clientKey);
    expect(booked.body.booking_ids).toHaveLength(2);
    expect((await recalls({ show: 'booked' })).rows).toMatchObject([
      { animal_name: 'Biscuit', state: 'booked', booking_id: booked.body.booking_ids[0], requested: '1' },
      { animal_name: 'Rex', state: 'booked', requested: '1' },
    ]);
    const accepted = { booking_id: booked.body.booking_ids[0] ?? 0 };
    expect(
      (await api.call('booking_update', { ...accepted, is_provisional: '0' }, practice.staffKey)).status,
    ).toBe(200);
    expect((await recalls({ show: 'booked' })).rows.map((row) => row.requested)).toEqual(['0', '1']);
    expect((await api.call('cp/recall', { recall_id }, practice.clientKey)).body.items).toMatchObject([
      { animal_name: 'Biscuit', requested: '0' },
      { animal_name: 'Rex', requested: '1' },
    ]);
    const again = await api.call('cp/care_book', { appointments }, practice.clientKey);
    expect(again.error.code).toBe('care_ended');
  });

  it('offers the other animal a time that does not meet the one just booked', async () => {
    // Two at once, so that the booked time is free for the other animal too.
    await db().query('update tenants set parallel_places = 2 where id = $1', [practice.tenant.id]);
    await due(biscuit, '2026-02-13');
    await due(rex, '2026-02-19');
    const times = async () => (await api.call('cp/recall', {}, practice.clientKey)).body.times;
    const [first] = await times();
    const { care_due_id = 0, booking_date, booking_time } = first ?? {};
    const appointments = [
      { care_due_id, booking_date: booking_date ?? '', booking_time: booking_time ?? '' },
    ];
    expect((await api.call('cp/care_book', { appointments }, practice.clientKey)).status).toBe(200);
    const [next, none] = await times();
    expect([next?.booking_date, none]).toEqual([booking_date, undefined]);
    expect((next?.booking_time ?? '') > (booking_time ?? '')).toBe(true);
  });

  it('offers times one after the other for as long as the person who provides the service takes', async () => {
    await makeServiceStaff(db(), practice.vaccination, practice.staff, { duration_minutes: 120 });
    await due(biscuit, '2026-02-13');
    await due(rex, '2026-02-19');
    const { times } = (await api.call('cp/recall', {}, practice.clientKey)).body;
    expect(times.map(({ booking_time }) => booking_time)).toEqual(['11:00', '13:00']);
    const appointments = times.map(({ care_due_id, booking_date, booking_time }) => ({
      care_due_id,
      booking_date: booking_date ?? '',
      booking_time: booking_time ?? '',
    }));
    expect((await api.call('cp/care_book', { appointments }, practice.clientKey)).status).toBe(200);
  });

  it('books none if one of the times is gone', async () => {
    const one = await due(biscuit, '2026-02-13');
    const two = await due(rex, '2026-02-19');
    const at = { booking_date: '2026-01-15', booking_time: '10:00' };
    const appointments = [one, two].map(({ id }) => ({ care_due_id: id, ...at }));
    const { error } = await api.call('cp/care_book', { appointments }, practice.clientKey);
    expect(error.code).toBe('slot_taken');
    expect((await recalls({ show: 'booked' })).rows).toEqual([]);
  });

  it('books nothing twice', async () => {
    const { id: care_due_id } = await due(biscuit, '2026-02-13');
    const appointments = ['10:00', '14:00'].map((booking_time) => ({
      care_due_id,
      booking_date: '2026-01-15',
      booking_time,
    }));
    const { error } = await api.call('cp/care_book', { appointments }, practice.clientKey);
    expect(error.fields).toEqual({ appointments: 'Book each only once.' });
    expect((await recalls({ show: 'booked' })).rows).toEqual([]);
  });

  it('opens for its own client only', async () => {
    const other = await makePractice(db());
    await due(biscuit, '2026-02-13');
    await run();
    const { rows } = await db().query<{ id: number }>('select id from recalls where tenant_id = $1', [
      practice.tenant.id,
    ]);
    const neighbour = await makeClient(db(), { tenant: practice.tenant });
    for (const key of [other.clientKey, await makeSessionKey(db(), { client: neighbour })]) {
      const answer = await api.call('cp/recall', { recall_id: rows[0]?.id ?? 0 }, key);
      expect(answer.status).toBe(404);
    }
  });
});

describe('the report', () => {
  it('counts recalls, the appointments made within 60 days of them, and what was paid', async () => {
    await due(biscuit, '2026-02-13');
    await due(rex, '2026-02-19');
    await run();
    const booking = await makeBooking(db(), {
      animal: biscuit,
      service: practice.vaccination,
      status: 'confirmed',
      booking_date: '2026-01-20',
      created_at: '2026-01-15T09:00:00Z',
    });
    api.clock.set('2026-01-20T17:00:00Z');
    const paid = { booking_id: booking.id, status: 'completed', paid_type: 'Card' } as const;
    await api.call('booking_status_update', paid, practice.staffKey);
    const { body } = await api.call('reports/recall', { period: 'month' }, practice.adminKey);
    const figures = { told: 2, booked: 1, completed: 1, revenue: '62.50' };
    expect(body.data).toEqual([{ care_type_id: booster.id, care_type: 'Booster', ...figures }]);
    expect(body.metadata).toMatchObject({ sent: 1, ...figures });
  });
});
