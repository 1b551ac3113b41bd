import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../context/context.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { makeBooking, makeComms } from '../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow } from '../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../testing/harness.ts';
import { startMessageLoop } from './message-loop.ts';
import type { SendingLoop } from './sending-loop.ts';

const limit = 10;
const api = useTestApi({ SMS_PER_SECOND: String(limit) }, 'system');
const db = () => api.testDatabase.owner;
const patiently = { timeout: 15_000, interval: 50 };

let practice: Practice;
let booking: BookingRow;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db());
  booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
});

/** Messages that are due now. */
async function due(count: number, type: 'sms' | 'email'): Promise<void> {
  const due_at = api.clock.now();
  for (let number = 0; number < count; number += 1) {
    await makeComms(db(), {
      booking,
      type,
      status: 'pending',
      body: null,
      kind: 'ready_for_collection',
      due_at,
    });
  }
}

const sent = async (type: 'sms' | 'email'): Promise<number> => {
  const { rows } = await db().query<{ count: number }>(
    "select count(*)::integer as count from comms where tenant_id = $1 and type = $2 and status = 'sent'",
    [practice.tenant.id, type],
  );
  return rows[0]?.count ?? 0;
};

/** Runs the loop until the messages are done, and stops it. */
async function running(deps: Dependencies, work: (loop: SendingLoop) => Promise<void>): Promise<void> {
  const loop = startMessageLoop(deps);
  try {
    await work(loop);
  } finally {
    await loop.stop();
  }
}

/** A mail server that hangs until it is released. */
function hangingMail() {
  const released = Promise.withResolvers<{ reference: string }>();
  const state = { underWay: 0, taken: 0 };
  const deps: Dependencies = {
    ...api.deps,
    mail: {
      isConfigured: true,
      send: async () => {
        state.taken += 1;
        state.underWay += 1;
        return released.promise.finally(() => (state.underWay -= 1));
      },
    },
  };
  return { deps, state, release: () => released.resolve({ reference: 'm1' }) };
}

describe('the loop that sends messages', () => {
  it('sends near its rate, and within the limit, with a slow provider', async () => {
    const count = 3 * limit;
    api.sandbox.texting.answerMs = 400;
    await due(count, 'sms');
    await running(api.deps, async () => {
      await expect.poll(() => sent('sms'), patiently).toBeGreaterThan(0);
      const began = performance.now();
      const before = await sent('sms');
      await expect.poll(() => sent('sms'), patiently).toBe(count);
      const seconds = (performance.now() - began) / 1000;
      expect((count - before) / seconds).toBeGreaterThan(0.6 * limit);
    });
    expect(api.sandbox.texting.busiestSecond).toBeLessThanOrEqual(limit);
    const { rows } = await db().query('select 1 from comms where tenant_id = $1 and attempts > 1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('sends texts while the mail server hangs, which receives no more messages than it has connections', async () => {
    const mail = hangingMail();
    await due(5, 'email');
    await due(5, 'sms');
    await running(mail.deps, async () => {
      await expect.poll(() => sent('sms'), patiently).toBe(5);
      expect(mail.state).toEqual({ underWay: 3, taken: 3 });
      mail.release();
      await expect.poll(() => sent('email'), patiently).toBe(5);
    });
  });

  it('claims nothing more when it is stopped, and ends when the messages under way are done', async () => {
    const mail = hangingMail();
    await due(5, 'email');
    await running(mail.deps, async (loop) => {
      await expect.poll(() => mail.state.taken, patiently).toBe(3);
      const stopped = loop.stop();
      mail.release();
      await stopped;
      expect(mail.state).toEqual({ underWay: 0, taken: 3 });
      expect(await sent('email')).toBe(3);
    });
  });
});
