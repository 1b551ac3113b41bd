import { describe, expect, it } from 'vitest';
import { makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import {
  checkoutFor,
  makeDepositPractice,
  makeOwner,
  moneyOf,
  paymentStatusOf,
  type Owner,
} from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import { planGaps } from './fill-gaps.ts';
import {
  accept,
  bookingsAt,
  fillDay,
  freeUp,
  gapDay,
  makeOffered,
  makeTaken,
  offersOf,
  openOfferOf,
  sweep,
  textsTo,
  timeOn,
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi();

describe('an offer with a deposit', () => {
  const makePaid = () =>
    makeDepositPractice(api, { waitlist_mode: 'automatic', slot_minutes: 30, tenant_name: 'Willow Vets' });

  it('redirects to the checkout, holds the time until it expires, and books when it is paid', async () => {
    const practice = await makePaid();
    const { first, second, offerId } = await makeOffered(api, practice);
    expect((await api.call('cp/offer', { offer_id: offerId }, first.caller)).body.deposit_amount).toBe(
      '10.00',
    );
    const { body } = await accept(api, offerId, first);
    expect(body).toMatchObject({ outcome: 'pay', booking_id: null, deposit_amount: '10.00' });
    // A repeated tap continues the same payment.
    expect((await accept(api, offerId, first)).body.checkout_id).toBe(body.checkout_id);
    // After the offer's own 45 minutes would have ended, and before the checkout's 30 end.
    wait(api, 25);
    await sweep(api);
    expect(await openOfferOf(api, second)).toBeNull();
    api.sandbox.stripe.pay(body.checkout_id ?? '');
    expect(await paymentStatusOf(api, first, body.checkout_id ?? '')).toMatchObject({
      status: 'PAID',
      outcome: 'booked',
    });
    const [booking] = await bookingsAt(api, practice);
    expect(booking).toMatchObject({ client: first.clientId, status: 'confirmed' });
    const { ledger } = await moneyOf(api, practice);
    expect(ledger).toEqual([{ kind: 'deposit', amount: 1000, booking: booking?.id }]);
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['taken']);
  });

  it('that is not paid is offered to the next client', async () => {
    const practice = await makePaid();
    const { first, second, offerId } = await makeOffered(api, practice);
    const { body } = await accept(api, offerId, first);
    api.sandbox.stripe.expire(body.checkout_id ?? '');
    wait(api, 32);
    await api.runJobs({ ignoreStartAfter: true });
    await sweep(api);
    expect(await openOfferOf(api, second)).not.toBeNull();
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['lapsed', 'open']);
  });

  it('cannot be accepted again after its payment expired, but a payment at the last second books it', async () => {
    const practice = await makePaid();
    const { first, offerId } = await makeOffered(api, practice);
    const { body } = await accept(api, offerId, first);
    wait(api, 29);
    api.sandbox.stripe.pay(body.checkout_id ?? '');
    wait(api, 2);
    // The provider has not reported it yet.
    const again = await accept(api, offerId, first);
    expect([again.status, again.error.code]).toEqual([409, 'offer_gone']);
    await paymentStatusOf(api, first, body.checkout_id ?? '');
    expect((await bookingsAt(api, practice)).map(({ status }) => status)).toEqual(['confirmed']);
    expect((await moneyOf(api, practice)).deposits.map(({ status }) => status)).toEqual(['booked']);
  });

  it('holds no time for a client whose payments were refunded three times that day', async () => {
    const practice = await makePaid();
    const { first, offerId } = await makeOffered(api, practice);
    for (const booking_time of ['10:00', '10:30', '11:00']) {
      const reference = await checkoutFor(api, practice, first, { booking_time });
      api.sandbox.stripe.pay(reference);
      await makeTaken(api, practice, { booking_date: '2026-01-15', booking_time });
      expect(await paymentStatusOf(api, first, reference)).toMatchObject({ outcome: 'returned' });
    }
    expect((await accept(api, offerId, first)).error.code).toBe('too_many_requests_waiting');
  });

  it('whose payment the provider does not report ends an hour after it, and a late report is refunded', async () => {
    const practice = await makePaid();
    const { first, second, offerId } = await makeOffered(api, practice);
    const { body } = await accept(api, offerId, first);
    wait(api, 29);
    api.sandbox.stripe.pay(body.checkout_id ?? '');
    wait(api, 60);
    await sweep(api);
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['open']);
    wait(api, 1);
    await sweep(api);
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['lapsed', 'open']);
    expect(await openOfferOf(api, second)).not.toBeNull();
    expect(await paymentStatusOf(api, first, body.checkout_id ?? '')).toMatchObject({ outcome: 'returned' });
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['lapsed', 'open']);
  });

  it('that is declined during payment cancels the payment, and is offered to the next client', async () => {
    const practice = await makePaid();
    const { first, second, offerId } = await makeOffered(api, practice);
    await accept(api, offerId, first);
    await api.call('cp/offer_decline', { offer_id: offerId }, first.caller);
    await sweep(api);
    expect(await openOfferOf(api, second)).not.toBeNull();
    expect(await bookingsAt(api, practice)).toEqual([]);
    const { deposits } = await moneyOf(api, practice);
    expect(deposits.map(({ status }) => status)).toEqual(['ended']);
  });

  it.each([
    ['their client', 'cp/want_end'],
    ['the desk', 'want_end'],
  ] as const)(
    'whose want %s ends while it can be paid ends the payment, and goes to the next client',
    async (_who, action) => {
      const practice = await makePaid();
      const { first, second, offerId } = await makeOffered(api, practice);
      const { body } = await accept(api, offerId, first);
      const caller = action === 'want_end' ? practice.staffKey : first.caller;
      expect((await api.call(action, { want_id: first.wantId }, caller)).status).toBe(200);
      expect(() => api.sandbox.stripe.pay(body.checkout_id ?? '')).toThrow('expired');
      expect((await moneyOf(api, practice)).deposits.map(({ status }) => status)).toEqual(['ended']);
      await sweep(api);
      expect(await openOfferOf(api, second)).toMatchObject({ booking_time: '10:00' });
    },
  );

  const ended = {
    'its client is archived': (practice: Practice, { clientId }: Owner) =>
      api.call('client_archive', { client_id: clientId }, practice.staffKey),
    'its client archives the pet': (_practice: Practice, { animalId, caller }: Owner) =>
      api.call('cp/animal_update', { animal_id: animalId, active: '0' }, caller),
    'the desk books over it': async (practice: Practice) => {
      const { client, animal, checkUp, staffKey } = practice;
      const records = { client_id: client.id, animal_id: animal.id, service_id: checkUp.id };
      const time = { booking_date: gapDay, booking_time: '10:00', allow_overlap: '1' as const };
      const booked = await api.call('booking_create', { ...records, ...time }, staffKey);
      await planGaps(api.deps);
      return booked;
    },
  };

  it.each(Object.entries(ended))('can’t be paid any more when %s', async (_what, end) => {
    const practice = await makePaid();
    const { first, offerId } = await makeOffered(api, practice);
    const { body } = await accept(api, offerId, first);
    expect((await end(practice, first)).status).toBe(200);
    await api.runJobs();
    expect(() => api.sandbox.stripe.pay(body.checkout_id ?? '')).toThrow('expired');
    const { deposits, ledger } = await moneyOf(api, practice);
    expect([deposits.map(({ status }) => status), ledger]).toEqual([['ended'], []]);
    expect((await offersOf(api, practice))[0]).toMatchObject({ state: 'withdrawn' });
  });

  it.each(Object.entries(ended))('is refunded when it is paid as %s', async (what, end) => {
    const practice = await makePaid();
    const { first, offerId } = await makeOffered(api, practice);
    const { body } = await accept(api, offerId, first);
    expect((await end(practice, first)).status).toBe(200);
    api.sandbox.stripe.pay(body.checkout_id ?? '');
    await sweep(api);
    const { ledger, refunds, bookings } = await moneyOf(api, practice);
    expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['deposit', 1000],
      ['refund', -1000],
    ]);
    expect(refunds).toMatchObject([{ status: 'done', amount: 1000 }]);
    expect(bookings.filter(({ client }) => client === first.clientId)).toEqual([]);
    const { body: news } = await api.call('notifications', {}, practice.staffKey);
    expect(JSON.stringify(news)).toContain('deposit_returned');
    // An archived client gets no messages.
    const texts = (await textsTo(api, first)).filter((text) => text.includes('refunded'));
    expect(texts).toHaveLength(what === 'its client is archived' ? 0 : 1);
  });

  /** An accepted offer with a person who is disabled before it is paid. */
  async function disablePerson() {
    const practice = await makePaid();
    const { checkUp, staff, adminKey } = practice;
    await makeServiceStaff(api.testDatabase.owner, checkUp, staff);
    const { first, offerId } = await makeOffered(api, practice);
    const { body } = await accept(api, offerId, first);
    expect((await api.call('team/disable', { staff_id: staff.id }, adminKey)).status).toBe(200);
    return { practice, first, checkout: body.checkout_id ?? '' };
  }

  it('can’t be paid any more when its person is disabled', async () => {
    const { practice, checkout } = await disablePerson();
    await planGaps(api.deps);
    await api.runJobs();
    expect(() => api.sandbox.stripe.pay(checkout)).toThrow('expired');
    expect((await offersOf(api, practice))[0]).toMatchObject({ state: 'withdrawn' });
  });

  it('is refunded when it is paid as its person is disabled', async () => {
    const { practice, first, checkout } = await disablePerson();
    api.sandbox.stripe.pay(checkout);
    expect(await paymentStatusOf(api, first, checkout)).toMatchObject({ outcome: 'returned' });
    expect((await offersOf(api, practice))[0]).toMatchObject({ state: 'withdrawn' });
    expect(await bookingsAt(api, practice)).toEqual([]);
  });

  it('is offered to the next client at once when its client leaves the waitlist', async () => {
    const practice = await makePaid();
    const { first, second, offerId } = await makeOffered(api, practice);
    await accept(api, offerId, first);
    await api.call('client_archive', { client_id: first.clientId }, practice.staffKey);
    await api.runJobs();
    expect(await openOfferOf(api, second)).toMatchObject({ booking_time: '10:00' });
  });

  it('needs no new deposit for an appointment that only moves', async () => {
    const practice = await makePaid();
    const booked = await fillDay(api, practice);
    const owner = await makeOwner(api, practice);
    const kept = await makeTaken(api, practice, { booking_date: '2026-01-20', animal_id: owner.animalId });
    await api.call(
      'cp/want_create',
      { animal_id: owner.animalId, service_id: practice.checkUp.id, booking_id: kept.id },
      owner.caller,
    );
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const offerId = (await openOfferOf(api, owner))?.offer_id ?? 0;
    expect((await api.call('cp/offer', { offer_id: offerId }, owner.caller)).body).toMatchObject({
      deposit_amount: '0.00',
      replaces: { booking_id: kept.id },
    });
    expect((await accept(api, offerId, owner)).body).toMatchObject({ outcome: 'moved', booking_id: kept.id });
  });
});
