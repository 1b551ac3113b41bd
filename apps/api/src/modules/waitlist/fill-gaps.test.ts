import { describe, expect, it } from 'vitest';
import { makeServiceStaff, makeWorkPattern } from '../../../../../packages/dev/src/factory-diary.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makeOwner } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  cancel,
  fillDay,
  freeUp,
  gapDay,
  makeTaken,
  makeWaiting,
  makeWaitlistPractice,
  offersOf,
  openOfferOf,
  sweep,
  textsTo,
  timeOn,
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('a time that comes free', () => {
  it('is offered by text and email to the client who waits for it, and held for them', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const waiting = await makeWaiting(api, practice);
    const other = await makeOwner(api, practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await openOfferOf(api, waiting)).toMatchObject({ booking_date: gapDay, booking_time: '10:00' });
    const [text] = await textsTo(api, waiting);
    expect(text).toMatch(
      /^Willow Vets: Friday 16 January at 10:00 has come free for .+ \(Consultation\)\. We're holding it for you until 09:46\. To accept or decline: http:\/\/127\.0\.0\.1:\d+\/l\/[\w-]{12}$/,
    );
    // No one else can request it.
    const { error } = await api.call(
      'cp/booking_create',
      {
        animal_id: other.animalId,
        service_id: practice.checkUp.id,
        booking_date: gapDay,
        booking_time: '10:00',
      },
      other.caller,
    );
    expect(error.code).toBe('slot_taken');
  });

  it('is offered to the client who waited longest, then to the next if it is declined or not answered', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const first = await makeWaiting(api, practice);
    wait(api, 1);
    const second = await makeWaiting(api, practice);
    wait(api, 1);
    const third = await makeWaiting(api, practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const offer = await openOfferOf(api, first);
    expect(await openOfferOf(api, second)).toBeNull();
    await api.call('cp/offer_decline', { offer_id: offer?.offer_id ?? 0 }, first.caller);
    await sweep(api);
    expect(await openOfferOf(api, second)).not.toBeNull();
    // Held for 45 minutes.
    wait(api, 44);
    await sweep(api);
    expect(await openOfferOf(api, third)).toBeNull();
    wait(api, 1);
    await sweep(api);
    expect(await openOfferOf(api, third)).not.toBeNull();
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['declined', 'lapsed', 'open']);
    const [missed] = await textsTo(api, second);
    expect(missed).toContain('the time on Friday 16 January at 10:00');
    expect(missed).toContain("You're still on our waitlist");
    expect(await textsTo(api, first)).toHaveLength(1);
  });

  it('is offered to the entry with the highest price first if the practice chooses so', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_order: 'value' });
    const booked = await fillDay(api, practice);
    const long = await makeWaiting(api, practice);
    wait(api, 1);
    const groom = await makeService(db(), {
      tenant: practice.tenant,
      base_price_pence: 9000,
      duration_minutes: 30,
    });
    const dear = await makeWaiting(api, practice, { service_id: groom.id });
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await openOfferOf(api, long)).toBeNull();
    expect(await openOfferOf(api, dear)).not.toBeNull();
  });

  it('is offered only at times when the client can come, and only if the service fits', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const wishes = [
      { weekdays: ['mon' as const] },
      { from_time: '10:30' },
      { until_time: '09:30' },
      { from_date: '2026-01-17', until_date: '2026-01-20' },
      { service_id: practice.vaccination.id },
    ];
    const unsuited = [];
    for (const wish of wishes) unsuited.push(await makeWaiting(api, practice, wish));
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await offersOf(api, practice)).toEqual([]);
    // A vaccination takes an hour: two appointments in a row make room for it.
    await freeUp(api, practice, timeOn(booked, '09:30'));
    expect((await offersOf(api, practice)).map(({ want, at }) => [want, at])).toEqual([
      [unsuited[4]?.wantId, `${gapDay} 09:30`],
    ]);
    await cancel(api, practice, timeOn(booked, '11:00'));
    await cancel(api, practice, timeOn(booked, '10:30'));
    wait(api, 1);
    await sweep(api);
    const now = await offersOf(api, practice);
    expect(now.map(({ want, at }) => [want, at])).toContainEqual([unsuited[1]?.wantId, `${gapDay} 10:30`]);
  });

  it('is offered if the person who provides the service has room for their own length', async () => {
    const practice = await makeWaitlistPractice(api);
    await makeServiceStaff(db(), practice.checkUp, practice.staff, { duration_minutes: 60 });
    const booked = await fillDay(api, practice);
    const waiting = await makeWaiting(api, practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await offersOf(api, practice)).toEqual([]);
    await freeUp(api, practice, timeOn(booked, '10:30'));
    wait(api, 1);
    await sweep(api);
    const offer = await openOfferOf(api, waiting);
    expect(offer).toMatchObject({ booking_time: '10:00' });
    const { body } = await api.call('cp/offer', { offer_id: offer?.offer_id ?? 0 }, waiting.caller);
    expect(body).toMatchObject({ state: 'open', duration_minutes: 60 });
  });

  it('is offered in parts when it is longer, until no client fits the rest', async () => {
    const practice = await makeWaitlistPractice(api);
    const long = await makeTaken(api, practice, { booking_time: '09:00', duration_minutes: 480 });
    const wanting = [];
    for (let n = 0; n < 3; n++) wanting.push(await makeWaiting(api, practice, { until_time: '10:00' }));
    await freeUp(api, practice, long);
    for (let n = 0; n < 3; n++) {
      const open = (await offersOf(api, practice)).find(({ state }) => state === 'open');
      const who = wanting.find(({ wantId }) => wantId === open?.want);
      if (!open || !who) throw new Error('No offer is open.');
      expect((await api.call('cp/offer_accept', { offer_id: open.id }, who.caller)).body.outcome).toBe(
        'booked',
      );
      await sweep(api);
    }
    expect((await offersOf(api, practice)).map(({ at, state }) => [at.slice(11), state])).toEqual([
      ['09:00', 'taken'],
      ['09:30', 'taken'],
      ['10:00', 'taken'],
    ]);
  });

  it('is offered only with the person whom the client chose', async () => {
    const practice = await makeWaitlistPractice(api);
    const { tenant, checkUp } = practice;
    const [jo, sam] = [
      await makeUser(db(), { tenant, name: 'Jo' }),
      await makeUser(db(), { tenant, name: 'Sam' }),
    ];
    for (const user of [jo, sam]) {
      await makeWorkPattern(db(), { tenant, user });
      await makeTaken(api, practice, {
        staff_id: user.id,
        booking_time: '09:00',
        duration_minutes: 480,
        overlap_allowed: true,
      });
    }
    const forJo = await makeWaiting(api, practice, { staff_id: jo.id, until_time: '09:00' });
    const [ofSam, ofJo] = await Promise.all(
      [sam, jo].map(async ({ id }) => {
        const { rows } = await db().query<{ id: number }>(
          'select b.id::int as id from bookings b where b.tenant_id = $1 and b.staff_id = $2',
          [tenant.id, id],
        );
        return rows[0] ?? { id: 0 };
      }),
    );
    await freeUp(api, practice, ofSam ?? { id: 0 });
    expect(await offersOf(api, practice)).toEqual([]);
    await freeUp(api, practice, ofJo ?? { id: 0 });
    expect(await openOfferOf(api, forJo)).toMatchObject({ booking_time: '09:00' });
    expect(checkUp.duration_minutes).toBe(30);
  });

  it('is not the time of an unassigned appointment that is assigned', async () => {
    const practice = await makeWaitlistPractice(api);
    const { tenant, staffKey } = practice;
    const [jo, sam] = [await makeUser(db(), { tenant }), await makeUser(db(), { tenant })];
    const { id: booking_id } = await makeTaken(api, practice);
    const waiting = await makeWaiting(api, practice, { from_time: '10:00', until_time: '10:00' });
    const assign = async (staff_id: number) => {
      const input = { booking_id, staff_id, allow_overlap: '1', allow_outside: '1' } as const;
      expect((await api.call('booking_update', input, staffKey)).status).toBe(200);
      wait(api, 1);
      await sweep(api);
      return (await api.call('reports/gaps_filled', { period: 'month' }, practice.adminKey)).body.freed;
    };
    expect(await assign(jo.id)).toBe(0);
    expect(await openOfferOf(api, waiting)).toBeNull();
    expect(await assign(sam.id)).toBe(1);
  });

  it.each([
    ['automatic', 1],
    ['staff', 0],
    ['off', 0],
  ] as const)('is offered by the server where the waitlist is %s: %i', async (mode, offers) => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    await makeWaiting(api, practice);
    await db().query('update tenants set waitlist_mode = $2 where id = $1', [practice.tenant.id, mode]);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await offersOf(api, practice)).toHaveLength(offers);
  });

  it('notifies staff in manual mode, with the number of matching clients', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
    const booked = await fillDay(api, practice);
    const [first] = [await makeWaiting(api, practice), await makeWaiting(api, practice)];
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const { body: list } = await api.call('waitlist', {}, practice.staffKey);
    expect(list.freed_times).toMatchObject([
      { booking_date: gapDay, booking_time: '10:00', minutes: 30, fits: 2 },
    ]);
    const { body: news } = await api.call('notifications', {}, practice.staffKey);
    expect(news.notifications.find(({ kind }) => kind === 'time_freed')).toMatchObject({ waiting: 2 });
    const time = { booking_date: gapDay, booking_time: '10:00' };
    const { body: fitting } = await api.call('wants_fitting', time, practice.staffKey);
    expect(fitting.map(({ want_id: id }) => id)).toHaveLength(2);
    const made = await api.call('offer_make', { want_id: first?.wantId ?? 0, ...time }, practice.staffKey);
    expect(made.status).toBe(200);
    await sweep(api);
    expect(first && (await openOfferOf(api, first))).toMatchObject({ booking_time: '10:00' });
  });
});

