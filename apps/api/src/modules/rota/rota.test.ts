import type { InputOf } from '@burrow/contracts/actions';
import { weekdays } from '@burrow/contracts/weekdays';
import { describe, expect, it } from 'vitest';
import { makeAbsence, makeShift, makeWorkPattern } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const hours = (from: string, to: string) => ({ from, to });
const weekOf = (from: string, to: string) => ({ mon: [hours(from, to)] });
const mondays = Array.from({ length: 4 }, (_, n) => weekOf(`0${n + 6}:00`, '17:00'));

/** Sets working hours of the practice's staff member. */
const setPattern = (
  { staff, adminKey }: Practice,
  weeks: readonly object[],
  more: Partial<InputOf<'work_pattern_set'>> = {},
) =>
  api.call(
    'work_pattern_set',
    {
      staff_id: staff.id,
      weeks: weeks.length,
      valid_from: '2026-01-05',
      hours: JSON.stringify(weeks),
      ...more,
    },
    adminKey,
  );

const setShift = (
  { staff, adminKey }: Practice,
  dates: string,
  ranges: readonly object[],
  more: Partial<InputOf<'shifts_set'>> = {},
) => api.call('shifts_set', { staff_id: staff.id, dates, ranges: JSON.stringify(ranges), ...more }, adminKey);

/** A day of the practice's staff member. */
async function dayOf({ staff, staffKey }: Practice, date: string) {
  const { body } = await api.call('rota', { from: date, days: 1 }, staffKey);
  const person = body.people.find(({ staff_id: id }) => id === staff.id);
  const day = person?.days[0];
  if (!day) throw new Error('The staff member is not in the rota.');
  return day;
}

const shown = ({ ranges }: { ranges: { from: string; to: string }[] }): string[] =>
  ranges.map(({ from, to }) => `${from}-${to}`);

const hoursOn = async (practice: Practice, date: string) => shown(await dayOf(practice, date));

const openAllDay: Record<string, [string, string][]> = Object.fromEntries(
  weekdays.map((day) => [day, [['00:00', '24:00']]]),
);

describe('rota', () => {
  it('shows the opening hours for everyone in a practice without a rota', async () => {
    const practice = await makePractice(db());
    const { body } = await api.call('rota', { from: '2026-01-14' }, practice.staffKey);
    expect(body.practice).toHaveLength(7);
    expect(body.people.map(({ name }) => name)).toEqual(['Ada Admin', 'Stefan Staff']);
    const [wednesday] = body.people[0]?.days ?? [];
    expect(wednesday).toMatchObject({ source: 'opening_hours', absences: [] });
    expect(wednesday?.ranges.map(({ from, to }) => ({ from, to }))).toEqual(body.practice[0]?.opening);
    expect(wednesday?.working).toEqual(body.practice[0]?.opening);
  });

  it('shows hours, absences and holidays of the days', async () => {
    const practice = await makePractice(db());
    const { tenant, staff, staffKey } = practice;
    await makeWorkPattern(db(), { tenant, user: staff });
    await makeShift(db(), { user: staff, date: '2026-01-15', hours: [['10:00', '13:00']], online: false });
    await makeAbsence(db(), {
      tenant,
      user: staff,
      from: '2026-01-15 12:00',
      until: '2026-01-17 00:00',
      note: 'Dentist',
    });
    await makeAbsence(db(), { tenant, from: '2026-01-14 15:00', until: '2026-01-14 16:00', kind: 'meeting' });
    await makeHoliday(db(), {
      tenant,
      name: 'Stocktaking',
      start_date: '2026-01-19',
      end_date: '2026-01-19',
    });
    const { body } = await api.call('rota', { from: '2026-01-14', days: 6 }, staffKey);
    const person = body.people.find(({ staff_id: id }) => id === staff.id);
    const [wednesday, thursday, friday, , , monday] = person?.days ?? [];
    expect(wednesday).toMatchObject({
      source: 'pattern',
      working: [hours('09:00', '15:00'), hours('16:00', '17:00')],
    });
    expect(body.practice[0]?.absences).toMatchObject([
      { from: '15:00', to: '16:00', kind: 'meeting', note: null },
    ]);
    expect(thursday).toMatchObject({
      source: 'shift',
      ranges: [{ from: '10:00', to: '13:00', online: '0' }],
      working: [hours('10:00', '12:00')],
      absences: [{ from: '12:00', to: '24:00', kind: 'leave', note: 'Dentist' }],
    });
    expect(friday).toMatchObject({ working: [], absences: [{ from: '00:00', to: '24:00' }] });
    expect(body.practice[5]).toMatchObject({ holiday: 'Stocktaking' });
    expect([monday?.ranges.length, monday?.working]).toEqual([1, []]);
  });

  it('lists people with hours who take no appointments, and no disabled ones', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const cleaner = await makeUser(db(), { tenant, name: 'Cleo', takes_bookings: false });
    await makeUser(db(), { tenant, name: 'Idle', takes_bookings: false });
    const gone = await makeUser(db(), { tenant, name: 'Gone', disabled_at: '2026-01-01T00:00:00Z' });
    await makeWorkPattern(db(), { tenant, user: cleaner });
    await makeWorkPattern(db(), { tenant, user: gone });
    const { body } = await api.call('rota', { from: '2026-01-14' }, staffKey);
    expect(body.people.map(({ name }) => name)).toEqual(['Ada Admin', 'Cleo', 'Stefan Staff']);
  });
});

