import { describe, expect, it } from 'vitest';
import { makeBooking, makeDeposit } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAbsence,
  makeServiceStaff,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

// Booking, moving or accepting at the desk never clashes without a warning: the person, the animal and the places of the
// practice are checked under one lock.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const day = '2026-01-15';

/** Books half an hour for a new animal of the practice's client, without a staff member. */
async function book(practice: Practice, changes: object = {}) {
  const { client, checkUp, staffKey } = practice;
  const form = {
    client_id: client.id,
    animal_id: (await makeAnimal(db(), { client })).id,
    service_id: checkUp.id,
    booking_date: day,
    booking_time: '10:00',
    ...changes,
  };
  return api.call('booking_create', form, staffKey);
}

const said = ({ status, error }: Pick<Awaited<ReturnType<typeof book>>, 'status' | 'error'>) =>
  status === 200 ? status : error.code;

/** Another client's appointment. */
const other = ({ tenant }: Practice, columns: Parameters<typeof makeBooking>[1] = {}) =>
  makeBooking(db(), { tenant_id: tenant.id, booking_time: '10:00', ...columns });

describe('a desk booking without a staff member', () => {
  it('is refused when the places of the practice are taken, and names the conflicts', async () => {
    const practice = await makePractice(db());
    const first = await other(practice);
    const refused = await book(practice, { booking_time: '10:15' });
    expect([refused.status, refused.error]).toMatchObject([
      409,
      {
        code: 'practice_full',
        message: 'The practice is fully booked at that time.',
        conflicts: [{ booking_id: first.id, booking_date: day, booking_time: '10:00', duration_minutes: 30 }],
      },
    ]);
    expect(said(await book(practice, { booking_time: '10:30' }))).toBe(200);
  });

  it('is made anyway when the desk confirms it, which the audit log records', async () => {
    const practice = await makePractice(db());
    const first = await other(practice);
    const { status, body } = await book(practice, { allow_overlap: '1' });
    expect(status).toBe(200);
    const { rows } = await db().query('select details from audit_log where entity_id = $1', [
      body.booking_id,
    ]);
    expect(rows).toEqual([{ details: { allowed_overlap_with: [first.id] } }]);
  });

  it.each([
    ['2026-01-15', '08:00', 120, '09:45', 'practice_full'],
    ['2026-01-15', '08:00', 120, '10:00', 200],
    ['2026-01-15', '08:00', 121, '10:00', 'practice_full'],
    ['2026-01-15', '00:00', 1440, '23:45', 'practice_full'],
    ['2026-01-14', '23:00', 120, '00:45', 'practice_full'],
    ['2026-01-14', '23:00', 120, '01:00', 200],
    ['2026-01-14', '12:00', 1440, '11:45', 'practice_full'],
    ['2026-01-14', '12:00', 1440, '12:00', 200],
    ['2026-01-16', '00:00', 120, '23:30', 200],
    ['2026-01-16', '00:00', 120, '23:45', 'practice_full'],
  ])('knows an appointment from %s %s of %i minutes at %s', async (date, time, minutes, wanted, result) => {
    const practice = await makePractice(db());
    await other(practice, { booking_date: date, booking_time: time, duration_minutes: minutes });
    expect(said(await book(practice, { booking_time: wanted }))).toBe(result);
  });

  it('leaves its gap before and after the requested time', async () => {
    const practice = await makePractice(db());
    await db().query('update tenants set grace_minutes = 60 where id = $1', [practice.tenant.id]);
    await other(practice, { booking_time: '08:00', duration_minutes: 75 });
    await other(practice, { booking_time: '12:00' });
    expect(said(await book(practice, { booking_time: '10:00' }))).toBe('practice_full');
    expect(said(await book(practice, { booking_time: '10:45' }))).toBe('practice_full');
    expect(said(await book(practice, { booking_time: '10:15' }))).toBe(200);
  });

  it('names ten of many conflicts, and records no more when it is confirmed', async () => {
    const practice = await makePractice(db());
    const ids: number[] = [];
    for (let number = 0; number < 12; number += 1) ids.push((await other(practice)).id);
    const refused = await book(practice);
    expect(refused.error.conflicts?.map(({ booking_id: id }) => id)).toEqual(ids.slice(0, 10));
    const { body } = await book(practice, { allow_overlap: '1' });
    const { rows } = await db().query('select details from audit_log where entity_id = $1', [
      body.booking_id,
    ]);
    expect(rows).toEqual([{ details: { allowed_overlap_with: ids.slice(0, 10) } }]);
  });

  it('finds room while a place is free, as in the portal: pending requests and the gap count', async () => {
    const practice = await makePractice(db(), { parallel_places: 2, grace_minutes: 15 });
    await other(practice, { is_provisional: true, source: 'portal' });
    expect(said(await book(practice))).toBe(200);
    expect(said(await book(practice))).toBe('practice_full');
    expect(said(await book(practice, { booking_time: '10:30' }))).toBe('practice_full');
    expect(said(await book(practice, { booking_time: '09:30' }))).toBe('practice_full');
    expect(said(await book(practice, { booking_time: '10:45' }))).toBe(200);
  });

  it('respects a time that is held for a pet owner who is paying', async () => {
    const practice = await makePractice(db());
    await makeDeposit(db(), {
      booking: await other(practice, { status: 'cancelled' }),
      booking_id: null,
      status: 'open',
      payment_reference: null,
      held_until: '2026-01-14T09:30:00Z',
    });
    const refused = await book(practice);
    expect([refused.error.code, refused.error.message, refused.error.conflicts]).toEqual([
      'practice_full',
      'That time is held for a client who is paying a deposit.',
      [],
    ]);
    api.clock.set('2026-01-14T09:30:00Z');
    expect(said(await book(practice))).toBe(200);
  });
});

