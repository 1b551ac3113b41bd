import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeHoliday, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makeOwner } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  fillDay,
  freeUp,
  gapDay,
  makeTaken,
  makeWaiting,
  makeWaitlistPractice,
  offersOf,
  openOfferOf,
  sweep,
  timeOn,
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('a pet owner', () => {
  it('waits for an earlier time as long as one can, and only if an offer can reach them', async () => {
    const practice = await makeWaitlistPractice(api);
    const { animal, checkUp, client, clientKey } = practice;
    const booking = await makeBooking(db(), {
      animal,
      service: checkUp,
      status: 'confirmed',
      booking_date: '2026-10-05',
    });
    const join = () =>
      api.call(
        'cp/want_create',
        { animal_id: animal.id, service_id: checkUp.id, booking_id: booking.id },
        clientKey,
      );
    await db().query('update clients set email = null, likes_sms = false where id = $1', [client.id]);
    const refused = await join();
    expect(refused.status).toBe(409);
    expect(refused.error.message).toContain('Please check your contact details in My Profile, or call us.');
    // A practice that has turned the message off calls.
    await db().query(
      `insert into message_templates (tenant_id, kind, channel, body, enabled)
       values ($1, 'waitlist_offer', 'sms', 'Free', false), ($1, 'waitlist_offer', 'email', 'Free', false)`,
      [practice.tenant.id],
    );
    const joined = await join();
    expect(joined.status).toBe(200);
    await api.call('cp/want_end', { want_id: joined.body.want_id }, clientKey);
    await db().query('update clients set likes_sms = true where id = $1', [client.id]);
    expect((await join()).status).toBe(200);
    expect((await api.call('cp/wants', {}, clientKey)).body).toMatchObject([{ until_date: '2026-07-13' }]);
  });

  it('joins the waitlist for any day of the next month by default, changes the entry, and leaves', async () => {
    const practice = await makeWaitlistPractice(api);
    const { checkUp, animal, clientKey } = practice;
    const created = await api.call(
      'cp/want_create',
      { animal_id: animal.id, service_id: checkUp.id },
      clientKey,
    );
    const wantId = created.body.want_id;
    const list = async () => (await api.call('cp/wants', {}, clientKey)).body;
    expect(await list()).toMatchObject([
      {
        want_id: wantId,
        animal_name: animal.name,
        service: 'Consultation',
        staff_member: null,
        weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
        from_date: '2026-01-14',
        until_date: '2026-02-13',
        from_time: null,
        state: 'waiting',
        offer: null,
      },
    ]);
    const change = {
      want_id: wantId,
      weekdays: ['fri' as const, 'mon' as const],
      from_time: '14:00',
      note: 'After school',
    };
    expect((await api.call('cp/want_update', change, clientKey)).status).toBe(200);
    expect(await list()).toMatchObject([
      { weekdays: ['mon', 'fri'], from_time: '14:00', until_date: '2026-02-13', note: 'After school' },
    ]);
    await api.call('cp/want_end', { want_id: wantId }, clientKey);
    expect(await list()).toEqual([]);
    const again = await api.call('cp/want_update', change, clientKey);
    expect([again.status, again.error.code]).toEqual([409, 'want_ended']);
  });

  it('can have three entries, also with many requests at once', async () => {
    const practice = await makeWaitlistPractice(api);
    const { checkUp, animal, clientKey } = practice;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.call('cp/want_create', { animal_id: animal.id, service_id: checkUp.id }, clientKey),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(answers.flatMap(({ status, error }) => (status === 200 ? [] : [error.code])))).toEqual(
      new Set(['too_many_wants']),
    );
  });

  it.each([
    [{ until_date: '2026-01-13' }, 'until_date'],
    [{ until_date: '2026-08-01' }, 'until_date'],
    [{ from_date: '2026-02-02', until_date: '2026-02-01' }, 'until_date'],
    [{ from_time: '12:00', until_time: '11:00' }, 'until_time'],
    [{ weekdays: [] }, 'weekdays'],
  ])('can’t wait for %o', async (wish, field) => {
    const { checkUp, animal, clientKey } = await makeWaitlistPractice(api);
    const refused = await api.call(
      'cp/want_create',
      { animal_id: animal.id, service_id: checkUp.id, ...wish },
      clientKey,
    );
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
  });

  it('can’t join for another client’s pet or appointment, a service that isn’t online, or without a waitlist', async () => {
    const practice = await makeWaitlistPractice(api);
    const { checkUp, animal, clientKey, tenant } = practice;
    const other = await makeOwner(api, practice);
    const kept = await makeTaken(api, practice, { booking_date: '2026-01-20' });
    const hidden = await makeService(db(), { tenant, online: false });
    const refusal = async (wish: object) => {
      const input = { animal_id: animal.id, service_id: checkUp.id, ...wish };
      return (await api.call('cp/want_create', input, clientKey)).error;
    };
    expect((await refusal({ animal_id: other.animalId })).fields).toHaveProperty('animal_id');
    expect((await refusal({ service_id: hidden.id })).fields).toHaveProperty('service_id');
    const theirs = await api.call(
      'cp/want_create',
      { animal_id: other.animalId, service_id: checkUp.id, booking_id: kept.id },
      other.caller,
    );
    expect(theirs.error.fields).toHaveProperty('booking_id');
    await api.call('tenant_update', { waitlist_mode: 'off' }, practice.adminKey);
    expect((await refusal({})).code).toBe('waitlist_off');
    expect((await api.call('cp/tenant', {}, clientKey)).body.waitlist_open).toBe(false);
  });

  it('is taken off the waitlist once the last day has passed, or they or the pet are archived', async () => {
    const practice = await makeWaitlistPractice(api);
    await fillDay(api, practice);
    const [past, pet, client] = [
      await makeWaiting(api, practice),
      await makeWaiting(api, practice, { until_date: '2026-02-01' }),
      await makeWaiting(api, practice, { until_date: '2026-02-01' }),
    ];
    await api.call('animal_archive', { animal_id: pet.animalId, reason: 'deceased' }, practice.staffKey);
    await db().query('update clients set archived_at = now() where id = $1', [client.clientId]);
    api.clock.set('2026-01-18T10:00:00Z');
    await sweep(api);
    const { rows } = await db().query<{ state: string }>(
      'select w.state from wants w where w.tenant_id = $1 order by w.id',
      [practice.tenant.id],
    );
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'ended', 'ended']);
    expect(past.wantId).toBeGreaterThan(0);
  });

  it.each([
    ['Europe/London', '2026-01-20T23:59:00Z', '2026-01-21T00:00:00Z'],
    ['Pacific/Auckland', '2026-01-20T10:59:00Z', '2026-01-20T11:00:00Z'],
    ['America/Los_Angeles', '2026-01-21T07:59:00Z', '2026-01-21T08:00:00Z'],
  ])('waits until midnight of the last day in %s', async (time_zone, before, midnight) => {
    const practice = await makeWaitlistPractice(api, { time_zone });
    const { wantId } = await makeWaiting(api, practice, { until_date: '2026-01-20' });
    const stateAt = async (moment: string) => {
      api.clock.set(moment);
      await sweep(api);
      const { rows } = await db().query<{ state: string }>('select state from wants where id = $1', [wantId]);
      return rows[0]?.state;
    };
    // Looks at the opening hours once, so that only the last day is left to do.
    await db().query("update tenants set business_hours = '{}' where id = $1", [practice.tenant.id]);
    expect(await stateAt(before)).toBe('waiting');
    expect(await stateAt(midnight)).toBe('expired');
  });

  it('waits again once neither they nor the pet are archived', async () => {
    const practice = await makeWaitlistPractice(api);
    await fillDay(api, practice);
    const { staffKey } = practice;
    const owner = await makeWaiting(api, practice);
    const { clientId: client_id, animalId: animal_id } = owner;
    const left = await makeWaiting(api, practice, { owner, until_date: '2026-02-01' });
    await api.call('cp/want_end', { want_id: left.wantId }, owner.caller);
    const waits = async () =>
      (await api.call('waitlist', {}, staffKey)).body.wants.map(({ want_id: id }) => id);
    const ok = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);
    const archiveAnimal = () => ok(api.call('animal_archive', { animal_id, reason: 'other' }, staffKey));
    const restoreAnimal = () => ok(api.call('animal_restore', { animal_id }, staffKey));
    await archiveAnimal();
    expect(await waits()).toEqual([]);
    await restoreAnimal();
    expect(await waits()).toEqual([owner.wantId]);
    await ok(api.call('client_archive', { client_id }, staffKey));
    await archiveAnimal();
    await ok(api.call('client_restore', { client_id }, staffKey));
    expect(await waits()).toEqual([]);
    await restoreAnimal();
    expect(await waits()).toEqual([owner.wantId]);
    await archiveAnimal();
    api.clock.set('2026-01-17T10:00:00Z');
    await restoreAnimal();
    expect(await waits()).toEqual([]);
  });

  it('waits again for no more than three times, the first ones first', async () => {
    const practice = await makeWaitlistPractice(api);
    await fillDay(api, practice);
    const { staffKey } = practice;
    const owner = await makeOwner(api, practice);
    const { clientId: client_id, animalId: animal_id } = owner;
    const misty = { client_id, name: 'Misty', type: practice.cat.id };
    const { body: other } = await api.call('animal_create', misty, staffKey);
    const waitFor = async (animalId: number) => {
      wait(api, 1);
      return (await makeWaiting(api, practice, { owner: { ...owner, animalId } })).wantId;
    };
    const first = await waitFor(animal_id);
    for (let more = 0; more < 2; more += 1) await waitFor(animal_id);
    await api.call('animal_archive', { animal_id, reason: 'other' }, staffKey);
    const others = [await waitFor(other.animal_id), await waitFor(other.animal_id)];
    await api.call('animal_restore', { animal_id }, staffKey);
    const { wants } = (await api.call('waitlist', {}, staffKey)).body;
    expect(wants.map(({ want_id: id }) => id).toSorted((a, b) => a - b)).toEqual([first, ...others]);
  });

  it('begins no search for times while the waitlist is off', async () => {
    const practice = await makeWaitlistPractice(api);
    const { adminKey, staffKey, tenant, checkUp } = practice;
    const { animalId: animal_id, clientId: client_id } = await makeWaiting(api, practice);
    const searches = async () =>
      (await db().query('select from waitlist_looks l where l.tenant_id = $1', [tenant.id])).rowCount;
    await api.call('client_archive', { client_id }, staffKey);
    await api.call('tenant_update', { waitlist_mode: 'off' }, adminKey);
    await api.call('client_restore', { client_id }, staffKey);
    const input = { client_id, animal_id, service_id: checkUp.id };
    expect((await api.call('want_create', input, staffKey)).status).toBe(200);
    expect(await searches()).toBe(0);
    await api.call('tenant_update', { waitlist_mode: 'staff' }, adminKey);
    expect(await searches()).toBe(1);
  });

  it('does not wait again for an earlier time than a cancelled appointment, nor for a pet of another owner', async () => {
    const practice = await makeWaitlistPractice(api);
    const { client, animal, checkUp, clientKey, staffKey } = practice;
    const kept = await makeTaken(api, practice, { booking_date: '2026-01-20' });
    const wanted = { animal_id: animal.id, service_id: checkUp.id };
    for (const more of [{}, { booking_id: kept.id }]) {
      expect((await api.call('cp/want_create', { ...wanted, ...more }, clientKey)).status).toBe(200);
    }
    const waits = async () => (await api.call('waitlist', {}, staffKey)).body.wants.length;
    const archive = { animal_id: animal.id, reason: 'other', cancel_bookings: '1' } as const;
    await api.call('animal_archive', archive, staffKey);
    await api.call('animal_restore', { animal_id: animal.id }, staffKey);
    expect(await waits()).toBe(1);
    const other = await makeOwner(api, practice);
    for (const client_id of [other.clientId, client.id]) {
      const transfer = { animal_id: animal.id, client_id };
      expect((await api.call('animal_transfer', transfer, staffKey)).status).toBe(200);
    }
    await api.call('animal_archive', archive, staffKey);
    await api.call('animal_restore', { animal_id: animal.id }, staffKey);
    expect(await waits()).toBe(0);
  });

  it('who is archived loses an open offer, which the next client gets', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const first = await makeWaiting(api, practice);
    wait(api, 1);
    const second = await makeWaiting(api, practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    await api.call('client_archive', { client_id: first.clientId }, practice.staffKey);
    wait(api, 1);
    await sweep(api);
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['withdrawn', 'open']);
    expect(await openOfferOf(api, second)).not.toBeNull();
  });
});

