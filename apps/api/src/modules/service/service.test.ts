import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const servicesOf = async ({ staffKey }: Practice, include_retired: '1' | '0' = '0') =>
  (await api.call('booking_types', { include_retired }, staffKey)).body;
const namesOf = async (practice: Practice) => (await servicesOf(practice)).map(({ name }) => name);

describe('booking_type_insert', () => {
  it('adds a service after the others, of an hour and online by default', async () => {
    const practice = await makePractice(db());
    const given = { name: ' Dental ', base_price: '120.50' };
    const { status, body } = await api.call('booking_type_insert', given, practice.adminKey);
    expect(status).toBe(200);
    expect((await servicesOf(practice)).at(-1)).toEqual({
      id: body.service_id,
      name: 'Dental',
      description: null,
      base_price: '120.50',
      duration_minutes: 60,
      color: null,
      online: '1',
      retired: '0',
      before_minutes: 0,
      after_minutes: 0,
      min_notice_hours: 0,
      max_days_ahead: null,
      staff: [],
      needs: [],
      self_change: null,
      cancel_free_hours: null,
      cancel_keep: null,
      cancel_keep_value: null,
      no_show_keep: null,
      no_show_keep_value: null,
      move_limit: null,
      move_notice_hours: null,
      keep_warning: null,
    });
  });

  it('refuses the name of an active one, ignoring case, but not that of an archived one', async () => {
    const practice = await makePractice(db());
    const { adminKey, checkUp } = practice;
    const again = { name: 'CONSULTATION', base_price: '1' };
    const taken = await api.call('booking_type_insert', again, adminKey);
    expect(taken.error).toMatchObject({ code: 'name_taken' });
    await api.call('booking_type_retire', { service_id: checkUp.id }, adminKey);
    expect((await api.call('booking_type_insert', again, adminKey)).status).toBe(200);
    const restored = await api.call('booking_type_restore', { service_id: checkUp.id }, adminKey);
    expect(restored.error).toMatchObject({ code: 'name_taken' });
  });

  it('accepts one of many with the same name', async () => {
    const { adminKey } = await makePractice(db());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        api.call('booking_type_insert', { name: 'Dental', base_price: '10' }, adminKey),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409,
    ]);
  });

  it.each([
    ['name', { name: ' ', base_price: '10' }],
    ['base_price', { name: 'Dental', base_price: '-1' }],
    ['base_price', { name: 'Dental', base_price: '1.234' }],
    ['duration_minutes', { name: 'Dental', base_price: '1', duration_minutes: 20 }],
    ['color', { name: 'Dental', base_price: '1', color: 'red' }],
  ])('refuses a wrong %s', async (field, input) => {
    const { adminKey } = await makePractice(db());
    const { status, error } = await api.call('booking_type_insert', input, adminKey);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  it('is for admins only', async () => {
    const { staffKey } = await makePractice(db());
    const input = { name: 'Dental', base_price: '10' };
    expect((await api.call('booking_type_insert', input, staffKey)).status).toBe(403);
  });
});

describe('booking_type_update', () => {
  it('writes the given fields, clears null ones and keeps the rest', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey } = practice;
    const service = await makeService(db(), { tenant, description: 'Long', colour: '#112233' });
    const change = { service_id: service.id, base_price: '50', description: null, online: '0' as const };
    expect((await api.call('booking_type_update', change, adminKey)).status).toBe(200);
    const found = (await servicesOf(practice)).find(({ id }) => id === service.id);
    expect(found).toMatchObject({
      name: service.name,
      description: null,
      base_price: '50.00',
      color: '#112233',
      online: '0',
    });
    expect((await api.call('booking_type_update', { service_id: service.id }, adminKey)).status).toBe(200);
  });

  it('does not change existing appointments', async () => {
    const { adminKey, animal, checkUp } = await makePractice(db());
    const booking = await makeBooking(db(), { animal, service: checkUp });
    const change = { service_id: checkUp.id, base_price: '99', duration_minutes: 90 };
    await api.call('booking_type_update', change, adminKey);
    const { body } = await api.call('booking', { booking_id: booking.id }, adminKey);
    expect(body).toMatchObject({ price: '45.00', duration_minutes: booking.duration_minutes });
  });

  it('refuses a name that is taken, but not a change of its own case', async () => {
    const { adminKey, checkUp } = await makePractice(db());
    const rename = (name: string) =>
      api.call('booking_type_update', { service_id: checkUp.id, name }, adminKey);
    expect((await rename('vaccination')).error).toMatchObject({ code: 'name_taken' });
    expect((await rename('consulTATION')).status).toBe(200);
  });
});

describe('the order of services', () => {
  it('is the requested one', async () => {
    const practice = await makePractice(db());
    const { adminKey, checkUp, vaccination } = practice;
    const order = { service_ids: `${vaccination.id},${checkUp.id}` };
    expect((await api.call('booking_types_order', order, adminKey)).status).toBe(200);
    expect(await namesOf(practice)).toEqual(['Vaccination', 'Consultation']);
  });

  it('continues as before after the named ones', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { tenant, adminKey, checkUp, vaccination } = practice;
    const dental = await makeService(db(), { tenant, name: 'Dental', display_order: 3 });
    const order = async (...service_ids: number[]) =>
      (await api.call('booking_types_order', { service_ids }, adminKey)).status;
    expect(await order(dental.id)).toBe(200);
    expect(await namesOf(practice)).toEqual(['Dental', 'Consultation', 'Vaccination']);
    expect(await order(checkUp.id, other.checkUp.id)).toBe(404);
    expect(await order(vaccination.id, vaccination.id)).toBe(400);
    expect(await namesOf(practice)).toEqual(['Dental', 'Consultation', 'Vaccination']);
  });
});

describe('an archived service', () => {
  it('is not offered, keeps its appointments and is restored at its place', async () => {
    const practice = await makePractice(db());
    const { adminKey, animal, checkUp, client } = practice;
    const booking = await makeBooking(db(), { animal, service: checkUp });
    for (const _twice of [1, 2]) {
      const { status } = await api.call('booking_type_retire', { service_id: checkUp.id }, adminKey);
      expect(status).toBe(200);
    }
    expect(await namesOf(practice)).toEqual(['Vaccination']);
    const all = await servicesOf(practice, '1');
    expect(all.map(({ name, retired }) => [name, retired])).toEqual([
      ['Vaccination', '0'],
      ['Consultation', '1'],
    ]);
    const { body } = await api.call('booking', { booking_id: booking.id }, adminKey);
    expect(body.service).toBe('Consultation');
    const form = {
      client_id: client.id,
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      duration_minutes: 30,
    };
    expect((await api.call('booking_create', form, adminKey)).status).toBe(404);
    await api.call('booking_type_restore', { service_id: checkUp.id }, adminKey);
    expect(await namesOf(practice)).toEqual(['Consultation', 'Vaccination']);
  });
});
