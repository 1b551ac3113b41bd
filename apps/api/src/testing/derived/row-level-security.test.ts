import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../harness.ts';
import { createTestDatabase } from '../test-database.ts';
import { asApp } from './as-app.ts';
import { rawCall } from './call.ts';
import { plantCanaries } from './canaries.ts';
import { startAfter } from './start-after.ts';
import { tenantTables } from './tenant-rows.ts';
import { makeFullPractice, type Scene } from './world.ts';

// The last line of defence, tested in the database: as the role of the API, with raw SQL, as if every query of the
// server lacked its predicate.

const api = useTestApi({ DATABASE_POOL: '2' });
const db = () => api.testDatabase.owner;

let one: Scene;
let two: Scene;
let tables: { name: string; column: string }[];

beforeAll(async () => {
  one = await makeFullPractice(db());
  two = await makeFullPractice(db());
  await plantCanaries(db(), two.practice.tenant.id);
  tables = await tenantTables(db());
});

/** Tables the API's role may read, and those it may write in a given way. */
async function grantedTables(privilege: string): Promise<{ name: string; column: string }[]> {
  const { rows } = await db().query<{ name: string }>(
    `select t.name from unnest($1::text[]) t(name) where has_table_privilege('burrow_app', t.name, $2)`,
    [tables.map(({ name }) => name), privilege],
  );
  return tables.filter(({ name }) => rows.some((row) => row.name === name));
}

/** How many rows of each practice the API's role sees in a table. */
async function seen(url: string, table: { name: string; column: string }, tenantId?: number) {
  return asApp(url, tenantId, async (client) => {
    const { rows } = await client.query<{ tenant: string; count: string }>(
      `select t.${table.column} as tenant, count(*) from ${table.name} t group by 1 order by 1`,
    );
    return rows.map((row) => Number(row.tenant));
  });
}

describe('the rows visible to the API', () => {
  it('are none outside a practice', async () => {
    for (const table of await grantedTables('select')) {
      expect([table.name, await seen(api.testDatabase.appUrl, table)]).toEqual([table.name, []]);
    }
  });

  it("are its own practice's inside one, in every table", async () => {
    const readable = await grantedTables('select');
    expect(readable.length).toBeGreaterThan(15);
    for (const scene of [one, two]) {
      const { id } = scene.practice.tenant;
      for (const table of readable) {
        expect([table.name, await seen(api.testDatabase.appUrl, table, id)]).toEqual([table.name, [id]]);
      }
    }
  });

  it('end with the transaction', async () => {
    const client = new pg.Client({ connectionString: api.testDatabase.appUrl });
    await client.connect();
    await client.query('begin');
    await client.query("select set_config('app.tenant_id', $1, true)", [String(one.practice.tenant.id)]);
    await client.query('commit');
    const { rows } = await client.query('select id from clients');
    await client.end();
    expect(rows).toEqual([]);
  });

  it.each([
    'accounts',
    'api_keys',
    'account_factors',
    'recovery_codes',
    'sign_in_challenges',
    'migrations_lock',
  ])('include no %s', async (table) => {
    await asApp(api.testDatabase.appUrl, one.practice.tenant.id, async (client) => {
      await expect(client.query(`select 1 from ${table}`)).rejects.toMatchObject({ code: '42501' });
    });
  });
});

