import { beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../../lib/api-key.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeSessionKey,
  passwordHash,
} from '../../../../../packages/dev/src/factory-people.ts';
import { testNow, useTestApi } from '../harness.ts';
import { asApp } from './as-app.ts';
import { makeFullPractice, type Scene } from './world.ts';

// Functions that bypass row-level security, for work that is impossible within it.

const api = useTestApi();
const db = () => api.testDatabase.owner;

let one: Scene;
let two: Scene;
beforeAll(async () => {
  one = await makeFullPractice(db());
  two = await makeFullPractice(db());
});

describe('what the API can run with the rights of another role', () => {
  interface Definer {
    name: string;
    arguments: string;
    settings: string[] | null;
    owner: string;
    byAnybody: boolean;
  }

  const definers = async (): Promise<Definer[]> => {
    const { rows } = await db().query<Definer>(
      `select f.proname as name, pg_get_function_identity_arguments(f.oid) as arguments, f.proconfig as settings,
              f.proowner::regrole::text as owner,
              exists (select 1 from aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a where a.grantee = 0)
                as "byAnybody"
       from pg_proc f
       where f.pronamespace = 'public'::regnamespace and f.prosecdef
         and has_function_privilege('burrow_app', f.oid, 'execute')
       order by 1`,
    );
    return rows;
  };

  it('is owned by a role without login, has a fixed search path, and is executable by no one else', async () => {
    const found = await definers();
    expect(found.length).toBeGreaterThan(5);
    for (const { name, settings, owner, byAnybody } of found) {
      const paths = settings?.filter((setting) => setting.startsWith('search_path='));
      expect([name, paths, byAnybody]).toEqual([name, ['search_path=public, pg_temp'], false]);
      const { rows } = await db().query(
        `select r.rolcanlogin, r.rolsuper, r.rolbypassrls, pg_has_role('burrow_app', r.oid, 'member') as app,
                has_schema_privilege(r.oid, 'public', 'create') as creates
         from pg_roles r where r.rolname = $1`,
        [owner],
      );
      const nothing = {
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        app: false,
        creates: false,
      };
      expect([name, rows[0]]).toEqual([name, nothing]);
    }
  });

  it('answers a superadmin’s questions to superadmins only', async () => {
    const found = (await definers()).filter(({ name }) => name.startsWith('operator_'));
    expect(found.length).toBeGreaterThan(5);
    const { id } = one.practice.tenant;
    for (const { name, arguments: parameters } of found) {
      const others = parameters.split(', ').slice(2);
      const values = others.map((parameter) => (parameter.startsWith('practice ') ? String(id) : 'null'));
      await asApp(api.testDatabase.appUrl, id, async (client) => {
        const { rows } = await client.query<Record<string, unknown>>(
          `select f.* from ${name}(${['$1', '$2', ...values].join(', ')}) f`,
          [hashKey(one.practice.adminKey.apiKey), testNow],
        );
        expect([name, rows.filter((row) => Object.values(row).some(Boolean))]).toEqual([name, []]);
      });
    }
  });

  it('reveals and changes nothing about the people of another practice, nor anything outside one', async () => {
    const named = (await definers()).filter(({ name }) => /^(?:end_)?team_/.test(name));
    expect(named.map(({ name }) => name)).toEqual([
      'end_team_sessions',
      'team_account',
      'team_account_is_shared',
      'team_accounts',
      'team_remove_factors',
      'team_sessions',
    ]);
    const { tenant, staff } = two.practice;
    const url = api.testDatabase.appUrl;
    const asked = (tenantId: number | undefined, text: string, values: unknown[] = []) =>
      asApp(
        url,
        tenantId,
        async (client) => (await client.query<Record<string, unknown>>(text, values)).rows,
      );
    for (const tenantId of [undefined, one.practice.tenant.id]) {
      const sessions = "select s.id from team_sessions($1, now(), interval '1 day') s";
      expect(await asked(tenantId, sessions, [staff.id])).toEqual([]);
      const shared = 'select team_account_is_shared($1) as shared';
      expect(await asked(tenantId, shared, [staff.id])).toEqual([{ shared: null }]);
      const removed = 'select team_remove_factors($1) as account';
      expect(await asked(tenantId, removed, [staff.id])).toEqual([{ account: null }]);
      const ended = 'select end_team_sessions($1, null, now()) as ended';
      expect(await asked(tenantId, ended, [staff.id])).toEqual([{ ended: 0 }]);
    }
    const people = "select a.user_id::integer as id from team_accounts(now(), interval '1 day') a order by 1";
    expect(await asked(undefined, people)).toEqual([]);
    const made = "select team_account('outside@example.test', 'Outsider', now()) as id";
    expect(await asked(undefined, made)).toEqual([{ id: null }]);
    const { rows } = await db().query('select id::integer from users where tenant_id = $1 order by id', [
      tenant.id,
    ]);
    expect(await asked(tenant.id, people)).toEqual(rows);
  });

  it('opens no portal of a suspended practice, and reveals nothing of it', async () => {
    const { tenant } = await makePractice(db());
    const open = (text: string) =>
      asApp(api.testDatabase.appUrl, one.practice.tenant.id, async (client) => {
        const { rows } = await client.query<Record<string, unknown>>(text, [tenant.id]);
        const { rows: set } = await client.query<{ practice: string }>(
          "select current_setting('app.tenant_id', true) as practice",
        );
        return { rows, practice: set[0]?.practice };
      });
    const whole = 'select p.tenant_id::integer, p.tenant_name from open_portal($1) p';
    const opened = { rows: [{ tenant_id: tenant.id, tenant_name: tenant.tenant_name }] };
    expect(await open(whole)).toEqual({ ...opened, practice: String(tenant.id) });
    await db().query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect(await open(whole)).toEqual({ rows: [], practice: '' });
    expect(await open('select p.* from open_portal($1 + 7000000) p')).toEqual({ rows: [], practice: '' });
  });

  it('stores and ends no session of another practice’s client, nor of one with another password', async () => {
    const { client } = two;
    const hash = await passwordHash(defaultPassword);
    const run = (tenantId: number | undefined, text: string, values: unknown[]) =>
      asApp(api.testDatabase.appUrl, tenantId, async (asked) => {
        const { rows } = await asked.query<{ answer: unknown }>(`select ${text} as answer`, values);
        return rows[0]?.answer;
      });
    const issue = (tenantId: number | undefined, compared = hash) =>
      run(
        tenantId,
        "client_issue_key(sha256(random()::text::bytea), $1, $2, now(), now() + interval '1 day', null, 'request')",
        [client.id, compared],
      );
    const own = two.practice.tenant.id;
    for (const tenantId of [undefined, one.practice.tenant.id]) expect(await issue(tenantId)).toBe(false);
    expect(await issue(own, `${hash}.`)).toBe(false);
    expect(await issue(own)).toBe(true);
    const end = (tenantId: number | undefined) =>
      run(tenantId, 'end_client_sessions($1, now(), null)', [client.id]);
    for (const tenantId of [undefined, one.practice.tenant.id]) expect(await end(tenantId)).toBe(0);
    await db().query('update clients set archived_at = now() where id = $1', [client.id]);
    expect(await issue(own)).toBe(false);
    await db().query('update clients set archived_at = null where id = $1', [client.id]);
    // The session that the scene came with.
    expect(await end(own)).toBe(1);
  });

  it('stores no session for a passkey of another practice, nor for one whose counter went back', async () => {
    const { client, passkey, practice } = two;
    await db().query('update client_passkeys set counter = 7 where id = $1', [passkey]);
    const issue = (tenantId: number | undefined, counter = 8) =>
      asApp(api.testDatabase.appUrl, tenantId, async (asked) => {
        const { rows } = await asked.query<{ issued: boolean }>(
          `select client_issue_passkey_key(
             sha256(random()::text::bytea), $1, $2, now(), now() + interval '1 day', null, '::1', 'request') as issued`,
          [passkey, counter],
        );
        return rows[0]?.issued;
      });
    const own = practice.tenant.id;
    for (const tenantId of [undefined, one.practice.tenant.id]) expect(await issue(tenantId)).toBe(false);
    expect([await issue(own, 6), await issue(own, 7), await issue(own)]).toEqual([false, false, true]);
    const refuses = async (change: string, back: string, id: number) => {
      await db().query(change, [id]);
      expect(await issue(own)).toBe(false);
      await db().query(back, [id]);
    };
    const [archived, suspended] = ['update clients set archived_at =', 'update tenants set suspended_at ='];
    await refuses(`${archived} now() where id = $1`, `${archived} null where id = $1`, client.id);
    await refuses(`${suspended} now() where id = $1`, `${suspended} null where id = $1`, own);
    expect(await issue(own)).toBe(true);
  });

  it('reports due work by ids only, and leases nothing of a suspended practice', async () => {
    const { rows: columns } = await db().query<{ name: string; answers: string }>(
      `select f.proname as name, pg_get_function_result(f.oid) as answers
       from pg_proc f where f.proowner = 'burrow_worker'::regrole order by 1`,
    );
    expect(columns).toEqual([
      { name: 'claim_messages', answers: 'TABLE(tenant_id bigint, message_id bigint, attempt integer)' },
      {
        name: 'claim_webhook_deliveries',
        answers:
          'TABLE(tenant_id bigint, endpoint_id bigint, delivery_id bigint, attempt integer, is_failing boolean)',
      },
      // Of no practice.
      {
        name: 'installation_figures',
        answers: 'TABLE(kind text, part text, amount bigint, since timestamp with time zone)',
      },
      {
        name: 'practices_texting',
        answers: expect.stringMatching(
          /^TABLE\((?:(?:\w+_id) bigint, )+message_kind text, suspended boolean\)$/,
        ),
      },
      { name: 'practices_to_remind', answers: 'SETOF bigint' },
      { name: 'practices_with_care_work', answers: 'SETOF bigint' },
      { name: 'practices_with_waitlist_work', answers: 'SETOF bigint' },
      {
        name: 'webhook_figures',
        answers: 'TABLE(kind text, part text, amount bigint, since timestamp with time zone)',
      },
    ]);
    const { tenant } = await makePractice(db());
    await db().query(
      `insert into comms (tenant_id, type, status, recipient, kind, due_at)
       values ($1, 'sms', 'pending', '07700900001', 'ready_for_collection', $2)`,
      [tenant.id, testNow],
    );
    /** How many of its messages are leased at these moments, in sequence. */
    const claimed = (...moments: string[]) =>
      asApp(api.testDatabase.appUrl, undefined, async (client) => {
        const lent: number[] = [];
        for (const at of moments) {
          const { rows } = await client.query<{ tenant_id: string }>(
            "select m.tenant_id from claim_messages('sms', $1, interval '1 minute', 100, 100) m",
            [at],
          );
          lent.push(rows.filter((row) => Number(row.tenant_id) === tenant.id).length);
        }
        return lent;
      });
    await db().query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect(await claimed('2026-01-14T09:01:00Z')).toEqual([0]);
    await db().query('update tenants set suspended_at = null where id = $1', [tenant.id]);
    // Checked again an hour later: leased once, until the lease expires without a result.
    const moments = ['2026-01-14T10:01:00Z', '2026-01-14T10:01:30Z', '2026-01-14T10:02:00Z'];
    expect(await claimed(...moments)).toEqual([1, 0, 1]);
  });

  it('counts over all practices, with the same result for every caller, and returns kinds and states only', async () => {
    await db().query(
      `insert into comms (tenant_id, type, status, recipient, kind, due_at, body)
       values ($1, 'sms', 'pending', '07700900009', 'ready_for_collection', $2, 'Bella is ready')`,
      [two.practice.tenant.id, testNow],
    );
    const counted = (tenantId: number | undefined) =>
      asApp(
        api.testDatabase.appUrl,
        tenantId,
        async (client) =>
          (
            await client.query<{ kind: string; part: string | null }>(
              'select f.kind, f.part, f.amount::integer, f.since from installation_figures($1) f order by 1, 2',
              [testNow],
            )
          ).rows,
      );
    const outside = await counted(undefined);
    expect(outside).toContainEqual(expect.objectContaining({ kind: 'messages_due', part: 'sms' }));
    const words = /^(?:sms|email|open|overdue|pending|failed|unknown)$/;
    expect(outside.filter(({ part }) => part !== null && !words.test(part))).toEqual([]);
    for (const { practice } of [one, two]) expect(await counted(practice.tenant.id)).toEqual(outside);
  });

  it('matches clients of its own practice only', async () => {
    const { client } = two;
    const asked = async (tenantId: number | undefined) =>
      asApp(api.testDatabase.appUrl, tenantId, async (app) => {
        const { rows } = await app.query(
          'select s.place, s.rank, s.client_id::integer as id from same_clients($1, $2, $3, $4, $5) s',
          [
            [client.phone, null],
            [null, client.email],
            [client.name, client.name],
            [null, null],
            [null, null],
          ],
        );
        return rows as unknown;
      });
    expect(await asked(two.practice.tenant.id)).toContainEqual({ place: 1, rank: 1, id: client.id });
    expect(await asked(one.practice.tenant.id)).toEqual([]);
    expect(await asked(undefined)).toEqual([]);
  });

  it('shows which clients have had sessions, of its own practice only', async () => {
    const { client, clientKey } = two.practice;
    expect(clientKey.apiKey).not.toBe('');
    const asked = async (tenantId: number | undefined) =>
      asApp(api.testDatabase.appUrl, tenantId, async (app) => {
        const { rows } = await app.query('select s::integer as id from clients_with_sessions($1) s', [
          [client.id],
        ]);
        return rows as unknown;
      });
    expect(await asked(two.practice.tenant.id)).toEqual([{ id: client.id }]);
    expect(await asked(one.practice.tenant.id)).toEqual([]);
    expect(await asked(undefined)).toEqual([]);
  });

  it('finds in a search all matches of its own practice, and no others', async () => {
    const searches = (await definers()).filter((found) => found.name.startsWith('find_'));
    for (const { name, arguments: parameters } of searches) {
      const everything = parameters === 'words text[]' ? "array['%', '%']" : "'%'";
      const table = name.replace('find_', '');
      const ids = (tenantId: number | undefined) =>
        asApp(api.testDatabase.appUrl, tenantId, async (client) => {
          const { rows } = await client.query<{ id: string }>(
            `select f.id from ${name}(${everything}) f order by f.id`,
          );
          return rows.map(({ id }) => Number(id));
        });
      expect([name, await ids(undefined)]).toEqual([name, []]);
      for (const scene of [one, two]) {
        const { id } = scene.practice.tenant;
        const { rows } = await db().query<{ id: string }>(
          `select t.id from ${table} t where t.tenant_id = $1 order by t.id`,
          [id],
        );
        expect([name, await ids(id)]).toEqual([name, rows.map((row) => Number(row.id))]);
      }
    }
  });

  it('removes nothing from the audit log of another practice, nor of a client who is not erased', async () => {
    const { id } = two.practice.tenant;
    const { rows: made } = await db().query<{ id: string }>(
      `insert into audit_log (tenant_id, client_id, action, entity, details, request_id)
       values ($1, $2, 'auth_customer', 'client', '{"device": "Chrome", "changed": ["name"]}', 'request') returning id`,
      [id, two.client.id],
    );
    const key = await makeSessionKey(db(), { client: two.client });
    const eraseAs = (tenantId: number | undefined) =>
      asApp(api.testDatabase.appUrl, tenantId, async (client) => {
        await client.query("select erase_client_traces($1, '{}', '{}', '{}')", [two.client.id]);
        await client.query('commit');
      });
    const left = async () => {
      const { rows } = await db().query<{ details: unknown; keys: number }>(
        `select l.details, (select count(*)::int from api_keys k where k.id = $2) as keys from audit_log l where l.id = $1`,
        [made[0]?.id, key.keyId],
      );
      return rows[0];
    };
    const whole = { details: { device: 'Chrome', changed: ['name'] }, keys: 1 };
    for (const tenantId of [undefined, one.practice.tenant.id, id]) {
      await eraseAs(tenantId);
      expect(await left()).toEqual(whole);
    }
    await db().query('update clients set archived_at = now(), erased_at = now() where id = $1', [
      two.client.id,
    ]);
    for (const tenantId of [undefined, one.practice.tenant.id]) {
      await eraseAs(tenantId);
      expect(await left()).toEqual(whole);
    }
    await eraseAs(id);
    expect(await left()).toEqual({ details: { changed: ['name'] }, keys: 0 });
  });
});
