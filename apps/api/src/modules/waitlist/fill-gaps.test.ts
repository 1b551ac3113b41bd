import { describe, expect, it } from 'vitest';
import { makeOwner, ownerOf } from '../../testing/deposits.ts';
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
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi({ SMS_PER_PRACTICE_PER_DAY: '1000' });

describe('a time that comes free', () => {
  it('is offered to the client who waits for it, held, and taken by the link of the message', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const waiting = await makeWaiting(api, practice);
    await freeUp(api, practice, booked.get('10:00') ?? { id: 0 });
    const offer = await openOfferOf(api, waiting);
    expect(offer).toMatchObject({ booking_date: gapDay, booking_time: '10:00' });
  });
});
