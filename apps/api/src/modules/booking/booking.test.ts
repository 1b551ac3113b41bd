import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** A form that books a 30-minute consultation tomorrow at 10:00 with the practice's staff. */
const formFor = ({ client, animal, checkUp, staff }: Practice) => ({
  client_id: client.id,
  animal_id: animal.id,
  service_id: checkUp.id,
  staff_id: staff.id,
  booking_date: '2026-01-15',
  booking_time: '10:00',
  duration_minutes: 30,
  price: '45.00',
  notes: 'Limping since Sunday',
});

const countBookings = async (tenantId: number): Promise<number> => {
  const { rows } = await db().query('select count(*)::int as n from bookings where tenant_id = $1', [
    tenantId,
  ]);
  return (rows[0] as { n: number }).n;
};

describe('booking_create', () => {
  it('books, and the appointment shows on every screen', async () => {
    const practice = await makePractice(db());
    const { status, body } = await api.call('booking_create', formFor(practice), practice.staffKey);
    expect(status).toBe(200);
    const { body: booking } = await api.call('booking', { booking_id: body.booking_id }, practice.staffKey);
    expect(booking).toMatchObject({
      id: body.booking_id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      duration: 30,
      price: '45.00',
      balance: '45.00',
      status: 'confirmed',
      is_provisional: 0,
      client_name: practice.client.name,
      animal_name: practice.animal.name,
      service: 'Consultation',
      staff_member: practice.staff.name,
      notes: 'Limping since Sunday',
      missed: false,
    });
    const month = await api.call('bookings', { year: 2026, month: 1 }, practice.staffKey);
    const byStaff = { staff_id: practice.staff.id, year: 2026, month: 1 };
    const byService = { service_id: practice.checkUp.id, year: 2026, month: 1 };
    for (const list of [
      month,
      await api.call('bookings_by_staff', byStaff, practice.staffKey),
      await api.call('bookings_by_service', byService, practice.staffKey),
      await api.call('bookings_by_staff_and_service', { ...byStaff, ...byService }, practice.staffKey),
      await api.call('bookings_by_client', { client_id: practice.client.id }, practice.staffKey),
      await api.call('bookings_by_animal', { animal_id: practice.animal.id }, practice.staffKey),
    ]) {
      expect(list.body.map(({ id }) => id)).toEqual([body.booking_id]);
    }
    const otherMonth = await api.call('bookings', { year: 2026, month: 2 }, practice.staffKey);
    expect(otherMonth.body).toEqual([]);
  });

  it("defaults to the service's price and half an hour", async () => {
    const practice = await makePractice(db());
    const { price: _price, duration_minutes: _duration, ...form } = formFor(practice);
    const { body } = await api.call(
      'booking_create',
      { ...form, service_id: practice.vaccination.id },
      practice.staffKey,
    );
    const { body: booking } = await api.call('booking', { booking_id: body.booking_id }, practice.staffKey);
    expect(booking).toMatchObject({ price: '62.50', duration_minutes: 30 });
  });

  it.each([
    ['booking_date', '2026-01-13', 'Date cannot be earlier than today'],
    ['booking_date', '2026-02-30', 'This date doesn’t exist.'],
    ['booking_time', '25:00', 'Enter a time as HH:MM.'],
    ['duration_minutes', '20', 'Enter a multiple of 15 minutes.'],
    ['duration_minutes', '0', 'Enter 15 or more.'],
    ['price', '-1', 'Enter an amount such as 45.00.'],
    ['price', '12.345', 'Enter an amount such as 45.00.'],
    ['status', 'completed', 'Choose one of: pending, confirmed.'],
  ])('refuses %s = %s', async (field, value, message) => {
    const practice = await makePractice(db());
    const { status, error } = await api.call(
      'booking_create',
      { ...formFor(practice), [field]: value },
      practice.staffKey,
    );
    expect(status).toBe(400);
    expect(error.fields?.[field]).toBe(message);
    expect(await countBookings(practice.tenant.id)).toBe(0);
  });

  it('refuses an animal of another client, an archived client, an archived service and a former colleague', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const otherAnimal = await makeAnimal(db(), { tenant });
    const archived = await makeClient(db(), { tenant, archived_at: new Date(0) });
    const archivedAnimal = await makeAnimal(db(), { client: archived });
    const retired = await makeService(db(), { tenant, retired_at: new Date(0) });
    const former = await makeUser(db(), { tenant, disabled_at: new Date(0) });
    for (const [refused, field, change] of [
      [404, 'animal_id', { animal_id: otherAnimal.id }],
      [409, 'client_id', { client_id: archived.id, animal_id: archivedAnimal.id }],
      [404, 'service_id', { service_id: retired.id }],
      [404, 'staff_id', { staff_id: former.id }],
    ] as const) {
      const { status, error } = await api.call(
        'booking_create',
        { ...formFor(practice), ...change },
        practice.staffKey,
      );
      expect([status, Object.keys(error.fields ?? {})]).toEqual([refused, [field]]);
    }
    expect(await countBookings(tenant.id)).toBe(0);
  });

  it('refuses a time that the clocks skip', async () => {
    const practice = await makePractice(db());
    const form = { ...formFor(practice), booking_date: '2026-03-29', booking_time: '01:30' };
    const { status, error } = await api.call('booking_create', form, practice.staffKey);
    expect([status, error.code]).toEqual([400, 'nonexistent_time']);
  });

  it('is refused with 402 once trial and grace are over, while reading and cancelling stay possible', async () => {
    const practice = await makePractice(db(), { trial_ends_at: new Date('2026-01-10T09:00:00Z') });
    const booking = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-15' });
    const { status, error } = await api.call('booking_create', formFor(practice), practice.staffKey);
    expect([status, error.subscription_required]).toEqual([402, true]);
    expect(error.message).toBe(
      'Your trial period has expired. Please subscribe to continue using the service.',
    );
    expect((await api.call('bookings', { year: 2026, month: 1 }, practice.staffKey)).status).toBe(200);
    const confirm = { booking_id: booking.id, status: 'confirmed' } as const;
    expect((await api.call('booking_status_update', confirm, practice.staffKey)).status).toBe(402);
    const sneaky = {
      booking_id: booking.id,
      status: 'cancelled',
      price: '1.00',
      booking_time: '07:00',
    } as const;
    expect((await api.call('booking_update', sneaky, practice.staffKey)).status).toBe(200);
    const { body } = await api.call('booking', { booking_id: booking.id }, practice.staffKey);
    expect(body).toMatchObject({ status: 'cancelled', booking_time: '10:00', price: '45.00' });
    const other = await makeBooking(db(), { animal: practice.animal });
    const cancel = { booking_id: other.id, status: 'cancelled' } as const;
    expect((await api.call('booking_status_update', cancel, practice.staffKey)).status).toBe(200);
  });
});

