import { weekdays } from '@burrow/contracts/weekdays';
import { describe, expect, it } from 'vitest';
import { makeAbsence, makeShift, makeWorkPattern } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { practiceDigest } from '../../testing/derived/tenant-rows.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { rotaConflicts } from '../../testing/rota-conflicts.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { conflicts, book } = rotaConflicts(api);

const openAllDay: Record<string, [string, string][]> = Object.fromEntries(
  weekdays.map((day) => [day, [['00:00', '24:00']]]),
);

describe('a preview', () => {
  it('lists the appointments that would newly be outside the rota, and writes nothing', async () => {
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
    // The second time it is not new.
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

  it('is listed again when keeping it is undone, with both changes in the audit log', async () => {
    const { practice, booking_id, command, listed } = await kept();
    expect((await command('rota_conflict_unkeep')).status).toBe(200);
    expect(await listed()).toBe(1);
    const again = await command('rota_conflict_unkeep');
    expect([again.status, again.body]).toMatchObject([
      404,
      { message: 'This appointment isn’t on the list of kept appointments. Reload to see its status.' },
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

  it('stays kept when the practice’s time zone changes', async () => {
    const { practice, listed } = await kept();
    await api.call('tenant_update', { time_zone: 'Europe/Paris' }, practice.adminKey);
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
