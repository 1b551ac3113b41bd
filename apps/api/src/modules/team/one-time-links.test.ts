import { describe, expect, it } from 'vitest';
import { hashKey } from '../../lib/api-key.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCalendarFeed } from '../../../../../packages/dev/src/factory-records.ts';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeSetupLink,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const person = { name: 'Nora Newcomer', takes_bookings: '1', color: '#445566' } as const;
const tokenOf = (link: string) => link.replace(/^.*#/, '');

describe('inviting', () => {
  it('makes a link by which a new person chooses a password, joins and signs in', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const email = 'nora@example.test';
    const invited = await api.call('team/invite', { ...person, email: ' Nora@Example.test ' }, adminKey);
    expect(invited.status).toBe(200);
    expect(invited.body.setup_link).toMatch(/^\/app\/welcome#[\w-]{43}$/);
    expect(invited.body.expires_at).toBe('2026-01-21T09:00:00.000Z');
    const token = tokenOf(invited.body.setup_link);

    expect((await api.call('setup_link/check', { token })).body).toEqual({
      purpose: 'join',
      email,
      name: person.name,
      tenant_name: tenant.tenant_name,
      has_password: false,
      sso: null,
    });
    expect((await api.call('auth', { email, password: 'a-first-phrase' })).status).toBe(401);
    const weak = await api.call('setup_link/use', { token, password: 'password1' });
    expect([weak.status, weak.error.code]).toEqual([400, 'weak_password']);
    const used = await api.call('setup_link/use', { token, password: 'a-first-phrase' });
    expect([used.status, used.body]).toEqual([200, { success: true, email, tenant_id: tenant.id }]);

    const signedIn = await api.call('auth', { email, password: 'a-first-phrase' });
    expect(signedIn.body).toMatchObject({
      tenant_id: tenant.id,
      user_id: invited.body.staff_id,
      role: 'staff',
    });
    for (const again of [
      await api.call('setup_link/check', { token }),
      await api.call('setup_link/use', { token, password: 'another-phrase-1' }),
      await api.call('setup_link/check', { token: 'never-was-one' }),
    ]) {
      expect([again.status, again.error.code]).toEqual([410, 'link_expired']);
    }
    const { rows } = await db().query('select * from setup_links where tenant_id = $1', [tenant.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows).toMatchObject([{ token_hash: hashKey(token) }]);
  });

  it('answers the same whether or not the address has an account elsewhere', async () => {
    const { adminKey } = await makePractice(db());
    const known = await makeAccount(db());
    await makeUser(db(), { account: known });
    const answers = await Promise.all(
      [known.email, 'unknown@example.test'].map((email) =>
        api.call('team/invite', { ...person, email }, adminKey),
      ),
    );
    for (const { status, body } of answers) {
      expect([status, Object.keys(body).toSorted()]).toEqual([200, ['expires_at', 'setup_link', 'staff_id']]);
    }
  });

  it('refuses a member, and refers to enabling one who is disabled', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const [active, gone] = [await makeAccount(db()), await makeAccount(db())];
    await makeUser(db(), { tenant, account: active });
    await makeUser(db(), { tenant, account: gone, disabled_at: new Date() });
    const { account: invited } = await makeInvited(db(), { tenant });
    for (const [email, message] of [
      [active.email, 'This person is already in your team.'],
      [invited.email, 'This person is already in your team.'],
      [gone.email, 'This person is in your team but disabled. Enable them instead.'],
    ] as const) {
      const { status, error } = await api.call('team/invite', { ...person, email }, adminKey);
      expect([status, error.code, error.message]).toEqual([409, 'already_member', message]);
    }
  });

  it('of one address at the same moment succeeds once', async () => {
    const { adminKey } = await makePractice(db());
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        api.call('team/invite', { ...person, email: 'rush@example.test' }, adminKey),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  it('again invalidates the previous link; withdrawing it ends the link and frees the address', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const { user, account, link } = await makeInvited(db(), { tenant });
    const renewed = await api.call('team/invite_again', { staff_id: user.id }, adminKey);
    expect((await api.call('setup_link/check', { token: link.token })).status).toBe(410);
    const token = tokenOf(renewed.body.setup_link);
    expect((await api.call('setup_link/check', { token })).status).toBe(200);
    expect((await api.call('team/invite_cancel', { staff_id: user.id }, adminKey)).status).toBe(200);
    expect((await api.call('setup_link/check', { token })).status).toBe(410);
    expect((await api.call('team', {}, adminKey)).body.map(({ email }) => email)).not.toContain(
      account.email,
    );
    expect((await api.call('team/invite', { ...person, email: account.email }, adminKey)).status).toBe(200);
  });

  it('cannot be withdrawn once the person has joined, or has appointments', async () => {
    const { tenant, staff, animal, checkUp, adminKey } = await makePractice(db());
    const { user } = await makeInvited(db(), { tenant });
    await makeBooking(db(), { animal, service: checkUp, staff: user });
    for (const staff_id of [staff.id, user.id]) {
      const answer = await api.call('team/invite_cancel', { staff_id }, adminKey);
      expect([answer.status, answer.error.code]).toEqual([409, 'conflict']);
    }
    expect((await api.call('team/invite_again', { staff_id: staff.id }, adminKey)).error.code).toBe(
      'conflict',
    );
  });

  it.each([
    ['cancelled', () => ({ status: 'cancelled' as const })],
    ['moved to a colleague', (staff_id: number) => ({ staff_id, booking_time: '11:00' })],
  ])('ends for a person whose appointment was %s, and disables them', async (_how, changes) => {
    const { tenant, staff, client, animal, checkUp, adminKey } = await makePractice(db());
    const { user, account, link } = await makeInvited(db(), { tenant });
    const { body: booked } = await api.call(
      'booking_create',
      {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        staff_id: user.id,
        booking_date: '2026-01-16',
        booking_time: '10:00',
      },
      adminKey,
    );
    const withdraw = () => api.call('team/invite_cancel', { staff_id: user.id }, adminKey);
    expect((await withdraw()).error.message).toBe(
      'This person has appointments. Reassign them to another staff member first.',
    );
    const change = { booking_id: booked.booking_id, ...changes(staff.id) };
    expect((await api.call('booking_update', change, adminKey)).status).toBe(200);
    expect((await withdraw()).status).toBe(200);
    expect((await api.call('setup_link/check', { token: link.token })).status).toBe(410);
    const state = async () =>
      (await api.call('team', {}, adminKey)).body.find(({ id }) => id === user.id)?.state;
    expect(await state()).toBe('disabled');
    expect(
      (await api.call('team/invite', { ...person, email: account.email }, adminKey)).error.message,
    ).toContain('Enable them instead');
    await api.call('team/enable', { staff_id: user.id }, adminKey);
    expect(await state()).toBe('invited');
    const { body: again } = await api.call('team/invite_again', { staff_id: user.id }, adminKey);
    expect((await api.call('setup_link/check', { token: tokenOf(again.setup_link) })).status).toBe(200);
  });

  it('leaves a service with its only provider, who is disabled', async () => {
    const { tenant, checkUp, adminKey } = await makePractice(db());
    const { user } = await makeInvited(db(), { tenant });
    const staff = [{ user_id: user.id }];
    const provides = { service_id: checkUp.id, staff };
    expect((await api.call('service_staff_set', provides, adminKey)).status).toBe(200);
    expect((await api.call('team/invite_cancel', { staff_id: user.id }, adminKey)).status).toBe(200);
    const services = await api.call('booking_types', {}, adminKey);
    expect(services.body.find(({ id }) => id === checkUp.id)?.staff).toMatchObject(staff);
    const team = await api.call('team', {}, adminKey);
    expect(team.body.find(({ id }) => id === user.id)?.state).toBe('disabled');
  });

  it('leaves the notes and tasks of a day for the person, who is disabled', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const { user } = await makeInvited(db(), { tenant });
    const note = { date: '2026-01-20', text: 'Show Nora the theatre', staff_id: user.id };
    expect((await api.call('day_note_create', note, adminKey)).status).toBe(200);
    expect((await api.call('team/invite_cancel', { staff_id: user.id }, adminKey)).status).toBe(200);
    const { rows } = await db().query('select body from day_notes where tenant_id = $1', [tenant.id]);
    expect(rows).toEqual([{ body: note.text }]);
    const team = await api.call('team', {}, adminKey);
    expect(team.body.find(({ id }) => id === user.id)?.state).toBe('disabled');
  });

  it('ends although an appointment of the past was never completed', async () => {
    const { tenant, animal, checkUp, adminKey } = await makePractice(db());
    const { user } = await makeInvited(db(), { tenant });
    await makeBooking(db(), {
      animal,
      service: checkUp,
      staff: user,
      status: 'confirmed',
      booking_date: '2026-01-13',
    });
    expect((await api.call('team/invite_cancel', { staff_id: user.id }, adminKey)).status).toBe(200);
  });

  it('expires after seven days, when the person is disabled, and while the practice is suspended', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const { body } = await api.call('team/invite', { ...person, email: 'late@example.test' }, adminKey);
    const token = tokenOf(body.setup_link);
    const status = async () => (await api.call('setup_link/check', { token })).status;
    expect(await status()).toBe(200);
    await db().query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect(await status()).toBe(410);
    await db().query('update tenants set suspended_at = null where id = $1', [tenant.id]);
    api.clock.set('2026-01-21T08:59:59Z');
    expect(await status()).toBe(200);
    api.clock.set('2026-01-21T09:00:00Z');
    expect(await status()).toBe(410);
    api.clock.set('2026-01-14T10:00:00Z');
    await api.call('team/disable', { staff_id: body.staff_id }, adminKey);
    await api.call('team/enable', { staff_id: body.staff_id }, adminKey);
    expect(await status()).toBe(410);
  });
});

