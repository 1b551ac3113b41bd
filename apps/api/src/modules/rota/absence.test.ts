import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeAbsence, makeResource } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const create = ({ adminKey }: Practice, input: Partial<InputOf<'absence_create'>> = {}) =>
  api.call('absence_create', { from_date: '2026-01-15', kind: 'leave', ...input }, adminKey);

const listed = async ({ staffKey }: Practice, from?: string) =>
  (await api.call('absences', from ? { from } : {}, staffKey)).body;

describe('absences', () => {
  it('are of a person, a resource or the practice, soonest first', async () => {
    const practice = await makePractice(db());
    const { tenant, staff } = practice;
    const room = await makeResource(db(), { tenant, name: 'X-ray room' });
    await create(practice, {
      kind: 'closed',
      from_date: '2026-01-20',
      from_time: '12:00',
      until_time: '13:30',
    });
    await create(practice, { resource_id: room.id, kind: 'maintenance', from_date: '2026-01-19' });
    await create(practice, { staff_id: staff.id, until_date: '2026-01-16', note: 'Skiing' });
    // Over since yesterday.
    await makeAbsence(db(), { tenant, user: staff, from: '2026-01-13 00:00', until: '2026-01-14 00:00' });
    const whole = { from_time: '00:00', until_time: '24:00' };
    expect((await listed(practice)).map(({ absence_id: _id, ...absence }) => absence)).toEqual([
      {
        staff_id: staff.id,
        staff_name: 'Stefan Staff',
        resource_id: null,
        resource_name: null,
        from_date: '2026-01-15',
        until_date: '2026-01-16',
        ...whole,
        kind: 'leave',
        note: 'Skiing',
      },
      expect.objectContaining({
        resource_name: 'X-ray room',
        from_date: '2026-01-19',
        until_date: '2026-01-19',
        ...whole,
      }),
      expect.objectContaining({
        staff_id: null,
        resource_id: null,
        from_time: '12:00',
        until_time: '13:30',
        until_date: '2026-01-20',
      }),
    ]);
    expect(await listed(practice, '2026-01-13')).toHaveLength(4);
    expect(await listed(practice, '2026-01-20')).toHaveLength(1);
  });

  it('are changed and deleted', async () => {
    const practice = await makePractice(db());
    const { staff, adminKey } = practice;
    const { body } = await create(practice, { staff_id: staff.id, note: 'Skiing' });
    const absence_id = body.absence_id ?? 0;
    const change = { absence_id, until_date: '2026-01-17', kind: 'sick', note: null } as const;
    expect((await api.call('absence_update', change, adminKey)).body).toMatchObject({
      saved: true,
      outside: 0,
    });
    expect(await listed(practice)).toMatchObject([
      { from_date: '2026-01-15', until_date: '2026-01-17', until_time: '24:00', kind: 'sick', note: null },
    ]);
    expect((await api.call('absence_delete', { absence_id }, adminKey)).body).toMatchObject({ saved: true });
    expect(await listed(practice)).toEqual([]);
    const { rows } = await db().query<{ action: string; details: unknown }>(
      `select action, details from audit_log where tenant_id = $1 and entity = 'absence' and entity_id = $2 order by id`,
      [practice.tenant.id, absence_id],
    );
    const days = { start_date: '2026-01-15' };
    expect(rows).toEqual([
      { action: 'absence_create', details: { ...days, end_date: '2026-01-15' } },
      { action: 'absence_update', details: { changed: ['until_date', 'kind', 'note'] } },
      { action: 'absence_delete', details: { name: 'Stefan Staff', ...days, end_date: '2026-01-17' } },
    ]);
  });

  it('do not tell the reason to an API key that may not read appointments', async () => {
    const practice = await makePractice(db());
    await create(practice, { staff_id: practice.staff.id, kind: 'sick', note: 'Flu' });
    const user = practice.admin;
    const key = await makeSessionKey(db(), { user, kind: 'integration', scopes: ['practice:read'] });
    const { body } = await api.call('absences', {}, key);
    expect(body).toMatchObject([{ staff_name: 'Stefan Staff', kind: 'other', note: null }]);
    const { body: rota } = await api.call('rota', { from: '2026-01-15', days: 1 }, key);
    const person = rota.people.find(({ name }) => name === 'Stefan Staff');
    expect(person?.days[0]?.absences).toMatchObject([{ kind: 'other', note: null }]);
  });

  it.each([
    [{ until_date: '2026-01-14' }, 'until_date', 'The end must be after the start.'],
    [{ from_time: '10:00', until_time: '10:00' }, 'until_time', 'The end must be after the start.'],
    [{ until_date: '2027-01-16' }, 'until_date', 'An absence can last up to a year.'],
    [{ note: 'x'.repeat(501) }, 'note', 'Use at most 500 characters.'],
    [{ staff_id: 1, resource_id: 1 }, 'resource_id', 'Choose a person or a resource, not both.'],
  ])('cannot be %j', async (input, field, message) => {
    const practice = await makePractice(db());
    const { status, error } = await create(practice, input);
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
    expect(await listed(practice)).toEqual([]);
  });

  it('can last a year', async () => {
    const practice = await makePractice(db());
    expect((await create(practice, { until_date: '2027-01-15' })).status).toBe(200);
  });

  it('of another practice are not found', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { id: absence_id } = await makeAbsence(db(), { tenant: other.tenant });
    const room = await makeResource(db(), { tenant: other.tenant });
    const { adminKey } = practice;
    const answers = [
      await api.call('absence_update', { absence_id, kind: 'other' }, adminKey),
      await api.call('absence_delete', { absence_id }, adminKey),
      await create(practice, { resource_id: room.id }),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual(['not_found', 'not_found', 'not_found']);
    expect(await listed(other)).toHaveLength(1);
  });
});
