import { expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeAnimal, makeHoliday, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/utilisation'>>[1];
const utilisation = async ({ staffKey }: Practice, input: Input = {}) => {
  const { status, body } = await api.call('reports/utilisation', input, staffKey);
  expect(status).toBe(200);
  return body;
};
const days = (start_date: string, end_date = start_date) =>
  ({ period: 'custom', start_date, end_date }) as const;

/** A practice in which only Stefan takes appointments. */
async function makeOneColumn(columns: Parameters<typeof makePractice>[1] = {}): Promise<Practice> {
  const practice = await makePractice(db(), { week_starts_on: 'monday', ...columns });
  await db().query('update users set takes_bookings = false where id = $1', [practice.admin.id]);
  return practice;
}

const book = (
  { animal, checkUp: service, staff }: Practice,
  booking_date: string,
  booking_time: string,
  duration_minutes: number,
  columns: Parameters<typeof makeBooking>[1] = {},
) => makeBooking(db(), { animal, service, staff, booking_date, booking_time, duration_minutes, ...columns });

/** Minutes as answered. */
const time = (available: number, booked: number, outside: number, percent: number | null) => ({
  available_minutes: available,
  booked_minutes: booked,
  outside_minutes: outside,
  percent,
});

it('compares appointments with a rota of two weeks, an absence and a holiday', async () => {
  const practice = await makeOneColumn();
  const { staff, tenant } = practice;
  const officeDay = [['09:00', '17:00']] as const;
  await makeWorkPattern(db(), {
    user: staff,
    hours: [{ 1: officeDay, 2: officeDay }, { 3: [['09:00', '13:00']] }],
  });
  await makeHoliday(db(), { tenant, start_date: '2026-01-05' });
  await makeAbsence(db(), { user: staff, from: '2026-01-06 10:00', until: '2026-01-06 11:00' });
  await book(practice, '2026-01-06', '10:30', 30);
  await book(practice, '2026-01-06', '12:00', 60, { status: 'cancelled' });
  await book(practice, '2026-01-06', '16:30', 60);
  await book(practice, '2026-01-06', '14:00', 60, { staff: undefined });
  // Later today counts, tomorrow does not.
  await book(practice, '2026-01-14', '12:00', 60);
  await book(practice, '2026-01-15', '10:00', 60);
  const other = await makeOneColumn();
  await book(other, '2026-01-06', '12:00', 45);
  const period = days('2026-01-05', '2026-01-14');
  expect(await utilisation(practice, period)).toEqual({
    data: {
      by_person: [{ id: staff.id, name: 'Stefan Staff', ...time(660, 90, 60, 13.6) }],
      by_resource: [],
      by_week: [
        { from: '2026-01-05', ...time(420, 30, 60, 7.1) },
        { from: '2026-01-12', ...time(240, 60, 0, 25) },
      ],
    },
    metadata: { ...period, ...time(660, 90, 60, 13.6) },
  });
});

it('uses the opening hours of a practice without a rota, up to the end of today', async () => {
  const practice = await makePractice(db(), { week_starts_on: 'sunday' });
  const { admin, staff } = practice;
  await book(practice, '2026-01-12', '10:00', 30);
  await book(practice, '2026-01-14', '16:30', 60);
  const { data, metadata } = await utilisation(practice);
  expect(data.by_person).toEqual([
    { id: admin.id, name: 'Ada Admin', ...time(4800, 0, 0, 0) },
    { id: staff.id, name: 'Stefan Staff', ...time(4800, 60, 30, 1.3) },
  ]);
  expect(data.by_week).toEqual([
    { from: '2026-01-01', ...time(1920, 0, 0, 0) },
    { from: '2026-01-04', ...time(4800, 0, 0, 0) },
    { from: '2026-01-11', ...time(2880, 60, 30, 2.1) },
  ]);
  expect(metadata).toEqual({
    period: 'month',
    start_date: '2026-01-01',
    end_date: '2026-01-14',
    ...time(9600, 60, 30, 0.6),
  });
});

it('counts the places of a room, and the time kept free around its appointments', async () => {
  const practice = await makePractice(db());
  const { tenant, client, admin, staff, staffKey } = practice;
  const theatre = await makeResource(db(), { tenant, name: 'Theatre', places: 2 });
  const scales = await makeResource(db(), { tenant, name: 'Scales', kind: 'equipment' });
  await makeResource(db(), { tenant, retired_at: '2026-01-01T00:00:00Z' });
  await makeAbsence(db(), { resource: theatre, from: '2026-01-06 16:00', until: '2026-01-06 17:00' });
  const service = await makeService(db(), {
    tenant,
    duration_minutes: 30,
    before_minutes: 5,
    after_minutes: 10,
  });
  await makeServiceNeed(db(), service, [theatre]);
  api.clock.set('2026-01-05T09:00:00Z');
  const create = async (staffId: number, booking_time: string) => {
    const animal = await makeAnimal(db(), { client });
    const { status, body } = await api.call(
      'booking_create',
      {
        client_id: client.id,
        animal_id: animal.id,
        service_id: service.id,
        staff_id: staffId,
        booking_date: '2026-01-06',
        booking_time,
      },
      staffKey,
    );
    expect(status).toBe(200);
    return body.booking_id;
  };
  await create(staff.id, '10:00');
  await create(admin.id, '10:00');
  const cancelled = await create(admin.id, '14:00');
  await db().query("update bookings set status = 'cancelled' where id = $1", [cancelled]);
  api.clock.set('2026-01-14T09:00:00Z');
  const { data } = await utilisation(practice, days('2026-01-06'));
  expect(data.by_resource).toEqual([
    { id: scales.id, name: 'Scales', kind: 'equipment', ...time(480, 0, 0, 0) },
    { id: theatre.id, name: 'Theatre', kind: 'room', ...time(840, 90, 0, 10.7) },
  ]);
  expect(data.by_person.map(({ booked_minutes }) => booked_minutes)).toEqual([30, 30]);
});

it('counts the part of a night shift inside the period', async () => {
  const practice = await makeOneColumn({
    business_hours: { fri: [['20:00', '24:00']], sat: [['00:00', '08:00']] },
  });
  await makeWorkPattern(db(), { user: practice.staff, hours: [{ 5: [['20:00', '30:00']] }] });
  await book(practice, '2026-01-09', '23:30', 60);
  await book(practice, '2026-01-10', '05:30', 60);
  expect((await utilisation(practice, days('2026-01-10'))).metadata).toMatchObject(time(360, 60, 30, 16.7));
  expect((await utilisation(practice, days('2026-01-09'))).metadata).toMatchObject(time(240, 30, 0, 12.5));
});

it('counts both of two appointments at the same time', async () => {
  const practice = await makeOneColumn();
  await makeShift(db(), { user: practice.staff, date: '2026-01-13', hours: [['10:00', '11:00']] });
  await book(practice, '2026-01-13', '10:00', 60);
  await book(practice, '2026-01-13', '10:15', 60, { overlap_allowed: true });
  expect((await utilisation(practice, days('2026-01-13'))).metadata).toMatchObject(time(60, 105, 15, 175));
});

it('has no percentage without working time', async () => {
  const practice = await makeOneColumn();
  await makeShift(db(), { user: practice.staff, date: '2026-01-13' });
  await book(practice, '2026-01-13', '10:00', 60);
  expect((await utilisation(practice, days('2026-01-13'))).metadata).toMatchObject(time(0, 0, 60, null));
  expect((await utilisation(practice, days('2026-01-10'))).metadata).toMatchObject(time(0, 0, 0, null));
});

it('counts former staff until they were disabled, if they had appointments', async () => {
  const practice = await makePractice(db());
  const { admin, staff, adminKey } = practice;
  await db().query('update users set disabled_at = $2 where id = $1', [staff.id, '2026-01-06T12:00:00Z']);
  const names = async (start: string) => {
    const { body } = await api.call('reports/utilisation', days(start, '2026-01-14'), adminKey);
    return body.data.by_person.map(({ id, available_minutes: available }) => [id, available]);
  };
  await book(practice, '2026-01-05', '10:00', 60);
  expect(await names('2026-01-05')).toEqual([
    [admin.id, 3840],
    [staff.id, 660],
  ]);
  expect(await names('2026-01-06')).toEqual([[admin.id, 3360]]);
});

it('counts people and rooms from the day they were added, or from their first appointment', async () => {
  const practice = await makePractice(db());
  const { admin, staff, tenant, animal, checkUp, staffKey } = practice;
  const theatre = await makeResource(db(), { tenant, name: 'Theatre', created_at: '2026-01-12T12:00:00Z' });
  await db().query("update users set created_at = '2026-01-13T23:30:00Z' where id = $1", [staff.id]);
  const minutes = async () => {
    const { data } = await utilisation(practice, days('2026-01-05', '2026-01-14'));
    return [...data.by_person, ...data.by_resource].map(({ id, available_minutes: available }) => [
      id,
      available,
    ]);
  };
  const counted = (ofStaff: number, ofTheatre: number) => [
    [admin.id, 3840],
    [staff.id, ofStaff],
    [theatre.id, ofTheatre],
  ];
  expect(await minutes()).toEqual(counted(960, 1440));
  await book(practice, '2026-01-08', '10:00', 30, { status: 'cancelled' });
  expect(await minutes()).toEqual(counted(960, 1440));
  await makeServiceNeed(db(), checkUp, [theatre]);
  api.clock.set('2026-01-05T09:00:00Z');
  const first = {
    client_id: animal.client_id,
    animal_id: animal.id,
    service_id: checkUp.id,
    staff_id: staff.id,
    booking_date: '2026-01-09',
    booking_time: '10:00',
  };
  expect((await api.call('booking_create', first, staffKey)).status).toBe(200);
  api.clock.set('2026-01-14T09:00:00Z');
  expect(await minutes()).toEqual(counted(1920, 1920));
});
