import { weekdays } from '@burrow/contracts/weekdays';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAbsence,
  makeResource,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { practiceDigest } from '../../testing/derived/tenant-rows.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const conflicts = async ({ staffKey }: Practice) => (await api.call('rota_conflicts', {}, staffKey)).body;

/** Each conflict as its day, time and what is wrong. */
const problemsIn = async (practice: Practice) =>
  (await conflicts(practice)).appointments.map(({ booking_date: date, booking_time: time, problems }) => [
    `${date} ${time}`,
    ...problems.map(({ message }) => message),
  ]);

/** An appointment of the staff member, of half an hour. */
const book = (
  { animal, staff, checkUp }: Practice,
  booking_date: string,
  booking_time = '10:00',
  more = {},
) =>
  makeBooking(db(), {
    animal,
    staff,
    service: checkUp,
    booking_date,
    booking_time,
    status: 'confirmed',
    ...more,
  });

const openAllDay: Record<string, [string, string][]> = Object.fromEntries(
  weekdays.map((day) => [day, [['00:00', '24:00']]]),
);

describe('rota_conflicts', () => {
  it('is empty for a practice without a rota, also outside its opening hours', async () => {
    const practice = await makePractice(db());
    await book(practice, '2026-01-18', '23:00');
    await makeHoliday(db(), { tenant: practice.tenant, start_date: '2026-01-15', end_date: '2026-01-15' });
    await book(practice, '2026-01-15');
    expect(await conflicts(practice)).toEqual({ total: 0, appointments: [] });
  });

  it('lists what lies outside hours or in an absence, with the reason, soonest first', async () => {
    const practice = await makePractice(db());
    const { tenant, staff, client, animal } = practice;
    await makeWorkPattern(db(), { user: staff });
    await makeShift(db(), { user: staff, date: '2026-01-16', hours: [['09:00', '12:00']] });
    await makeShift(db(), { user: staff, date: '2026-01-19' });
    await makeAbsence(db(), {
      tenant,
      user: staff,
      kind: 'sick',
      from: '2026-01-20 09:00',
      until: '2026-01-20 11:00',
    });
    await makeAbsence(db(), { tenant, from: '2026-01-21 10:00', until: '2026-01-21 10:30' });
    await makeHoliday(db(), {
      tenant,
      name: 'Stocktaking',
      start_date: '2026-01-22',
      end_date: '2026-01-22',
    });
    // Today before now; inside hours; cancelled.
    await book(practice, '2026-01-14', '07:00');
    await book(practice, '2026-01-15');
    await book(practice, '2026-01-19', '14:00', { status: 'cancelled' });
    await book(practice, '2026-01-22');
    await book(practice, '2026-01-21');
    await book(practice, '2026-01-20', '10:45');
    await book(practice, '2026-01-20', '11:15');
    const dayOff = await book(practice, '2026-01-19');
    await book(practice, '2026-01-16', '11:45');
    await book(practice, '2026-01-16', '11:15');
    expect(await problemsIn(practice)).toEqual([
      ['2026-01-16 11:45', 'Stefan Staff works 09:00–12:00 that day.'],
      ['2026-01-19 10:00', 'Stefan Staff isn’t working that day.'],
      ['2026-01-20 10:45', 'Stefan Staff is off sick.'],
      ['2026-01-21 10:00', 'The practice is closed.'],
      ['2026-01-22 10:00', 'The practice is closed: Stocktaking.'],
    ]);
    const { total, appointments } = await conflicts(practice);
    expect([total, appointments[1]]).toEqual([
      5,
      {
        booking_id: dayOff.id,
        booking_date: '2026-01-19',
        booking_time: '10:00',
        duration_minutes: 30,
        status: 'confirmed',
        staff_id: staff.id,
        staff_name: 'Stefan Staff',
        client_name: client.name,
        animal_name: animal.name,
        service_name: 'Check-up',
        problems: [{ code: 'outside_hours', message: 'Stefan Staff isn’t working that day.' }],
      },
    ]);
  });

  it('lists the appointments of a disabled person', async () => {
    const practice = await makePractice(db());
    await book(practice, '2026-01-15');
    await api.call('team/disable', { staff_id: practice.staff.id }, practice.adminKey);
    const { body } = await api.call('rota_conflicts', {}, practice.adminKey);
    expect(body).toMatchObject({
      total: 1,
      appointments: [
        { problems: [{ code: 'staff_disabled', message: 'Stefan Staff’s account is disabled.' }] },
      ],
    });
  });

  it('lists appointments in an absence of their room', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const room = await makeResource(db(), { tenant, name: 'X-ray room' });
    const booking = await book(practice, '2026-01-15');
    await db().query(
      `insert into booking_parts (tenant_id, booking_id, step, need, animal_id, resource_id, during, busy, live, overlap_allowed)
       select p.tenant_id, p.booking_id, 1, 1, p.animal_id, $3, p.during, p.busy, true, false
       from booking_parts p where p.tenant_id = $1 and p.booking_id = $2`,
      [tenant.id, booking.id, room.id],
    );
    await makeAbsence(db(), { tenant, resource: room });
    expect(await problemsIn(practice)).toEqual([['2026-01-15 10:00', 'X-ray room is under maintenance.']]);
  });

  it('follows a night shift over midnight and the clock change', async () => {
    const practice = await makePractice(db(), { business_hours: openAllDay });
    await makeWorkPattern(db(), { user: practice.staff, hours: [{}] });
    for (const date of ['2026-03-28', '2026-10-24']) {
      await makeShift(db(), { user: practice.staff, date, hours: [['20:00', '30:00']] });
    }
    await book(practice, '2026-03-28', '23:45');
    await book(practice, '2026-03-29', '05:30');
    await book(practice, '2026-03-29', '05:45', {
      animal: undefined,
      tenant: practice.tenant,
      staff: undefined,
    });
    await book(practice, '2026-03-29', '06:00');
    await book(practice, '2026-10-25', '01:30');
    await book(practice, '2026-10-25', '05:45');
    expect(await problemsIn(practice)).toEqual([
      ['2026-03-29 06:00', 'Stefan Staff works 00:00–06:00 that day.'],
      ['2026-10-25 05:45', 'Stefan Staff works 00:00–06:00 that day.'],
    ]);
  });

  it('lists at most 200, and says how many there are', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff, hours: [{}] });
    await db().query(
      `insert into bookings (tenant_id, client_id, animal_id, staff_id, booking_date, booking_time, starts_at, duration_minutes, price_pence)
       select $1, $2, $3, $4, d, '10:00', d + interval '10 hours', 30, 0
       from generate_series(date '2026-01-15', date '2026-01-15' + 200, interval '1 day') d`,
      [practice.tenant.id, practice.client.id, practice.animal.id, practice.staff.id],
    );
    const { total, appointments } = await conflicts(practice);
    expect([total, appointments.length]).toEqual([201, 200]);
  });

  it('needs an API key that may read appointments', async () => {
    const practice = await makePractice(db());
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['practice:read'],
    });
    const { error } = await api.call('rota_conflicts', {}, key);
    expect(error.code).toBe('scope_missing');
  });
});

