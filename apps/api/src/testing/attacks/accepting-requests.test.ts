import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// Every action that turns a request into an appointment is an acceptance, so none may overfill an hour.

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** A practice with one place, an accepted appointment at 10:00 and a request for the same time. */
async function fullHour(): Promise<{ practice: Practice; taken: number; asked: number }> {
  const practice = await makePractice(db());
  const { animal } = practice;
  const taken = await makeBooking(db(), { tenant_id: practice.tenant.id, status: 'confirmed' });
  const asked = await makeBooking(db(), { animal, is_provisional: true, source: 'portal' });
  return { practice, taken: taken.id, asked: asked.id };
}

const read = async ({ staffKey }: Practice, booking_id: number) =>
  (await api.call('booking', { booking_id }, staffKey)).body;

describe('a request for a full hour', () => {
  it.each(['confirmed', 'in-progress', 'completed'] as const)(
    'is not accepted as %s by moving its status, whichever action moves it',
    async (status) => {
      const { practice, asked } = await fullHour();
      for (const name of ['booking_status_update', 'booking_update'] as const) {
        const answer = await api.call(name, { booking_id: asked, status }, practice.staffKey);
        expect([name, answer.status, answer.error.code]).toEqual([name, 409, 'slot_taken']);
      }
      expect(await read(practice, asked)).toMatchObject({ status: 'pending', is_provisional: 1 });
      const onPurpose = { booking_id: asked, status, allow_overlap: '1' } as const;
      expect((await api.call('booking_status_update', onPurpose, practice.staffKey)).status).toBe(200);
      expect(await read(practice, asked)).toMatchObject({ status, is_provisional: 0 });
    },
  );

  it('can still be rejected', async () => {
    const { practice, asked } = await fullHour();
    const rejected = { booking_id: asked, status: 'cancelled' } as const;
    expect((await api.call('booking_status_update', rejected, practice.staffKey)).status).toBe(200);
  });

  it('gets no room from an accepted appointment that is set back to a request while it is booked', async () => {
    const { practice, taken, asked } = await fullHour();
    const back = { booking_id: taken, is_provisional: '1' } as const;
    await api.call('booking_update', back, practice.staffKey);
    expect(await read(practice, taken)).toMatchObject({ status: 'confirmed', is_provisional: 0 });
    const acceptance = { booking_id: asked, is_provisional: '0', staff_accepted: '1' } as const;
    expect((await api.call('booking_update', acceptance, practice.staffKey)).error.code).toBe('slot_taken');
  });
});

describe('two requests for the last place', () => {
  it('are accepted once, by any mixture of actions', async () => {
    const practice = await makePractice(db());
    const requests = await Promise.all(
      Array.from({ length: 6 }, () =>
        makeBooking(db(), { tenant_id: practice.tenant.id, is_provisional: true, source: 'portal' }),
      ),
    );
    const answers = await Promise.all(
      requests.map(({ id: booking_id }, n) =>
        n % 2
          ? api.call('booking_update', { booking_id, is_provisional: '0' }, practice.staffKey)
          : api.call('booking_status_update', { booking_id, status: 'confirmed' }, practice.staffKey),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error.code === 'slot_taken')).toHaveLength(5);
  });
});
