import { beforeEach, describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeServiceStaff,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeAnimal, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings, thursday as day, thursdays } from '../../testing/rota-bookings.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { book, said, partsOf } = rotaBookings(api);

const noOneFree = 'No one who provides this service is free at that time.';

let practice: Practice;
/** Provided by the staff member only, who works on Thursday from 10:00 to 12:00; the admin works from 09:00. */
let dental: { id: number };
beforeEach(async () => {
  practice = await makePractice(db());
  const { tenant, staff, admin } = practice;
  await makeWorkPattern(db(), { user: staff, hours: thursdays(['10:00', '12:00']) });
  await makeWorkPattern(db(), { user: admin, hours: thursdays(['09:00', '12:00']) });
  const service = await makeService(db(), { tenant, name: 'Dental', after_minutes: 15 });
  await makeServiceStaff(db(), service, staff);
  dental = service;
});

const bookDental = (changes: object = {}) => book(practice, { service_id: dental.id, ...changes });

const timesOf = async (input: object) => {
  const { body } = await api.call(
    'bookings/free_times',
    { date: day, duration_minutes: 30, service_id: dental.id, ...input },
    practice.staffKey,
  );
  return body;
};
const freeOf = async (input: object) =>
  (await timesOf(input)).times.filter(({ free }) => free).map(({ time }) => time);

const auditOf = async (bookingId: number) => {
  const { rows } = await db().query('select details from audit_log where entity_id = $1', [bookingId]);
  return rows;
};

describe('a time for anyone', () => {
  it('is free when someone who provides the service is, as booking it then finds', async () => {
    expect(await freeOf({ anyone: '1' })).toEqual([
      '10:00',
      '10:15',
      '10:30',
      '10:45',
      '11:00',
      '11:15',
      '11:30',
    ]);
    await bookDental({ booking_time: '10:30', staff_id: practice.staff.id });
    const free = await freeOf({ anyone: '1' });
    expect(free).toEqual(['11:15', '11:30']);
    const booked: Record<string, number | null | undefined> = {};
    for (const { time } of (await timesOf({ anyone: '1' })).times) {
      await db().query(
        "update bookings set status = 'cancelled' where tenant_id = $1 and booking_time <> '10:30'",
        [practice.tenant.id],
      );
      const { status, body } = await bookDental({ booking_time: time, anyone: '1' });
      if (status === 200) booked[time] = (await partsOf(body.booking_id))[0]?.user_id;
    }
    expect(booked).toEqual({ '11:15': practice.staff.id, '11:30': practice.staff.id });
  });

  it('says why it is not free, and who would take it', async () => {
    const { asked, times } = await timesOf({ anyone: '1', time: '09:00' });
    expect(times.find(({ time }) => time === '09:00')?.why).toBe(
      'No one who provides this service is working at that time.',
    );
    expect(asked).toMatchObject({ overlaps: false, outside_rota: true });
    await bookDental({ staff_id: practice.staff.id });
    const busy = await timesOf({ anyone: '1', time: '10:15' });
    expect(busy.asked).toMatchObject({
      message: noOneFree,
      overlaps: true,
      outside_rota: false,
      conflicts: [{ booking_time: '10:00' }],
    });
    const free = await timesOf({ anyone: '1', time: '11:00' });
    expect(free.asked).toMatchObject({ message: null, staff_id: practice.staff.id });
  });

  it('is booked anyway with someone in their time kept free, or else unassigned, which the audit log records', async () => {
    const first = await bookDental({ staff_id: practice.staff.id });
    expect(said(await bookDental({ booking_time: '10:30', anyone: '1' }))).toEqual([
      409,
      'practice_full',
      noOneFree,
    ]);
    const over = { anyone: '1', allow_overlap: '1' };
    const next = await bookDental({ booking_time: '10:30', ...over });
    expect((await partsOf(next.body.booking_id))[0]?.user_id).toBe(practice.staff.id);
    const beside = await bookDental({ booking_time: '10:00', ...over });
    expect((await partsOf(beside.body.booking_id))[0]?.user_id).toBeNull();
    expect(await auditOf(beside.body.booking_id)).toEqual([
      { details: { allowed_overlap_with: [first.body.booking_id] } },
    ]);
  });

  it('takes part in the choice of a person with an appointment that is moved', async () => {
    const { body } = await bookDental({ staff_id: practice.staff.id });
    const moving = await freeOf({ anyone: '1', booking_id: body.booking_id });
    expect(moving).toContain('10:00');
  });
});

