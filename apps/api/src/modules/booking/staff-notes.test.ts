import { expect, it } from 'vitest';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { mayCall, rawCall } from '../../testing/derived/call.ts';
import { validInput } from '../../testing/derived/valid-input.ts';
import { makeFullPractice } from '../../testing/derived/world.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { pdfText } from '../../testing/pdf-text.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const secret = 'Paid late twice, ask for cash';

it('are kept with the appointment, and replaced or cleared apart from the notes that the client reads', async () => {
  const { client, animal, checkUp, staffKey } = await makePractice(db());
  const form = {
    client_id: client.id,
    animal_id: animal.id,
    service_id: checkUp.id,
    booking_date: '2026-01-15',
    booking_time: '10:00',
    notes: 'Limping',
    staff_notes: `  ${secret} `,
  };
  const { body } = await api.call('booking_create', form, staffKey);
  const { booking_id } = body;
  const read = async () => {
    const { body: booking } = await api.call('booking', { booking_id }, staffKey);
    return [booking.notes, booking.staff_notes];
  };
  expect(await read()).toEqual(['Limping', secret]);
  await api.call('booking_status_update', { booking_id, status: 'cancelled' }, staffKey);
  const replaced = { booking_id, staff_notes: 'Cancelled by phone' };
  expect((await api.call('booking/update_staff_notes', replaced, staffKey)).status).toBe(200);
  expect(await read()).toEqual(['Limping', 'Cancelled by phone']);
  await api.call('booking/update_notes', { booking_id }, staffKey);
  expect(await read()).toEqual([null, 'Cancelled by phone']);
  await api.call('booking/update_staff_notes', { booking_id, staff_notes: '' }, staffKey);
  expect(await read()).toEqual([null, null]);
  const tooLong = { booking_id, staff_notes: 'x'.repeat(5001) };
  expect((await api.call('booking/update_staff_notes', tooLong, staffKey)).status).toBe(400);
});

it('are in no answer to the client', async () => {
  const scene = await makeFullPractice(db());
  await db().query('update bookings set staff_notes = $1', [secret]);
  await db().query('truncate rate_limits');
  const names = actionNames.filter((name) => mayCall(name, 'customer') && actionNamed(name).kind === 'query');
  expect(names).toContain('cp/booking');
  for (const name of names) {
    const key = await makeSessionKey(db(), { client: scene.client });
    const answer = await rawCall(api, name, validInput(name, scene), key);
    expect([name, answer.text.includes(secret)]).toEqual([name, false]);
  }
});

it('are on no document for the client or for another practice', async () => {
  const { animal, staffKey } = await makePractice(db());
  const visit = { animal, status: 'completed', staff_notes: secret } as const;
  await makeBooking(db(), { ...visit, booking_date: '2026-01-13', notes: 'An earlier visit' });
  const { id: booking_id } = await makeBooking(db(), visit);
  for (const name of ['booking_invoice', 'booking_referral'] as const) {
    const answer = await api.call(name, { booking_id }, staffKey);
    const text = await pdfText(answer.body as unknown as Uint8Array);
    expect(text).toContain(animal.name);
    expect(text).not.toContain('Paid late');
  }
});
