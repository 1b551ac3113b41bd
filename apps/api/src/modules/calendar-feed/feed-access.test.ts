import pg from 'pg';
import { maxFeedsOfOne } from '@burrow/contracts/calendar-feed';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeCalendarFeed } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { feedCalls } from '../../testing/read-calendar.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { read, eventsAt, create } = feedCalls(api);

describe('a feed of other diaries', () => {
  it("ends when its maker becomes staff; the maker's own feed stays", async () => {
    const practice = await makePractice(db());
    const second = await makeUser(db(), { tenant: practice.tenant, role: 'admin' });
    const caller = await makeSessionKey(db(), { user: second });
    const whole = (await create(caller, { covers: 'practice' })).body.feed_path;
    const colleague = (await create(caller, { staff_id: practice.staff.id })).body.feed_path;
    const own = (await create(caller)).body.feed_path;
    const sharedFeeds = async () => {
      const { body } = await api.call('team', {}, practice.adminKey);
      return Object.fromEntries(body.map(({ id, shared_feeds: count }) => [id, count]));
    };
    const [first, staff, maker] = [practice.admin.id, practice.staff.id, second.id];
    expect(await sharedFeeds()).toEqual({ [first]: 0, [staff]: 0, [maker]: 2 });
    const demoted = await api.call('team/update', { staff_id: second.id, role: 'staff' }, practice.adminKey);
    expect(demoted.status).toBe(200);
    const statuses = await Promise.all(
      [whole, colleague, own].map(async (path) => (await read(path)).status),
    );
    expect(statuses).toEqual([404, 404, 200]);
    expect(await sharedFeeds()).toEqual({ [first]: 0, [staff]: 0, [maker]: 0 });
  });

  it('is refused to an admin who becomes staff concurrently', async () => {
    const { tenant, staff } = await makePractice(db());
    const second = await makeUser(db(), { tenant, role: 'admin' });
    const caller = await makeSessionKey(db(), { user: second });
    const other = new pg.Client({ connectionString: api.testDatabase.ownerUrl });
    await other.connect();
    await other.query('begin');
    await other.query("update users set role = 'staff' where id = $1", [second.id]);
    const [whole, colleague] = [
      create(caller, { covers: 'practice' }),
      create(caller, { staff_id: staff.id }),
    ];
    await expect
      .poll(async () => {
        const { rowCount } = await db().query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rowCount;
      })
      .toBe(2);
    await other.query('commit');
    await other.end();
    expect([(await whole).error.code, (await colleague).error.code]).toEqual(['forbidden', 'forbidden']);
  });

  it('stays in a neighbouring practice where its maker is still an admin', async () => {
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    const account = await makeAccount(db());
    const here = await makeUser(db(), { tenant: one.tenant, account, role: 'admin' });
    const there = await makeUser(db(), { tenant: two.tenant, account, role: 'admin' });
    const ended = await makeCalendarFeed(db(), { maker: here });
    const kept = await makeCalendarFeed(db(), { maker: there });
    await api.call('team/update', { staff_id: here.id, role: 'staff' }, one.adminKey);
    expect([(await read(ended.path)).status, (await read(kept.path)).status]).toEqual([404, 200]);
    await api.call('team/disable', { staff_id: here.id }, one.adminKey);
    expect((await read(kept.path)).status).toBe(200);
  });
});

