import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAbsence, makeResource, makeWorkPattern } from '../../../../../packages/dev/src/factory-diary.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaConflicts } from '../../testing/rota-conflicts.ts';
import { sendDueMessages } from '../message/sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { conflicts, book } = rotaConflicts(api);

const sick = { from: '2026-01-15 00:00', until: '2026-01-16 00:00', kind: 'sick' } as const;

let practice: Practice;
/** An appointment of the staff member, who is off sick that day. */
let bookingId: number;
let absenceId: number;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db(), { tenant_name: 'Willow Vets' });
  await makeWorkPattern(db(), { user: practice.staff });
  bookingId = (await book(practice, '2026-01-15')).id;
  absenceId = (await makeAbsence(db(), { user: practice.staff, ...sick })).id;
});

const notify = (booking_id = bookingId) =>
  api.call('rota_conflict_notify', { booking_id }, practice.adminKey);
const change = (changes: object) =>
  api.call('booking_update', { booking_id: bookingId, allow_outside: '1', ...changes }, practice.staffKey);

/** Sends what is due `minutes` from now. */
async function sendAfter(minutes: number): Promise<void> {
  api.clock.set(new Date(api.clock.now().getTime() + minutes * 60_000).toISOString());
  while ((await sendDueMessages(api.deps)) > 0);
}
const texts = () => api.smsTo(practice.client.phone ?? '').map(({ body }) => body);
const mails = () => api.mailTo(practice.client.email ?? '');

const queued = async () => {
  const { rows } = await db().query(
    "select type from comms where booking_id = $1 and kind = 'booking_change_needed'",
    [bookingId],
  );
  return rows.length;
};

