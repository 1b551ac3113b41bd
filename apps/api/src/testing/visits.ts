import type { InputOf } from '@burrow/contracts/actions';
import { makeBooking } from '../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow, Columns } from '../../../../packages/dev/src/factory-rows.ts';
import type { Practice } from '../../../../packages/dev/src/factories.ts';
import { readStream } from './event-stream.ts';
import type { TestApi } from './harness.ts';

/** The day of the harness's now. */
export const today = '2026-01-14';

export type Stage = InputOf<'booking_stage_set'>['stage'];

/** Calls about the visits of a practice. */
export function visitCalls(api: TestApi, practice: () => Practice) {
  const db = () => api.testDatabase.owner;

  /** A confirmed consultation of today at 09:00, which is now, with the practice's staff. */
  const expected = (columns: Columns<BookingRow> = {}): Promise<BookingRow> =>
    makeBooking(db(), {
      animal: practice().animal,
      service: practice().checkUp,
      staff: practice().staff,
      booking_date: today,
      booking_time: '09:00',
      status: 'confirmed',
      ...columns,
    });

  const setStage = (booking: { id: number }, stage: Stage, more: { staff_id?: number } = {}) =>
    api.call('booking_stage_set', { booking_id: booking.id, stage, ...more }, practice().staffKey);

  const detail = async (booking: { id: number }) =>
    (await api.call('booking', { booking_id: booking.id }, practice().staffKey)).body;

  const here = async (caller = practice().staffKey) => (await api.call('bookings_here', {}, caller)).body;

  let isListening = false;

  /** The live update that a colleague's screen receives. */
  async function changeSeenDuring(change: () => Promise<unknown>): Promise<unknown> {
    const stream = await readStream(`${api.url}/api/notifications/stream`, practice().adminKey);
    try {
      // The first stream opens the server's connection, and gets an event once it is open. Earlier changes are missed.
      if (!isListening) await stream.next();
      isListening = true;
      await change();
      return (await stream.next())?.data;
    } finally {
      stream.leave();
    }
  }

  const messageCount = async (): Promise<number> => {
    const { rows } = await db().query<{ n: number }>(
      'select count(*)::int as n from comms where tenant_id = $1',
      [practice().tenant.id],
    );
    return rows[0]?.n ?? 0;
  };

  return { expected, setStage, detail, here, changeSeenDuring, messageCount };
}
