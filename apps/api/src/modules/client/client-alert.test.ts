import { beforeEach, describe, expect, it } from 'vitest';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { today, visitCalls } from '../../testing/visits.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const { expected, setStage } = visitCalls(api, () => practice);
const alert = 'Two people to hold';

const update = (input: { alert?: string | null; notes?: string }) =>
  api.call('client_update', { client_id: practice.client.id, ...input }, practice.staffKey);
const alertNow = async () =>
  (await api.call('client', { client_id: practice.client.id }, practice.staffKey)).body.alert;

/** The alert as the screens for booking and arrival read it: of two appointments, one of which has arrived. */
async function alertsShown(key: Practice['staffKey']): Promise<unknown[]> {
  const arrived = await expected({ booking_time: '09:00' });
  const { id: booking_id } = await expected({ booking_time: '11:00' });
  expect((await setStage(arrived, 'arrived')).status).toBe(200);
  const { body: here } = await api.call('bookings_here', {}, key);
  const { body: diary } = await api.call('diary', { date: today }, key);
  const { body: booking } = await api.call('booking', { booking_id }, key);
  return [...here.here, ...here.expected, ...diary.appointments, booking].map(
    ({ client_alert }) => client_alert,
  );
}

describe('the alert of a client', () => {
  it('is set with the client, kept when omitted and cleared by null', async () => {
    const { body } = await api.call('client_create', { name: 'Ann', alert: ` ${alert} ` }, practice.staffKey);
    const { body: listed } = await api.call('clients', { q: 'Ann' }, practice.staffKey);
    expect(listed.map(({ id, alert: shown }) => [id, shown])).toEqual([[body.client_id, alert]]);
    expect((await update({ alert: 'Owes' })).status).toBe(200);
    await update({ notes: 'Prefers mornings' });
    expect(await alertNow()).toBe('Owes');
    await update({ alert: null });
    expect(await alertNow()).toBeNull();
    const { rows } = await db().query(
      `select details from audit_log where action = 'client_update' and entity_id = $1 order by id`,
      [practice.client.id],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      { changed: ['alert'] },
      { changed: ['notes'] },
      { changed: ['alert'] },
    ]);
  });

  it.each([
    ['more than 200 characters', 'a'.repeat(201), 'Use at most 200 characters.'],
    ['a second line', 'Owes\nCall first', 'This text has a character that can’t be stored.'],
  ])('refuses %s', async (_what, text, message) => {
    const { status, error } = await update({ alert: text });
    expect([status, error.fields]).toEqual([400, { alert: message }]);
    expect(await alertNow()).toBeNull();
    expect((await update({ alert: 'a'.repeat(200) })).status).toBe(200);
  });

  it('is shown on the appointment, in the diary and on arrival', async () => {
    await update({ alert });
    expect(await alertsShown(practice.staffKey)).toEqual([alert, alert, alert, alert, alert]);
  });

  it('is null on appointments for an API key without clients:read', async () => {
    await update({ alert });
    const keyWith = (scopes: ('appointments:read' | 'clients:read')[]) =>
      makeSessionKey(db(), { user: practice.admin, kind: 'integration', scopes });
    expect(new Set(await alertsShown(await keyWith(['appointments:read'])))).toEqual(new Set([null]));
    const both = await keyWith(['appointments:read', 'clients:read']);
    const { body } = await api.call('diary', { date: today }, both);
    expect(body.appointments.map(({ client_alert }) => client_alert)).toEqual([alert, alert]);
  });

  it('is cleared by erasing the client', async () => {
    await update({ alert });
    const { id: client_id, name } = practice.client;
    expect((await api.call('client_erase', { client_id, name }, practice.adminKey)).status).toBe(200);
    expect(await alertNow()).toBeNull();
    expect((await update({ alert })).error.code).toBe('client_erased');
  });
});
