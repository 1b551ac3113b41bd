import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const person = { name: 'Nora Newcomer', takes_bookings: '1', color: '#445566' } as const;

describe('the team', () => {
  it('lists everyone with their status in this practice', async () => {
    const { tenant, admin, staff, animal, checkUp, adminKey } = await makePractice(db());
    const { user: invited } = await makeInvited(db(), { tenant, name: 'Ivo Invited' });
    const disabled = await makeUser(db(), { tenant, name: 'Dora Disabled', disabled_at: new Date() });
    const helper = await makeUser(db(), {
      tenant,
      name: 'Sue Support',
      role: 'admin',
      support_until: '2026-01-14T10:00:00Z',
    });
    await makeUser(db(), { tenant, name: 'Over Support', support_until: '2026-01-14T08:00:00Z' });
    await makeBooking(db(), { animal, service: checkUp, staff, booking_date: '2026-01-15' });
    await makeBooking(db(), { animal, service: checkUp, staff, booking_date: '2026-01-13' });
    await makeBooking(db(), {
      animal,
      service: checkUp,
      staff,
      booking_date: '2026-01-16',
      status: 'cancelled',
    });
    await db().query('update api_keys set last_used_at = $2 where user_id = $1', [
      staff.id,
      '2026-01-14T08:30:00Z',
    ]);
    const { body } = await api.call('team', {}, adminKey);
    expect(body.map(({ id, state }) => [id, state])).toEqual([
      [admin.id, 'active'],
      [invited.id, 'invited'],
      [staff.id, 'active'],
      [helper.id, 'support'],
      [disabled.id, 'disabled'],
    ]);
    expect(body.find(({ id }) => id === staff.id)).toMatchObject({
      role: 'staff',
      takes_bookings: '1',
      sessions: 1,
      shared_feeds: 0,
      upcoming_bookings: 1,
      last_active_at: '2026-01-14T08:30:00.000Z',
      support_until: null,
    });
    expect(body.find(({ id }) => id === invited.id)).toMatchObject({ sessions: 0, last_active_at: null });
  });

  it('shows and ends the sessions of one person in this practice only', async () => {
    const { tenant, staff, adminKey, staffKey } = await makePractice(db());
    const elsewhere = await makeUser(db(), { account_id: staff.account_id });
    const other = await makeSessionKey(db(), { user: elsewhere });
    const second = await makeSessionKey(db(), { user: staff });
    const list = async () => (await api.call('team/sessions', { staff_id: staff.id }, adminKey)).body;
    expect(new Set((await list()).map(({ id }) => id))).toEqual(new Set([staffKey.keyId, second.keyId]));
    await api.call('team/session_revoke', { staff_id: staff.id, session_id: second.keyId }, adminKey);
    expect((await list()).map(({ id, current }) => [id, current])).toEqual([[staffKey.keyId, false]]);
    const foreign = await api.call(
      'team/session_revoke',
      { staff_id: staff.id, session_id: other.keyId },
      adminKey,
    );
    expect(foreign.status).toBe(404);
    await api.call('team/session_revoke', { staff_id: staff.id }, adminKey);
    expect(await list()).toEqual([]);
    expect((await api.call('tenant', {}, staffKey)).status).toBe(401);
    expect((await api.call('tenant', {}, other)).body[0]?.id).not.toBe(tenant.id);
  });
});

describe('ending a session by the id of an API key', () => {
  it('is in the audit log with the kind and name of the key', async () => {
    const { admin, adminKey, staff, staffKey } = await makePractice(db());
    const program = await makeSessionKey(db(), { user: admin, kind: 'integration', label: 'Website' });
    await api.call('team/session_revoke', { staff_id: admin.id, session_id: program.keyId }, adminKey);
    await api.call('team/session_revoke', { staff_id: staff.id, session_id: staffKey.keyId }, adminKey);
    const { body } = await api.call('audit_log', { entity: 'user' }, adminKey);
    expect(
      body.map(({ action, entity_id, details }) => [action, entity_id, JSON.parse(details ?? 'null')]),
    ).toEqual([
      ['team/session_revoke', staff.id, null],
      ['team/session_revoke', admin.id, { kind: 'integration', name: 'Website' }],
    ]);
  });
});