describe('joining with an account that has a password', () => {
  it('requires that password and keeps it', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { account });
    const { body } = await api.call('team/invite', { ...person, email: account.email }, adminKey);
    const token = tokenOf(body.setup_link);
    expect((await api.call('setup_link/check', { token })).body.has_password).toBe(true);
    const wrong = await api.call('setup_link/use', { token, password: 'chosen-by-another' });
    expect([wrong.status, wrong.error.code]).toEqual([401, 'invalid_credentials']);
    expect((await api.call('setup_link/use', { token, password: defaultPassword })).status).toBe(200);
    const signedIn = await api.call('auth', { email: account.email, password: defaultPassword });
    expect(signedIn.body.available_tenants.map(({ tenant_id }) => tenant_id)).toContain(tenant.id);
  });
});

describe('a new password by link', () => {
  it('replaces the old one and ends every session', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const account = await makeAccount(db(), { must_change_password: true });
    const user = await makeUser(db(), { tenant, account });
    const key = await makeSessionKey(db(), { user });
    const earlier = await makeSetupLink(db(), { user, purpose: 'reset' });
    const { status, body } = await api.call('team/reset_password', { staff_id: user.id }, adminKey);
    expect([status, body.expires_at]).toEqual([200, '2026-01-15T09:00:00.000Z']);
    const token = tokenOf(body.setup_link);
    expect((await api.call('setup_link/check', { token: earlier.token })).status).toBe(410);
    expect((await api.call('setup_link/use', { token, password: 'a-better-phrase' })).status).toBe(200);
    expect((await api.call('tenant', {}, key)).status).toBe(401);
    expect((await api.call('auth', { email: account.email, password: defaultPassword })).status).toBe(401);
    const signedIn = await api.call('auth', { email: account.email, password: 'a-better-phrase' });
    expect(signedIn.body).toMatchObject({ must_change_password: false });
  });

  it('does not reveal to its holder whether a guess is the current password', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account });
    const { body } = await api.call('team/reset_password', { staff_id: user.id }, adminKey);
    const used = await api.call('setup_link/use', {
      token: tokenOf(body.setup_link),
      password: defaultPassword,
    });
    expect(used.status).toBe(200);
  });

  it('ends the calendar feeds of their diary, and those they made', async () => {
    const practice = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant: practice.tenant, account });
    const colleague = await makeUser(db(), { tenant: practice.tenant });
    await makeCalendarFeed(db(), { maker: user, staff: user });
    await makeCalendarFeed(db(), { maker: practice.admin, staff: user });
    const others = await makeCalendarFeed(db(), { maker: practice.admin, staff: colleague });
    const { body } = await api.call('team/reset_password', { staff_id: user.id }, practice.adminKey);
    const token = tokenOf(body.setup_link);
    expect((await api.call('setup_link/use', { token, password: 'a-better-phrase' })).status).toBe(200);
    const left = (await api.call('calendar_feeds', {}, practice.adminKey)).body;
    expect(left.map(({ id }) => id)).toEqual([others.id]);
  });

  it('is not made for oneself, nor for a person who has not joined or is disabled', async () => {
    const { tenant, admin, adminKey } = await makePractice(db());
    const { user: invited } = await makeInvited(db(), { tenant });
    const disabled = await makeUser(db(), { tenant, disabled_at: new Date() });
    for (const { id } of [admin, invited, disabled]) {
      const answer = await api.call('team/reset_password', { staff_id: id }, adminKey);
      expect([answer.status, answer.error.code]).toEqual([409, 'conflict']);
    }
  });
});

describe('the audit log', () => {
  it('names who joined and who signed in', async () => {
    const { tenant } = await makePractice(db());
    const { user, account, link } = await makeInvited(db(), { tenant });
    await api.call('setup_link/use', { token: link.token, password: 'a-first-phrase' });
    await api.call('auth', { email: account.email, password: 'a-first-phrase' });
    const { rows } = await db().query(
      'select action, entity, user_id::integer, entity_id::integer from audit_log where tenant_id = $1 order by id',
      [tenant.id],
    );
    expect(rows).toEqual([
      { action: 'setup_link/use', entity: 'user', user_id: user.id, entity_id: user.id },
      { action: 'auth', entity: 'session', user_id: user.id, entity_id: null },
    ]);
  });
});
