import { expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const withoutAddress = useTestApi({ PUBLIC_URL: '' });
const db = () => api.testDatabase.owner;

it.each([
  ['by its number', null, (id: number) => `${api.url}/app/cp?tenant=${id}`],
  [
    'at its own host',
    'pets.willow.example',
    () => `http://pets.willow.example:${new URL(api.url).port}/app/cp`,
  ],
])(
  'a practice can name its portal %s in a message, as its record does',
  async (_how, custom_host, address) => {
    const { tenant, animal, client, adminKey, staffKey } = await makePractice(db(), { custom_host });
    const expected = address(tenant.id);
    expect((await api.call('tenant', {}, staffKey)).body[0]?.portal_url).toBe(expected);
    const own = { kind: 'booking_cancellation', channel: 'email', subject: 'Cancelled' } as const;
    const body = 'Sorry, {{client_name}}. Request another time at {{portal_link}}';
    expect((await api.call('message_template_update', { ...own, body }, adminKey)).status).toBe(200);
    const booking = await makeBooking(db(), { animal, status: 'confirmed', booking_date: '2026-01-20' });
    await api.call('booking_status_update', { booking_id: booking.id, status: 'cancelled' }, staffKey);
    api.clock.set('2026-01-14T09:05:00Z');
    while ((await sendDueMessages(api.deps)) > 0);
    expect(api.mailTo(client.email ?? '')[0]?.body).toContain(`Request another time at ${expected}`);
  },
);

it('the practice record has no portal address without PUBLIC_URL', async () => {
  const { staffKey } = await makePractice(withoutAddress.testDatabase.owner);
  expect((await withoutAddress.call('tenant', {}, staffKey)).body[0]?.portal_url).toBeNull();
});