describe('reading a feed', () => {
  it('needs a valid token, and every refusal looks the same', async () => {
    const { admin, staff, tenant } = await makePractice(db());
    const open = () => makeCalendarFeed(db(), { maker: admin, staff });
    const [revoked, ofDisabled, live] = await Promise.all([open(), open(), open()]);
    await db().query('update calendar_feeds set revoked_at = now() where id = $1', [revoked.id]);
    const refusals = async (path: string) => {
      const answer = await read(path);
      const { request_id: _id, ...body } = (await answer.json()) as Record<string, unknown>;
      return [answer.status, body, answer.headers.get('etag')];
    };
    const refused = [404, { code: 'not_found', message: 'Record not found.' }, null];
    expect(await refusals(revoked.path)).toEqual(refused);
    expect(await refusals(`/api/calendar/${'a'.repeat(43)}.ics`)).toEqual(refused);
    expect(await refusals('/api/calendar/1.ics')).toEqual(refused);
    expect((await read(live.path)).status).toBe(200);
    for (const [text, id] of [
      ['update users set disabled_at = $2 where id = $1', staff.id],
      ['update users set disabled_at = $2 where id = $1', admin.id],
      ['update accounts set disabled_at = $2 where id = $1', admin.account_id],
      ['update accounts set disabled_at = $2 where id = $1', staff.account_id],
      ['update tenants set suspended_at = $2 where id = $1', tenant.id],
    ] as const) {
      await db().query(text, [id, new Date()]);
      expect([text, await refusals(live.path)]).toEqual([text, refused]);
      await db().query(text, [id, null]);
      expect([text, (await read(ofDisabled.path)).status]).toEqual([text, 200]);
    }
  });

  it('is not possible with an API key, and a token opens nothing else', async () => {
    const { admin, adminKey } = await makePractice(db());
    expect((await read(`/api/calendar/${adminKey.apiKey}.ics`)).status).toBe(404);
    const { path } = await makeCalendarFeed(db(), { maker: admin });
    const apiKey = path.slice('/api/calendar/'.length, -'.ics'.length);
    expect((await api.call('holidays', {}, { apiKey })).status).toBe(401);
    expect((await read('/api/calendar/x.ics', { Authorization: `Bearer ${adminKey.apiKey}` })).status).toBe(
      404,
    );
  });

  it('ends permanently for a disabled person: feeds of their diary, and feeds they made', async () => {
    const { admin, staff, adminKey } = await makePractice(db());
    const left = await makeUser(db(), { tenant_id: admin.tenant_id, role: 'admin' });
    const feeds = {
      ofTheirDiary: await makeCalendarFeed(db(), { maker: admin, staff: left }),
      madeByThem: await makeCalendarFeed(db(), { maker: left }),
      ofOthers: await makeCalendarFeed(db(), { maker: admin, staff }),
    };
    await api.call('team/disable', { staff_id: left.id }, adminKey);
    await api.call('team/enable', { staff_id: left.id }, adminKey);
    expect((await read(feeds.ofTheirDiary.path)).status).toBe(404);
    expect((await read(feeds.madeByThem.path)).status).toBe(404);
    expect((await read(feeds.ofOthers.path)).status).toBe(200);
  });

  it('ends for the previous holder of an account that was recovered', async () => {
    const { admin, staff } = await makePractice(db());
    const theirs = await makeCalendarFeed(db(), { maker: staff, staff });
    const others = await makeCalendarFeed(db(), { maker: admin, staff });
    const superadmin = await makeAccount(db(), { is_superadmin: true });
    const { rows } = await db().query<{ email: string }>('select email from accounts where id = $1', [
      staff.account_id,
    ]);
    const key = await makeSessionKey(db(), { account: superadmin });
    const reset = await api.call('superadmin/account_reset', { email: rows[0]?.email ?? '' }, key);
    expect(reset.status).toBe(200);
    expect((await read(theirs.path)).status).toBe(404);
    expect((await read(others.path)).status).toBe(200);
  });

  it('shows nothing of another practice', async () => {
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    await makeBooking(db(), { animal: one.animal, staff: one.staff });
    const { path } = await makeCalendarFeed(db(), { maker: two.admin, shows: 'client' });
    expect((await eventsAt(path)).size).toBe(0);
    const foreign = await makeCalendarFeed(db(), { maker: one.admin });
    const { status } = await api.call('calendar_feed_revoke', { feed_id: foreign.id }, two.adminKey);
    expect(status).toBe(404);
    expect((await create(two.adminKey, { staff_id: one.staff.id })).status).toBe(404);
  });

  it('leaves no address in the log, in any spelling', async () => {
    const { admin } = await makePractice(db());
    const { path } = await makeCalendarFeed(db(), { maker: admin });
    const token = path.slice('/api/calendar/'.length, -'.ics'.length);
    const ways = [
      path,
      path.toUpperCase().replace(token.toUpperCase(), token),
      `${path}/`,
      `${path}?x=${token}`,
    ];
    for (const way of [...ways, path.replace('.ics', ''), path.replace('.ics', '/other')]) {
      await (await read(way)).arrayBuffer();
    }
    await expect.poll(() => api.logLines.length).toBeGreaterThan(5);
    expect(api.logLines.join('\n')).not.toContain(token);
    expect(api.logLines.join('\n')).toContain('"path":"/api/calendar/…"');
  });

  it('is limited to 240 readings of a feed in an hour', async () => {
    const { admin } = await makePractice(db());
    const { path, id } = await makeCalendarFeed(db(), { maker: admin });
    await (await read(path)).arrayBuffer();
    await db().query("update rate_limits set points = 240 where key like 'calendar_feed:field:feed:%'");
    const answer = await read(path);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 3000]).toEqual([429, true]);
    await db().query('delete from rate_limits');
    expect((await read(path)).status).toBe(200);
    expect(id).toBeGreaterThan(0);
  });
});