describe('work_pattern_set', () => {
  it.each([
    [1, ['06:00-17:00', '06:00-17:00', '06:00-17:00', '06:00-17:00', '06:00-17:00']],
    [2, ['06:00-17:00', '07:00-17:00', '06:00-17:00', '07:00-17:00', '06:00-17:00']],
    [3, ['06:00-17:00', '07:00-17:00', '08:00-17:00', '06:00-17:00', '07:00-17:00']],
    [4, ['06:00-17:00', '07:00-17:00', '08:00-17:00', '09:00-17:00', '06:00-17:00']],
  ])('repeats %d weeks', async (weeks, expected) => {
    const practice = await makePractice(db());
    expect((await setPattern(practice, mondays.slice(0, weeks))).status).toBe(200);
    const days = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02'];
    const seen = await Promise.all(days.map((day) => hoursOn(practice, day)));
    expect(seen.flat()).toEqual(expected);
  });

  it.each([
    ['long ago', '2025-01-06'],
    ['to come', '2026-03-02'],
  ])('counts weeks from an anchor %s, also through week 53', async (_when, anchor) => {
    const practice = await makePractice(db());
    await setPattern(practice, mondays.slice(0, 3), { anchor });
    const days = ['2026-01-12', '2026-12-21', '2026-12-28', '2027-01-04'];
    const week = (day: string): number =>
      ((((Date.parse(day) - Date.parse(anchor)) / (7 * 86_400_000)) % 3) + 3) % 3;
    const seen = await Promise.all(days.map((day) => hoursOn(practice, day)));
    expect(seen.flat()).toEqual(days.map((day) => `0${week(day) + 6}:00-17:00`));
  });

  it('begins its first week with the first day unless an anchor is given', async () => {
    const practice = await makePractice(db());
    await setPattern(practice, mondays.slice(0, 2), { valid_from: '2026-01-14' });
    const { body } = await api.call('work_patterns', { staff_id: practice.staff.id }, practice.staffKey);
    expect(body).toMatchObject([
      { weeks: 2, anchor: '2026-01-12', valid_from: '2026-01-14', valid_until: null },
    ]);
    expect(body[0]?.hours.map(({ mon }) => mon)).toEqual([
      [{ from: '06:00', to: '17:00', online: '1' }],
      [{ from: '07:00', to: '17:00', online: '1' }],
    ]);
    // The Monday before the first day.
    expect(await hoursOn(practice, '2026-01-12')).toEqual([]);
    expect(await hoursOn(practice, '2026-01-19')).toEqual(['07:00-17:00']);
  });

  it('replaces the hours with an id, and refuses a second set on the same days', async () => {
    const practice = await makePractice(db());
    const { body: first } = await setPattern(practice, [weekOf('09:00', '12:00')], {
      valid_until: '2026-03-01',
    });
    const again = await setPattern(practice, [weekOf('10:00', '12:00')], { valid_from: '2026-03-01' });
    expect(again.error).toMatchObject({ code: 'pattern_overlap' });
    const preview = await setPattern(practice, [weekOf('10:00', '12:00')], {
      valid_from: '2026-03-01',
      preview: '1',
    });
    expect(preview.error).toMatchObject({ code: 'pattern_overlap' });
    const next = await setPattern(practice, [weekOf('10:00', '12:00')], { valid_from: '2026-03-02' });
    expect(next.status).toBe(200);
    const { pattern_id } = first;
    if (pattern_id === null) throw new Error('The pattern was not saved.');
    await setPattern(practice, [weekOf('14:00', '18:00')], { pattern_id, valid_until: '2026-02-28' });
    expect(await hoursOn(practice, '2026-02-02')).toEqual(['14:00-18:00']);
    expect(await hoursOn(practice, '2026-03-02')).toEqual(['10:00-12:00']);
    const { adminKey } = practice;
    expect((await api.call('work_pattern_delete', { pattern_id }, adminKey)).body).toMatchObject({
      saved: true,
    });
    expect(await hoursOn(practice, '2026-02-02')).toEqual([]);
  });

  it('accepts one of several sent at once', async () => {
    const practice = await makePractice(db());
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => setPattern(practice, [weekOf('09:00', '12:00')])),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  it.each([
    ['in a day', [{ mon: [hours('09:00', '12:00'), hours('11:00', '13:00')] }]],
    ['over midnight', [{ mon: [hours('22:00', '06:00')], tue: [hours('05:00', '10:00')] }]],
    [
      'from the last night to the first day',
      [{ sun: [hours('22:00', '06:00')], mon: [hours('05:00', '10:00')] }],
    ],
    ['from one week to the next', [{ sun: [hours('22:00', '06:00')] }, { mon: [hours('05:00', '10:00')] }]],
  ])('refuses hours that overlap %s', async (_where, weeks) => {
    const practice = await makePractice(db());
    const { status, error } = await setPattern(practice, weeks);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['hours']]);
    expect(error.fields?.['hours']).toContain('overlap');
  });

  it.each([
    ['hours', 'Enter the hours of 2 weeks.', [{}], { weeks: 2 }],
    [
      'hours',
      'Enter at most 6 ranges a day.',
      [{ mon: Array.from({ length: 7 }, (_, n) => hours(`0${n}:00`, `0${n}:30`)) }],
      {},
    ],
    ['hours', 'The start and the end can’t be the same.', [weekOf('09:00', '09:00')], {}],
    ['valid_until', 'The last day can’t be before the first.', [{}], { valid_until: '2026-01-04' }],
    ['anchor', 'Choose a Monday.', [{}], { anchor: '2026-01-06' }],
    ['weeks', 'Enter 4 or less.', [{}], { weeks: 5 }],
  ])('refuses wrong %s: %s', async (field, message, weeks, more) => {
    const practice = await makePractice(db());
    const { status, error } = await setPattern(practice, weeks, more);
    expect([
      status,
      Object.values(error.fields ?? {}),
      Object.keys(error.fields ?? {})[0]?.split('.')[0],
    ]).toEqual([400, [message], field]);
  });
});