describe('a desk booking with a staff member', () => {
  it('counts each person as a place, and appointments without a person too', async () => {
    const practice = await makePractice(db());
    const { staff, admin } = practice;
    expect(said(await book(practice, { staff_id: staff.id }))).toBe(200);
    expect(said(await book(practice, { staff_id: admin.id }))).toBe(200);
    await other(practice, { booking_time: '11:00' });
    expect(said(await book(practice, { staff_id: staff.id, booking_time: '11:00' }))).toBe(200);
    const third = await book(practice, { staff_id: admin.id, booking_time: '11:00' });
    expect([said(third), third.error.conflicts?.length]).toEqual(['practice_full', 2]);
  });

  it('follows another one of that person without a gap', async () => {
    const practice = await makePractice(db(), { grace_minutes: 15 });
    expect(said(await book(practice, { staff_id: practice.staff.id }))).toBe(200);
    expect(said(await book(practice, { staff_id: practice.staff.id, booking_time: '10:30' }))).toBe(200);
  });
});

describe('one animal', () => {
  it('is never booked twice at one time without a warning, whichever person sees it', async () => {
    const practice = await makePractice(db(), { parallel_places: 5 });
    const { animal, staff, admin } = practice;
    const mine = { animal_id: animal.id };
    expect(said(await book(practice, { ...mine, staff_id: staff.id }))).toBe(200);
    for (const change of [{}, { staff_id: admin.id }]) {
      const refused = await book(practice, { ...mine, booking_time: '10:15', ...change });
      expect([refused.error.code, refused.error.message, refused.error.conflicts?.length]).toEqual([
        'animal_busy',
        'This animal already has an appointment at that time.',
        1,
      ]);
    }
    const both = await book(practice, { ...mine, staff_id: staff.id });
    expect([both.error.code, both.error.message]).toEqual([
      'staff_busy',
      'This staff member already has an appointment at that time. This animal already has an appointment at that time.',
    ]);
    expect(said(await book(practice, { ...mine, booking_time: '10:30' }))).toBe(200);
    expect(said(await book(practice, { ...mine, allow_overlap: '1' }))).toBe(200);
  });
});