describe('notifying the client of a conflict', () => {
  it('asks them to call by their channels, and shows when', async () => {
    expect((await conflicts(practice)).appointments[0]?.notified_at).toBeNull();
    expect((await notify()).body).toEqual({ success: true, channels: ['sms', 'email'] });
    expect((await conflicts(practice)).appointments[0]?.notified_at).toBe('2026-01-14T09:00:00.000Z');
    await sendAfter(1);
    const { name } = practice.animal;
    expect(texts()).toEqual([
      `Hi ${practice.client.name}, we're sorry, but we need to change ${name}'s appointment on Thursday 15 January at 10:00. Please call us on 01632 960123 and we'll find a time that suits you. Willow Vets`,
    ]);
    expect(mails()[0]).toMatchObject({
      subject: `We need to change ${name}'s appointment on Thursday 15 January`,
    });
    expect(mails()[0]?.body).toContain(
      "Please call us on 01632 960123 and we'll find a time that suits you.",
    );
    const audit = await api.call('audit_log', { entity: 'booking' }, practice.adminKey);
    expect(audit.body[0]).toMatchObject({ action: 'rota_conflict_notify', entity_id: bookingId });
    expect(audit.body[0]?.details).toContain('"channels": ["sms", "email"]');
  });

  it('is still sent and shown when the practice’s time zone changes', async () => {
    await notify();
    await api.call('tenant_update', { time_zone: 'Europe/Paris' }, practice.adminKey);
    expect((await conflicts(practice)).appointments[0]?.notified_at).toBe('2026-01-14T09:00:00.000Z');
    await sendAfter(1);
    expect([texts().length, mails().length]).toEqual([1, 1]);
  });

  it('is sent once, also when two people do it at the same moment', async () => {
    const answers = await Promise.all([notify(), notify()]);
    expect(answers.map(({ body }) => body.channels.length).toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect((await notify()).body.channels).toEqual([]);
    await sendAfter(1);
    expect([texts().length, mails().length]).toEqual([1, 1]);
  });

  it('is possible again at another time outside the rota, and for another reason', async () => {
    await notify();
    await sendAfter(1);
    await change({ booking_time: '11:00', tell_client: '0' });
    expect((await conflicts(practice)).appointments[0]?.notified_at).toBeNull();
    expect((await notify()).body.channels).toEqual(['sms', 'email']);
    await sendAfter(1);
    await api.call('team/disable', { staff_id: practice.staff.id }, practice.adminKey);
    expect((await notify()).body.channels).toEqual(['sms', 'email']);
    await sendAfter(1);
    expect(texts()).toHaveLength(3);
  });

  it.each([
    ['moved', () => change({ booking_date: '2026-01-19', tell_client: '0' })],
    ['given to another person', () => change({ staff_id: practice.admin.id })],
    ['kept', () => api.call('rota_conflict_keep', { booking_id: bookingId }, practice.staffKey)],
    ['back in the rota', () => api.call('absence_delete', { absence_id: absenceId }, practice.adminKey)],
  ])('is withdrawn when the appointment is %s first', async (_what, deal) => {
    await notify();
    expect(await queued()).toBe(2);
    expect((await deal()).status).toBe(200);
    await sendAfter(1);
    expect([texts(), mails(), await queued()]).toEqual([[], [], 0]);
  });

  it.each<[string, (colleague: PoolClient) => Promise<unknown>]>([
    [
      'given to another person',
      (colleague) =>
        colleague.query('update bookings set staff_id = $2 where id = $1', [bookingId, practice.admin.id]),
    ],
    [
      'back in the rota',
      async (colleague) => {
        const lock = "select pg_advisory_xact_lock(hashtextextended('rota:' || $1, 0))";
        await colleague.query(lock, [practice.tenant.id]);
        await colleague.query('delete from absences where id = $1', [absenceId]);
      },
    ],
  ])('is refused if the appointment is %s at the same moment', async (_what, solve) => {
    const colleague = await db().connect();
    await colleague.query('begin');
    await solve(colleague);
    const notified = notify();
    const waiting = `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`;
    await expect.poll(async () => (await db().query(waiting)).rows.length).toBe(1);
    await colleague.query('commit');
    colleague.release();
    expect((await notified).status).toBe(404);
    expect(await queued()).toBe(0);
  });

  const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);
  const closeOnThursday = (name = 'Closed') =>
    api.call('holiday_create', { holiday_name: name, start_date: '2026-01-15' }, practice.adminKey);
  const lastHoliday = async () => {
    const { body } = await api.call('holidays', {}, practice.adminKey);
    return { holiday_id: body.at(-1)?.id ?? 0 };
  };
  const openOnThursday = (thu: [string, string][]) => {
    const day: [string, string][] = [['09:00', '17:00']];
    const business_hours = { mon: day, tue: day, wed: day, thu, fri: day, sat: [], sun: [] };
    return api.call('tenant_update', { business_hours }, practice.adminKey);
  };
  const isEnabled = (to: 'enable' | 'disable') =>
    api.call(`team/${to}`, { staff_id: practice.staff.id }, practice.adminKey);
  const need = (resource: { id: number }) =>
    api.call(
      'service_resources_set',
      { service_id: practice.checkUp.id, needs: [[resource.id]] },
      practice.adminKey,
    );
  const makeRoom = () => makeResource(db(), { tenant: practice.tenant });

  it.each([
    [
      'the holiday is deleted',
      async () => {
        await done(closeOnThursday());
        return {
          solve: async () => api.call('holiday_delete', await lastHoliday(), practice.adminKey),
          again: () => closeOnThursday('Closed after all'),
        };
      },
    ],
    [
      'the holiday is moved',
      async () => {
        await done(closeOnThursday());
        const moved = { start_date: '2026-01-16', end_date: '2026-01-16' };
        return {
          solve: async () =>
            api.call('holiday_update', { ...(await lastHoliday()), ...moved }, practice.adminKey),
          again: () => closeOnThursday('Closed after all'),
        };
      },
    ],
    [
      'the practice opens earlier',
      async () => {
        await done(openOnThursday([['12:00', '17:00']]));
        return {
          solve: () => openOnThursday([['09:00', '17:00']]),
          again: () => openOnThursday([['12:00', '17:00']]),
        };
      },
    ],
    [
      'the person is enabled',
      async () => {
        await done(isEnabled('disable'));
        return { solve: () => isEnabled('enable'), again: () => isEnabled('disable') };
      },
    ],
    [
      'the room it lacks is assigned',
      async () => {
        const [theatre, xray] = [await makeRoom(), await makeRoom()];
        await done(need(theatre));
        return { solve: () => change({ resource_ids: [] }), again: () => need(xray) };
      },
    ],
    [
      'the room it lacks is archived',
      async () => {
        const { id: resource_id } = await makeRoom();
        await done(need({ id: resource_id }));
        return {
          solve: () => api.call('resource_retire', { resource_id }, practice.adminKey),
          again: () => api.call('resource_restore', { resource_id }, practice.adminKey),
        };
      },
    ],
  ])('is withdrawn when %s first, and can be sent when the conflict is back', async (_what, cause) => {
    await done(api.call('absence_delete', { absence_id: absenceId }, practice.adminKey));
    const { solve, again } = await cause();
    expect((await notify()).body.channels).toEqual(['sms', 'email']);
    await done(solve());
    await sendAfter(1);
    expect([texts(), mails(), await queued()]).toEqual([[], [], 0]);
    await done(again());
    expect((await notify()).body.channels).toEqual(['sms', 'email']);
    await sendAfter(1);
    expect([texts().length, mails().length]).toEqual([1, 1]);
  });

  it('is sent when another problem of the appointment remains', async () => {
    await done(closeOnThursday());
    await notify();
    await done(api.call('holiday_delete', await lastHoliday(), practice.adminKey));
    await sendAfter(1);
    expect([texts().length, mails().length]).toEqual([1, 1]);
  });

  it('waits for the end of the quiet hours, but for emails', async () => {
    await db().query("update tenants set quiet_from = '08:00', quiet_until = '10:00' where id = $1", [
      practice.tenant.id,
    ]);
    await notify();
    await sendAfter(1);
    expect([texts().length, mails().length]).toEqual([0, 1]);
    await sendAfter(60);
    expect(texts()).toHaveLength(1);
  });

  it('follows the client’s preferences and the practice’s settings', async () => {
    const client = { client_id: practice.client.id };
    await api.call('client_update', { ...client, likes_sms: '0' }, practice.staffKey);
    expect((await notify()).body.channels).toEqual(['email']);
    await api.call('client_update', { ...client, likes_email: '0' }, practice.staffKey);
    await change({ booking_time: '11:00', tell_client: '0' });
    expect((await notify()).error.code).toBe('no_channel');
    expect((await conflicts(practice)).appointments[0]?.notified_at).toBeNull();
    await api.call('client_update', { ...client, likes_sms: '1', likes_email: '1' }, practice.staffKey);
    for (const channel of ['sms', 'email'] as const) {
      const text = { kind: 'booking_change_needed', channel, body: 'Call us', subject: 'Call', enabled: '0' };
      expect((await api.call('message_template_update', text as never, practice.adminKey)).status).toBe(200);
    }
    expect((await notify()).error).toMatchObject({
      code: 'no_channel',
      message: 'This message is turned off in Settings. Please call the client.',
    });
  });

  it('is refused for a request, and for an appointment without a conflict', async () => {
    const { id } = await book(practice, '2026-01-15', '11:00', { is_provisional: true, status: 'pending' });
    expect((await notify(id)).error.code).toBe('request_unanswered');
    await change({ booking_date: '2026-01-19' });
    expect((await notify()).error.code).toBe('not_found');
    const other = await makePractice(db());
    const foreign = await api.call('rota_conflict_notify', { booking_id: id }, other.staffKey);
    expect(foreign.status).toBe(404);
  });
});
