import { expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { useTestApi } from '../../testing/harness.ts';
import { pushDevices, pushSettings } from '../../testing/push-devices.ts';
import { sendDueMessages } from '../message/sender.ts';

const noTexts = { TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_FROM: '', TWILIO_API_URL: '' };
const api = useTestApi({ ...pushSettings, ...noTexts });
const { subscribed, shownOn } = pushDevices(api);

it('sends notifications where text messages aren’t set up, and nothing to clients without a device', async () => {
  const db = api.testDatabase.owner;
  const { animal, client, checkUp, clientKey, adminKey } = await makePractice(db);
  await db.query('update clients set likes_email = false where id = $1', [client.id]);
  const cancel = async () => {
    const booking = await makeBooking(db, { animal, service: checkUp, status: 'confirmed' });
    const input = { booking_id: booking.id, status: 'cancelled' } as const;
    expect((await api.call('booking_status_update', input, adminKey)).status).toBe(200);
    api.clock.set(new Date(api.clock.now().getTime() + 120_000).toISOString());
    while ((await sendDueMessages(api.deps)) > 0);
  };
  const log = async () =>
    (await db.query('select status, provider from comms where client_id = $1', [client.id])).rows;
  await cancel();
  expect(await log()).toEqual([]);
  const { label } = await subscribed(clientKey);
  await cancel();
  expect(shownOn(label)).toHaveLength(1);
  expect(await log()).toEqual([{ status: 'sent', provider: 'push' }]);
});