describe('making and revoking a feed', () => {
  it('is for admins for any diary and the practice, and for others for their own', async () => {
    const { admin, staff, adminKey, staffKey } = await makePractice(db());
    expect((await create(staffKey, { covers: 'practice' })).status).toBe(403);
    expect((await create(staffKey, { staff_id: admin.id })).status).toBe(403);
    expect((await create(adminKey, { covers: 'practice', label: 'Reception' })).status).toBe(200);
    const ofAdmin = await create(adminKey);
    const ofStaff = await create(adminKey, { staff_id: staff.id });
    const { body: seen } = await api.call('calendar_feeds', {}, staffKey);
    expect(seen.map(({ id, made_by }) => [id, made_by])).toEqual([[ofStaff.body.feed_id, 'Ada Admin']]);
    const { body: all } = await api.call('calendar_feeds', {}, adminKey);
    expect(all.map(({ covers, label }) => [covers, label])).toEqual([
      ['practice', 'Reception'],
      ['diary', null],
      ['diary', null],
    ]);
    const revoke = (feed_id: number, key: Caller) => api.call('calendar_feed_revoke', { feed_id }, key);
    expect((await revoke(ofAdmin.body.feed_id, staffKey)).status).toBe(404);
    expect((await revoke(ofStaff.body.feed_id, staffKey)).status).toBe(200);
    expect((await revoke(ofAdmin.body.feed_id, adminKey)).status).toBe(200);
  });

  it('is refused under support access, because a feed would outlast it', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const helper = await makeUser(db(), {
      tenant,
      account,
      role: 'admin',
      support_until: '2026-01-14T10:00:00Z',
    });
    const { status, error } = await create(await makeSessionKey(db(), { user: helper }));
    expect([status, error.code]).toEqual([403, 'forbidden']);
  });

  it('enforces the limit when several people make feeds concurrently', async () => {
    const { tenant, admin, adminKey } = await makePractice(db());
    const other = await makeSessionKey(db(), { user: await makeUser(db(), { tenant, role: 'admin' }) });
    for (let count = 0; count < maxFeedsOfOne - 2; count += 1) {
      await makeCalendarFeed(db(), { maker: admin });
      await makeCalendarFeed(db(), { maker: admin, staff: admin });
    }
    for (const input of [{ covers: 'practice' }, { staff_id: admin.id }] as const) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, number) => create(number % 2 === 0 ? adminKey : other, input)),
      );
      const told = answers.map(({ status, error }) => (status === 200 ? '200' : error.code));
      expect(told.toSorted()).toEqual(['200', '200', ...Array<string>(6).fill('too_many_feeds')]);
    }
  });

  it('is limited, and neither the token nor its hash is in the audit log', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const made = [];
    for (let count = 0; count < maxFeedsOfOne; count += 1)
      made.push(await create(staffKey, { label: 'Phone' }));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await create(staffKey)).error.code).toBe('too_many_feeds');
    await api.call('calendar_feed_revoke', { feed_id: made[0]?.body.feed_id ?? 0 }, staffKey);
    expect((await create(staffKey)).status).toBe(200);
    const { rows } = await db().query<{ action: string; details: unknown }>(
      'select action, details from audit_log where tenant_id = $1 order by id',
      [tenant.id],
    );
    expect(rows[0]).toEqual({
      action: 'calendar_feed_create',
      details: { name: 'Stefan Staff', label: 'Phone', shows: 'service' },
    });
    expect(JSON.stringify(rows)).not.toContain(made[0]?.body.feed_path.slice(14, 50));
  });
});
