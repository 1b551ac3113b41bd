import { describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeBooking, makeDeposit } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeHoliday, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** A Thursday. */
const day = '2026-01-15';

const diary = async ({ staffKey }: Practice, input: object = {}) => {
  const { status, body } = await api.call('diary', { date: day, ...input }, staffKey);
  expect(status).toBe(200);
  return body;
};

describe('the diary', () => {
  it('shows staff in the opening hours without a rota', async () => {
    const practice = await makePractice(db());
    const { has_rota, days, people, resources, today } = await diary(practice);
    expect([today, has_rota, resources]).toEqual(['2026-01-14', false, []]);
    expect(days).toEqual([{ date: day, holiday: null, opening: [{ from: '09:00', to: '17:00' }], away: [] }]);
    expect(people.map(({ name, days: [first] }) => [name, first?.working])).toEqual([
      ['Ada Admin', [{ from: '09:00', to: '17:00' }]],
      ['Stefan Staff', [{ from: '09:00', to: '17:00' }]],
    ]);
  });

  it('shows working hours and absences of people, rooms and the practice', async () => {
    const practice = await makePractice(db());
    const { staff, tenant } = practice;
    await makeWorkPattern(db(), { user: staff, hours: [{ 4: [['08:00', '13:00']] }] });
    await makeAbsence(db(), {
      user: staff,
      from: `${day} 10:00`,
      until: `${day} 11:00`,
      kind: 'meeting',
      note: 'Rep',
    });
    const room = await makeResource(db(), { tenant, name: 'Theatre' });
    await makeAbsence(db(), { resource: room, from: `${day} 12:00`, until: '2026-01-16 10:00' });
    await makeAbsence(db(), { tenant, from: `${day} 09:00`, until: `${day} 09:30` });
    const { days, people, resources } = await diary(practice, { days: 2 });
    const meeting = { from: '10:00', to: '11:00', kind: 'meeting', note: 'Rep' };
    expect(people[1]?.days[0]).toMatchObject({
      working: [
        { from: '09:30', to: '10:00' },
        { from: '11:00', to: '13:00' },
      ],
      away: [meeting],
    });
    expect(people[1]?.days[1]?.working).toEqual([]);
    expect(days[0]?.away).toMatchObject([{ from: '09:00', to: '09:30', kind: 'closed' }]);
    expect(
      resources[0]?.days.map(({ working, away }) => [working, away.map(({ from, to }) => [from, to])]),
    ).toEqual([
      [[{ from: '09:30', to: '12:00' }], [['12:00', '24:00']]],
      [[{ from: '10:00', to: '17:00' }], [['00:00', '10:00']]],
    ]);
  });

  it('shows appointments with the fields of a card, appointments over midnight, and held times', async () => {
    const practice = await makePractice(db());
    const { staff, tenant, checkUp, animal, client, staffKey } = practice;
    const room = await makeResource(db(), { tenant });
    await makeServiceNeed(db(), checkUp, [room]);
    const { body } = await api.call(
      'booking_create',
      {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        staff_id: staff.id,
        booking_date: day,
        booking_time: '10:00',
      },
      staffKey,
    );
    await makeBooking(db(), {
      tenant_id: tenant.id,
      booking_date: '2026-01-14',
      booking_time: '23:30',
      duration_minutes: 60,
    });
    await makeBooking(db(), { tenant_id: tenant.id, booking_date: '2026-01-16' });
    const cancelled = await makeBooking(db(), {
      tenant_id: tenant.id,
      booking_date: day,
      status: 'cancelled',
    });
    await makeDeposit(db(), {
      tenant_id: tenant.id,
      booking_date: day,
      booking_time: '12:00',
      status: 'open',
      booking_id: null,
      payment_reference: null,
      held_until: '2026-01-14T09:30:00Z',
    });
    await makeDeposit(db(), {
      booking: cancelled,
      booking_date: '2026-01-14',
      booking_time: '23:45',
      status: 'open',
      booking_id: null,
      payment_reference: null,
      held_until: '2026-01-14T09:30:00Z',
    });
    const { appointments, held } = await diary(practice);
    expect(appointments.map(({ booking_time: time }) => time)).toEqual(['23:30', '10:00', '10:00', '10:00']);
    expect(appointments.find(({ id }) => id === body.booking_id)).toMatchObject({
      staff_id: staff.id,
      resource_ids: [room.id],
      client_name: client.name,
      animal_name: animal.name,
      service: 'Consultation',
      new_client: true,
      price: '45.00',
      paid: '0.00',
      missed: false,
    });
    expect(appointments.find(({ id }) => id === cancelled.id)?.status).toBe('cancelled');
    expect(held).toMatchObject([
      { booking_date: '2026-01-14', booking_time: '23:45' },
      { booking_time: '12:00', staff_id: null, resource_ids: [] },
    ]);
  });

  it('names holidays, and keeps the column of a former colleague while they have appointments', async () => {
    const practice = await makePractice(db());
    const { staff, tenant } = practice;
    await makeHoliday(db(), { tenant, name: 'Stocktaking', start_date: day });
    await db().query('update users set disabled_at = now() where id = $1', [staff.id]);
    const { body } = await api.call('diary', { date: day }, practice.adminKey);
    expect(body.days[0]).toMatchObject({ holiday: 'Stocktaking', opening: [] });
    expect(body.people.map(({ name }) => name)).toEqual(['Ada Admin']);
    await makeBooking(db(), { tenant_id: tenant.id, booking_date: day, staff });
    const later = await api.call('diary', { date: day }, practice.adminKey);
    expect(later.body.people.map(({ name, active }) => [name, active])).toEqual([
      ['Ada Admin', true],
      ['Stefan Staff', false],
    ]);
  });

  it('says who provides a service, what it needs, and how many appointments the practice takes', async () => {
    const practice = await makePractice(db(), { parallel_places: 3, grace_minutes: 10 });
    const { staff, tenant, checkUp } = practice;
    const rooms = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    const archived = await makeResource(db(), { tenant, retired_at: '2026-01-01T00:00:00Z' });
    const dental = await makeService(db(), { tenant });
    await makeServiceStaff(db(), dental, staff);
    await makeServiceNeed(db(), dental, rooms);
    await makeServiceNeed(db(), dental, [archived], 2);
    const { services, parallel_places, grace } = await diary(practice);
    expect([parallel_places, grace]).toEqual([3, 10]);
    expect(services).toEqual([
      { id: dental.id, staff_ids: [staff.id], needs: [rooms.map(({ id }) => id), []] },
    ]);
    expect(services.map(({ id }) => id)).not.toContain(checkUp.id);
  });

  it('shows the stage of a visit and since when, and calls no client missed who has arrived', async () => {
    const practice = await makePractice(db());
    const today = '2026-01-14';
    api.clock.set(`${today}T12:30:00Z`);
    const visit = { animal: practice.animal, booking_date: today, booking_time: '09:00' } as const;
    const { id } = await makeBooking(db(), { ...visit, status: 'confirmed' });
    const read = async () => (await diary(practice, { date: today })).appointments[0];
    expect(await read()).toMatchObject({ stage: null, arrived_at: null, missed: true });
    await api.call('booking_stage_set', { booking_id: id, stage: 'arrived' }, practice.staffKey);
    const arrived_at = `${today}T12:30:00.000Z`;
    expect(await read()).toMatchObject({ stage: 'arrived', arrived_at, seen_at: null, missed: false });
  });
});