describe('longer opening hours', () => {
  it('are offered to the clients who wait for such a time', async () => {
    const practice = await makeWaitlistPractice(api);
    await fillDay(api, practice);
    const waiting = await makeWaiting(api, practice);
    const business_hours = { fri: [['08:00', '17:00'] as [string, string]] };
    await api.call('tenant_update', { business_hours }, practice.adminKey);
    await sweep(api);
    expect(await openOfferOf(api, waiting)).toMatchObject({ booking_time: '08:00' });
  });
});

describe('a long waitlist', () => {
  /** More than are looked at in a transaction, of whom the first and the last can come. */
  async function makeLong(practice: Practice) {
    const first = await makeWaiting(api, practice);
    for (let n = 0; n < 26; n++) {
      wait(api, 1);
      await makeWaiting(api, practice, { weekdays: ['mon'] });
    }
    wait(api, 1);
    return { first, last: await makeWaiting(api, practice) };
  }

  it('is processed in several transactions, so that the desk can book between them', async () => {
    const practice = await makeWaitlistPractice(api);
    await fillDay(api, practice);
    const { first, last } = await makeLong(practice);
    const business_hours = { fri: [['08:00', '17:00'] as [string, string]] };
    await api.call('tenant_update', { business_hours }, practice.adminKey);
    await sweep(api);
    expect(await openOfferOf(api, first)).toMatchObject({ booking_time: '08:00' });
    expect(await openOfferOf(api, last)).toMatchObject({ booking_time: '08:30' });
    const { rows } = await db().query(
      `select (select count(distinct o.xmin::text)::int from offers o where o.tenant_id = $1) as transactions,
         (select l.changed from waitlist_looks l where l.tenant_id = $1) as changed`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ transactions: 2, changed: false }]);
  });

  it('is searched to its end for a freed time', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const { first, last } = await makeLong(practice);
    await api.call('cp/want_end', { want_id: first.wantId }, first.caller);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await openOfferOf(api, last)).toMatchObject({ booking_time: '10:00' });
  });

  it('is counted to its end in manual mode', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
    const booked = await fillDay(api, practice);
    await makeLong(practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const { body } = await api.call('waitlist', {}, practice.staffKey);
    expect(body.freed_times).toMatchObject([{ booking_time: '10:00', fits: 2 }]);
  });
});
