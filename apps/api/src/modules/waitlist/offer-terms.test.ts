import { describe, expect, it } from 'vitest';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeDepositPractice, makeOwner, paymentStatusOf, type Owner } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import { makePaidDeposit } from '../../testing/paid-deposit.ts';
import {
  accept,
  fillDay,
  freeUp,
  makeOffered,
  makeTaken,
  openOfferOf,
  timeOn,
} from '../../testing/waitlists.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** A practice that keeps a tenth of the price up to four days before the start, which is over for the offered time. */
const makeKeeping = () =>
  makeDepositPractice(api, {
    waitlist_mode: 'automatic',
    slot_minutes: 30,
    self_change: 'direct',
    cancel_free_hours: 96,
    cancel_keep: 'percent',
    cancel_keep_value: 1000,
    no_show_keep: 'percent',
    no_show_keep_value: 10_000,
  });

const offerTo = async (owner: Owner, offerId: number) =>
  (await api.call('cp/offer', { offer_id: offerId }, owner.caller)).body;

const previewOf = async (owner: Owner, bookingId: number | null | undefined) =>
  (await api.call('cp/booking_change_preview', { booking_id: bookingId ?? 0 }, owner.caller)).body;

describe('the terms of an offered new appointment', () => {
  it('are shown before its deposit is paid, at its price, also for a service that is not offered online', async () => {
    const practice = await makeKeeping();
    const { first, offerId } = await makeOffered(api, practice);
    await db().query('update services set online = false, base_price_pence = 8000 where id = $1', [
      practice.checkUp.id,
    ]);
    const offer = await offerTo(first, offerId);
    expect(offer).toMatchObject({
      price: '45.00',
      deposit_amount: '10.00',
      terms: { self_change: 'direct', cancel_free_hours: 96, late_kept: '4.50', no_show_kept: '10.00' },
      moved_terms: null,
    });
    const { body } = await accept(api, offerId, first);
    api.sandbox.stripe.pay(body.checkout_id ?? '');
    const { booking_id: bookingId } = await paymentStatusOf(api, first, body.checkout_id ?? '');
    expect(await previewOf(first, bookingId)).toMatchObject({
      is_free: false,
      kept: offer.terms?.late_kept,
      kept_no_show: offer.terms?.no_show_kept,
    });
    expect(await offerTo(first, offerId)).toMatchObject({ state: 'taken', terms: null });
  });

  it('stay those from when its payment began', async () => {
    const practice = await makeKeeping();
    const { first, offerId } = await makeOffered(api, practice);
    const { terms } = await offerTo(first, offerId);
    await accept(api, offerId, first);
    await db().query('update tenants set cancel_free_hours = 1, cancel_keep_value = 10000 where id = $1', [
      practice.tenant.id,
    ]);
    expect(await offerTo(first, offerId)).toMatchObject({ paying: true, terms });
  });
});

describe('the terms of an appointment that an offer moves', () => {
  /** An appointment on 19 January with a deposit, whose client is offered 16 January instead. */
  async function makeMoving(practice: Practice, isRequest: boolean) {
    const booked = await fillDay(api, practice);
    const owner = await makeOwner(api, practice);
    const booking = await makeTaken(api, practice, {
      booking_date: '2026-01-19',
      animal_id: owner.animalId,
      status: isRequest ? 'pending' : 'confirmed',
      is_provisional: isRequest,
    });
    await makePaidDeposit(api, practice, { booking });
    const wanted = { animal_id: owner.animalId, service_id: practice.checkUp.id, booking_id: booking.id };
    expect((await api.call('cp/want_create', wanted, owner.caller)).status).toBe(200);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    return { owner, booking, offerId: (await openOfferOf(api, owner))?.offer_id ?? 0 };
  }

  it.each([
    ['confirmed', false],
    ['requested', true],
  ])('are those that it has once it is moved, if it was %s', async (_status, isRequest) => {
    const { owner, booking, offerId } = await makeMoving(await makeKeeping(), isRequest);
    expect(await previewOf(owner, booking.id)).toMatchObject({ is_free: true, kept: '0.00' });
    const { terms, moved_terms: moved } = await offerTo(owner, offerId);
    expect([terms, moved]).toEqual([
      null,
      { free_before: true, is_free: false, free_until: '2026-01-12T10:00:00.000Z', kept_late: '4.50' },
    ]);
    expect((await accept(api, offerId, owner)).body.outcome).toBe('moved');
    expect(await previewOf(owner, booking.id)).toMatchObject({
      is_free: moved?.is_free,
      free_until: moved?.free_until,
      kept: moved?.kept_late,
    });
  });
});
