import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createRestoreTarget } from '../testing/restore-target.ts';
import { migrate } from './migrate.ts';
import {
  allMigrations as all,
  optionsFor,
  startsOfParts,
  twoAppointments,
  useMigrationDatabases,
} from '../testing/migration-databases.ts';

const { connected, databaseBefore } = useMigrationDatabases();

/** How many sessions wait for a lock on this database's tables. */
const waiting = async (owner: pg.Client): Promise<number | null> =>
  (
    await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;

describe('migrations of stored records', () => {
  it('add the part of an appointment as a server of the former release moves it', async () => {
    const { url, owner } = await databaseBefore('0048');
    await owner.query(twoAppointments);
    await owner.query('delete from booking_parts');
    const server = await connected(url);
    await server.query('begin');
    await server.query("update bookings set booking_time = '11:00' where id = 1");
    const migrated = migrate(optionsFor(url));
    await expect.poll(() => waiting(owner), { timeout: 20_000 }).toBe(1);
    await server.query('commit');
    await migrated;
    expect((await owner.query(startsOfParts)).rows).toEqual([{ id: 1, time: '11:00:00' }]);
  });

  it('run again after a deadlock with a server of the former release', async () => {
    const { url, owner } = await databaseBefore('0043');
    await owner.query(twoAppointments);
    const server = await connected(url);
    // The migration gives way.
    await server.query("set deadlock_timeout = '10min'");
    await server.query('begin');
    await server.query('select from bookings');
    const migrated = migrate(optionsFor(url));
    await expect.poll(() => waiting(owner), { timeout: 20_000 }).toBe(1);
    expect((await server.query('select from services')).rowCount).toBe(0);
    await server.query('commit');
    expect(await migrated).toEqual(all.filter((name) => name >= '0043'));
  });

  it('wait for requests that have read their session, and hold nothing that these need', async () => {
    const { url, owner } = await databaseBefore('0092');
    await owner.query(twoAppointments);
    const server = await connected(url);
    // Sooner than a deadlock is found.
    await server.query("set lock_timeout = '200ms'");
    await server.query('begin');
    await server.query('select from api_keys');
    const migrated = migrate(optionsFor(url));
    await expect.poll(() => waiting(owner), { timeout: 20_000 }).toBe(1);
    expect((await server.query('update clients set name = name')).rowCount).toBe(1);
    await server.query('commit');
    expect(await migrated).toEqual(all.filter((name) => name >= '0092'));
  });

  it('give active services that share a name unique names', async () => {
    const { url, owner } = await databaseBefore('0007');
    await owner.query("insert into tenants (id, tenant_name) values (1, 'Willow Vets'), (2, 'Oak Vets')");
    const long = 'x'.repeat(200);
    const services: [tenant: number, name: string, retired: boolean][] = [
      [1, 'Dental', false],
      [1, 'DENTAL', false],
      [1, 'dental (2)', false],
      [1, 'Dental', true],
      [1, 'Dental', false],
      [1, long, false],
      [1, long, false],
      [2, 'Dental', false],
    ];
    for (const [id, [tenant, name, retired]] of services.entries()) {
      await owner.query(
        `insert into services (tenant_id, id, name, base_price_pence, retired_at)
         values ($1, $2, $3, 1000, case when $4 then now() end)`,
        [tenant, id, name, retired],
      );
    }
    await migrate(optionsFor(url));
    const { rows } = await owner.query<{ name: string }>('select name from services order by id');
    expect(rows.map(({ name }) => name)).toEqual([
      'Dental',
      'DENTAL (3)',
      'dental (2)',
      'Dental',
      'Dental (4)',
      long,
      `${'x'.repeat(196)} (2)`,
      'Dental',
    ]);
  });

  it('give practices the present name of their time zone', async () => {
    // The owner of this database is subject to the row policies, unlike a superuser.
    const database = await createRestoreTarget();
    const { ownerUrl, appUrl, superuserUrl } = database;
    await migrate({ ownerUrl, appUrl, upTo: '0097_terms_before_a_move.sql' });
    const superuser = await connected(superuserUrl);
    await superuser.query(
      `insert into tenants (id, tenant_name, time_zone)
       values (1, 'Willow Vets', 'Asia/Calcutta'), (2, 'Oak Vets', 'Europe/London'), (3, 'Elm Vets', 'Europe/Kiev')`,
    );
    await migrate({ ownerUrl, appUrl });
    const { rows } = await superuser.query<{ time_zone: string }>(
      'select time_zone from tenants order by id',
    );
    await superuser.end();
    await database.drop();
    expect(rows.map(({ time_zone }) => time_zone)).toEqual(['Asia/Kolkata', 'Europe/London', 'Europe/Kyiv']);
  });

  it('give each animal its owner, also one that a server of the former release moves or adds meanwhile', async () => {
    const { url, owner } = await databaseBefore('0068');
    await owner.query(twoAppointments);
    await owner.query(
      `insert into tenants (id, tenant_name) values (2, 'Oak Vets');
       insert into clients (tenant_id, id, name) values (1, 2, 'Bob'), (2, 3, 'Cy');
       insert into animals (tenant_id, id, client_id, name) values (1, 2, 1, 'Mabel'), (2, 3, 3, 'Rex')`,
    );
    const server = await connected(url);
    await server.query('begin');
    await server.query('update animals set client_id = 2 where id = 1');
    await server.query("insert into animals (tenant_id, id, client_id, name) values (1, 4, 2, 'Pip')");
    const migrated = migrate(optionsFor(url));
    await expect.poll(() => waiting(owner), { timeout: 20_000 }).toBe(1);
    await server.query('commit');
    await migrated;
    await server.query("insert into animals (tenant_id, id, client_id, name) values (1, 5, 1, 'Tom')");
    const { rows } = await owner.query(
      `select o.animal_id::int as animal, o.client_id::int as client, o.since, o.until
       from animal_owners o order by o.animal_id`,
    );
    const always = { since: null, until: null };
    expect(rows).toEqual([
      { animal: 1, client: 2, ...always },
      { animal: 2, client: 1, ...always },
      { animal: 3, client: 3, ...always },
      { animal: 4, client: 2, ...always },
      { animal: 5, client: 1, ...always },
    ]);
  });

  it('let later answers be sent, and take messages being sent again off the list of conversations', async () => {
    const { url, owner } = await databaseBefore('0090');
    await owner.query(twoAppointments);
    await owner.query(`
      insert into clients (tenant_id, id, name) values (1, 2, 'Bob');
      insert into comms (tenant_id, id, client_id, booking_id, type, status, kind, recipient, body, sent_at, dedupe_key)
      values (1, 1, 1, 1, 'sms', 'sent', 'change_declined', '+447700900001', 'No.', now() - interval '1 hour', 'change_declined:1:sms'),
        (1, 2, 1, 1, 'sms', 'failed', 'booking_change', '+447700900001', 'Now.', now(), null),
        (1, 3, 2, null, 'sms', 'failed', 'recall', '+447700900002', 'Due.', now(), null);
      update comms set status = 'pending', asked_at = now(), sent_at = null, dedupe_key = 'asked:' || id where id in (2, 3)`);
    await migrate(optionsFor(url));
    const keys = await owner.query({
      text: 'select k.dedupe_key from comms k order by k.id',
      rowMode: 'array',
    });
    expect(keys.rows.flat()).toEqual([null, 'asked:2', 'asked:3']);
    const { rows } = await owner.query(
      `select v.client_id::int as client, v.last_at = k.sent_at as is_of_sent from conversations v
       left join comms k on k.id = 1 and k.client_id = v.client_id order by v.client_id`,
    );
    expect(rows).toEqual([
      { client: 1, is_of_sent: true },
      { client: 2, is_of_sent: null },
    ]);
  });

  it('give ledgers and clients of an older release the values that reports count by', async () => {
    const { url, owner } = await databaseBefore('0013');
    await owner.query(`
      insert into tenants (id, tenant_name) values (1, 'Willow Vets'), (2, 'Oak Vets');
      insert into services (tenant_id, id, name, base_price_pence)
        select t, s, 'Service ' || s, 1000 from unnest(array[1, 2]) t cross join generate_series(1, 3) s;
      insert into clients (tenant_id, id, name)
        select t, c, 'Client ' || c from unnest(array[1, 2]) t cross join generate_series(1, 3) c;
      insert into animals (tenant_id, id, client_id, name)
        select t, c, c, 'Animal ' || c from unnest(array[1, 2]) t cross join generate_series(1, 3) c;
      insert into bookings (tenant_id, id, client_id, animal_id, service_id, booking_date, booking_time,
        duration_minutes, starts_at, status)
      select t, b, c, c, s, day::date, '10:00', 30, day::date, status
      from (values (1, 1, 1, 1, '2026-02-02', 'completed'), (1, 2, 1, 2, '2026-01-01', 'cancelled'),
        (1, 3, 1, null, '2026-03-03', 'pending'), (1, 4, 2, 2, '2026-01-01', 'cancelled'),
        (2, 1, 1, 3, '2025-05-05', 'completed')) v (t, b, c, s, day, status);
      insert into deposits (tenant_id, id, client_id, animal_id, service_id, booking_date, booking_time,
        duration_minutes, starts_at, price_pence, amount_pence, currency, status, held_until, return_origin,
        payment_reference, created_at, updated_at)
      values (1, 1, 1, 1, 3, '2026-02-02', '11:00', 30, now(), 1000, 500, 'GBP', 'returned', now(), '', 'pi', now(), now());
      insert into payments (tenant_id, id, booking_id, deposit_id, kind, method, amount_pence, reverses_payment_id)
      values (1, 1, 1, null, 'payment', 'Cash', 1000, null), (1, 2, 1, null, 'refund', 'Cash', -1000, 1),
        (1, 3, 3, null, 'payment', 'Card', 1000, null), (1, 4, null, 1, 'deposit', 'Card', 500, null),
        (2, 1, 1, null, 'payment', 'Cash', 1000, null)`);
    await migrate(optionsFor(url));
    const { rows: payments } = await owner.query({
      text: 'select p.tenant_id, p.id, p.service_id from payments p order by 1, 2',
      rowMode: 'array',
    });
    expect(payments).toEqual([
      ['1', '1', '1'],
      ['1', '2', '1'],
      ['1', '3', null],
      ['1', '4', '3'],
      ['2', '1', '3'],
    ]);
    const { rows: clients } = await owner.query({
      text: 'select c.tenant_id, c.id, c.first_booking_on::text from clients c order by 1, 2',
      rowMode: 'array',
    });
    expect(clients).toEqual([
      ['1', '1', '2026-02-02'],
      ['1', '2', null],
      ['1', '3', null],
      ['2', '1', '2025-05-05'],
      ['2', '2', null],
      ['2', '3', null],
    ]);
  });
});
