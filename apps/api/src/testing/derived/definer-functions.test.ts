import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../harness.ts';
import { asApp } from './as-app.ts';
import { makeFullPractice, type Scene } from './world.ts';

// Functions that look past row-level security, for what can not be done within it.

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

  it('is owned by a role that nobody is, looks nowhere but in the schema, and is run by nobody else', async () => {
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

  it('finds in a search what is its own practice’s, all of it and nothing else', async () => {
    const searches = (await definers()).filter((found) => found.name.startsWith('find_'));
    for (const { name } of searches) {
      const table = name.replace('find_', '');
      const ids = (tenantId: number | undefined) =>
        asApp(api.testDatabase.appUrl, tenantId, async (client) => {
          const { rows } = await client.query<{ id: string }>(
            `select f.id from ${name}('%') f order by f.id`,
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
});