describe('an unassigned appointment of a service that some people provide', () => {
  it('is refused while none of them works, unless allow_outside is sent', async () => {
    const early = { booking_time: '09:00' };
    const message = 'No one who provides this service is working at that time.';
    expect(said(await bookDental(early))).toEqual([409, 'staff_absent', message]);
    expect((await bookDental({ ...early, allow_overlap: '1' })).error.code).toBe('staff_absent');
    const { status, body } = await bookDental({ ...early, allow_outside: '1' });
    expect(status).toBe(200);
    expect(await auditOf(body.booking_id)).toEqual([{ details: { allowed_outside: ['staff_absent'] } }]);
    expect(await freeOf({})).not.toContain('09:00');
  });

  it('is refused while all of them are busy, unless allow_overlap is sent', async () => {
    const first = await bookDental({ staff_id: practice.staff.id });
    expect(said(await bookDental())).toEqual([409, 'practice_full', noOneFree]);
    const { status, body } = await bookDental({ allow_overlap: '1' });
    expect(status).toBe(200);
    expect(await auditOf(body.booking_id)).toEqual([
      { details: { allowed_overlap_with: [first.body.booking_id] } },
    ]);
    expect((await bookDental({ booking_time: '10:30' })).status).toBe(200);
  });

  it('counts another unassigned one of the same providers', async () => {
    expect((await bookDental()).status).toBe(200);
    expect(said(await bookDental())).toEqual([409, 'practice_full', noOneFree]);
    expect((await book(practice)).status).toBe(200);
  });

  it('is checked when it moves, gets another service or loses its person', async () => {
    const { body } = await bookDental({ staff_id: practice.staff.id });
    const checkUp = await book(practice);
    const change = (booking_id: number, changes: object) =>
      api.call('booking_update', { booking_id, ...changes }, practice.staffKey);
    const other = await change(checkUp.body.booking_id, { service_id: dental.id });
    expect(other.error).toMatchObject({ code: 'practice_full', message: noOneFree });
    await makeAbsence(db(), { user: practice.staff, from: `${day} 09:00`, until: `${day} 12:00` });
    for (const booking_time of ['10:00', '11:00']) {
      const { error } = await change(body.booking_id, { staff_id: 0, booking_time });
      expect(error.message).toContain('No one who provides this service is working at that time.');
    }
  });

  it('is refused as a walk-in while no one who provides it is free', async () => {
    api.clock.set('2026-01-15T09:10:00Z');
    const animal = await makeAnimal(db(), { client: practice.client });
    const walkIn = (changes: object = {}) =>
      api.call(
        'booking_walk_in',
        { client_id: practice.client.id, animal_id: animal.id, service_id: dental.id, ...changes },
        practice.staffKey,
      );
    expect((await walkIn()).error.code).toBe('staff_absent');
    expect((await walkIn({ allow_outside: '1' })).body).toMatchObject({ staff_id: null });
  });

  it('is checked in a practice without a rota too', async () => {
    const other = await makePractice(db(), { parallel_places: 5 });
    await makeServiceStaff(db(), other.checkUp, other.staff);
    expect((await book(other, { staff_id: other.staff.id })).status).toBe(200);
    expect(said(await book(other))).toEqual([409, 'practice_full', noOneFree]);
    expect((await book(other, { service_id: other.vaccination.id })).status).toBe(200);
  });
});