describe('shifts_set', () => {
  it('sets a day, a day off, and returns to the pattern', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff });
    await setShift(practice, '2026-01-15,2026-01-16', [hours('12:00', '14:00'), hours('08:00', '10:00')]);
    expect(await hoursOn(practice, '2026-01-15')).toEqual(['08:00-10:00', '12:00-14:00']);
    await setShift(practice, '2026-01-15', []);
    expect(await dayOf(practice, '2026-01-15')).toMatchObject({ source: 'shift', ranges: [], working: [] });
    const { staff, adminKey } = practice;
    await api.call(
      'shifts_set',
      { staff_id: staff.id, dates: ['2026-01-15', '2026-01-16'], clear: '1' },
      adminKey,
    );
    expect(await dayOf(practice, '2026-01-15')).toMatchObject({ source: 'pattern' });
    expect(await hoursOn(practice, '2026-01-16')).toEqual(['09:00-17:00']);
  });

  it('sets a shift over midnight', async () => {
    const practice = await makePractice(db(), { business_hours: openAllDay });
    await makeWorkPattern(db(), { user: practice.staff, hours: [{}] });
    await setShift(practice, '2026-01-15', [hours('20:00', '06:00')]);
    const night = await dayOf(practice, '2026-01-15');
    expect([shown(night), night.working]).toEqual([['20:00-06:00'], [hours('20:00', '24:00')]]);
    const morning = await dayOf(practice, '2026-01-16');
    expect([shown(morning), morning.working]).toEqual([[], [hours('00:00', '06:00')]]);
  });

  it.each(['2026-03-29', '2026-10-25'])('sets clock times on %s, when the clocks change', async (date) => {
    const practice = await makePractice(db(), { business_hours: openAllDay });
    await makeWorkPattern(db(), { user: practice.staff, hours: [{}] });
    await setShift(practice, date, [hours('00:00', '08:00'), hours('09:00', '24:00')]);
    const day = await dayOf(practice, date);
    expect([shown(day), day.working]).toEqual([
      ['00:00-08:00', '09:00-24:00'],
      [hours('00:00', '08:00'), hours('09:00', '24:00')],
    ]);
  });

  it.each([
    [[hours('09:00', '12:00'), hours('11:00', '13:00')], '2026-01-15', 'overlap'],
    [
      [hours('20:00', '21:00'), hours('22:00', '20:30')],
      '2026-01-15,2026-01-16',
      'overlap those of the next day',
    ],
  ])('refuses overlapping hours', async (ranges, dates, message) => {
    const practice = await makePractice(db());
    const { status, error } = await setShift(practice, dates, ranges);
    expect([status, error.fields?.['ranges']]).toEqual([400, expect.stringContaining(message)]);
  });

  it('needs either hours or a return to the pattern', async () => {
    const { staff, adminKey } = await makePractice(db());
    const day = { staff_id: staff.id, dates: '2026-01-15' };
    const neither = await api.call('shifts_set', day, adminKey);
    const both = await api.call('shifts_set', { ...day, ranges: '[]', clear: '1' }, adminKey);
    expect([neither.status, both.status]).toEqual([400, 400]);
  });

  it('takes at most 35 days', async () => {
    const practice = await makePractice(db());
    const dates = Array.from({ length: 36 }, (_, n) =>
      new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10),
    );
    const { error } = await setShift(practice, dates.join(','), []);
    expect(error.fields).toEqual({ dates: 'Choose at most 35 days.' });
    expect((await setShift(practice, dates.slice(1).join(','), [])).status).toBe(200);
  });
});