describe('an appointment that changes', () => {
  const change = (practice: Practice, booking_id: number, changes: object) =>
    api.call('booking_update', { booking_id, ...changes }, practice.staffKey).then(said);

  it('is checked at its new time, and never conflicts with itself', async () => {
    const practice = await makePractice(db());
    const { animal, staff, admin } = practice;
    await other(practice);
    const moving = await makeBooking(db(), { animal, booking_time: '12:00' });
    expect(await change(practice, moving.id, { booking_time: '10:15' })).toBe('practice_full');
    expect(await change(practice, moving.id, { booking_time: '09:00', duration_minutes: 90 })).toBe(
      'practice_full',
    );
    expect(await change(practice, moving.id, { booking_time: '12:15' })).toBe(200);
    expect(await change(practice, moving.id, { booking_time: '10:15', allow_overlap: '1' })).toBe(200);
    // With a person it has that person's place; without one it needs one of the practice's.
    expect(await change(practice, moving.id, { staff_id: staff.id })).toBe(200);
    expect(await change(practice, moving.id, { staff_id: 0 })).toBe('practice_full');
    await makeBooking(db(), { animal, staff: admin, booking_time: '14:00' });
    expect(await change(practice, moving.id, { booking_time: '14:15' })).toBe('animal_busy');
    expect(await change(practice, moving.id, { staff_id: admin.id, booking_time: '14:15' })).toBe(
      'staff_busy',
    );
  });

  it('is not checked when neither its time nor its person changes', async () => {
    const practice = await makePractice(db());
    await other(practice);
    const beside = await other(practice, { overlap_allowed: true });
    expect(await change(practice, beside.id, { price: '12.00' })).toBe(200);
    const move = { booking_id: beside.id, status: 'in-progress' } as const;
    expect(said(await api.call('booking_status_update', move, practice.staffKey))).toBe(200);
  });

  it('is not accepted while its animal has another appointment', async () => {
    const practice = await makePractice(db(), { parallel_places: 5 });
    const { animal } = practice;
    await makeBooking(db(), { animal, booking_time: '10:15' });
    const asked = await makeBooking(db(), { animal, is_provisional: true, source: 'portal' });
    const acceptance = { is_provisional: '0', status: 'pending', staff_accepted: '1' };
    expect(await change(practice, asked.id, acceptance)).toBe('animal_busy');
    const confirm = { booking_id: asked.id, status: 'confirmed' } as const;
    expect(said(await api.call('booking_status_update', confirm, practice.staffKey))).toBe('animal_busy');
    expect(await change(practice, asked.id, { ...acceptance, allow_overlap: '1' })).toBe(200);
  });
});

