import { describe, expect, it } from 'vitest';
import { makePractice } from '../factories.ts';
import { useTestApi } from '../harness.ts';

// What the database says of a row that it refuses is the row itself: notes, names, hashes. The log keeps none of it.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const secret = 'Owner is in hospital, key under the third pot';

describe('the log', () => {
  it('names what failed and where, and repeats nothing of what was written', async () => {
    const { client, animal, checkUp, staffKey } = await makePractice(db());
    await db().query('alter table bookings add constraint no_secrets check (notes is null)');
    api.expectLoggedErrors();
    const form = {
      client_id: client.id,
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      notes: secret,
    };
    const { status } = await api.call('booking_create', form, staffKey);
    await db().query('alter table bookings drop constraint no_secrets');
    expect(status).toBe(500);
    const log = api.logLines.join('\n');
    expect(log).toContain('violates check constraint');
    expect(log).toContain('no_secrets');
    expect(log).toContain('database.ts');
    expect(log).not.toContain(secret);
  });

  it('takes a line break in an address for what it is', async () => {
    await api.post('/api/x%0a{"level":60,"msg":"forged"}', null);
    expect(api.logLines.filter((line) => (JSON.parse(line) as { msg: string }).msg === 'forged')).toEqual([]);
  });
});