describe('shifts_copy', () => {
  const copy = ({ adminKey }: Practice, more: Partial<InputOf<'shifts_copy'>> = {}) =>
    api.call('shifts_copy', { from_week: '2026-01-12', to_week: '2026-01-19', ...more }, adminKey);

  it('makes a week like another, for everyone or some', async () => {
    const practice = await makePractice(db());
    const { admin, staff } = practice;
    await makeWorkPattern(db(), { user: staff });
    await makeShift(db(), { user: staff, date: '2026-01-13', hours: [['08:00', '10:00']] });
    await makeShift(db(), { user: admin, date: '2026-01-14' });
    const some = await copy(practice, { staff_ids: String(admin.id) });
    expect(some.body).toMatchObject({ saved: true, changed_days: 1, replaced_days: 0 });
    expect(await hoursOn(practice, '2026-01-20')).toEqual(['09:00-17:00']);
    const all = await copy(practice);
    expect(all.body).toMatchObject({ changed_days: 1, replaced_days: 0 });
    expect(await hoursOn(practice, '2026-01-20')).toEqual(['08:00-10:00']);
    // The rest of the week follows the pattern.
    expect(await dayOf(practice, '2026-01-21')).toMatchObject({ source: 'pattern' });
    expect((await copy(practice)).body).toMatchObject({ changed_days: 0, replaced_days: 0 });
  });

  it('copies the hours of a pattern to a week with others', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff, valid_until: '2026-01-18' });
    expect((await copy(practice)).body).toMatchObject({ changed_days: 5, replaced_days: 0 });
    expect(await dayOf(practice, '2026-01-19')).toMatchObject({
      source: 'shift',
      ranges: [{ from: '09:00' }],
    });
  });

  it('replaces shifts only when it is asked to, and says how many', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff });
    for (const date of ['2026-01-20', '2026-01-21']) await makeShift(db(), { user: practice.staff, date });
    const refused = await copy(practice);
    expect(refused.error).toMatchObject({
      code: 'shifts_exist',
      message: '2 days of that week already have other shifts. Replace them, or choose another week.',
    });
    expect(await hoursOn(practice, '2026-01-20')).toEqual([]);
    const preview = await copy(practice, { preview: '1' });
    expect(preview.body).toMatchObject({ saved: false, changed_days: 2, replaced_days: 2 });
    expect(await hoursOn(practice, '2026-01-20')).toEqual([]);
    expect((await copy(practice, { replace: '1' })).body).toMatchObject({ saved: true, replaced_days: 2 });
    expect(await dayOf(practice, '2026-01-20')).toMatchObject({ source: 'pattern' });
  });

  it.each([
    [{ to_week: '2026-01-12' }, 'to_week', 'Choose a different week to copy to.'],
    [{ to_week: '2026-01-20' }, 'to_week', 'Choose a Monday.'],
    [{ to_week: 'next' }, 'to_week', 'Enter a date as YYYY-MM-DD.'],
  ])('refuses %j', async (input, field, message) => {
    const practice = await makePractice(db());
    expect((await copy(practice, input)).error.fields).toEqual({ [field]: message });
  });
});