describe('double booking', () => {
  it('lets exactly one of two hundred simultaneous overlapping requests win, and writes nothing for the others', async () => {
    const practice = await makePractice(db());
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const booking_time = ['09:45', '10:00', '10:05'][n % 3] ?? '10:00';
        return api.call('booking_create', { ...formFor(practice), booking_time }, practice.staffKey);
      }),
    );
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(statuses.get(200)).toHaveLength(1);
    expect(statuses.get(409)?.every(({ error }) => error.code === 'staff_busy')).toBe(true);
    expect(await countBookings(practice.tenant.id)).toBe(1);
    const { rows } = await db().query('select 1 from audit_log where tenant_id = $1', [practice.tenant.id]);
    expect(rows).toHaveLength(1);
  });

  it('names the conflict, allows it when confirmed, and records that in the audit log', async () => {
    const practice = await makePractice(db());
    const first = await api.call('booking_create', formFor(practice), practice.staffKey);
    const overlapping = { ...formFor(practice), booking_time: '10:15' };
    const refused = await api.call('booking_create', overlapping, practice.staffKey);
    expect(refused.status).toBe(409);
    expect(refused.error.conflicts).toEqual([
      {
        booking_id: first.body.booking_id,
        booking_date: '2026-01-15',
        booking_time: '10:00',
        duration_minutes: 30,
      },
    ]);
    const allowed = await api.call(
      'booking_create',
      { ...overlapping, allow_overlap: '1' },
      practice.staffKey,
    );
    expect(allowed.status).toBe(200);
    const { rows } = await db().query('select user_id, details from audit_log where entity_id = $1', [
      allowed.body.booking_id,
    ]);
    expect(rows).toEqual([
      { user_id: String(practice.staff.id), details: { allowed_overlap_with: [first.body.booking_id] } },
    ]);
    // An allowed overlap still conflicts with the next one.
    const third = await api.call(
      'booking_create',
      { ...overlapping, booking_time: '10:30' },
      practice.staffKey,
    );
    expect(third.status).toBe(409);
  });

  it('allows adjacent appointments, and includes one that spans midnight', async () => {
    const practice = await makePractice(db());
    const book = (booking_date: string, booking_time: string, duration_minutes = 30) =>
      api.call(
        'booking_create',
        { ...formFor(practice), booking_date, booking_time, duration_minutes },
        practice.staffKey,
      );
    expect((await book('2026-01-15', '10:00')).status).toBe(200);
    expect((await book('2026-01-15', '10:30')).status).toBe(200);
    expect((await book('2026-01-15', '09:30')).status).toBe(200);
    expect((await book('2026-01-16', '23:30', 60)).status).toBe(200);
    expect((await book('2026-01-17', '00:15')).status).toBe(409);
    expect((await book('2026-01-17', '00:30')).status).toBe(200);
  });

  it('is refused for moves and reassignments too, in either order', async () => {
    const practice = await makePractice(db());
    const { tenant, animal, staff, admin } = practice;
    const other = await makeAnimal(db(), { client: practice.client });
    await makeBooking(db(), { animal, staff, booking_time: '09:00', duration_minutes: 60 });
    const mine = await makeBooking(db(), { animal, staff, booking_time: '11:00', duration_minutes: 60 });
    const theirs = await makeBooking(db(), {
      animal: other,
      staff: admin,
      booking_time: '09:30',
      duration_minutes: 60,
    });
    const change = (booking_id: number, changes: object) =>
      api.call('booking_update', { booking_id, ...changes }, practice.staffKey);
    expect((await change(mine.id, { booking_time: '09:30' })).error.code).toBe('staff_busy');
    expect((await change(theirs.id, { staff_id: staff.id })).error.code).toBe('staff_busy');
    expect((await change(mine.id, { booking_time: '11:30' })).status).toBe(200);
    const race = await Promise.all([
      change(mine.id, { booking_date: '2026-01-20', booking_time: '10:00' }),
      change(theirs.id, { booking_date: '2026-01-20', booking_time: '10:30', staff_id: staff.id }),
    ]);
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await countBookings(tenant.id)).toBe(3);
  });

  it('never happens in a random storm of commands for one person', async () => {
    const practice = await makePractice(db());
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const answers = await Promise.all(
      Array.from({ length: 150 }, () =>
        api.call(
          'booking_create',
          {
            ...formFor(practice),
            staff_id: random(2) ? practice.staff.id : practice.admin.id,
            booking_time: `${String(8 + random(10)).padStart(2, '0')}:${['00', '15', '30', '45'][random(4)]}`,
            duration_minutes: 15 * (1 + random(6)),
          },
          practice.staffKey,
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { rows } = await db().query(
      `select 1 from bookings a join bookings b on a.tenant_id = b.tenant_id and a.staff_id = b.staff_id
         and a.id < b.id and a.during && b.during where a.tenant_id = $1`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('requests from clients', () => {
  const request = async (practice: Practice, booking_time = '10:00') =>
    makeBooking(db(), { animal: practice.animal, is_provisional: true, source: 'portal', booking_time });
  const acceptance = { is_provisional: '0', status: 'pending', staff_accepted: '1' } as const;

  it('are listed separately until accepted or rejected', async () => {
    const practice = await makePractice(db());
    const [one, two] = [await request(practice), await request(practice, '12:00')];
    const waiting = async () =>
      (await api.call('bookings_pending', {}, practice.staffKey)).body.map(({ id }) => id);
    expect(await waiting()).toEqual([one.id, two.id]);
    expect(
      (await api.call('booking_update', { booking_id: one.id, ...acceptance }, practice.staffKey)).status,
    ).toBe(200);
    expect(
      (await api.call('booking_update', { booking_id: two.id, status: 'cancelled' }, practice.staffKey))
        .status,
    ).toBe(200);
    expect(await waiting()).toEqual([]);
    const { body } = await api.call('booking', { booking_id: one.id }, practice.staffKey);
    expect(body).toMatchObject({ status: 'pending', is_provisional: 0, staff_accepted: 1 });
  });

  it('are not accepted into a full hour, unless confirmed', async () => {
    const practice = await makePractice(db(), { parallel_places: 2 });
    const asked = await request(practice);
    await makeBooking(db(), { tenant_id: practice.tenant.id, booking_time: '10:15' });
    const accept = (extra = {}) =>
      api.call('booking_update', { booking_id: asked.id, ...acceptance, ...extra }, practice.staffKey);
    await makeBooking(db(), { tenant_id: practice.tenant.id, booking_time: '10:15', staff: practice.staff });
    const refused = await accept();
    expect([refused.status, refused.error.code, refused.error.conflicts?.length]).toEqual([
      409,
      'slot_taken',
      2,
    ]);
    expect((await accept({ allow_overlap: '1' })).status).toBe(200);
  });

  it('are accepted beside short consecutive visits, matching the free times', async () => {
    const practice = await makePractice(db(), { parallel_places: 2 });
    const asked = await makeBooking(db(), {
      animal: practice.animal,
      is_provisional: true,
      source: 'portal',
      duration_minutes: 60,
    });
    for (const booking_time of ['10:00', '10:30'])
      await makeBooking(db(), { tenant_id: practice.tenant.id, booking_time });
    const answer = await api.call(
      'booking_update',
      { booking_id: asked.id, ...acceptance },
      practice.staffKey,
    );
    expect(answer.status).toBe(200);
  });
});

describe('the lifecycle of an appointment', () => {
  const statuses = ['pending', 'confirmed', 'in-progress', 'completed', 'cancelled'] as const;
  const allowed: Record<string, string[]> = {
    pending: ['confirmed', 'in-progress', 'completed', 'cancelled'],
    confirmed: ['in-progress', 'completed', 'cancelled', 'pending'],
    'in-progress': ['completed', 'confirmed', 'cancelled'],
    completed: ['confirmed'],
    cancelled: [],
  };

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    '%s → %s',
    async (from, to) => {
      const practice = await makePractice(db());
      const booking = await makeBooking(db(), { animal: practice.animal, status: from });
      const { status, error } = await api.call(
        'booking_status_update',
        { booking_id: booking.id, status: to },
        practice.staffKey,
      );
      const { body } = await api.call('booking', { booking_id: booking.id }, practice.staffKey);
      const expected = allowed[from]?.includes(to) ? [200, undefined, to] : [409, 'illegal_transition', from];
      expect([status, error.code, body.status]).toEqual(expected);
    },
  );

  it('records the payment with the completion, once, and voids it on Mark Unpaid', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), {
      animal: practice.animal,
      status: 'in-progress',
      price_pence: 6000,
    });
    await makePayment(db(), {
      booking,
      kind: 'deposit',
      amount_pence: 1000,
      taken_at: new Date('2026-01-10T12:00:00Z'),
    });
    const complete = () =>
      api.call(
        'booking_status_update',
        { booking_id: booking.id, status: 'completed', paid_type: 'BACs' },
        practice.staffKey,
      );
    const clicks = await Promise.all([complete(), complete(), complete()]);
    expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const read = async () => (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;
    expect(await read()).toMatchObject({
      status: 'completed',
      paid_type: 'BACS',
      paid: '60.00',
      balance: '0.00',
    });
    expect((await read()).payments.map(({ kind, method, amount }) => [kind, method, amount])).toEqual([
      ['deposit', 'Card', '10.00'],
      ['payment', 'BACS', '50.00'],
    ]);

    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(await read()).toMatchObject({
      status: 'confirmed',
      paid_type: null,
      paid: '10.00',
      balance: '50.00',
    });
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'completed', paid_type: 'Cash' },
      practice.staffKey,
    );
    expect(await read()).toMatchObject({ paid_type: 'Cash', paid: '60.00' });
    const { body: stats } = await api.call('admin/dashboard/stats', {}, practice.adminKey);
    expect(stats.monthlyRevenue).toBe('60.00');
  });

  it('edits the given fields, keeps the rest, and refuses edits of a cancelled one', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), {
      animal: practice.animal,
      staff: practice.staff,
      notes: 'Keep me',
    });
    const edit = (changes: object) =>
      api.call('booking_update', { booking_id: booking.id, ...changes }, practice.staffKey);
    const read = async () => (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;
    await edit({ price: '99.5', duration_minutes: '45' });
    expect(await read()).toMatchObject({
      price: '99.50',
      duration: 45,
      notes: 'Keep me',
      staff_member: practice.staff.name,
    });
    await edit({ staff_id: 0 });
    expect((await read()).staff_id).toBeNull();
    await edit({ status: 'cancelled' });
    expect((await edit({ price: '1' })).error.code).toBe('booking_closed');
    expect((await edit({ status: 'pending' })).error.code).toBe('illegal_transition');
  });

  it('replaces and clears notes', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal, notes: 'Old' });
    const read = async () =>
      (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body.notes;
    await api.call(
      'booking/update_notes',
      { booking_id: booking.id, notes: '  Zoë’s cat 🐈\nlikes £ tuna ' },
      practice.staffKey,
    );
    expect(await read()).toBe('Zoë’s cat 🐈\nlikes £ tuna');
    await api.call('booking/update_notes', { booking_id: booking.id, notes: '' }, practice.staffKey);
    expect(await read()).toBeNull();
  });

  it('is missed three hours after its time, unless its status has changed', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), {
      animal: practice.animal,
      booking_date: '2026-01-14',
      booking_time: '10:00',
    });
    const missed = async () =>
      (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body.missed;
    api.clock.set('2026-01-14T13:00:00Z');
    expect(await missed()).toBe(false);
    api.clock.set('2026-01-14T13:00:01Z');
    expect(await missed()).toBe(true);
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'in-progress' },
      practice.staffKey,
    );
    expect(await missed()).toBe(false);
  });
});