describe('a request', () => {
  it('lists as free those who provide its service and are not absent', async () => {
    const { tenant, animal, checkUp, staff, admin, staffKey } = await makePractice(db());
    const { id } = await makeBooking(db(), {
      animal,
      service: checkUp,
      is_provisional: true,
      source: 'portal',
    });
    const read = async () => {
      const requests = (await api.call('bookings_pending', {}, staffKey)).body;
      const { body } = await api.call('booking', { booking_id: id }, staffKey);
      expect(requests.map((row) => row.free_staff_ids)).toEqual([body.free_staff_ids]);
      return body.free_staff_ids;
    };
    expect(new Set(await read())).toEqual(new Set([staff.id, admin.id]));
    await makeAbsence(db(), { tenant, user: admin, from: '2026-01-15 00:00', until: '2026-01-15 10:15' });
    expect(await read()).toEqual([staff.id]);
    await makeServiceStaff(db(), checkUp, admin);
    expect(await read()).toEqual([]);
    await makeServiceStaff(db(), checkUp, staff);
    expect(await read()).toEqual([staff.id]);
    await makeAbsence(db(), { tenant, from: '2026-01-15 10:00', until: '2026-01-15 11:00', kind: 'closed' });
    expect(await read()).toEqual([]);
  });

  it('lists as free those who work then, and whose time is not held for a pet owner', async () => {
    const practice = await makePractice(db());
    const { animal, checkUp, staff, admin, staffKey } = practice;
    const ask = (columns: Parameters<typeof makeBooking>[1]) =>
      makeBooking(db(), { animal, service: checkUp, is_provisional: true, source: 'portal', ...columns });
    const { id } = await ask({ booking_date: day });
    await ask({ booking_date: '2026-03-05' });
    const free = async () => {
      const { body } = await api.call('booking', { booking_id: id }, staffKey);
      const requests = (await api.call('bookings_pending', {}, staffKey)).body;
      expect(requests[0]?.free_staff_ids).toEqual(body.free_staff_ids);
      return requests.map((row) => row.free_staff_ids);
    };
    await makeDeposit(db(), {
      booking: await other(practice, { status: 'cancelled', booking_time: '10:15' }),
      booking_id: null,
      staff_id: staff.id,
      status: 'open',
      payment_reference: null,
      held_until: '2026-01-14T09:30:00Z',
    });
    expect((await free())[0]).toEqual([admin.id]);
    api.clock.set('2026-01-14T09:30:00Z');
    // Thursdays: the admin in the afternoon, the other in the morning until February.
    await makeWorkPattern(db(), { user: admin, hours: [{ 4: [['13:00', '17:00']] }] });
    await makeWorkPattern(db(), {
      user: staff,
      hours: [{ 4: [['09:00', '12:00']] }],
      valid_until: '2026-02-01',
    });
    expect(await free()).toEqual([[staff.id], []]);
    await makeShift(db(), { user: admin, date: day, hours: [['10:00', '10:30']] });
    expect(await free()).toEqual([[admin.id, staff.id].toSorted((a, b) => a - b), []]);
  });
});

describe('an accepted request', () => {
  it('can be assigned to a staff member who is free, and is withdrawn with them', async () => {
    const practice = await makePractice(db());
    const { animal, staff, admin, staffKey } = practice;
    await other(practice, { booking_time: '10:15', staff });
    const { id } = await makeBooking(db(), { animal, is_provisional: true, source: 'portal' });
    const { body: requests } = await api.call('bookings_pending', {}, staffKey);
    expect(requests.map((row) => row.free_staff_ids)).toEqual([[admin.id]]);
    const read = async () => (await api.call('booking', { booking_id: id }, staffKey)).body;
    expect((await read()).free_staff_ids).toEqual([admin.id]);
    const acceptance = {
      booking_id: id,
      is_provisional: '0',
      status: 'pending',
      staff_accepted: '1',
    } as const;
    const accept = (staff_id: number) =>
      api.call('booking_update', { ...acceptance, staff_id }, staffKey).then(said);
    expect(await accept(staff.id)).toBe('staff_busy');
    expect(await accept(admin.id)).toBe(200);
    expect(await read()).toMatchObject({ staff_id: admin.id, free_staff_ids: [], overlap_allowed: 0 });
    const back = {
      booking_id: id,
      is_provisional: '1',
      staff_accepted: '0',
      staff_id: 0,
      allow_overlap: '1',
    } as const;
    expect(said(await api.call('booking_update', back, staffKey))).toBe(200);
    expect(await read()).toMatchObject({ staff_id: null, is_provisional: 1 });
  });

  it('can be assigned to a person who has another request, when confirmed', async () => {
    const practice = await makePractice(db());
    const { animal, staff, staffKey } = practice;
    await other(practice, { staff, is_provisional: true, source: 'portal' });
    const { id } = await makeBooking(db(), { animal, is_provisional: true, source: 'portal' });
    const accept = (changes: object) =>
      api
        .call(
          'booking_update',
          { booking_id: id, is_provisional: '0', staff_id: staff.id, ...changes },
          staffKey,
        )
        .then(said);
    expect(await accept({})).toBe('staff_busy');
    expect(await accept({ allow_overlap: '1' })).toBe(200);
  });
});