describe('the rota', () => {
  it('is changed by admins and seen by staff', async () => {
    const practice = await makePractice(db());
    const { staff, staffKey } = practice;
    const asStaff = { ...practice, adminKey: staffKey };
    const answers = [
      await setPattern(asStaff, [{}]),
      await setShift(asStaff, '2026-01-15', []),
      await api.call('shifts_copy', { from_week: '2026-01-12', to_week: '2026-01-19' }, staffKey),
      await api.call('absence_create', { from_date: '2026-01-15', kind: 'leave' }, staffKey),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await api.call('work_patterns', { staff_id: staff.id }, staffKey)).body).toEqual([]);
  });

  it('does not know the people of another practice', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const stranger = { ...practice, staff: other.staff };
    const { adminKey } = practice;
    const answers = [
      await setPattern(stranger, [{}]),
      await setShift(stranger, '2026-01-15', []),
      await api.call(
        'shifts_copy',
        { from_week: '2026-01-12', to_week: '2026-01-19', staff_ids: [other.staff.id] },
        adminKey,
      ),
      await api.call(
        'absence_create',
        { staff_id: other.staff.id, from_date: '2026-01-15', kind: 'leave' },
        adminKey,
      ),
      await api.call('work_patterns', { staff_id: other.staff.id }, adminKey),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual(Array(5).fill('not_found'));
  });

  it('is recorded in the audit log', async () => {
    const practice = await makePractice(db());
    const { body } = await setPattern(practice, [{}]);
    const pattern_id = body.pattern_id ?? 0;
    await setShift(practice, '2026-01-15', []);
    await api.call('work_pattern_delete', { pattern_id }, practice.adminKey);
    const { rows } = await db().query(
      'select action, entity, entity_id::int, details from audit_log where tenant_id = $1 order by id',
      [practice.tenant.id],
    );
    const ofPattern = { entity: 'work_pattern', entity_id: pattern_id };
    const days = { valid_from: '2026-01-05', valid_until: null };
    expect(rows).toEqual([
      { action: 'work_pattern_set', ...ofPattern, details: days },
      {
        action: 'shifts_set',
        entity: 'user',
        entity_id: practice.staff.id,
        details: { dates: ['2026-01-15'] },
      },
      { action: 'work_pattern_delete', ...ofPattern, details: { name: 'Stefan Staff', ...days } },
    ]);
  });
});
