import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeClient, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeBookingField } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

interface Line {
  at?: string;
  user_id?: number | null;
  client_id?: number | null;
  action?: string;
  entity?: string;
  entity_id?: number | null;
  details?: object | null;
}

async function log({ tenant, staff }: Practice, ...lines: Line[]): Promise<void> {
  for (const line of lines) {
    await db().query(
      `insert into audit_log (tenant_id, at, user_id, client_id, action, entity, entity_id, details, request_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'request')`,
      [
        tenant.id,
        line.at ?? '2026-01-14T08:00:00Z',
        line.user_id === undefined ? staff.id : line.user_id,
        line.client_id ?? null,
        line.action ?? 'booking_update',
        line.entity ?? 'booking',
        line.entity_id === undefined ? 12 : line.entity_id,
        line.details ?? null,
      ],
    );
  }
}

const read = async ({ adminKey }: Practice, input: InputOf<'audit_log'> = {}) =>
  (await api.call('audit_log', input, adminKey)).body;

describe('audit_log', () => {
  it('names who did what to which record, by its current name', async () => {
    const practice = await makePractice(db());
    const { admin, client, animal, checkUp, staff } = practice;
    const record = { user_id: admin.id, action: 'change' };
    await log(
      practice,
      { ...record, entity: 'client', entity_id: client.id, details: { changed: ['phone'] } },
      { ...record, entity: 'animal', entity_id: animal.id },
      { ...record, entity: 'service', entity_id: checkUp.id },
      { ...record, entity: 'user', entity_id: staff.id },
      { ...record, entity: 'booking', entity_id: 12 },
      { ...record, entity: 'practice', entity_id: null },
      { ...record, entity: 'animal', entity_id: 999_999 },
      { action: 'logout', entity: 'session', entity_id: null, user_id: null, client_id: client.id },
    );
    const lines = await read(practice);
    expect(
      lines.map(({ user_name, client_name, entity_name }) => [user_name, client_name, entity_name]),
    ).toEqual([
      [null, client.name, null],
      ['Ada Admin', null, null],
      ['Ada Admin', null, null],
      ['Ada Admin', null, 'Appointment 12'],
      ['Ada Admin', null, 'Stefan Staff'],
      ['Ada Admin', null, 'Consultation'],
      ['Ada Admin', null, animal.name],
      ['Ada Admin', null, client.name],
    ]);
    expect(JSON.parse(lines.at(-1)?.details ?? '')).toEqual({ changed: ['phone'] });
  });

  it('names the changed fields, by their public names, without their values', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey, checkUp, dog, animal, staff } = practice;
    const field = await makeBookingField(db(), { tenant, field_options: {} });
    const holiday = await makeHoliday(db(), { tenant, start_date: '2026-04-03', end_date: '2026-04-06' });
    const service = { service_id: checkUp.id, name: checkUp.name, base_price: '99', color: '#112233' };
    await api.call('booking_type_update', service, adminKey);
    await api.call('animal_species_update', { species_id: dog.id, name: 'Dogs', active: '1' }, adminKey);
    const question = { field_id: field.id, field_label: 'Coat?', field_options: {} };
    await api.call('booking_field_update', question, adminKey);
    await api.call('team/update', { staff_id: staff.id, name: 'Sam', color: '#112233' }, adminKey);
    await api.call('holiday_update', { holiday_id: holiday.id, end_date: '2026-04-07' }, adminKey);
    await api.call('animal_update', { animal_id: animal.id, notes: 'Shy', name: animal.name }, adminKey);
    await api.call('team/update', { staff_id: staff.id, name: 'Sam' }, adminKey);
    const lines = (await read(practice)).toReversed();
    const changedBy = lines.map(({ action, details }) => [
      action,
      (JSON.parse(details ?? 'null') as { changed: string[] } | null)?.changed,
    ]);
    expect(changedBy).toEqual([
      ['booking_type_update', ['base_price', 'color']],
      ['animal_species_update', ['name']],
      ['booking_field_update', ['field_label']],
      ['team/update', ['name', 'color']],
      ['holiday_update', ['end_date']],
      ['animal_update', ['notes']],
      ['team/update', []],
    ]);
  });

  it("is written by people's actions", async () => {
    const practice = await makePractice(db());
    await api.call('tenant_update', { grace: 5 }, practice.adminKey);
    expect(await read(practice)).toMatchObject([
      {
        action: 'tenant_update',
        entity: 'practice',
        user_name: 'Ada Admin',
        details: '{"changed": ["grace"]}',
      },
    ]);
  });

  it('is filtered by person, kind of record, record and days on the practice’s clock', async () => {
    const practice = await makePractice(db(), { time_zone: 'America/New_York' });
    const { admin, staff } = practice;
    await log(
      practice,
      { action: 'a', at: '2026-01-10T04:59:59Z', user_id: admin.id },
      { action: 'b', at: '2026-01-10T05:00:00Z', user_id: admin.id, entity: 'client', entity_id: 7 },
      { action: 'c', at: '2026-01-11T04:59:59Z', user_id: staff.id, entity: 'client', entity_id: 8 },
      { action: 'd', at: '2026-01-11T05:00:00Z', user_id: staff.id, entity: 'client', entity_id: 7 },
    );
    const found = async (input: InputOf<'audit_log'>) =>
      (await read(practice, input)).map(({ action }) => action).join('');
    expect(await found({})).toBe('dcba');
    expect(await found({ staff_id: admin.id })).toBe('ba');
    expect(await found({ entity: 'client' })).toBe('dcb');
    expect(await found({ entity: 'client', entity_id: 7 })).toBe('db');
    expect(await found({ entity: 'client', entity_id: 7, staff_id: staff.id })).toBe('d');
    expect(await found({ entity: 'client', staff_id: staff.id })).toBe('dc');
    expect(await found({ date_from: '2026-01-10', date_to: '2026-01-10' })).toBe('cb');
    expect(await found({ date_from: '2026-01-11' })).toBe('d');
    expect(await found({ date_to: '2026-01-09' })).toBe('a');
  });

  it('begins a day at its first instant, also if that is at one in the morning', async () => {
    const practice = await makePractice(db(), { time_zone: 'America/Santiago' });
    await log(
      practice,
      { action: 'before', at: '2026-09-06T03:59:59Z' },
      { action: 'on', at: '2026-09-06T04:00:00Z' },
    );
    expect(await read(practice, { date_from: '2026-09-06' })).toMatchObject([{ action: 'on' }]);
  });

  it('is paged without a gap or a repeat, also within one instant', async () => {
    const practice = await makePractice(db());
    const moments = [
      '2026-01-14T08:00:00Z',
      '2026-01-14T08:00:00Z',
      '2026-01-14T08:00:00Z',
      '2026-01-12T08:00:00Z',
    ];
    await log(practice, ...moments.map((at) => ({ at })), { at: '2026-01-13T08:00:00Z' });
    const all = (await read(practice)).map(({ id }) => id);
    const paged: number[] = [];
    for (let page = await read(practice, { limit: 2 }); page.length > 0;) {
      paged.push(...page.map(({ id }) => id));
      page = await read(practice, { limit: 2, cursor: String(page.at(-1)?.id) });
    }
    expect([paged, paged.length]).toEqual([all, 5]);
  });

  it('keeps the entries of a deleted record', async () => {
    const practice = await makePractice(db());
    const { body } = await api.call(
      'holiday_create',
      { holiday_name: 'Easter', start_date: '2026-04-03' },
      practice.adminKey,
    );
    await api.call('holiday_delete', { holiday_id: body.holiday_id }, practice.adminKey);
    const lines = await read(practice, { entity: 'holiday', entity_id: body.holiday_id });
    expect(lines.map(({ action, entity_name }) => [action, entity_name])).toEqual([
      ['holiday_delete', null],
      ['holiday_create', null],
    ]);
  });

  it('shows one practice nothing of another, and is for admins only', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const client = await makeClient(db(), { tenant: other.tenant });
    await log(other, { entity: 'client', entity_id: client.id });
    expect(await read(practice)).toEqual([]);
    const { status } = await api.call('audit_log', {}, practice.staffKey);
    expect(status).toBe(403);
  });

  it('refuses days in the wrong order', async () => {
    const practice = await makePractice(db());
    const { status, error } = await api.call(
      'audit_log',
      { date_from: '2026-01-10', date_to: '2026-01-09' },
      practice.adminKey,
    );
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['date_to']]);
  });
});

describe('audit_log_people', () => {
  it('lists everyone with entries, also people and support whose access has ended, and no others', async () => {
    const practice = await makePractice(db());
    const { tenant, admin, staff } = practice;
    const former = await makeUser(db(), { tenant, name: 'Zoe Former', disabled_at: new Date() });
    const account = await makeAccount(db(), { is_superadmin: true });
    const past = { account, role: 'admin', support_until: '2026-01-10T10:00:00Z' } as const;
    const helper = await makeUser(db(), { tenant, name: 'Abe Support', ...past });
    await makeUser(db(), { tenant, name: 'Quinn Quiet' });
    for (const { id } of [helper, former, admin, former]) await log(practice, { user_id: id });
    await log(await makePractice(db()), {});
    const { body } = await api.call('audit_log_people', {}, practice.adminKey);
    expect(body).toEqual([
      { id: admin.id, name: admin.name, support: '0' },
      { id: former.id, name: 'Zoe Former', support: '0' },
      { id: helper.id, name: 'Abe Support', support: '1' },
    ]);
    expect(await read(practice, { staff_id: helper.id })).toHaveLength(1);
    expect(body.map(({ id }) => id)).not.toContain(staff.id);
  });
});