describe('a preview', () => {
  it('lists the appointments that would newly fall outside, and writes nothing', async () => {
    const practice = await makePractice(db());
    const { tenant, staff, adminKey } = practice;
    const pattern = await makeWorkPattern(db(), { user: staff });
    const absence = await makeAbsence(db(), {
      tenant,
      user: staff,
      from: '2026-01-22 00:00',
      until: '2026-01-23 00:00',
    });
    // Outside already.
    await book(practice, '2026-01-18');
    await book(practice, '2026-01-19', '09:00');
    await book(practice, '2026-01-19', '16:00');
    await makeShift(db(), { user: staff, date: '2026-01-12' });
    const before = await practiceDigest(db(), tenant.id);
    const preview = '1' as const;
    const staff_id = staff.id;
    const mornings = JSON.stringify([{ mon: [{ from: '09:00', to: '12:00' }] }]);
    const hours = { staff_id, weeks: 1, valid_from: '2026-01-05', hours: mornings };
    const answers = [
      await api.call('work_pattern_set', { pattern_id: pattern.id, ...hours, preview }, adminKey),
      await api.call('work_pattern_delete', { pattern_id: pattern.id, preview }, adminKey),
      await api.call('shifts_set', { staff_id, dates: '2026-01-19', ranges: '[]', preview }, adminKey),
      await api.call('shifts_copy', { from_week: '2026-01-12', to_week: '2026-01-19', preview }, adminKey),
      await api.call(
        'absence_create',
        { staff_id, from_date: '2026-01-19', kind: 'leave', preview },
        adminKey,
      ),
      await api.call(
        'absence_create',
        { from_date: '2026-01-19', from_time: '16:00', kind: 'closed', preview },
        adminKey,
      ),
      await api.call(
        'absence_update',
        { absence_id: absence.id, from_date: '2026-01-19', preview },
        adminKey,
      ),
      await api.call('absence_delete', { absence_id: absence.id, preview }, adminKey),
    ];
    expect(answers.map(({ body }) => [body.saved, body.outside])).toEqual([
      [false, 1],
      [false, 0],
      [false, 2],
      [false, 2],
      [false, 2],
      [false, 1],
      [false, 2],
      [false, 0],
    ]);
    expect(answers[0]?.body.appointments).toMatchObject([
      {
        booking_date: '2026-01-19',
        booking_time: '16:00',
        problems: [{ message: 'Stefan Staff works 09:00–12:00 that day.' }],
      },
    ]);
    expect(await practiceDigest(db(), tenant.id)).toEqual(before);
  });

  it('agrees with what saving answers and with the list afterwards', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff });
    await book(practice, '2026-01-19');
    const dayOff = { staff_id: practice.staff.id, dates: '2026-01-19', ranges: '[]' };
    const preview = await api.call('shifts_set', { ...dayOff, preview: '1' }, practice.adminKey);
    const saved = await api.call('shifts_set', dayOff, practice.adminKey);
    expect(saved.body).toEqual({ saved: true, outside: 1, appointments: [] });
    expect((await conflicts(practice)).appointments).toEqual(preview.body.appointments);
    // It is no news the second time.
    const again = await api.call('shifts_set', dayOff, practice.adminKey);
    expect(again.body).toMatchObject({ outside: 0, appointments: [] });
  });

  it('counts without naming appointments for an API key that may not read them', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff });
    await book(practice, '2026-01-19');
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['practice:write'],
    });
    const { body } = await api.call(
      'shifts_set',
      { staff_id: practice.staff.id, dates: '2026-01-19', ranges: '[]', preview: '1' },
      key,
    );
    expect(body).toEqual({ saved: false, outside: 1, appointments: [] });
  });
});