describe('a month of the calendar', () => {
  it('lists the same appointments as `bookings`, with the fields that a calendar shows', async () => {
    const practice = await makePractice(db());
    const { tenant, staff, staffKey, checkUp } = practice;
    await makeBooking(db(), { tenant_id: tenant.id, staff, service: checkUp, booking_time: '11:00' });
    await makeBooking(db(), { tenant_id: tenant.id, booking_date: '2026-01-02', status: 'cancelled' });
    await makeBooking(db(), { tenant_id: tenant.id, booking_date: '2026-02-01' });
    await makeBooking(db(), { booking_date: day });
    const when = { year: 2026, month: 1 };
    const filters: [object, 'bookings' | 'bookings_by_staff' | 'bookings_by_service'][] = [
      [{}, 'bookings'],
      [{ staff_id: staff.id }, 'bookings_by_staff'],
      [{ service_id: checkUp.id }, 'bookings_by_service'],
    ];
    for (const [filter, action] of filters) {
      const full = await api.call(action, { ...when, ...filter }, staffKey);
      const { body } = await api.call('calendar_month', { ...when, ...filter }, staffKey);
      expect(body).toHaveLength(full.body.length);
      expect(full.body).toMatchObject(body);
    }
    const other = await makePractice(db());
    const foreign = await api.call('calendar_month', { ...when, staff_id: other.staff.id }, staffKey);
    expect(foreign.error.code).toBe('not_found');
  });

  it('shows the stages of visits, so that no client counts as missed who has arrived', async () => {
    const { animal, staffKey } = await makePractice(db());
    const { id } = await makeBooking(db(), { animal, status: 'confirmed', booking_date: '2026-01-14' });
    const read = async () => (await api.call('calendar_month', { year: 2026, month: 1 }, staffKey)).body;
    expect(await read()).toMatchObject([{ stage: null }]);
    await api.call('booking_stage_set', { booking_id: id, stage: 'arrived' }, staffKey);
    expect(await read()).toMatchObject([{ stage: 'arrived' }]);
  });
});