describe('the desk', () => {
  it('adds a client, and sees the waitlist with its offers', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const { client, animal, checkUp, staffKey } = practice;
    const added = await api.call(
      'want_create',
      {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        from_date: gapDay,
        until_date: gapDay,
        note: 'Rang twice',
      },
      staffKey,
    );
    expect(added.status).toBe(200);
    // A note of the practice is not shown to its client.
    expect((await api.call('cp/wants', {}, practice.clientKey)).body).toMatchObject([{ note: null }]);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const { body } = await api.call('waitlist', {}, staffKey);
    expect(body).toMatchObject({
      mode: 'automatic',
      can_send: true,
      quiet_until: null,
      wants: [{ client_id: client.id, note: 'Rang twice', source: 'staff', state: 'offered', offers: 1 }],
      offers: [{ state: 'open', message: 'sent', made_by: null, paying: false, booking_time: '10:00' }],
    });
    const { body: audit } = await api.call('audit_log', { entity: 'want' }, practice.adminKey);
    expect(audit[0]).toMatchObject({ action: 'want_create', entity_id: added.body.want_id });
  });

  it('offers a time, within the rules of the waitlist', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
    const booked = await fillDay(api, practice);
    const waiting = await makeWaiting(api, practice);
    const make = (booking_time: string, more: object = {}) =>
      api.call(
        'offer_make',
        { want_id: waiting.wantId, booking_date: gapDay, booking_time, ...more },
        practice.staffKey,
      );
    expect((await make('10:00')).error.code).toBe('practice_full');
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const made = await make('10:00');
    expect(made.status).toBe(200);
    expect((await make('10:00')).error.message).toBe('This client has an open offer. Withdraw it first.');
    await api.call('cp/offer_decline', { offer_id: made.body.offer_id }, waiting.caller);
    expect((await make('10:00', { booking_date: '2026-01-14' })).error.message).toContain('two hours');
    const second = await make('10:00');
    await api.call('cp/offer_decline', { offer_id: second.body.offer_id }, waiting.caller);
    expect((await make('10:00')).error.message).toContain('two offers');
    api.clock.set('2026-01-14T22:00:00Z');
    expect((await make('10:00')).error.message).toBe(
      'Quiet hours: offers can be sent from 08:00. Offer the time after that, or call the client.',
    );
    expect(await offersOf(api, practice)).toHaveLength(2);
  });

  it('offers a time with anyone to a client who waits for a person', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff', parallel_places: 2 });
    const { staff, staffKey, admin } = practice;
    await makeTaken(api, practice, { staff_id: staff.id });
    const { wantId } = await makeWaiting(api, practice, { staff_id: staff.id });
    const make = (more: object) =>
      api.call(
        'offer_make',
        { want_id: wantId, booking_date: gapDay, booking_time: '10:00', ...more },
        staffKey,
      );
    await makeServiceStaff(db(), practice.checkUp, staff);
    await makeServiceStaff(db(), practice.checkUp, admin);
    expect((await make({ staff_id: staff.id })).error.code).toBe('staff_busy');
    expect((await make({})).status).toBe(200);
    const { body } = await api.call('waitlist', {}, staffKey);
    expect(body.offers).toMatchObject([{ staff_member: admin.name }]);
  });

  it('offers no time on a holiday', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
    const { wantId } = await makeWaiting(api, practice);
    await makeHoliday(db(), { tenant: practice.tenant, start_date: gapDay, end_date: gapDay });
    const made = await api.call(
      'offer_make',
      { want_id: wantId, booking_date: gapDay, booking_time: '10:00' },
      practice.staffKey,
    );
    expect(made.error.message).toBe('Clients can’t book this time online. Book it in the diary instead.');
  });

  it.each(['the requested person', 'anyone'])(
    'offers the time that %s takes for the service',
    async (who) => {
      const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
      const { checkUp, staff, staffKey } = practice;
      await makeServiceStaff(db(), checkUp, staff, { duration_minutes: 90, price_pence: 6000 });
      await makeTaken(api, practice, { staff_id: staff.id, booking_time: '11:00' });
      const waiting = await makeWaiting(api, practice);
      const make = (booking_time: string) =>
        api.call(
          'offer_make',
          {
            want_id: waiting.wantId,
            booking_date: gapDay,
            booking_time,
            ...(who === 'anyone' ? {} : { staff_id: staff.id }),
          },
          staffKey,
        );
      expect([(await make('10:00')).status, (await make('09:30')).status]).toEqual([409, 200]);
      const { body } = await api.call('waitlist', {}, staffKey);
      expect(body.offers).toMatchObject([{ duration_minutes: 90, staff_member: staff.name }]);
      expect(body.wants).toMatchObject([{ duration_minutes: 30, kept_minutes: null }]);
    },
  );

  it('offers no time that only the desk can book', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
    const waiting = await makeWaiting(api, practice);
    await makeBooking(db(), {
      animal: practice.animal,
      service: practice.checkUp,
      staff: practice.staff,
      status: 'confirmed',
      booking_date: gapDay,
      booking_time: '10:00',
    });
    const refused = await api.call(
      'offer_make',
      {
        want_id: waiting.wantId,
        booking_date: gapDay,
        booking_time: '10:00',
        staff_id: practice.admin.id,
      },
      practice.staffKey,
    );
    expect([refused.error.code, refused.error.message]).toEqual([
      'offer_refused',
      'Clients can’t book this time online. Book it in the diary instead.',
    ]);
    expect(await offersOf(api, practice)).toEqual([]);
  });

  it('can’t offer a time to a client who gets no messages', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
    const waiting = await makeWaiting(api, practice);
    await db().query('update clients set likes_sms = false, likes_email = false where id = $1', [
      waiting.clientId,
    ]);
    const refused = await api.call(
      'offer_make',
      { want_id: waiting.wantId, booking_date: gapDay, booking_time: '10:00' },
      practice.staffKey,
    );
    expect(refused.error.code).toBe('no_channel');
    expect(await offersOf(api, practice)).toEqual([]);
  });
});
