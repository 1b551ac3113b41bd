import { weekdays } from '@burrow/contracts/weekdays';
import { describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeResource,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaConflicts } from '../../testing/rota-conflicts.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { conflicts, problemsIn, book } = rotaConflicts(api);

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
        service_name: 'Consultation',
        problems: [{ code: 'outside_hours', message: 'Stefan Staff isn’t working that day.' }],
        resource_ids: [],
        is_provisional: '0',
        notified_at: null,
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