describe('the writes of the API', () => {
  it("never reach another practice's rows", async () => {
    const mine = one.practice.tenant.id;
    for (const table of await grantedTables('update')) {
      const changed = await asApp(api.testDatabase.appUrl, mine, async (client) => {
        const { rows } = await client.query<{ tenant: string }>(
          `update ${table.name} t set ${table.column} = t.${table.column} returning t.${table.column} as tenant`,
        );
        return new Set(rows.map((row) => Number(row.tenant)));
      });
      expect([table.name, [...changed]]).toEqual([table.name, [mine]]);
    }
  });

  it('cannot give a row to another practice', async () => {
    const theirs = two.practice.tenant.id;
    for (const { name, column } of await grantedTables('insert')) {
      const { rows } = await db().query<{ columns: string }>(
        `select string_agg(a.attname, ', ') as columns from pg_attribute a
         where a.attrelid = $1::regclass and a.attnum > 0 and a.attgenerated = '' and a.attname <> $2
           and has_column_privilege('burrow_app', a.attrelid, a.attnum, 'insert')`,
        [name, column],
      );
      const copied = rows[0]?.columns;
      await asApp(api.testDatabase.appUrl, one.practice.tenant.id, async (client) => {
        const given = client.query(
          `insert into ${name} (${column}, ${copied}) select $1, ${copied} from ${name} limit 1`,
          [theirs],
        );
        await expect(given).rejects.toThrow(/row-level security/);
      });
    }
    await asApp(api.testDatabase.appUrl, one.practice.tenant.id, async (client) => {
      const moved = client.query('update clients set tenant_id = $1', [two.practice.tenant.id]);
      await expect(moved).rejects.toThrow(/row-level security/);
    });
  });

  it.each(['payments', 'invoices', 'audit_log'])('can only insert into %s', async (table) => {
    for (const change of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`]) {
      await asApp(api.testDatabase.appUrl, one.practice.tenant.id, async (client) => {
        await expect(client.query(change)).rejects.toMatchObject({ code: '42501' });
      });
    }
  });

  it('can empty or alter no table', async () => {
    for (const change of ['truncate clients cascade', 'alter table clients disable row level security']) {
      await asApp(api.testDatabase.appUrl, one.practice.tenant.id, async (client) => {
        await expect(client.query(change)).rejects.toMatchObject({ code: '42501' });
      });
    }
  });
});

describe('a reference to another practice', () => {
  it('is refused by every foreign key between tables of practices', async () => {
    const { rows: keys } = await db().query<{ name: string; columns: string[]; table: string }>(
      `select k.conname as name, k.conrelid::regclass::text as table,
              array(select a.attname::text from pg_attribute a
                    where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as columns
       from pg_constraint k
       where k.contype = 'f' and k.conrelid::regclass::text = any($1) and k.confrelid::regclass::text = any($1)
         and k.confrelid <> 'tenants'::regclass`,
      [tables.map(({ name }) => name)],
    );
    // A plain foreign key bypasses row-level security; one that begins with the practice cannot.
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter(({ columns }) => !columns.includes('tenant_id'))).toEqual([]);
  });

  it('is refused in an appointment, even by a server that does not check', async () => {
    for (const columns of [
      { client_id: two.client.id },
      { animal_id: two.animal.id },
      { service_id: two.service.id },
      { staff_id: two.staff.id },
    ]) {
      const own = {
        tenant_id: one.practice.tenant.id,
        client_id: one.client.id,
        animal_id: one.animal.id,
        service_id: one.service.id,
        staff_id: null,
        ...columns,
      };
      const inserted = asApp(api.testDatabase.appUrl, one.practice.tenant.id, (client) =>
        client.query(
          `insert into bookings (tenant_id, client_id, animal_id, service_id, staff_id, booking_date, booking_time,
             duration_minutes, starts_at)
           values ($1, $2, $3, $4, $5, '2026-02-02', '09:00', 30, now())`,
          Object.values(own),
        ),
      );
      await expect(inserted).rejects.toMatchObject({ code: '23503' });
    }
  });
});

describe('a database with broken protection', () => {
  it('is refused at the start, whichever table is broken and however', async () => {
    expect(await startAfter(db(), 'select 1')).toBe('started');
    const { rows: policies } = await db().query<{ table: string; name: string }>(
      `select tablename as table, policyname as name from pg_policies where 'burrow_app' = any(roles) order by 1`,
    );
    // One for each existing table, so that the following checks omit none.
    expect(policies.map(({ table }) => table)).toEqual(tables.map(({ name }) => name));
    const breakages = [
      ...[...tables.map(({ name }) => name), 'accounts'].flatMap((table) => [
        [table, `alter table ${table} no force row level security`],
        [table, `alter table ${table} disable row level security`],
        [table, `create policy anybody on ${table} using (true)`],
        [table, `create policy app_too on ${table} to burrow_app using (true)`],
      ]),
      ...policies.flatMap(({ table, name }) => [
        [table, `drop policy ${name} on ${table}`],
        [table, `alter policy ${name} on ${table} using (true)`],
        [table, `alter policy ${name} on ${table} with check (true)`],
        [table, `alter policy ${name} on ${table} to burrow_backup`],
      ]),
      ['strays', 'create table strays (tenant_id bigint, note text)'],
      ['looks', 'create view looks as select * from clients; grant select on looks to burrow_app'],
      ['looks', 'create materialized view looks as select 1 as one; grant select on looks to burrow_app'],
    ];
    for (const [table, breakage] of breakages) {
      const said = await startAfter(db(), String(breakage));
      expect([breakage, said]).toEqual([
        breakage,
        `Row-level security does not restrict these tables to one practice: ${table}.`,
      ]);
    }
  });

  it('is detected: with one policy removed, the checks above find the other practice', async () => {
    const database = await createTestDatabase();
    try {
      await makeFullPractice(database.owner);
      const other = await makeFullPractice(database.owner);
      const own = other.practice.tenant.id;
      const readable = await grantedTables('select');
      for (const table of readable) {
        await database.owner.query(`create policy opened on ${table.name} to burrow_app using (true)`);
        const found = await seen(database.appUrl, table, own);
        expect([table.name, found.length > 1]).toEqual([table.name, true]);
        expect((await seen(database.appUrl, table)).length).toBeGreaterThan(1);
      }
    } finally {
      await database.drop();
    }
  });
});

describe('two practices over two connections', () => {
  it('never mix, in 2,000 requests at once', async () => {
    const requests = 2000;
    const clients = [one, two].map(({ practice, client }) => ({
      key: practice.adminKey,
      own: client.id,
      tenantId: practice.tenant.id,
    }));
    let next = 0;
    const foreign: string[] = [];
    const statuses = new Map<string, number>();
    const work = async (): Promise<void> => {
      for (let n = (next += 1); n <= requests; n = next += 1) {
        const me = clients[n % 2];
        const other = clients[(n + 1) % 2];
        if (!me || !other) return;
        // Some succeed, some are refused within the transaction, some before it.
        const [name, input, expected] = [
          ['clients', {}, 200],
          ['client', { client_id: me.own }, 200],
          ['client', { client_id: other.own }, 404],
          ['client', { client_id: 'x' }, 400],
          ['tenant', {}, 200],
        ][n % 5] as ['clients' | 'client' | 'tenant', object, number];
        const answer = await rawCall(api, name, input, me.key);
        const label = `${name} ${expected} → ${answer.status}`;
        statuses.set(label, (statuses.get(label) ?? 0) + 1);
        const isForeign = (me.tenantId === two.practice.tenant.id) !== answer.canaries.length > 0;
        if (answer.status === 200 && isForeign) foreign.push(answer.text);
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    expect(foreign).toEqual([]);
    expect(Object.fromEntries(statuses)).toEqual({
      'client 200 → 200': 400,
      'client 400 → 400': 400,
      'client 404 → 404': 400,
      'clients 200 → 200': 400,
      'tenant 200 → 200': 400,
    });
  });
});