describe('a kept conflict', () => {
  /** An appointment of the staff member at 18:00, after their hours, which is kept. */
  async function kept() {
    const practice = await makePractice(db(), { business_hours: openAllDay });
    const { staffKey } = practice;
    await makeWorkPattern(db(), { user: practice.staff });
    const { id: booking_id } = await book(practice, '2026-01-19', '18:00');
    const command = (name: 'rota_conflict_keep' | 'rota_conflict_unkeep') =>
      api.call(name, { booking_id }, staffKey);
    const move = (booking_time: string) =>
      api.call('booking_update', { booking_id, booking_time, allow_outside: '1' }, staffKey);
    const listed = async () => (await conflicts(practice)).total;
    expect(await listed()).toBe(1);
    expect((await command('rota_conflict_keep')).body).toEqual({ success: true });
    expect(await listed()).toBe(0);
    return { practice, booking_id, command, move, listed };
  }

  it('is listed again when that is undone, and who did both is in the audit log', async () => {
    const { practice, booking_id, command, listed } = await kept();
    expect((await command('rota_conflict_unkeep')).status).toBe(200);
    expect(await listed()).toBe(1);
    const again = await command('rota_conflict_unkeep');
    expect([again.status, again.body]).toMatchObject([
      404,
      { message: 'This appointment was not kept outside the rota.' },
    ]);
    const { body } = await api.call('audit_log', { entity: 'booking' }, practice.adminKey);
    expect(body.map((line) => [line.action, line.entity_id, line.user_name])).toEqual([
      ['rota_conflict_unkeep', booking_id, 'Stefan Staff'],
      ['rota_conflict_keep', booking_id, 'Stefan Staff'],
    ]);
  });

  it('is listed again at another time outside the rota, and not when it is moved back', async () => {
    const { move, listed } = await kept();
    expect((await move('19:00')).status).toBe(200);
    expect(await listed()).toBe(1);
    expect((await move('18:00')).status).toBe(200);
    expect(await listed()).toBe(0);
  });

  it('is listed again with another person or for another reason', async () => {
    const { practice, booking_id, command, listed } = await kept();
    const { admin, staff, staffKey } = practice;
    const assign = (staff_id: number) =>
      api.call('booking_update', { booking_id, staff_id, allow_outside: '1' }, staffKey);
    await makeWorkPattern(db(), { user: admin });
    await assign(admin.id);
    expect(await listed()).toBe(1);
    await assign(staff.id);
    expect(await listed()).toBe(0);
    await makeAbsence(db(), { user: staff, from: '2026-01-19 00:00', until: '2026-01-20 00:00' });
    expect(await listed()).toBe(1);
    expect((await command('rota_conflict_keep')).status).toBe(200);
    expect(await listed()).toBe(0);
  });

  it('must be outside the rota, and of the same practice', async () => {
    const { practice, booking_id } = await kept();
    const inside = await book(practice, '2026-01-19', '10:00');
    const keep = (id: number, key: Caller) => api.call('rota_conflict_keep', { booking_id: id }, key);
    expect((await keep(inside.id, practice.staffKey)).status).toBe(404);
    const other = await makePractice(db());
    expect((await keep(booking_id, other.staffKey)).status).toBe(404);
  });
});