describe('the free times of the desk', () => {
  it.each([1, 2])('are those that can be booked without a warning (%i places)', async (places) => {
    const practice = await makePractice(db(), { parallel_places: places, grace_minutes: 10 });
    const { animal, staff, admin } = practice;
    await other(practice, { booking_time: '09:00', duration_minutes: 45 });
    await other(practice, { booking_time: '09:30', staff });
    await other(practice, { booking_time: '11:00', staff: admin });
    await other(practice, { booking_time: '11:15', duration_minutes: 75 });
    await other(practice, { booking_time: '13:00', is_provisional: true, source: 'portal' });
    await makeBooking(db(), { animal, booking_time: '15:00' });
    const moving = await makeBooking(db(), { animal, booking_date: '2026-01-20' });
    for (const staff_id of [0, staff.id]) {
      const { body } = await api.call(
        'bookings/free_times',
        { date: day, duration_minutes: 30, booking_id: moving.id, ...(staff_id ? { staff_id } : {}) },
        practice.staffKey,
      );
      expect(new Set(body.times.map(({ free }) => free)).size).toBe(2);
      for (const { time, free } of body.times) {
        const form = { booking_id: moving.id, booking_date: day, booking_time: time, staff_id };
        const { status } = await api.call('booking_update', form, practice.staffKey);
        expect([staff_id, time, status]).toEqual([staff_id, time, free ? 200 : 409]);
      }
    }
  });

  it("include the animal's other appointments", async () => {
    const practice = await makePractice(db(), { parallel_places: 5 });
    const { animal, staff, staffKey } = practice;
    await makeBooking(db(), { animal, booking_time: '10:00' });
    const at10 = async (asked: object) => {
      const input = { date: day, duration_minutes: 30, staff_id: staff.id, ...asked };
      const { body } = await api.call('bookings/free_times', input, staffKey);
      return body.times.find(({ time }) => time === '10:00');
    };
    expect(await at10({})).toMatchObject({ free: true });
    expect(await at10({ animal_id: animal.id })).toMatchObject({ free: false, busy_with: animal.name });
    const elsewhere = await makePractice(db());
    const foreign = { date: day, duration_minutes: 30, animal_id: elsewhere.animal.id };
    expect((await api.call('bookings/free_times', foreign, staffKey)).status).toBe(404);
  });
});

describe('a rush for one place', () => {
  it('gives it to exactly one of two hundred, with and without a person, at the desk and in the portal', async () => {
    const practice = await makePractice(db());
    const { client, staff, admin, checkUp, clientKey } = practice;
    await other(practice);
    const animals = await Promise.all(Array.from({ length: 200 }, () => makeAnimal(db(), { client })));
    const answers = await Promise.all(
      animals.map(({ id: animal_id }, n) => {
        const booking_time = ['09:45', '10:00', '10:15'][n % 3] ?? '10:00';
        if (n % 20 === 0) {
          const request = { animal_id, service_id: checkUp.id, booking_date: day, booking_time: '10:00' };
          return api.call('cp/booking_create', request, clientKey);
        }
        // Two people, one of whom is needed for the appointment without a person.
        const who = [{}, { staff_id: staff.id }, { staff_id: admin.id }][n % 4] ?? {};
        return book(practice, { animal_id, booking_time, ...who });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { rows } = await db().query(
      `select 1 from bookings b where b.tenant_id = $1 and b.during @> '2026-01-15 10:10'::timestamp`,
      [practice.tenant.id],
    );
    expect(rows).toHaveLength(2);
  });

  it('never deadlocks appointments that move over midnight in both directions', async () => {
    const practice = await makePractice(db(), { parallel_places: 3 });
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { id } = await other(practice, {
          booking_date: `2026-01-${20 + (n % 3)}`,
          booking_time: '23:45',
        });
        return id;
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        api.call(
          'booking_update',
          {
            booking_id: ids[n % ids.length] ?? 0,
            booking_date: `2026-01-${20 + ((n * 7) % 3)}`,
            booking_time: n % 2 ? '23:30' : '00:15',
            duration_minutes: 15 * (1 + (n % 5)),
          },
          practice.staffKey,
        ),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });
});