describe('changing a person', () => {
  it('applies from their next request', async () => {
    const { staff, staffKey, adminKey } = await makePractice(db());
    expect((await api.call('team', {}, staffKey)).status).toBe(403);
    const changes = { role: 'admin', name: 'Stefan Senior', takes_bookings: '0', color: null } as const;
    expect((await api.call('team/update', { staff_id: staff.id, ...changes }, adminKey)).status).toBe(200);
    const { body } = await api.call('team', {}, staffKey);
    expect(body.find(({ id }) => id === staff.id)).toMatchObject(changes);
  });

  it('disables at once, and enabling restores no session', async () => {
    const { staff, staffKey, adminKey } = await makePractice(db());
    expect((await api.call('team/disable', { staff_id: staff.id }, adminKey)).status).toBe(200);
    expect((await api.call('tenant', {}, staffKey)).status).toBe(401);
    expect((await api.call('team/enable', { staff_id: staff.id }, adminKey)).status).toBe(200);
    expect((await api.call('tenant', {}, staffKey)).status).toBe(401);
  });

  it('leaves a permanent admin', async () => {
    const { tenant, admin, adminKey } = await makePractice(db());
    // None of these will do: invited, disabled, on support access.
    await makeInvited(db(), { tenant, role: 'admin' });
    await makeUser(db(), { tenant, role: 'admin', disabled_at: new Date() });
    await makeUser(db(), { tenant, role: 'admin', support_until: '2026-01-14T10:00:00Z' });
    for (const answer of [
      await api.call('team/update', { staff_id: admin.id, role: 'staff' }, adminKey),
      await api.call('team/disable', { staff_id: admin.id }, adminKey),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'last_admin']);
    }
    await makeUser(db(), { tenant, role: 'admin' });
    expect((await api.call('team/update', { staff_id: admin.id, role: 'staff' }, adminKey)).status).toBe(200);
    expect((await api.call('team', {}, adminKey)).status).toBe(403);
  });
});

describe('the audit log', () => {
  it('names invited people, withdrawn invitations, and former names', async () => {
    const { staff, adminKey } = await makePractice(db());
    const email = 'nora-noted@example.test';
    const { body } = await api.call('team/invite', { ...person, email, role: 'admin' }, adminKey);
    await api.call('team/invite_cancel', { staff_id: body.staff_id }, adminKey);
    await api.call('team/update', { staff_id: staff.id, name: 'Stefan Senior' }, adminKey);
    const log = await api.call('audit_log', { entity: 'user' }, adminKey);
    expect(log.body.map(({ action, details }) => [action, JSON.parse(details ?? 'null')])).toEqual([
      ['team/update', { changed: ['name'], old_name: staff.name }],
      ['team/invite_cancel', { name: person.name, email }],
      ['team/invite', { email, role: 'admin' }],
    ]);
  });
});

describe('support access', () => {
  it('shows when it ends, and is over then', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db(), { is_superadmin: true });
    const until = '2026-01-14T10:00:00.000Z';
    const helper = await makeUser(db(), { tenant, account, role: 'admin', support_until: until });
    const key = await makeSessionKey(db(), { user: helper });
    expect((await api.call('session', {}, key)).body).toMatchObject({
      support_until: until,
      email: account.email,
    });
    api.clock.set(until);
    expect((await api.call('session', {}, key)).status).toBe(401);
  });

  it('can be ended by the practice and made permanent by no one', async () => {
    const { tenant, adminKey, staff } = await makePractice(db());
    const account = await makeAccount(db(), { is_superadmin: true });
    const helper = await makeUser(db(), {
      tenant,
      account,
      role: 'admin',
      support_until: '2026-01-14T10:00:00Z',
    });
    const key = await makeSessionKey(db(), { user: helper });
    // They may manage the team.
    expect((await api.call('team/update', { staff_id: staff.id, name: 'Renamed' }, key)).status).toBe(200);
    for (const caller of [key, adminKey]) {
      for (const answer of [
        await api.call('team/update', { staff_id: helper.id, name: 'Staying' }, caller),
        await api.call('team/enable', { staff_id: helper.id }, caller),
        await api.call('team/invite_again', { staff_id: helper.id }, caller),
        await api.call('team/reset_password', { staff_id: helper.id }, caller),
        await api.call('team/invite', { ...person, email: account.email }, caller),
      ]) {
        expect([403, 409]).toContain(answer.status);
      }
    }
    expect((await api.call('team/reset_password', { staff_id: helper.id }, adminKey)).error.code).toBe(
      'shared_account',
    );
    expect((await api.call('team/disable', { staff_id: helper.id }, adminKey)).status).toBe(200);
    expect((await api.call('tenant', {}, key)).status).toBe(401);
    expect((await api.call('team', {}, adminKey)).body.map(({ id }) => id)).not.toContain(helper.id);
  });
});
