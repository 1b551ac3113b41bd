import { describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// Every change is in the audit log with its author, refused calls are not, and no line can be removed.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const lines = async ({ tenant }: Practice) =>
  (
    await db().query<{ action: string; user_id: string | null; client_id: string | null }>(
      'select action, user_id, client_id from audit_log where tenant_id = $1 order by id',
      [tenant.id],
    )
  ).rows;

describe('the audit log', () => {
  it('names the person who signed out, staff and client alike', async () => {
    const practice = await makePractice(db());
    await api.call('logout', {}, practice.staffKey);
    await api.call('logout', {}, practice.clientKey);
    expect(await lines(practice)).toEqual([
      { action: 'logout', user_id: String(practice.staff.id), client_id: null },
      { action: 'logout', user_id: null, client_id: String(practice.client.id) },
    ]);
  });

  it('has no line for a refused call', async () => {
    const practice = await makePractice(db());
    await api.call('set_password', { password: 'password1' }, practice.staffKey);
    await api.call('booking_update', { booking_id: 999_999, price: '1' }, practice.staffKey);
    await api.call('booking_invoice', { booking_id: 999_999 }, practice.staffKey);
    expect(await lines(practice)).toEqual([]);
  });
});
